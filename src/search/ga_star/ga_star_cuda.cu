/*
 * GA* on CUDA: memory, launches, growth.
 *
 * The open list is one of two:
 *
 * - Lists that all threads share, for the weight 1, unless the caller asks for queues. All states
 *   with an f below the least cost must then be expanded, in any order. In a round each thread
 *   takes states of the near list and makes their moves. States that are new, or reached more
 *   cheaply, go to the other near list or to far. This takes O(1) a state, and no thread visits
 *   the levels of a heap one after the other. A round is a launch.
 *
 * - Queues, for other weights. f may fall along a good path, so a search in layers of f expands
 *   all states with an f below weight * h of the start. A search in the order of f expands only
 *   states beside one path. Each round has two halves. In the first half thread t takes the first
 *   useful state of queue t and makes its moves. States that are new, or reached more cheaply, are
 *   noted in a list that all threads share. In the second half thread t pushes entries t, t + k,
 *   t + 2 k, ... of that list to queue t, where k is the number of queues. So each queue has one
 *   owner and needs no lock, and all queues get equally many states, good and bad ones. One
 *   cooperative launch makes many rounds, with one block while there are few queues, so a round
 *   takes two barriers and not a launch. A round is O(moves * log depth) steps of each thread.
 *
 *   A queue is a binary heap, as f may be any number. Entries of the same index in all queues are
 *   adjacent, so the threads of a warp read neighbours at the top of their heaps.
 *
 *   The k states that are expanded at once are not the k best ones: besides the best one they are
 *   the best of random parts of the open list. So there are few queues while the list is short:
 *   one for each EACH * moves states. The open list then grows by at most one part in EACH a
 *   round, and a search of s states takes O(log s) rounds until the GPU is full. When a queue is
 *   full, the host rebuilds all queues, more of them or deeper ones, without the states that are
 *   out of date.
 *
 * The host plans each launch so that there is room for all states that it may find, and reads its
 * counts. The threads end a launch of rounds themselves before room runs out.
 *
 * Memory: a node has 16 bytes, or 24 with a wide key; the table 8 bytes a cell, at most 5 of 8
 * cells filled; a near state 8 bytes, in two lists; a far state 12, in two lists. A queued state
 * has up to 27 bytes, as queues have room to grow, and 12 more while they are rebuilt.
 *
 * Deterministic: the cost if the weight is 1, and the canonical path. Not deterministic: which of
 * several equally good paths is found, and, with a weight or with differing costs, how many states
 * are expanded.
 */
#include "ga_star_cuda.cuh"
extern "C" {
#include "ga_star_compile.h"
#include "guide.h"
}
#include <string.h>

enum {
    SPARED = 32,       /* the search leaves one part in this many of the free memory to others */
    PER_PROCESSOR = 8, /* blocks of a launch */
    TAKE = 1 << 21,    /* most states of a launch */
    /* Queued states per move for one more queue. With 2, up to 10 times as many states were met;
     * with 8, twice as many rounds were made, for no fewer states. */
    EACH = 4,
    ROUNDS = 64,         /* most rounds of a launch of queues */
    ROUNDS_UNHEARD = 64, /* launches between two calls of the progress function */
    FIRST_CELLS = 1 << 13,
    FIRST_STATES = 1 << 11, /* first room of a list */
    JUST_ABOVE = 128        /* near takes f from the least one up to 1 / JUST_ABOVE of it more */
};

/* An array of the backend's memory that grows. */
typedef struct list {
    void *base;
    uint64_t room;
} list;

typedef struct kg__ga_cuda {
    kg__ga_search search;
    kg__ga_problem problem; /* with the device's pointers */
    kg__ga_tally tally;     /* after the last launch */
    list near[2], far[2], far_f[2];
    list noted;
    void *heap;
    const void *kernel[KG__GA_KERNELS];
    unsigned most_blocks; /* of k_ga_rounds: the most that run at once */
    void *extent[KG__GA_EXTENTS];
    unsigned extents;
    uint64_t room; /* number of nodes that the extents hold */
    void *table, *cells, *user, *small;
    uint64_t input, taken; /* states of the near list that is read, and how many of them are
                              taken */
    unsigned input_least;  /* the least f in it */
} kg__ga_cuda;

