/*
 * Checkpoints: where searches by iterative deepening go on after a stop. A file keeps them, whose
 * layout is below and in docs/formats.md.
 *
 * The counts are exact only if both searches have the same default partitions, roots and machine of
 * detours. A version of konig that changes any of these must raise KG__CHECKPOINT_VERSION.
 */
#ifndef KG_TILES_CHECKPOINT_H
#define KG_TILES_CHECKPOINT_H

#include "../../io/checksum.h"
#include "deep_ops.h"
#include <string.h>

#define KG__CHECKPOINT_MAGIC "\x89KTCP\r\n\x1a"

enum {
    KG__CHECKPOINT_VERSION = 1,
    KG__CHECKPOINT_SECONDS = 5 /* between two times that a search writes the file */
};

/* The sections: puzzle[puzzles], layer[layers], position[positions], partition[text]. Each puzzle
 * has its layers and positions behind those of the puzzles before it. */
enum {
    KG__CHECKPOINT_PUZZLE_PART,
    KG__CHECKPOINT_LAYER_PART,
    KG__CHECKPOINT_POSITION_PART,
    KG__CHECKPOINT_TEXT_PART,
    KG__CHECKPOINT_PARTS
};

typedef struct kg__checkpoint_header {
    char magic[8];
    uint32_t version;
    uint32_t order; /* KG__SECTIONS_ORDER in the writer's byte order */
    uint64_t puzzles, layers, positions;
    uint32_t text;      /* bytes of the partitions' text, without a 0; 0: the default ones */
    uint32_t canonical; /* 1: the searches give canonical solutions */
    uint32_t defaults;  /* the number of default partitions; 0 if there is a text */
    uint32_t none;      /* 0 */
    kg__section section[KG__CHECKPOINT_PARTS];
    uint64_t zero[4];
    uint64_t sum; /* the checksum of this header, computed with sum = 0 */
} kg__checkpoint_header;

/* A puzzle and its search. The search is in the last of its layers unless it is solved. */
typedef struct kg__checkpoint_puzzle {
    uint8_t width, height;
    uint8_t start[KG_TILES_CELLS], target[KG_TILES_CELLS];
    uint8_t solved;
    uint8_t length;                   /* of the solution; 0 if none was found */
    uint8_t none[2];                  /* 0 */
    uint32_t layers, positions;       /* 0 layers: the search has not begun */
    uint32_t next;                    /* the first root that has not been begun */
    uint8_t move[KG__DEEP_MOVES + 1]; /* [length] if not solved, of the best solution so far */
} kg__checkpoint_puzzle;

/* The roots of an iteration, and the states that it has visited so far. */
typedef struct kg__checkpoint_layer {
    uint64_t f, roots, expanded, generated;
    double ms;
} kg__checkpoint_layer;

_Static_assert(sizeof(kg__checkpoint_header) == 192, "the header is part of the format");
_Static_assert(sizeof(kg__checkpoint_puzzle) == 324, "the puzzles are part of the format");
_Static_assert(sizeof(kg__checkpoint_layer) == 40, "the layers are part of the format");
_Static_assert(sizeof(kg__deep_position) == 264, "the positions are part of the format");

struct kg_tiles_checkpoint {
    kg_context *ctx;
    char *path, *partition; /* partition: NULL for the default ones */
    uint32_t canonical, defaults;
    bool begun;                    /* the two, and the partition, are those of a search */
    bool changed;                  /* since the file was written */
    double written, seconds;       /* written: by kg__now(); seconds: until it is written again */
    kg__checkpoint_puzzle *puzzle; /* [puzzles] */
    kg__checkpoint_layer *layer;   /* [layers] */
    kg__deep_position *position;   /* [positions] */
    uint64_t puzzles, layers, layer_room, positions, position_room;
};

/* Reads a file into a checkpoint that has the puzzles, all of them without layers. KG_FORMAT also
 * if the file has other puzzles. */
kg_status kg__checkpoint_read(kg_tiles_checkpoint *checkpoint, const kg__source *source);
/* Writes the file. */
kg_status kg__checkpoint_write(kg_tiles_checkpoint *checkpoint);
/* Writes the file if the checkpoint has changed and it is time, or `now` is set. */
kg_status kg__checkpoint_write_if(kg_tiles_checkpoint *checkpoint, bool now);
/* KG_FORMAT: the file is damaged. */
kg_status kg__checkpoint_damaged(const kg_tiles_checkpoint *checkpoint, const char *what);

/* Whether the boards are the same. */
static inline bool kg__checkpoint_is_same(
    const kg__checkpoint_puzzle *a, const kg__checkpoint_puzzle *b)
{
    return memcmp(a, b, offsetof(kg__checkpoint_puzzle, solved)) == 0;
}

/*
 * Finds the puzzle of a search. Either it is solved, and the answer is set; or w->entry, and the
 * answer's bound and layers up to the present one are. KG_ARGUMENT: another context, or a puzzle
 * that is not in the checkpoint. KG_FORMAT: searches of other partitions, or the others of
 * canonical and not.
 */
kg_status kg__checkpoint_begin(
    kg__deep_work *w, kg_tiles *answer, const kg_tiles_patterns *patterns, bool *solved);
/* Takes what is done of the present iteration. */
kg_status kg__checkpoint_resume(kg__deep_work *w);
/* Keeps what is done, up to the present iteration. */
kg_status kg__checkpoint_keep(const kg__deep_work *w, const kg_tiles *answer);
/* Keeps the solution. */
kg_status kg__checkpoint_solve(const kg__deep_work *w, const kg_tiles *answer);

/* Does what is left of an iteration. Writes the file from time to time, and if the search is
 * stopped. */
kg_status kg__deep_take_turns(kg__deep_work *w, const kg_tiles *answer);

#endif
