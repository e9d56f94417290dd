/*
 * GA*: its data, and the table of what a backend does for it.
 *
 * A state that is known is a node. Nodes are numbered as they come, and never move:
 *
 *     node    | key: 1 or 2 words | record: g << 32 | the node that it was reached from |
 *     nodes   extent 0: NODES of them | extent 1: twice as many | ... | the last one: or fewer
 *     table   cells of 64 bits, 0: empty, else a tag << 32 | a node's number + 1
 *
 * A state is entered by writing its whole node first and then putting its number into an empty cell
 * by compare-and-swap. So whoever sees the number sees the key, however long that is. Of several
 * threads that enter a state at once one wins, and the others find its node. A record is replaced
 * only by one with a smaller g, so the nodes that states were reached from never form a circle.
 */
#ifndef KG_GA_STAR_OPS_H
#define KG_GA_STAR_OPS_H

#include "problem.h"
/* which this one needs */
#include "ga_star_shared.h"

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
