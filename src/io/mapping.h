/* Files mapped for reading, and a table of them that a signal's handler can ask. */
#ifndef KG_MAPPING_H
#define KG_MAPPING_H

#include "input.h"

/* Maps the whole of a regular file. *map is NULL where nothing could be mapped or listed: then the
 * file is to be read. To be given back by kg__mapping_destroy(). */
void kg__mapping_create(void **map, const kg__input *input);

/* NULL is legal. */
void kg__mapping_destroy(void *map);

/* The name of the file whose mapping holds the address, or NULL. Signals' handlers may call it. */
const char *kg__mapping_file(const void *address);

#endif
