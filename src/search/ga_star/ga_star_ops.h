/*
 * GA*: its data, and the table of what a backend does for it.
 *
 * A state that is known is a node. Nodes are numbered as they come, and never move:
 *
 *     node    | key: 1 or 2 words | record: g << 32 | the node that it was reached from |
 *     nodes   segment 0: NODES of them | segment 1: twice as many | ... | the last one: or fewer
 *     table   slots of 64 bits, 0: empty, else a tag << 32 | a node's number + 1
 *
 * A state is entered by writing its whole node first and then putting its number into an empty slot
 * by compare-and-swap. So whoever sees the number sees the key, however long that is. Of several
 * threads that enter a state at once one wins, and the others find its node. A record is replaced
 * only by one with a smaller g, so the nodes that states were reached from never form a circle.
 */
#ifndef KG_GA_STAR_OPS_H
#define KG_GA_STAR_OPS_H

#include "problem.h"

enum {
    KG__GA_NODES = 1 << 12,
    KG__GA_SEGMENTS = 20,
    KG__GA_STEPS = 256 /* of a trace */
};

#define KG__GA_NO_NODE  UINT32_MAX
#define KG__GA_DEAREST  (UINT32_MAX - 2) /* g, and f, that is larger is taken for it */
#define KG__GA_NO_QUEUE UINT32_MAX       /* the least f, where all queues are empty */

/* How a node was reached: its states backwards. */
typedef struct kg__ga_trace {
    unsigned steps;
    uint32_t next;                        /* node to go on from; KG__GA_NO_NODE: there is none */
    kg_ga_star_state state[KG__GA_STEPS]; /* [steps], the first one that of the node itself */
} kg__ga_trace;

/* A node that is queued with the g that it had then. Where its record has less by now, the entry is
 * out of date. */
typedef struct kg__ga_entry {
    uint32_t f, g, node;
} kg__ga_entry;

/* A goal that was met. */
typedef struct kg__ga_goal {
    uint32_t g, node; /* g: KG__GA_NO_QUEUE while there is none */
    kg_ga_star_state state;
} kg__ga_goal;

typedef struct kg__ga_work {
    kg_context *ctx;
    const struct kg__ga_ops *ops;
    const kg__ga_problem *problem;
    uint32_t weight;       /* in 65536ths */
    bool canonical;        /* go on until all ways that are as cheap are known */
    unsigned queues;       /* that the caller asks for; 0: the backend chooses */
    kg__patience patience; /* when the rounds are to return early */
    uint64_t max_states;
    char shown[64]; /* what progress says */

    uint32_t least;      /* f of any queue */
    kg__ga_goal best;    /* the cheapest goal so far, of equal ones that with the least key */
    unsigned too_dear;   /* the most that kg__ga_too_dear() has said */
    bool full;           /* memory does not allow another round */
    uint64_t queue_room; /* states that the queues may take on until memory is looked at again */
    kg_ga_star_statistics count; /* the backend adds to it */
    kg_vertex *level; /* [levels] in a graph: how the canonical way goes on over level edges, the
                         next vertex last */
    uint64_t levels, level_room;
    void *state; /* the backend's */
} kg__ga_work;

/* Takes memory, and queues the start. */
#define decl_ga_prepare(name) kg_status name(kg__ga_work *w)

/*
 * Rounds: each thread extracts states from its queue, makes their moves, looks each state that they
 * lead to up in the table, and pushes those that are new, or reached more cheaply, to the threads'
 * queues. Returns when kg__ga_ends() or patience ends, when max_states are known, or when memory
 * does not allow another round, which sets `full`; and in between, so that progress can be told.
 */
#define decl_ga_rounds(name) kg_status name(kg__ga_work *w)

/* The least g + h of any queued state, or KG__GA_NO_QUEUE. Needed where the weight is not 1. */
#define decl_ga_bound(name) kg_status name(kg__ga_work *w, uint32_t *bound)