decl_ga_finish(kg__ga_finish_cuda)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;

    if (!s)
        return;
    for (int i = 0; i < 2; i++) {
        kg__free_all(w->ctx, s->near[i].base, s->far[i].base, s->far_f[i].base);
    }
    kg__free_all(w->ctx, s->noted.base, s->heap);
    for (unsigned i = 0; i < s->extents; i++)
        kg__free(w->ctx, s->extent[i]);
    kg__free_all(w->ctx, s->table, s->cells, s->user, s->small, s);
    w->state = NULL;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Bytes that may still be allocated. Trims the pool if little is left, as its free pieces may make
 * one large block. */
static kg_status bytes_left(kg__ga_work *w, uint64_t needed, uint64_t *left)
{
    kg_status status;

    KG_TRY(kg__device_left(w->ctx, left, SPARED));
    if (*left < 2 * needed) {
        KG_TRY(KG_CUDA(w->ctx, cudaMemPoolTrimTo(kg__cuda_of(w->ctx)->pool, 0)));
        KG_TRY(kg__device_left(w->ctx, left, SPARED));
    }
out:
    return status;
}

/* Makes room in a list for `states`, keeping the first `kept`. If memory does not allow it, the
 * list stays as it is. */
static kg_status grow_list(
    kg__ga_work *w, list *l, uint64_t states, uint64_t kept, size_t size, const char *what)
{
    uint64_t room = 2 * l->room > states ? 2 * l->room : states, left;
    void *base = NULL;
    kg_status status = KG_OK;

    if (states <= l->room)
        return KG_OK;
    KG_TRY(bytes_left(w, room * size, &left));
    if (left < room * size)
        room = states;
    if (left < room * size)
        return KG_OK;
    KG_TRY(kg__allocate(w->ctx, &base, room, size, what));
    if (kept) {
        status = kg__memory(w->ctx)->copy(w->ctx, base, l->base, kept * size);
        if (status != KG_OK)
            goto out;
    }
    kg__free(w->ctx, l->base);
    l->base = base;
    l->room = room;
    base = NULL;
out:
    kg__free(w->ctx, base);
    return status;
}

/* Passes the addresses of the lists to the kernels. */
static void show_lists(kg__ga_cuda *s)
{
    for (int i = 0; i < 2; i++) {
        s->search.near[i] = (uint2 *)s->near[i].base;
        s->search.far[i] = (uint2 *)s->far[i].base;
        s->search.far_f[i] = (unsigned *)s->far_f[i].base;
    }
}

/* Makes room in the near list that is written. *is: [out] whether there is enough. */
static kg_status grow_near(kg__ga_work *w, unsigned side, uint64_t states, uint64_t kept, bool *is)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    KG_TRY(grow_list(w, &s->near[side], states, kept, sizeof(uint2), "queues"));
    show_lists(s);
    *is = states <= s->near[side].room;
out:
    return status;
}

static kg_status grow_far(kg__ga_work *w, unsigned side, uint64_t states, uint64_t kept, bool *is)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    KG_TRY(grow_list(w, &s->far[side], states, kept, sizeof(uint2), "queues"));
    KG_TRY(grow_list(w, &s->far_f[side], states, kept, sizeof(unsigned), "queues"));
    show_lists(s);
    *is = states <= s->far[side].room && states <= s->far_f[side].room;
out:
    return status;
}

static kg_status grow_noted(kg__ga_work *w, uint64_t entries, uint64_t kept, bool *is)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    KG_TRY(grow_list(w, &s->noted, entries, kept, sizeof(kg__ga_entry), "queues"));
    s->search.noted = (kg__ga_entry *)s->noted.base;
    *is = entries <= s->noted.room;
