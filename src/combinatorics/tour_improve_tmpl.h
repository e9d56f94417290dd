/*
 * Code that both local searches on a tour share: the tour as an array in which each node knows its
 * place, the queue of nodes whose surroundings have changed, kicks and their undoing.
 * Included by: tour_improve.c and tour_improve_directed.c, at their head.
 * Expects: PROGRESS, the search's name in progress; ENTRIES, the most log entries of one
 *     improvement. The template undefines these. Later in the file: improve_at(), swap_stretches()
 *     and undo(), which are declared here.
 * Leaves nothing defined.
 */
#include "../base/random.h"
#include "node_queue.h"
#include "tour_stages.h"
#include <string.h>

/* KICKED: most nodes of a stretch. LOG: most exchanges of one kick. OFTEN: steps between checks of
 * the clock. */
enum { KICKED = 50, LOG = 1000, OFTEN = 256 };

typedef struct improver {
    const kg__network *network;
    const uint32_t *near, *back; /* back: may be NULL */
    uint32_t width, m;
    uint32_t *node;    /* [m] the tour */
    uint32_t *place;   /* [m] the place of each node in it */
    uint32_t *carried; /* [m] room for a stretch that is moved */
    kg__node_queue queue;
    int64_t gained; /* since the beginning, or by the last kick */
    bool logging;
    unsigned logged;
    uint32_t log[LOG][3]; /* data to undo each exchange */
} improver;

/* Makes one exchange at a node that helps, and returns whether there was one. */
static bool improve_at(improver *s, uint32_t v);
/* Exchanges the stretches end[1]..end[2] and end[3]..end[4] between end[0] and end[5]. */
static void swap_stretches(improver *s, const uint32_t end[6]);
static void undo(improver *s, const uint32_t entry[3]);

static int64_t weight(const improver *s, uint32_t from, uint32_t to)
{
    return kg__network_weight(s->network, from, to);
}

/* The number of nodes from one place to another, both counted. */
static uint32_t length_between(const improver *s, uint32_t first, uint32_t last)
{
    return (last >= first ? last - first : last + s->m - first) + 1;
}

/* Adds nodes at which something has changed to the queue. */
static void look_again(improver *s, const uint32_t *node, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        kg__node_queue_add(&s->queue, node[i]);
}

/* Takes a node from the queue, and improves the tour there for as long as that helps. */
static void improve_one(improver *s)
{
    const uint32_t v = kg__node_queue_take(&s->queue);

    while ((!s->logging || s->logged + ENTRIES < LOG) && improve_at(s, v))
        ;
}

static kg_status improve_all(improver *s, kg__tour_effort *effort)
{
    kg_status status;

    for (uint64_t at = 0; s->queue.length; at++) {
        if (at % OFTEN == 0) {
            KG_TRY(kg__progress(s->network->ctx, PROGRESS, at < s->m ? at : s->m, s->m));
            effort->stopped = kg__patience_ends(effort->patience);
        }
        if (effort->stopped)
            break;
        improve_one(s);
    }
    status = KG_OK;
out:
    return status;
}

/* Exchanges two neighbouring stretches at random. */
static void kick(improver *s, uint64_t seed, uint64_t number)
{
    const uint32_t most = (s->m - 2) / 2 < KICKED ? (s->m - 2) / 2 : KICKED;
    const uint32_t at = (uint32_t)kg__random_below(seed, 3 * number, s->m);
    const uint32_t one = 1 + (uint32_t)kg__random_below(seed, 3 * number + 1, most);
    const uint32_t two = 1 + (uint32_t)kg__random_below(seed, 3 * number + 2, most);
    const uint64_t steps[6] = {
        0, 1, one, (uint64_t)one + 1, (uint64_t)one + two, (uint64_t)one + two + 1};
    uint32_t end[6];

    for (unsigned i = 0; i < 6; i++)
        end[i] = s->node[(at + steps[i]) % s->m];
    s->gained = weight(s, end[0], end[1]) + weight(s, end[2], end[3]) + weight(s, end[4], end[5]) -
                weight(s, end[0], end[3]) - weight(s, end[4], end[1]) - weight(s, end[2], end[5]);
    swap_stretches(s, end);
    look_again(s, end, 6);
}

static kg_status kick_on(improver *s, kg__tour_effort *effort)
{
    kg_status status = KG_OK;

    s->logging = true;
    for (; effort->done < effort->kicks; effort->done++) {
        if (effort->done % OFTEN == 0) {
            KG_TRY(kg__progress(s->network->ctx, "changes at random", effort->done, 0));
            if (kg__patience_ends(effort->patience))
                break;
        }
        s->logged = 0;
        kick(s, effort->seed, effort->done);
        while (s->queue.length)
            improve_one(s);
        while (s->gained < 0 && s->logged)
            undo(s, s->log[--s->logged]);
    }
out:
    return status;
}

/* The body of both public functions. back: NULL if weights do not differ by direction. */
static kg_status improve(uint32_t *tour, const kg__network *w, const uint32_t *near,
    const uint32_t *back, uint32_t width, kg__tour_effort *effort)
{
    const uint64_t m = w->nodes;
    improver *s = NULL;
    uint32_t *memory = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &s, 1, sizeof *s, "the tour's state"));
    KG_TRY(kg__host_allocate(w->ctx, &memory, (back ? 4 : 3) * m, sizeof *memory, "tour"));
    *s = (improver){.network = w,
        .near = near,
        .back = back,
        .width = width,
        .m = w->nodes,
        .node = tour,
        .place = memory,
        .carried = back ? memory + 3 * m : NULL};
    s->queue = (kg__node_queue){
        .ring = memory + m, .waits = (uint8_t *)(memory + 2 * m), .size = w->nodes};
    memset(s->queue.waits, 0, m);
    for (uint32_t i = 0; i < s->m; i++)
        s->place[tour[i]] = i;
    if (!effort->kicks)
        look_again(s, tour, s->m);
    KG_TRY(effort->kicks ? kick_on(s, effort) : improve_all(s, effort));
out:
    kg__free_all(w->ctx, memory, s);
    return status;
}

#undef PROGRESS
#undef ENTRIES
