/*
 * An index of a grid map: costs of shortest paths in about a microsecond, and the paths.
 *
 * It pays if many queries are asked of one map. The map has 8 moves and no weights; any rules for
 * diagonal steps and corners will do but KG_GRID_CORNERS_ONE.
 *
 * Glossary
 * - corner: a cell at the convex corner of a wall, at which shortest paths turn. Any two connected
 *   cells have a shortest path that turns only at corners, and between two turns goes diagonally
 *   and then straight, or straight and then diagonally.
 * - label: of a cell, some corners with their distances. Any two connected cells have a corner of
 *   both labels on a shortest path, unless they have a path without turns at corners. So a query
 *   reads two labels.
 */
#ifndef KONIG_GRID_INDEX_H
#define KONIG_GRID_INDEX_H

#include <konig/grid.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_grid_index kg_grid_index;

typedef struct kg_grid_index_options {
    uint64_t most_bytes; /* the building stops if the index takes more than this; 0: 4 GiB */
} kg_grid_index_options;

#define KG_GRID_INDEX_OPTIONS_INIT KG_ZERO

/*
 * Makes the index of a map: the same bytes on every machine and thread count. The CPU makes it, in
 * threads.
 *
 * index    [out] destroy with kg_grid_index_destroy().
 * grid     [in] must outlive *index.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_UNSUPPORTED (4 moves; KG_GRID_CORNERS_ONE; weights other than 1; a side of more
 * than 65535 cells; more than 2^20 - 1 corners; a path with 2^22 straight or diagonal steps);
 * KG_MEMORY (the index takes more than most_bytes; the message says how much, and for how many of
 * the cells); KG_CANCELLED; KG_ARGUMENT.
 *
 * An entry of a label takes 12 bytes, a cell 12 more. Building takes some three times the memory of
 * the finished index, and some 100 bytes a cell besides. docs/searches.md has sizes and times.
 */
kg_status kg_grid_index_build(
    kg_grid_index **index, kg_grid *grid, const kg_grid_index_options *options);

/*
 * Reads the index of a map from a file that kg_grid_index_write() has written. A regular file is
 * mapped, and the index uses the mapping: the rules of kg_graph_read() for .kcsr hold.
 *
 * index  [out] destroy with kg_grid_index_destroy().
 * grid   [in] the map that the file was made for, with the same walls, terrains and rules; must
 *        outlive *index.
 * path   [in] "-" is standard input.
 * Returns KG_OK; KG_CANNOT_OPEN; KG_IO; KG_FORMAT (not such a file, a damaged one, or one of
 * another map); KG_UNSUPPORTED as above; KG_MEMORY; KG_ARGUMENT. O(the file's length).
 */
kg_status kg_grid_index_read(kg_grid_index **index, kg_grid *grid, const char *path);
/* The same from memory: [size] bytes that are not needed after the call, named "memory" in
 * messages. And from a stream, named "stream" in messages, as kg_graph_read_file() reads a
 * graph. */
kg_status kg_grid_index_read_memory(
    kg_grid_index **index, kg_grid *grid, const void *bytes, size_t size);
kg_status kg_grid_index_read_file(kg_grid_index **index, kg_grid *grid, FILE *file);

/* Writes an index: the same bytes on every machine of one byte order. path: "-" is standard output.
 * Returns KG_OK, KG_CANNOT_CREATE, KG_IO, KG_MEMORY, KG_ARGUMENT. */
kg_status kg_grid_index_write(const kg_grid_index *index, const char *path);

/* NULL is legal. */
void kg_grid_index_destroy(kg_grid_index *index);

typedef struct kg_grid_index_counts {
    uint64_t corners;
    uint64_t entries; /* of all labels */
    uint64_t bytes;   /* of the index in memory */
} kg_grid_index_counts;

/* counts: [out]. Returns KG_OK, KG_ARGUMENT. O(1). */
kg_status kg_grid_index_count(const kg_grid_index *index, kg_grid_index_counts *counts);

/* In place of both numbers of steps: there is no path. */
#define KG_GRID_NO_PATH UINT32_MAX

/* The steps of a shortest path. It costs straight + diagonal * (1 or sqrt(2)). If a diagonal step
 * costs 1, other shortest paths may have more of one kind and fewer of the other. */
typedef struct kg_grid_distance {
    uint32_t straight, diagonal;
} kg_grid_distance;

/*
 * The costs of shortest paths. They are those of kg_grid_find().
 *
 * index     [in] several threads may call this and the next two functions at once.
 * count     [in] queries; 0 is legal.
 * query     [in] [count] may be NULL if count is 0. Start and goal must be cells of the map; in a
 *           wall they have no path.
 * distance  [out] [count] likewise.
 * Returns KG_OK (each query has a path); KG_NO_SOLUTION (some have none); KG_ARGUMENT (a start or
 * goal off the map). O(length of both labels) for each query; the context's threads share many.
 */
kg_status kg_grid_index_distances(const kg_grid_index *index, uint64_t count,
    const kg_grid_query *query, kg_grid_distance *distance);

/*
 * A shortest path as its corners. Of several it is always the same one.
 *
 * query     [in] one query.
 * distance  [out] as above. May be NULL.
 * corner    [out] [min(room, *count)] start, corners and goal: a path leads diagonally and then
 *           straight, or straight and then diagonally, from each to the next. May be NULL if room
 *           is 0.
 * room      [in] cells that fit.
 * count     [out] the number of corners with start and goal, even if they do not fit; 1 if the
 *           start is the goal; 0 if there is no path.
 * Returns KG_OK; KG_NO_SOLUTION (no path); KG_ARGUMENT (a start or goal off the map); KG_FORMAT
 * (the index was read from a file that contradicts itself). O(length of labels + corners * its
 * logarithm).
 */
kg_status kg_grid_index_corners(const kg_grid_index *index, const kg_grid_query *query,
    kg_grid_distance *distance, kg_grid_cell *corner, uint64_t room, uint64_t *count);

/*
 * The cells of a path that is given by its corners.
 *
 * corner   [in] [corners] as kg_grid_index_corners() gives them, or any part of that.
 * corners  [in]
 * first    [in] the number of cells to leave out at the beginning.
 * cell     [out] [min(room, *count - first)] the next cells, each a legal step from the one before.
 * room     [in] cells that fit.
 * count    [out] the number of the path's cells, as if first were 0 and all fitted.
 * Returns KG_OK; KG_ARGUMENT (no legal lines lead from a corner to the next, or a cell is off the
 * map). O(corners + room).
 */
kg_status kg_grid_index_cells(const kg_grid_index *index, const kg_grid_cell *corner,
    uint64_t corners, uint64_t first, kg_grid_cell *cell, uint64_t room, uint64_t *count);

/*
 * kg_grid_find() by the index: the same answers, with other shortest paths in case of ties.
 *
 * search   [out] as of kg_grid_find(); destroy it before the map.
 * index    [in]
 * count, query, options  [in] as for kg_grid_find(); canonical, keep_explored and nearest are
 *                        refused, and max_states has no effect.
 * Returns as kg_grid_find(), and KG_FORMAT as kg_grid_index_corners(). Answers count nothing as
 * expanded, generated or held.
 */
kg_status kg_grid_index_find(kg_grid_search **search, kg_grid_index *index, uint64_t count,
    const kg_grid_query *query, const kg_grid_options *options);

#ifdef __cplusplus
}
#endif
#endif