out:
    return status;
}

/* Makes room for `nodes` nodes, or for fewer if memory ends; then no more can follow. */
static kg_status grow_nodes(kg__ga_work *w, uint64_t nodes)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const uint64_t bytes = 8 * (s->search.words + 1);
    kg_status status = KG_OK;

    while (s->room < nodes && s->extents < KG__GA_EXTENTS &&
           s->room == (uint64_t)KG__GA_NODES * ((1u << s->extents) - 1)) {
        const uint64_t whole = (uint64_t)KG__GA_NODES << s->extents;
        uint64_t more, left;

        KG_TRY(bytes_left(w, whole * bytes * 2, &left));
        more = left / 2 / bytes; /* the rest is for the table */
        more = more < whole ? more : whole;
        if (more < whole / 16)
            break;
        KG_TRY(kg__allocate(w->ctx, &s->extent[s->extents], more, bytes, "the states"));
        s->search.extent[s->extents] = (kg__ga_word *)s->extent[s->extents];
        s->extents++;
        s->room += more;
    }
out:
    return status;
}

/* Makes a table of `cells` cells that has all nodes. */
static kg_status make_table(kg__ga_work *w, uint64_t cells)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    kg__free(w->ctx, s->table);
    s->table = NULL;
    KG_TRY(kg__allocate(w->ctx, &s->table, cells, sizeof(kg__ga_word), "the table"));
    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, s->table, 0, cells * sizeof(kg__ga_word)));
    s->search.table = (kg__ga_word *)s->table;
    s->search.table_cells = w->count.slots = cells;
    if (s->tally.used)
        KG_TRY(KG_LAUNCH(w->ctx, k_ga_fill, s->tally.used, s->search, s->tally.used));
out:
    return status;
}

static kg_status grow_table(kg__ga_work *w, uint64_t nodes)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const uint64_t old = s->search.table_cells;
    uint64_t cells = 2 * old, left;
    kg_status status = KG_OK;

    if (nodes <= old / 8 * 5)
        return KG_OK;
    while (cells / 8 * 5 < nodes)
        cells *= 2;
    KG_TRY(bytes_left(w, cells * sizeof(kg__ga_word), &left));
    left = left / sizeof(kg__ga_word) + old; /* the old table is freed first */
    cells = cells < left ? cells : left;
    if (cells > old + old / 16)
        KG_TRY(make_table(w, cells));
out:
    return status;
}

/* Makes room for `nodes` nodes and their cells. *is: [out] whether there is enough. */
static kg_status grow_states(kg__ga_work *w, uint64_t nodes, bool *is)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    KG_TRY(grow_nodes(w, nodes));
    *is = s->room >= nodes;
    if (*is) {
        KG_TRY(grow_table(w, nodes));
        *is = s->search.table_cells / 8 * 5 >= nodes;
    }
out:
    return status;
}

/* Bytes of a queue with room for `depth` entries. */
static uint64_t bytes_of_queue(uint64_t depth)
{
    return depth * sizeof(kg__ga_entry) + sizeof(unsigned);
}

/* Makes empty queues with room for `entries` and for the entries that a round adds: as many queues
 * as wanted, or fewer if memory ends. If memory does not allow any, the queues stay as they are. */