/* Follows the records from a node on, at most KG__GA_STEPS states. */
#define decl_ga_trace(name) kg_status name(kg__ga_work *w, kg__ga_trace *trace, uint32_t node)

/* A known state's g, or KG__GA_NO_QUEUE. */
#define decl_ga_look_up(name)                                                                      \
    kg_status name(kg__ga_work *w, uint32_t *g, const kg_ga_star_state *state)

/* Frees what prepare and the rounds took. */
#define decl_ga_finish(name) void name(kg__ga_work *w)

#define KG__GA_SLOTS(X)                                                                            \
    X(ga, prepare)                                                                                 \
    X(ga, rounds)                                                                                  \
    X(ga, bound)                                                                                   \
    X(ga, trace)                                                                                   \
    X(ga, look_up)                                                                                 \
    X(ga, finish)

typedef struct kg__ga_ops {
    KG__GA_SLOTS(KG__POINTER)
} kg__ga_ops;

KG__GA_SLOTS(KG__PROTOTYPES)

/* The answer of kg_ga_star_find() and its sisters. */
struct kg_ga_star {
    kg_context *ctx;
    bool chosen;           /* whether "auto" has made its choice of a backend */
    kg__backend elsewhere; /* the backend that is to begin anew, chosen while the CPU was at work;
                              KG__CPU: none */
    kg__patience patience;
    kg_ga_star_state *way; /* [length + 1], or NULL */
    uint32_t *move;        /* [length], or NULL */
    uint64_t cost, length, bound;
    kg_ga_star_statistics statistics;
};

/* A front's problem on its way through kg__ga_run(). */
typedef struct kg__ga_task {
    kg__ga_problem problem;
    /* What the public call says of a move, by the state that it is made in; NULL: its number. */
    uint32_t (*name)(const struct kg__ga_task *task, const kg_ga_star_state *from, uint32_t move);
    /* Checks an answer; KG_NO_SOLUTION with the offence. NULL: its moves are made once more. */
    kg_status (*verify)(kg_context *ctx, const struct kg__ga_task *task, const kg_ga_star *answer);
    const void *of;  /* what the front needs for these */
    bool unsolvable; /* parity says so */
} kg__ga_task;

/* KG_ARGUMENT: options that are out of range, or do not go together. */
kg_status kg__ga_check_options(kg_context *ctx, const kg_ga_star_options *options);

/* Checks the options, searches on the backend in force, and verifies. KG_OK .. as the public calls
 * have it. */
kg_status kg__ga_run(
    kg_ga_star **answer, kg_context *ctx, kg__ga_task *task, const kg_ga_star_options *options);

/* Searches; the answer's bound is the start's h. KG_NO_SOLUTION, KG_LIMIT, KG_FULL, KG_OVERFLOW. */
kg_status kg__ga_solve(
    kg_ga_star *answer, const kg__ga_problem *problem, const kg_ga_star_options *options);

/* ---- problems by their kinds, on the host ---------------------------------------------------- */

uint32_t kg__ga_estimate(const kg__ga_problem *p, const kg_ga_star_state *state);
bool kg__ga_is_goal(const kg__ga_problem *p, const kg_ga_star_state *state);
bool kg__ga_step(const kg__ga_problem *p, const kg_ga_star_state *from, unsigned move,
    kg_ga_star_state *to, uint32_t *cost);
/* Predecessor i, below moves. */
bool kg__ga_back(const kg__ga_problem *p, const kg_ga_star_state *to, unsigned i,
    kg_ga_star_state *from, uint32_t *cost);

/* ---- what the backends share ----------------------------------------------------------------- */

