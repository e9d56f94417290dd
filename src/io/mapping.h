/* Files mapped for reading, and a table of them that a signal handler can search. */
#ifndef KG_MAPPING_H
#define KG_MAPPING_H

#include "input.h"
#include <sys/types.h>

/* Maps the whole of a regular file. *map is NULL where the file could not be mapped or entered in
 * the table: the caller then reads the file. Give the mapping back by kg__mapping_destroy(). */
void kg__mapping_create(void **map, const kg__input *input);

/* Whether a file is mapped: what is written into it would change what is mapped. */
bool kg__mapping_has(dev_t device, ino_t inode);

/* NULL is legal. */
void kg__mapping_destroy(void *map);

/* The name of the file whose mapping holds the address, or NULL. Signal handlers may call this. */
const char *kg__mapping_file(const void *address);

#endif
