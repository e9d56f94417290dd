/* The lengths of a graph's edges, checked and laid out by the entries of its rows. */
#ifndef KG_PATHS_LENGTHS_H
#define KG_PATHS_LENGTHS_H

#include "../../csr/csr.h"
#include <string.h>

/* A length of at least 0 as an integer that sorts like it, and back. */
static inline uint64_t kg__bits_of(double length)
{
    uint64_t bits;

    memcpy(&bits, &length, sizeof bits);
    return bits;
}

typedef enum kg__length_type {
    KG__LENGTH_ONE,   /* each is 1 */
    KG__LENGTH_FLOAT, /* a float each, exactly the value */
    KG__LENGTH_DOUBLE
} kg__length_type;

typedef struct kg__lengths {
    kg__derived derived; /* kept with the graph */
    kg__length_type type;
    const void *entry; /* [m] the length of each entry of a row; NULL if each is 1 */
    void *own;         /* the same as entry; NULL if entry is the graph's value */
    void *resident;    /* entry in device memory, or NULL */
    double least;      /* the least length above 0; 0 if there is none */
    double most, mean; /* 0 without edges */
    double low;        /* at most one edge in 16 is shorter */
    int lowest_bit;    /* the exponent of the greatest power of 2 of which all are multiples; 0 if
                          all are 0 */
    uint64_t widest;   /* entries of the longest row; UINT64_MAX: not yet known */
} kg__lengths;

extern const kg__lengths kg__unit_lengths;

/* Returns the object that a graph keeps and that `destroy` frees, or NULL. */
static inline kg__derived *kg__derived_of(
    const kg_graph *graph, void (*destroy)(kg_context *, kg__derived *))
{
    kg__derived *derived = graph->derived;

    while (derived && derived->destroy != destroy)
        derived = derived->next;
    return derived;
}

/* Makes the lengths, or finds them with the graph. KG_FORMAT, KG_OVERFLOW: see
 * kg_graph_distances(). */
kg_status kg__lengths_of(kg__lengths **lengths, kg_graph *graph);

/* Lends entry in the memory of the current backend; NULL if each length is 1. */
kg_status kg__lengths_resident(kg__lengths *lengths, const kg_graph *graph, const void **entry);

/* The number of entries in a graph's longest row. O(n). */
uint64_t kg__widest_row(const kg_graph *graph);

/* The length of entry i. */
static inline double kg__length(const kg__lengths *lengths, uint64_t i)
{
    return lengths->type == KG__LENGTH_ONE     ? 1
           : lengths->type == KG__LENGTH_FLOAT ? ((const float *)lengths->entry)[i]
                                               : ((const double *)lengths->entry)[i];
}

/* Checks that a graph can have shortest paths: KG_UNSUPPORTED for a bidirected one. */
kg_status kg__paths_check(const kg_graph *graph);

/* The graph with its edges reversed, made on first use and kept with it. */
kg_status kg__paths_reverse(kg_graph **reverse, kg_graph *graph);

#endif
