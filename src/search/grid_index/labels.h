/*
 * Lists of hubs with their distances, as labels have them, and their memory while an index is
 * built.
 *
 * The entries of a list are in the order in which hubs were chosen. An entry has the number of the
 * hub and the straight and the diagonal steps of a shortest path to it. Each list is one piece
 * of a large block, with room that grows by half or a third. Pieces that lists have outgrown are
 * used again.
 */
#ifndef KG_GRID_LABELS_H
#define KG_GRID_LABELS_H

#include "ground.h"

enum { KG__HUB_BITS = 20, KG__STEP_BITS = 22, KG__PIECE_SIZES = 64 };

#define KG__HUBS_MOST  ((UINT32_C(1) << KG__HUB_BITS) - 1)
#define KG__STEPS_MOST ((UINT32_C(1) << KG__STEP_BITS) - 1)

static inline uint64_t kg__label_pack(uint32_t hub, uint32_t straight, uint32_t diagonal)
{
    return (uint64_t)hub << 2 * KG__STEP_BITS | (uint64_t)straight << KG__STEP_BITS | diagonal;
}

static inline uint32_t kg__label_hub(uint64_t entry)
{
    return (uint32_t)(entry >> 2 * KG__STEP_BITS);
}

static inline uint32_t kg__label_straight(uint64_t entry)
{
    return (uint32_t)(entry >> KG__STEP_BITS) & KG__STEPS_MOST;
}

static inline uint32_t kg__label_diagonal(uint64_t entry)
{
    return (uint32_t)entry & KG__STEPS_MOST;
}

/* The cost of steps as the searches count it. */
static inline uint64_t kg__steps_cost(
    const kg__grid_scale *scale, uint32_t straight, uint32_t diagonal)
{
    return ((uint64_t)straight << scale->bits) + diagonal * scale->diagonal;
}

static inline uint64_t kg__label_cost(const kg__grid_scale *scale, uint64_t entry)
{
    return kg__steps_cost(scale, kg__label_straight(entry), kg__label_diagonal(entry));
}

typedef struct kg__label_list {
    uint64_t *entry; /* [count] entries; with the room for more, the notes follow */
    uint32_t count;
    uint32_t size; /* the number of its piece's size */
} kg__label_list;

typedef struct kg__labels {
    kg_context *ctx;
    kg__label_list *of; /* [lists] */
    uint64_t entries;
    void *free[KG__PIECE_SIZES]; /* lists of pieces that can be used again */
    void *block;                 /* the last block; each block begins with the one before */
    unsigned char *next, *end;   /* the unused rest of the last block */
} kg__labels;

/* Free with kg__labels_free(), also after a failure. KG_MEMORY. */
kg_status kg__labels_make(kg__labels *labels, kg_context *ctx, uint64_t lists);
void kg__labels_free(kg__labels *labels);

/* Adds an entry, and a note, to a list. KG_MEMORY. */
kg_status kg__labels_add(kg__labels *labels, uint64_t list, uint64_t entry, uint32_t note);

/* The notes of a list that has entries, [count]. */
uint32_t *kg__labels_notes(const kg__label_list *list);

#endif