/* A key's hash. Its high bits and its low bits are both evenly spread. */
KG__INLINE uint64_t kg__ga_hash(uint64_t low, uint64_t high)
{
    uint64_t hash = low ^ high * UINT64_C(0xd6e8feb86659fd93);

    hash = (hash ^ hash >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 29;
}

/* f, rounded down: no less than the least f is then weight times what the cheapest way costs. */
KG__INLINE uint32_t kg__ga_f(uint32_t g, uint32_t h, uint32_t weight)
{
    uint64_t f = g + ((uint64_t)h * weight >> 16);

    return f < KG__GA_DEAREST ? (uint32_t)f : KG__GA_DEAREST;
}

/* Whether a way of g so far and an estimate of h is of no use beside a goal of cost `best`. */
KG__INLINE bool kg__ga_is_useless(uint32_t g, uint32_t h, uint32_t best, bool canonical)
{
    uint64_t f = (uint64_t)g + h;

    return h == KG__GA_NEVER || (canonical ? f > best : f >= best);
}

enum { KG__GA_LEFT_OUT = 1, KG__GA_GIVES_UP };

/* What becomes of a way of g so far and an estimate of h; 0: it does not pass KG__GA_DEAREST. One
 * that passes it is left out, as it is no better than any goal that is found. The search gives up
 * where g alone passes it, as there may be such ways without end; but in a graph and on a map,
 * which have only so many states. */
KG__INLINE unsigned kg__ga_too_dear(const kg__ga_problem *p, uint64_t g, uint32_t h)
{
    if (g > KG__GA_DEAREST)
        return p->kind == KG__GA_GRAPH || p->kind == KG__GA_GRID ? KG__GA_LEFT_OUT
                                                                 : KG__GA_GIVES_UP;
    return h != KG__GA_NEVER && g + h > KG__GA_DEAREST ? KG__GA_LEFT_OUT : 0;
}

/* Whether an entry leaves a queue before another one. */
KG__INLINE bool kg__ga_comes_first(kg__ga_entry a, kg__ga_entry b)
{
    return a.f != b.f ? a.f < b.f : a.g > b.g;
}

/*
 * A binary heap, of which the parent of i is (i - 1) / 2. Entry i is heap[i * stride], so that
 * heaps whose owners work side by side can lie in each other's gaps.
 *
 * Adds an entry to `count` others. O(log count).
 */
KG__INLINE void kg__ga_heap_push(
    kg__ga_entry *heap, uint64_t stride, uint64_t count, kg__ga_entry entry)
{
    uint64_t at = count;

    for (; at > 0 && kg__ga_comes_first(entry, heap[(at - 1) / 2 * stride]); at = (at - 1) / 2)
        heap[at * stride] = heap[(at - 1) / 2 * stride];
    heap[at * stride] = entry;
}

/* Takes the first of `count` entries: the last one sinks from its place. O(log count). */
KG__INLINE kg__ga_entry kg__ga_heap_pop(kg__ga_entry *heap, uint64_t stride, uint64_t count)
{
    const kg__ga_entry first = heap[0], last = heap[(count - 1) * stride];
    uint64_t at = 0;

    for (uint64_t child; (child = 2 * at + 1) < count - 1; at = child) {
        if (child + 1 < count - 1 &&
            kg__ga_comes_first(heap[(child + 1) * stride], heap[child * stride]))
            child++;
        if (!kg__ga_comes_first(heap[child * stride], last))
            break;
        heap[at * stride] = heap[child * stride];
    }
    heap[at * stride] = last;
    return first;
}

/* Whether nothing that is queued with an f of `least` or more can better a goal of cost `best`. */
KG__INLINE_BOTH bool kg__ga_is_proven(uint32_t best, uint32_t least, bool canonical)
{
    return least == KG__GA_NO_QUEUE || (canonical ? best < least : best <= least);
}

/* Whether the search has proven its answer, or that there is none. */
static inline bool kg__ga_ends(const kg__ga_work *w)
{
    return kg__ga_is_proven(w->best.g, w->least, w->canonical);
}

/* Whether one key is less than another. */
static inline bool kg__ga_precedes(const kg_ga_star_state *a, const kg_ga_star_state *b)
{
    return a->word[1] != b->word[1] ? a->word[1] < b->word[1] : a->word[0] < b->word[0];
}

#endif
