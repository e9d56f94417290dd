/*
 * The labels of vertices on a device: all hubs that a vertex reaches by the arcs of one side, and
 * the places below the labelled ones on the way there.
 *
 *     row[count+1]          where the entries of each label begin; a label without entries is too
 *                           large for the device
 *     hub[entries]          places, rising in each label
 *     units[entries]        their distances in multiples of h->unit_of_labels
 */
#ifndef KG_VERTEX_LABELS_CUDA_CUH
#define KG_VERTEX_LABELS_CUDA_CUH

#include "hierarchy_cuda.cuh"

typedef struct kg__vertex_labels {
    uint64_t *row;
    kg_vertex *hub;
    uint64_t *units;
    uint64_t entries;
} kg__vertex_labels;

/* The most entries of a label, and the bytes of an entry. */
enum { KG__MOST_ENTRIES = 1120, KG__ENTRY_BYTES = sizeof(kg_vertex) + sizeof(uint64_t) };

/* Whether the device can make labels of vertices. A file may claim more labelled places than
 * kg_hierarchy_build() makes. */
bool kg__has_vertex_labels(const kg_hierarchy *h);

/* Makes the labels of some vertices, on one side. vertex: [count] on the device. labels: {}, or
 * earlier ones, which are freed. Free them also after a failure. */
kg_status kg__vertex_labels_make(
    kg_hierarchy *h, int side, const kg_vertex *vertex, uint64_t count, kg__vertex_labels *labels);

void kg__vertex_labels_free(kg_context *ctx, kg__vertex_labels *labels);

/* Lends the labels of all vertices, which stay on the device with the hierarchy. They are made once
 * labels of single vertices, those of this call's pairs included, have taken as long as they do.
 * labels: [h->sides]. *are_kept: [out] false: it is too early, or memory has no room. */
kg_status kg__vertex_labels_keep(
    kg_hierarchy *h, uint64_t pairs, kg__vertex_labels *labels, bool *are_kept);

#endif