static kg_status make_queues(kg__ga_work *w, uint64_t entries, bool *is)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const uint64_t most = (uint64_t)s->most_blocks * KG__BLOCK, moves = w->problem->moves;
    const uint64_t held = (uint64_t)s->search.queues * bytes_of_queue(s->search.depth);
    const uint64_t each = EACH * moves;
    uint64_t queues = entries / each, left, depth, least;
    kg_status status;

    queues = queues < 1 ? 1 : queues < most ? queues : most;
    queues = w->queues ? w->queues : queues;
    KG_TRY(bytes_left(w, queues * bytes_of_queue(2 * each + moves), &left));
    left = held + left / 2; /* the rest is for the states; the old queues are freed first */
    for (;; queues /= 2) {
        least = (entries + queues - 1) / queues;
        least += least / 16 + moves;
        depth = 2 * (entries / queues > each ? entries / queues : each) + moves;
        if (queues * bytes_of_queue(depth) > left)
            depth = left / queues < bytes_of_queue(0)
                        ? 0
                        : (left / queues - bytes_of_queue(0)) / sizeof(kg__ga_entry);
        if (depth >= least || queues == 1)
            break;
    }
    *is = depth >= least && queues * bytes_of_queue(depth) <= left && depth <= UINT32_MAX;
    if (*is) {
        kg__free(w->ctx, s->heap);
        s->heap = NULL;
        KG_TRY(kg__allocate(w->ctx, &s->heap, queues, bytes_of_queue(depth), "queues"));
        s->search.heap = (kg__ga_entry *)s->heap;
        s->search.queued = (unsigned *)(s->search.heap + queues * depth);
        s->search.queues = (unsigned)queues;
        s->search.depth = (unsigned)depth;
    }
    if (s->search.queues)
        KG_TRY(kg__memory(w->ctx)->clear(
            w->ctx, s->search.queued, 0, s->search.queues * sizeof(unsigned)));
out:
    return status;
}

/* ---- beginning ------------------------------------------------------------------------------- */

static kg_status upload_problem(kg__ga_work *w, kg__ga_cuda *s)
{
    const kg__ga_problem *p = w->problem;
    const uint64_t cells = p->cells ? (uint64_t)p->width * p->height : 0;
    kg_status status;

    s->problem = *p;
    if (cells) {
        KG_TRY(kg__allocate(w->ctx, &s->cells, cells, sizeof *p->cells, "the map"));
        KG_TRY(kg__memory(w->ctx)->upload(w->ctx, s->cells, p->cells, cells * sizeof *p->cells));
        s->problem.cells = (const uint32_t *)s->cells;
    }
    if (p->kind == KG__GA_GIVEN) {
        const size_t bytes = p->given->user_bytes;

        if (bytes) {
            KG_TRY(kg__allocate(w->ctx, &s->user, bytes, 1, "a problem's data"));
            KG_TRY(kg__memory(w->ctx)->upload(w->ctx, s->user, p->given->user, bytes));
        }
        s->problem.user = s->user;
    }
    if (p->guide)
        KG_TRY(kg__guide_resident(p->guide, &s->problem));
    KG_TRY(kg__memory(w->ctx)->upload(
        w->ctx, (void *)s->search.problem, &s->problem, sizeof s->problem));
out:
    return status;
}

static void lay_out(kg__ga_search *search, kg__arena *arena)
{
    search->problem = (const kg__ga_problem *)kg__arena_carve(arena, 1, sizeof *search->problem);
    search->tally = (kg__ga_tally *)kg__arena_carve(arena, 1, sizeof *search->tally);
    search->trace = (kg__ga_trace *)kg__arena_carve(arena, 1, sizeof *search->trace);
}

static kg_status upload_tally(kg__ga_work *w)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;

    return kg__memory(w->ctx)->upload(w->ctx, s->search.tally, &s->tally, sizeof s->tally);
}

/* Finds the kernels that depend on the problem. */
static kg_status find_kernels(kg__ga_work *w)
{
    const void **kernel = ((kg__ga_cuda *)w->state)->kernel;

#define CASE(number, name, width, words)                                                           \
    case number:                                                                                   \
        kernel[KG__GA_EXPAND] = (const void *)k_ga_expand<name##_##width>;                         \
        kernel[KG__GA_ROUNDS] = (const void *)k_ga_rounds<name##_##width>;                         \
        kernel[KG__GA_BOUND] = (const void *)k_ga_bound<name##_##width>;                           \
        kernel[KG__GA_BOUND_QUEUES] = (const void *)k_ga_bound_queues<name##_##width>;             \
        kernel[KG__GA_GOALS] = (const void *)k_ga_goals<name##_##width>;                           \
        return KG_OK;
    switch (w->problem->kind) {
        KG__GA_KINDS(CASE)
    }
#undef CASE
    return kg__ga_load(kernel, w->ctx, w->problem->given);
}

