/*
 * GA*: its data, and the table of a backend's functions for it.
 *
 * A known state is a node. Nodes are numbered in the order in which they are entered, and never
 * move:
 *
 *     node    | key: 1 or 2 words | record: g << 32 | the node that it was reached from |
 *     nodes   extent 0: NODES of them | extent 1: twice as many | ... | the last one: or fewer
 *     table   cells of 64 bits, 0: empty, else a tag << 32 | a node's number + 1
 *
 * To enter a state, a thread first writes its whole node, and then puts the node's number into an
 * empty cell by compare-and-swap. A thread that sees the number therefore sees the key, however
 * long it is. If several threads enter a state at once, one wins, and the others find its node. A
 * record is replaced only by one with a smaller g, so the nodes that states were reached from never
 * form a circle.
 */
#ifndef KG_GA_STAR_OPS_H
#define KG_GA_STAR_OPS_H

#include "problem.h"
/* needs problem.h before it */
#include "ga_star_shared.h"

/* A goal that was met. */
typedef struct kg__ga_goal {
    uint32_t g, node; /* g: KG__GA_NO_QUEUE if there is none yet */
    kg_ga_star_state state;
} kg__ga_goal;

typedef struct kg__ga_work {
    kg_context *ctx;
    const struct kg__ga_ops *ops;
    const kg__ga_problem *problem;
    uint32_t weight;       /* in 65536ths */
    bool canonical;        /* go on until all equally cheap paths are known */
    unsigned queues;       /* the number that the caller asks for; 0: the backend chooses */
    kg__patience patience; /* when the rounds must return early */
    uint64_t max_states;
    char shown[64]; /* the progress message */

    uint32_t least;      /* the least f of any queue */
    kg__ga_goal best;    /* the cheapest goal so far; of equally cheap ones the one with the least
                            key */
    unsigned too_dear;   /* the largest value that kg__ga_too_dear() has returned */
    bool full;           /* memory does not allow another round */
    uint64_t queue_room; /* states that the queues may still take on before memory is checked
                            again */
    kg_ga_star_statistics count; /* the backend adds to it */
    kg_vertex *level; /* [levels] in a graph: the rest of the canonical path over level edges, the
                         next vertex last */
    uint64_t levels, level_room;
    void *state; /* the backend's own */
} kg__ga_work;

/* Allocates memory, and queues the start. */
#define decl_ga_prepare(name) kg_status name(kg__ga_work *w)

/*
 * Makes rounds. Each thread extracts states from its queue, makes their moves and looks up the
 * resulting states in the table. States that are new, or reached more cheaply, are pushed to the
 * threads' queues. Returns when kg__ga_ends() or patience ends, when max_states are known, or when
 * memory does not allow another round, which sets `full`. Also returns in between, so that the
 * caller can report progress.
 */
#define decl_ga_rounds(name) kg_status name(kg__ga_work *w)

/* The least g + h of any queued state, or KG__GA_NO_QUEUE. Needed if the weight is not 1. */
#define decl_ga_bound(name) kg_status name(kg__ga_work *w, uint32_t *bound)

/* Follows the records from a node on, for at most KG__GA_STEPS states. */
#define decl_ga_trace(name) kg_status name(kg__ga_work *w, kg__ga_trace *trace, uint32_t node)

/* The g of a state, or KG__GA_NO_QUEUE if it is not known. */
#define decl_ga_look_up(name)                                                                      \
    kg_status name(kg__ga_work *w, uint32_t *g, const kg_ga_star_state *state)

/* Frees the memory of prepare and the rounds. */
#define decl_ga_finish(name) void name(kg__ga_work *w)

#define KG__GA_FUNCTIONS(X)                                                                        \
    X(ga, prepare)                                                                                 \
    X(ga, rounds)                                                                                  \
    X(ga, bound)                                                                                   \
    X(ga, trace)                                                                                   \
    X(ga, look_up)                                                                                 \
    X(ga, finish)

typedef struct kg__ga_ops {
    KG__GA_FUNCTIONS(KG__POINTER)
} kg__ga_ops;

KG__GA_FUNCTIONS(KG__PROTOTYPES)

/* The answer of kg_ga_star_find() and related calls. */
struct kg_ga_star {
    kg_context *ctx;
    bool chosen;           /* whether "auto" has chosen a backend */
    kg__backend elsewhere; /* the backend on which to restart, chosen during a search on the CPU;
                              KG__CPU: none */
    kg__patience patience;
    kg_ga_star_state *way; /* [length + 1], or NULL */
    uint32_t *move;        /* [length], or NULL */
    uint64_t cost, length, bound;
    kg_ga_star_statistics statistics;
};

/* A front's problem for kg__ga_run(). */
typedef struct kg__ga_task {
    kg__ga_problem problem;
    /* Returns the public number of a move, given the state in which it is made. NULL: the move's
     * own number. */
    uint32_t (*name)(const struct kg__ga_task *task, const kg_ga_star_state *from, uint32_t move);
    /* Checks an answer; KG_NO_SOLUTION with the offence. NULL: the moves are made again. */
    kg_status (*verify)(kg_context *ctx, const struct kg__ga_task *task, const kg_ga_star *answer);
    /* Gives the problem a better estimate, and sets `easy` again. KG_LIMIT, without a message:
     * patience has ended. NULL: none is known. */
    kg_status (*improve)(kg_context *ctx, struct kg__ga_task *task, const kg__patience *patience);
    uint64_t easy;   /* states after which a search begins again, improved; 0: none */
    const void *of;  /* the data of these functions */
    bool unsolvable; /* parity forbids a solution */
} kg__ga_task;

/* KG_ARGUMENT: an option is out of range, or two options exclude each other. */
kg_status kg__ga_check_options(kg_context *ctx, const kg_ga_star_options *options);

/* Checks the options, searches on the current backend, and verifies. Returns as the public calls
 * do. */
kg_status kg__ga_run(
    kg_ga_star **answer, kg_context *ctx, kg__ga_task *task, const kg_ga_star_options *options);

/* Searches; the answer's bound begins as the start's h. KG_NO_SOLUTION, KG_LIMIT, KG_FULL,
 * KG_OVERFLOW. */
kg_status kg__ga_solve(
    kg_ga_star *answer, const kg__ga_problem *problem, const kg_ga_star_options *options);

/* ---- problems by their kinds, on the host ---------------------------------------------------- */

uint32_t kg__ga_estimate(const kg__ga_problem *p, const kg_ga_star_state *state);
bool kg__ga_is_goal(const kg__ga_problem *p, const kg_ga_star_state *state);
bool kg__ga_step(const kg__ga_problem *p, const kg_ga_star_state *from, unsigned move,
    kg_ga_star_state *to, uint32_t *cost);
/* Makes predecessor i, below moves; false if there is none of that number. */
bool kg__ga_back(const kg__ga_problem *p, const kg_ga_star_state *to, unsigned i,
    kg_ga_star_state *from, uint32_t *cost);

/* ---- shared by the backends ------------------------------------------------------------------ */

/* Returns whether the search has proven its answer, or that there is none. */
static inline bool kg__ga_ends(const kg__ga_work *w)
{
    return kg__ga_is_proven(w->best.g, w->least, w->canonical);
}

/* Returns whether one key is less than another. */
static inline bool kg__ga_precedes(const kg_ga_star_state *a, const kg_ga_star_state *b)
{
    return a->word[1] != b->word[1] ? a->word[1] < b->word[1] : a->word[0] < b->word[0];
}

#endif
