/*
 * A* over every cell, on the CPU: for weighted maps, 4 moves, canonical paths and pictures.
 *
 * in   the map's bits and weights, a query whose goal can be reached
 * out  cost[width * height] of the cells reached, exact for the goal; a shortest path
 *
 * Method: P. Hart, N. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
 * minimum cost paths", 1968. A cell's number is its index in the array of costs. Costs are whole
 * numbers, so equality is exact. The open list is buckets (grid_cpu.h), and a cell whose cost falls
 * is expanded again. The search ends when no remaining bucket can hold less than the goal's cost;
 * with canonical, no more than the goal's cost. No parents are kept: the path is found backwards
 * from the costs. Legal moves come from a table of the 512 neighbourhoods, indexed by nine bits of
 * three rows.
 * Work: O(8) for each expansion; memory: 4 or 8 bytes a cell, and 24 an entry of the open list.
 * Between queries only the cells between the outermost reached ones of each row are cleared.
 * Deterministic: everything.
 */
#include "grid_cpu.h"
#include "grid_moves.h"
#include <string.h>

#define BODY "../search/grid/grid_plain_cpu_tmpl.h"
#include "../../scan/each_width.h"