/* Makes the first queues, and notes the start for them. */
static kg_status begin_queues(kg__ga_work *w, bool *is)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    int blocks;
    kg_status status;

    KG_TRY(KG_CUDA(w->ctx, cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                               &blocks, s->kernel[KG__GA_ROUNDS], KG__BLOCK, 0)));
    s->most_blocks = (unsigned)(blocks * kg__cuda_of(w->ctx)->processors);
    s->tally.turn[0].noted = 1;
    s->tally.turn[0].least = KG__GA_NO_QUEUE;
    s->tally.last.least = w->least;
    KG_TRY(grow_noted(w, 1, 0, is));
    if (*is)
        KG_TRY(make_queues(w, 1, is));
out:
    return status;
}

/* Makes the first lists, which are empty. */
static kg_status begin_lists(kg__ga_work *w, bool *is)
{
    kg_status status = KG_OK;

    *is = true;
    for (unsigned i = 0; i < 2 && *is; i++) {
        KG_TRY(grow_near(w, i, FIRST_STATES, 0, is));
        if (*is)
            KG_TRY(grow_far(w, i, FIRST_STATES, 0, is));
    }
out:
    return status;
}

decl_ga_prepare(kg__ga_prepare_cuda)
{
    kg__arena arena = {NULL, 0};
    bool is;
    kg__ga_cuda *s;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &w->state, 1, sizeof *s, "state of the search"));
    s = (kg__ga_cuda *)w->state;
    memset(s, 0, sizeof *s);
    s->search.words = w->problem->words;
    s->search.weight = w->weight;
    s->search.canonical = w->canonical;
    s->search.limit = w->least;
    lay_out(&s->search, &arena);
    KG_TRY(kg__arena_allocate(w->ctx, &arena, "state of the search"));
    s->small = arena.base;
    lay_out(&s->search, &arena);
    KG_TRY(find_kernels(w));
    KG_TRY(upload_problem(w, s));
    KG_TRY(grow_nodes(w, 1));
    KG_TRY(make_table(w, FIRST_CELLS));
    KG_TRY(w->queues || w->weight > 1 << 16 ? begin_queues(w, &is) : begin_lists(w, &is));
    if (!s->room || !is)
        return kg__fail(w->ctx, KG_MEMORY, "out of memory: the search needs more to begin with");
    s->tally.used = 1;
    s->tally.best = ~(kg__ga_word)0;
    s->tally.near_least = s->tally.far_least = KG__GA_NO_QUEUE;
    KG_TRY(upload_tally(w));
    KG_TRY(KG_LAUNCH(w->ctx, k_ga_start, 1, s->search, w->least));
    s->input = 1;
    s->input_least = w->least;
    s->search.near_side = 1; /* the start is in near list 0 */
    w->count.states = 1;
out:
    return status;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* The least f of all lists, or of all queues. */
static unsigned least_of(const kg__ga_cuda *s)
{
    if (s->search.queues)
        return s->tally.last.least;

    unsigned least = s->taken < s->input ? s->input_least : KG__GA_NO_QUEUE;

    if (s->tally.near && s->tally.near_least < least)
        least = s->tally.near_least;
    return s->tally.far && s->tally.far_least < least ? s->tally.far_least : least;
}

