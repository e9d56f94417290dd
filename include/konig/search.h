/* Searches for shortest paths, proven optimal: in graphs, on grid maps, over sliding puzzles, and
 * in any problem that a few functions describe. */
#ifndef KONIG_SEARCH_H
#define KONIG_SEARCH_H

#include <konig/distances.h>
#include <konig/field.h>
#include <konig/ga_star.h>
#include <konig/grid.h>
#include <konig/grid_index.h>
#include <konig/guide.h>
#include <konig/hierarchy.h>
#include <konig/tiles.h>

#endif
