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
} kg__lengths;

extern const kg__lengths kg__unit_lengths;

/* Makes them, or finds them with the graph. KG_FORMAT, KG_OVERFLOW: see kg_graph_distances(). */
kg_status kg__lengths_of(kg__lengths **lengths, kg_graph *graph);

/* Lends entry in the memory of the backend in force; NULL where each length is 1. */
kg_status kg__lengths_resident(kg__lengths *lengths, const kg_graph *graph, const void **entry);

/* The length of entry i. */
static inline double kg__length(const kg__lengths *lengths, uint64_t i)
{
    return lengths->type == KG__LENGTH_ONE     ? 1
           : lengths->type == KG__LENGTH_FLOAT ? ((const float *)lengths->entry)[i]
                                               : ((const double *)lengths->entry)[i];
}

/* The graph with its edges turned round, made on first use and kept with it. */
kg_status kg__paths_reverse(kg_graph **reverse, kg_graph *graph);

#endif