/* Reads the tally, adds its counts to the work's, and resets them to 0. */
static kg_status read_tally(kg__ga_work *w)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg__ga_tally *t = &s->tally;
    kg_status status;

    KG_TRY(kg__cuda_fetch(w->ctx, t, s->search.tally, sizeof *t));
    w->count.expanded += t->expanded;
    w->count.generated += t->generated;
    w->count.duplicates += t->duplicates;
    w->count.improved += t->improved;
    w->count.states += t->entered;
    w->count.rounds += t->rounds;
    t->rounds = t->arrived = 0;
    t->expanded = t->generated = t->duplicates = t->improved = t->entered = 0;
    w->too_dear = t->too_dear;
    if ((uint32_t)(t->best >> 32) < w->best.g) {
        w->best.g = (uint32_t)(t->best >> 32);
        w->best.node = (uint32_t)t->best;
        w->best.state = w->problem->target;
    }
    w->least = least_of(s);
out:
    return status;
}

static kg_status expand(kg__ga_work *w, uint64_t states)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const unsigned most = PER_PROCESSOR * (unsigned)kg__cuda_of(w->ctx)->processors;
    const unsigned blocks = kg__blocks(states) < most ? kg__blocks(states) : most;

    void *arguments[] = {&s->search, &s->taken, &states};

    return KG_LAUNCH_ADDRESS(
        w->ctx, "k_ga_expand", s->kernel[KG__GA_EXPAND], blocks, KG__BLOCK, arguments);
}

/* Expands `states` of the near list. */
static kg_status launch(kg__ga_work *w, uint64_t states)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status = KG_OK;

    KG_TRY(upload_tally(w)); /* its counts are 0 here */
    KG_TRY(expand(w, states));
    s->taken += states;
    w->count.rounds++;
    KG_TRY(read_tally(w));
out:
    return status;
}

/* Makes the near list that was written the one to read. */
static void turn_near(kg__ga_cuda *s)
{
    s->input = s->tally.near;
    s->input_least = s->tally.near_least;
    s->taken = 0;
    s->search.near_side ^= 1;
    s->tally.near = 0;
    s->tally.near_least = KG__GA_NO_QUEUE;
}

/* Near is empty: moves the states of the least f of far, and of f just above it, to near. */
static kg_status split_far(kg__ga_work *w)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const uint64_t states = s->tally.far;
    const unsigned least = s->tally.far_least;
    bool is;
    kg_status status;

    s->search.limit = least + (least < KG__GA_DEAREST / 2 ? least / JUST_ABOVE : 0);
    s->search.far_side ^= 1;
    s->tally.below = 0;
    KG_TRY(upload_tally(w));
    KG_TRY(KG_LAUNCH(w->ctx, k_ga_count, states, s->search, states));
    KG_TRY(read_tally(w));
    KG_TRY(grow_near(w, s->search.near_side, s->tally.below, 0, &is));
    if (is)
        KG_TRY(grow_far(w, s->search.far_side, states - s->tally.below, 0, &is));
    if (!is) {
        s->search.far_side ^= 1;
        w->full = true;
        return KG_OK;
    }
    s->tally.far = 0;
    s->tally.far_least = KG__GA_NO_QUEUE;
    KG_TRY(upload_tally(w));
    KG_TRY(KG_LAUNCH(w->ctx, k_ga_split, states, s->search, states));
    KG_TRY(read_tally(w));
    turn_near(s);
    w->least = least_of(s);
out:
    return status;
}

/* The number of states of the near list that the next launch may take: there must be room for all
 * states that they may lead to. */
static kg_status plan_list(kg__ga_work *w, uint64_t *states)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const uint64_t moves = w->problem->moves, left = (w->max_states - w->count.states) / moves;
    uint64_t take = s->input - s->taken;
    kg_status status = KG_OK;

    take = take < (uint64_t)TAKE ? take : (uint64_t)TAKE;
    take = take > left ? left + 1 : take;
    for (; take > 0; take /= 2) {
        const uint64_t more = take * moves;
        bool is;

        KG_TRY(grow_near(w, s->search.near_side, s->tally.near + more, s->tally.near, &is));
        if (is)
            KG_TRY(grow_far(w, s->search.far_side, s->tally.far + more, s->tally.far, &is));
        if (is)
            KG_TRY(grow_states(w, s->tally.used + more, &is));
        if (is)
            break;
    }
    w->full = take == 0;
    *states = take;
