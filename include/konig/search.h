/* Searches for shortest paths, proven optimal: in graphs, on grid maps and over sliding puzzles. */
#ifndef KONIG_SEARCH_H
#define KONIG_SEARCH_H

#include <konig/distances.h>
#include <konig/grid.h>
#include <konig/tiles.h>

#endif
