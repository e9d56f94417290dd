/* Values as OSMnx writes them: a list as Python shows it, a geometry as well-known text. */
#ifndef KG_OSMNX_H
#define KG_OSMNX_H

#include <stdbool.h>
#include <stddef.h>

/* Turns a list "['a', 'b']" into "a; b", in place, terminated. Other texts stay as they are. */
void kg__osmnx_join(char *text);

/* Reads the next point of "LINESTRING (1 2, 3 4)", which may be three-dimensional. *at: [in, out]
 * the text at first, terminated. Returns 1; 0 after the last point; -1 if the text is not of this
 * form, and *at shows where. */
int kg__osmnx_point(const char **at, bool *begun, double point[2]);

#endif