out:
    return status;
}

static kg_status round_of_lists(kg__ga_work *w)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    uint64_t states;
    kg_status status = KG_OK;

    if (s->taken == s->input)
        turn_near(s);
    if (s->input == 0)
        return split_far(w);
    KG_TRY(plan_list(w, &states));
    if (states)
        KG_TRY(launch(w, states));
out:
    return status;
}

/* ---- rounds of queues ------------------------------------------------------------------------ */

/* Rebuilds the queues for the entries that are not out of date; the next launch puts the entries
 * in. */
static kg_status renew_queues(kg__ga_work *w, bool *is)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const uint64_t entries = (uint64_t)s->search.queues * s->tally.last.fullest;
    kg_status status;

    KG_TRY(grow_noted(w, entries, 0, is));
    if (!*is)
        return KG_OK;
    KG_TRY(upload_tally(w));
    KG_TRY(KG_LAUNCH(w->ctx, k_ga_gather, entries, s->search, entries));
    KG_TRY(read_tally(w));
    KG_TRY(make_queues(w, s->tally.turn[0].noted, is));
out:
    return status;
}

/* The number of queues that a round of the next launch may take from: there must be room for all
 * states that one state of each may lead to. */
static kg_status plan_queues(kg__ga_work *w, uint64_t *queues)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const uint64_t moves = w->problem->moves, left = (w->max_states - w->count.states) / moves;
    uint64_t take = 0;
    bool is = true;
    kg_status status = KG_OK;

    if (s->tally.last.fullest + moves > s->search.depth)
        KG_TRY(renew_queues(w, &is));
    if (is)
        take = s->search.queues > left ? left + 1 : s->search.queues;
    for (; take > 0; take /= 2) {
        KG_TRY(grow_noted(w, take * moves, s->tally.turn[0].noted, &is));
        if (is)
            KG_TRY(grow_states(w, s->tally.used + take * moves, &is));
        if (is)
            break;
    }
    w->full = take == 0;
    *queues = take;
out:
    return status;
}

/* Makes rounds on the GPU until it needs the host. With no queues to take from, it only puts the
 * noted entries into the queues. */
static kg_status launch_rounds(kg__ga_work *w, uint64_t queues)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const unsigned blocks = kg__blocks(s->search.queues);
    const unsigned threads = (s->search.queues + WARP - 1) / WARP * WARP;
    const dim3 grid(blocks < s->most_blocks ? blocks : s->most_blocks);
    const dim3 block(threads < KG__BLOCK ? threads : (unsigned)KG__BLOCK);
    unsigned rounds = ROUNDS;
    void *arguments[] = {&s->search, &rounds};
    kg_status status;

    s->search.take = (unsigned)queues;
    s->search.nodes =
        s->room < s->search.table_cells / 8 * 5 ? s->room : s->search.table_cells / 8 * 5;
    s->search.states = w->count.states;
    s->search.max_states = w->max_states;
    KG_TRY(upload_tally(w));
    KG_TRY(KG_LAUNCH_COOPERATIVE(
        w->ctx, "k_ga_rounds", s->kernel[KG__GA_ROUNDS], grid, block, arguments));
    KG_TRY(read_tally(w));
    s->tally.turn[0] = {0, 0, KG__GA_NO_QUEUE, 0};
out:
    return status;
}

static kg_status rounds_of_queues(kg__ga_work *w)
{
    uint64_t queues;
    kg_status status;

    KG_TRY(plan_queues(w, &queues));
    KG_TRY(launch_rounds(w, queues));
out:
    return status;
}

