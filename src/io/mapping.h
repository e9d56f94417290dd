/* Files mapped for reading, and a table of them that a signal handler can search. */
#ifndef KG_MAPPING_H
#define KG_MAPPING_H

#include "input.h"
#include <sys/types.h>

/* Maps a whole regular file. *map is NULL if the file could not be mapped or entered in the table:
 * the caller then reads the file. Unmap it by kg__mapping_destroy(). */
void kg__mapping_create(void **map, const kg__input *input);

/* Whether a file is mapped: writing to it would change the mapping. */
bool kg__mapping_has(dev_t device, ino_t inode);

/* NULL is legal. */
void kg__mapping_destroy(void *map);

/* The name of the file whose mapping holds the address, or NULL. Signal handlers may call this. */
const char *kg__mapping_file(const void *address);

#endif
