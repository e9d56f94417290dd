/* What the commands on grid maps share: how a map is to be read, and what is said of it. */
#ifndef KG_TOOLS_ASTAR_MAP_H
#define KG_TOOLS_ASTAR_MAP_H

#include "common.h"

/* The options of a kg_grid_read_options: format, characters, meaning of numbers and pictures, rules
 * of moves. */
extern const struct option map_options[];

/* The next cell of X,Y/X,Y/..., and the rest behind it; *rest: NULL if there is none. Returns
 * whether it is a cell. */
bool map_next_cell(char **rest, kg_grid_cell *cell);

/* Says on stderr what the library warned of in its last call. */
void map_warn(struct tool *tool);
/* Says on stderr what a map is, under --verbose, and what its format leaves open and how it was
 * taken. threshold: of the options by which it was read */
void map_say(struct tool *tool, const char *path, const kg_grid *grid, unsigned threshold);

/* Members of the object that text is in: size, format and rules. */
void map_put_json(struct text *text, const kg_grid *grid);

#endif