/* Finds the goal that a canonical path leads to. Only a user's problem has several goals. */
static kg_status find_goal(kg__ga_work *w)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    uint64_t used = s->tally.used;
    uint32_t g = w->best.g;
    bool lower = false;
    void *arguments[] = {&s->search, &used, &g, &lower};
    kg_status status;

    s->tally.goal[0] = s->tally.goal[1] = ~(kg__ga_word)0;
    KG_TRY(upload_tally(w));
    for (int i = 0; i < 2; i++, lower = true)
        KG_TRY(KG_LAUNCH_ADDRESS(
            w->ctx, "k_ga_goals", s->kernel[KG__GA_GOALS], kg__blocks(used), KG__BLOCK, arguments));
    KG_TRY(read_tally(w));
    w->best.state = {{s->tally.goal[0], s->tally.goal[1]}};
out:
    return status;
}

decl_ga_rounds(kg__ga_rounds_cuda)
{
    const kg__ga_cuda *s = (const kg__ga_cuda *)w->state;
    kg_status status = KG_OK;

    for (int round = 0;
         round < ROUNDS_UNHEARD && !kg__ga_ends(w) && w->too_dear < KG__GA_GIVES_UP && !w->full &&
         w->count.states < w->max_states && !kg__patience_ends(&w->patience);
         round++)
        KG_TRY(s->search.queues ? rounds_of_queues(w) : round_of_lists(w));
    if (w->canonical && w->problem->kind == KG__GA_GIVEN && kg__ga_ends(w) &&
        w->best.g != KG__GA_NO_QUEUE)
        KG_TRY(find_goal(w));
out:
    return status;
}

/* ---- queries --------------------------------------------------------------------------------- */

static kg_status bound_of(kg__ga_work *w, const uint2 *list, uint64_t states)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    void *arguments[] = {&s->search, &list, &states};

    if (!states)
        return KG_OK;
    return KG_LAUNCH_ADDRESS(
        w->ctx, "k_ga_bound", s->kernel[KG__GA_BOUND], kg__blocks(states), KG__BLOCK, arguments);
}

static kg_status bound_all(kg__ga_work *w)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const kg__ga_search *q = &s->search;
    uint64_t queued = (uint64_t)q->queues * s->tally.last.fullest;
    void *arguments[] = {&s->search, &queued};
    kg_status status = KG_OK;

    if (queued)
        KG_TRY(KG_LAUNCH_ADDRESS(w->ctx, "k_ga_bound_queues", s->kernel[KG__GA_BOUND_QUEUES],
            kg__blocks(queued), KG__BLOCK, arguments));
    if (q->queues)
        return KG_OK;
    KG_TRY(bound_of(w, q->near[q->near_side ^ 1] + s->taken, s->input - s->taken));
    KG_TRY(bound_of(w, q->near[q->near_side], s->tally.near));
    KG_TRY(bound_of(w, q->far[q->far_side], s->tally.far));
out:
    return status;
}

decl_ga_bound(kg__ga_bound_cuda)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status = KG_OK;

    s->tally.bound = KG__GA_NO_QUEUE;
    KG_TRY(upload_tally(w));
    KG_TRY(bound_all(w));
    KG_TRY(read_tally(w));
    *bound = s->tally.bound;
out:
    return status;
}

decl_ga_trace(kg__ga_trace_cuda)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    KG_TRY(KG_LAUNCH(w->ctx, k_ga_trace, 1, s->search, node));
    KG_TRY(kg__memory(w->ctx)->download(w->ctx, trace, s->search.trace, sizeof *trace));
out:
    return status;
}

decl_ga_look_up(kg__ga_look_up_cuda)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    KG_TRY(KG_LAUNCH(w->ctx, k_ga_look_up, 1, s->search, *state));
    KG_TRY(kg__cuda_fetch(w->ctx, g, &s->search.tally->g, sizeof *g));
out:
    return status;
}
