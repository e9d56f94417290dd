/* Values as OSMnx writes them: a list as Python shows it, a geometry as well-known text. */
#ifndef KG_OSMNX_H
#define KG_OSMNX_H

#include <stdbool.h>
#include <stddef.h>

/* Makes "a; b" of a list "['a', 'b']", in place, terminated. Other texts stay as they are. */
void kg__osmnx_join(char *text);

/* Reads the next point of "LINESTRING (1 2, 3 4)", which may be three-dimensional. *at: [in, out]
 * the text at first, terminated. Returns 1; 0 behind the last one; -1: it is no such text, and *at
 * shows where. */
int kg__osmnx_point(const char **at, bool *begun, double point[2]);

#endif
