/* The lengths of a graph's edges, checked, and laid out by the entries of its rows. */
#ifndef KG_PATHS_LENGTHS_H
#define KG_PATHS_LENGTHS_H

#include "../../csr/csr.h"
#include <string.h>

/* A length of at least 0 as an integer of the same order, and back. */
static inline uint64_t kg__bits_of(double length)
{
    uint64_t bits;

    memcpy(&bits, &length, sizeof bits);
    return bits;
}

typedef enum kg__length_type {
    KG__LENGTH_ONE,   /* each is 1 */
    KG__LENGTH_FLOAT, /* a float each, which is exactly what the value is */
    KG__LENGTH_DOUBLE
} kg__length_type;

typedef struct kg__lengths {
    kg__derived derived; /* kept with the graph */
    kg__length_type type;
    const void *entry; /* [m] of each entry of a row; NULL where each is 1 */
    void *own;         /* entry, or NULL where that is the graph's value */
    void *resident;    /* entry in a device's own memory, or NULL */
    double least;      /* above 0; 0 where there is none */
    double most, mean; /* 0 without edges */
    double low;        /* one edge in 16 at most is shorter */
    uint64_t widest;   /* entries of the longest row; UINT64_MAX: nobody has looked */
} kg__lengths;

extern const kg__lengths kg__unit_lengths;

/* What a graph keeps that is freed by `destroy`, or NULL. */
static inline kg__derived *kg__derived_of(
    const kg_graph *graph, void (*destroy)(kg_context *, kg__derived *))
{
    kg__derived *derived = graph->derived;

    while (derived && derived->destroy != destroy)
        derived = derived->next;
    return derived;
}

/* Makes them, or finds them with the graph. KG_FORMAT, KG_OVERFLOW: see kg_graph_distances(). */
kg_status kg__lengths_of(kg__lengths **lengths, kg_graph *graph);

/* Lends entry in the memory of the backend in force; NULL where each length is 1. */
kg_status kg__lengths_resident(kg__lengths *lengths, const kg_graph *graph, const void **entry);

/* Entries of a graph's longest row. O(n). */
uint64_t kg__widest_row(const kg_graph *graph);

/* The exponent of the greatest power of 2 that all values of a graph are multiples of. It has some,
 * which are lengths, and one is above 0. */
int kg__lengths_lowest_bit(const kg_graph *graph);

/* The length of entry i. */
static inline double kg__length(const kg__lengths *lengths, uint64_t i)
{
    return lengths->type == KG__LENGTH_ONE     ? 1
           : lengths->type == KG__LENGTH_FLOAT ? ((const float *)lengths->entry)[i]
                                               : ((const double *)lengths->entry)[i];
}

/* Whether a graph can have shortest paths: KG_UNSUPPORTED for a bidirected one. */
kg_status kg__paths_check(const kg_graph *graph);

/* The graph with its edges turned round, made on first use and kept with it. */
kg_status kg__paths_reverse(kg_graph **reverse, kg_graph *graph);

#endif
