/*
 * Self-organising maps: a grid of nodes, each with a vector. The vectors are drawn towards the data
 * so that neighbouring nodes become alike.
 *
 * Glossary: the unit of a row of data is the node that is nearest to it, its best-matching unit; an
 * epoch is one pass over all data; the U-matrix has the distances of nodes to their neighbours.
 */
#ifndef KONIG_SOM_H
#define KONIG_SOM_H

#include <konig/matrix.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kg_metric {
    KG_EUCLIDEAN = 0, /* the root of the sum of squared differences */
    KG_TAXICAB = 1    /* the sum of absolute differences */
} kg_metric;

typedef struct kg_som_options {
    uint32_t width, height; /* nodes, 1..2^14 on a side; 0: 10 */
    uint32_t epochs;        /* passes over the data; 0: 20; KG_SOM_UNTRAINED: none */
    kg_metric metric;
    uint64_t seed; /* any; determines the initial nodes */
} kg_som_options;

#define KG_SOM_UNTRAINED    UINT32_MAX
#define KG_SOM_OPTIONS_INIT KG_ZERO

/*
 * Best-matching units: for each row of data the nearest row of map, or the first of equally near
 * rows. Both are KG_F64 with the same number of columns.
 *
 * unit    [out] [rows of data], host memory: 0..nodes - 1. May be NULL if there are no data.
 * error   [out] the mean distance of data to their units; 0 without data. May be NULL.
 * map     [in] [nodes][columns] KG_F64, one node at least, finite.
 * data    [in] [any][columns] KG_F64, finite.
 * metric  [in] a kg_metric.
 * Returns KG_OK; KG_ARGUMENT (shapes, types, no nodes, a number that is infinite or NaN);
 * KG_OVERFLOW (a distance, or the sum of the distances, passes the range of a double); KG_MEMORY;
 * KG_DEVICE.
 * O(data * nodes * columns). Memory: as much as the map and a distance for each row of
 * data; on a GPU also the map and the data.
 */
kg_status kg_som_match(
    uint64_t *unit, double *error, kg_matrix *map, kg_matrix *data, kg_metric metric);

/*
 * Trains a map of width * height nodes, row by row of the grid, by the batch rule: in each epoch a
 * node becomes the mean of all data, weighted by the distance of their units on the grid. The
 * weight falls as a Gaussian whose radius shrinks from half the grid's longer side to half a node.
 * Nodes begin at random within the range of the data.
 *
 * map      [out] [width * height][columns of data] KG_F64. Destroy with kg_matrix_destroy().
 * data     [in] [any][columns] KG_F64, finite.
 * options  [in] may be NULL: the defaults.
 * Returns as kg_som_match(), KG_ARGUMENT also for sides out of range; the map does not depend on
 * the number of threads. An epoch is O(data * nodes * columns). Memory: three maps.
 */
kg_status kg_som_train(kg_matrix **map, kg_matrix *data, const kg_som_options *options);

/*
 * The U-matrix: for each node the mean distance to its neighbours left, right, above and below.
 *
 * distances  [out] [height][width] KG_F64. Destroy with kg_matrix_destroy().
 * map        [in] [width * height][columns] KG_F64, finite.
 * width      [in] nodes in a row of the grid.
 * height     [in] rows of the grid.
 * metric     [in] a kg_metric.
 * Returns KG_OK; KG_ARGUMENT (the map is
 * not of that many nodes, or not finite); KG_OVERFLOW; KG_MEMORY.
 */
kg_status kg_som_distances(
    kg_matrix **distances, kg_matrix *map, uint32_t width, uint32_t height, kg_metric metric);

#ifdef __cplusplus
}
#endif
#endif
