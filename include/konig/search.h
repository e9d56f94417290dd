/* Searches for shortest paths, proven optimal: on grid maps, over sliding puzzles, and in any graph
 * that a few functions describe. */
#ifndef KONIG_SEARCH_H
#define KONIG_SEARCH_H

#include <konig/ga_star.h>
#include <konig/grid.h>
#include <konig/tiles.h>

#endif
