/*
 * The rounds in which vertices are contracted.
 *
 * In:  the arcs of all vertices.
 * Out: the arcs that each vertex has when it is contracted, and its depth; which vertices remain.
 * Method: a round takes the vertices that go before all of their neighbours, so no two of them are
 *     neighbours, and contracts them at once. The shortcuts are the same as if they were contracted
 *     one by one in their order: no other vertex of the round changes their arcs, and a path that
 *     replaces a shortcut avoids the vertices that went before. The priority of a vertex is the
 *     number of arcs that its contraction adds, per arc that it removes, plus the number of levels
 *     below it, which spreads the vertices of a level evenly. The priorities of the neighbours of
 *     contracted vertices are recomputed.
 * Threads: the searches of a round, one from the end of each arc into one of its vertices, are
 *     shared by all threads, since the last rounds have few vertices of many arcs. So are the
 *     changes of lists. The result does not depend on the threads.
 * Counting: by short searches. If these leave no vertex to contract, but few are left, by long
 *     ones: streets of similar lengths, some of them longer one way, would leave 1 vertex in 200.
 * Stops: if each remaining vertex would add far more arcs than it removes, or if there are many
 *     more arcs left than there were earlier. The parts of a road network have short boundaries, so
 *     fewer and fewer arcs are left: some 3 sqrt(n k) of k vertices in grids. Graphs of random
 *     edges have no such parts, and their shortcuts would be a good part of all pairs.
 *
 * After R. Geisberger et al. (see witness.c); the rounds after C. Vetter, "Parallel time-dependent
 * contraction hierarchies", Karlsruhe 2009.
 */
#include "shrinking.h"
#include <string.h>

enum {
    GRAIN = 64,     /* vertices from which on another thread pays */
    LONG = 8,       /* long searches from which on another thread pays */
    SHORT = 64,     /* the same of short ones */
    SHARE = 1000,   /* unit of a priority: one level counts as much as one arc added per arc */
    GROWTH = 4,     /* a vertex stays if it would add more than this many arcs per arc it has */
    FEW = 64,       /* plus this many arcs */
    LATER = 10,     /* most arcs of a vertex whose priority is recomputed at once and not when it
                       matters */
    PART = 32,      /* long searches count shortcuts once 1 / PART of the vertices is left */
    MANY = 100000,  /* arcs that may be left in any case */
    MORE = 12,      /* contraction ends if 1 / MORE more arcs are left than the least number before:
                       of roads at most 0.02 more, of random edges 0.1 after the second round */
    DEEP = 1000000, /* the most levels that a priority can count */
    STAYS = INT32_MAX
};

typedef struct crew {
    kg__witness **witness; /* [threads] */
    kg__shortcuts *made;   /* [threads] */
    kg_status *status;     /* [threads] */
    uint32_t **at;         /* [threads] [n] the index of a vertex in the current list */
    int threads;
} crew;

/* A search from the end of an arc into a vertex, which is an index in the vertices of a batch. */
typedef struct unit {
    uint32_t item, arc;
} unit;

/* The shortcuts that a search has found. */
typedef struct piece {
    int thread;
    uint64_t first, count;
} piece;

typedef struct rounds {
    kg__shrinking *s;
    crew team;
    kg_vertex *left, *changed, *picked, *counted; /* [n] each */
    uint64_t lefts, changes, picks;
    uint64_t arcs, least; /* out of the remaining vertices, and the least number so far */
    unsigned char *is_changed, *is_stale; /* [n] its lists change in this round; its priority was
                                             computed before they changed */
    unit *unit;                           /* [units] of a batch, in the order of its vertices */
    piece *piece;                         /* [units] */
    uint64_t *row;                        /* [n + 1] the first unit of each vertex of the batch */
    uint64_t units, unit_room[2];
    kg__shortcut *shortcut; /* of the round, in the order of the picked vertices */
    uint64_t shortcuts, room;
    uint32_t *next[2]; /* [shortcuts] 1 + the next shortcut of the same list, or 0 */
    uint64_t next_room[2];
    uint32_t *first[2]; /* [n] 1 + the first shortcut of a list, or 0 */
    uint64_t *from[2];  /* [n] where the list of a changed vertex begins until it has moved */
    uint32_t *more[2];  /* [n] shortcuts for the list of a changed vertex */
} rounds;

/* ---- counting -------------------------------------------------------------------------------- */

static int32_t priority_of(const kg__shrinking *s, kg_vertex v, uint64_t added)
{
    uint64_t arcs = s->list[0][v].count;

    if (s->sides == 2)
        arcs += s->list[1][v].count;
    if (added > GROWTH * arcs + FEW)
        return STAYS;
    return (int32_t)((s->depth[v] < DEEP ? s->depth[v] : DEEP) * SHARE +
                     (arcs ? added * SHARE / arcs : 0));
}

/* The number of threads for some work: no more than have data of their own. */
static int threads_for(const rounds *r, uint64_t items, uint64_t grain)
{
    const int threads = kg__threads(r->s->ctx, items, grain);

    return threads < r->team.threads ? threads : r->team.threads;
}

/* Splits the work on some vertices into searches. A vertex of too many arcs has one, which says
 * so. */
static kg_status split(rounds *r, const kg_vertex *vertex, uint64_t count)
{
    const kg__shrinking *s = r->s;
    const int threads = threads_for(r, count, GRAIN * 16);
    kg_status status = KG_OK;

    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t i = 0; i < count; i++)
        r->row[i] = kg__has_too_many(s, vertex[i]) ? 1 : s->list[s->sides - 1][vertex[i]].count;
    r->units = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t searches = r->row[i];

        r->row[i] = r->units;
        r->units += searches;
    }
    r->row[count] = r->units;
    if (r->units > r->unit_room[0])
        KG_TRY(kg__host_grow(
            s->ctx, &r->unit, &r->unit_room[0], r->units, sizeof *r->unit, "a contraction"));
    if (r->units > r->unit_room[1])
        KG_TRY(kg__host_grow(
            s->ctx, &r->piece, &r->unit_room[1], r->units, sizeof *r->piece, "a contraction"));
    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t i = 0; i < count; i++)
        for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++)
            r->unit[k] = (unit){(uint32_t)i, (uint32_t)(k - r->row[i])};
out:
    return status;
}

/* Makes the searches of a batch of vertices. makes: whether shortcuts are made and not only
 * counted. */
static kg_status search_all(rounds *r, const kg_vertex *vertex, uint64_t count, bool makes)
{
    kg__shrinking *s = r->s;
    const bool is_long = makes || s->is_patient;
    kg_status status;

    KG_TRY(split(r, vertex, count));
    s->batch++;
    KG_PARALLEL_FOR(threads_for(r, r->units, is_long ? LONG : SHORT), schedule(dynamic, 4))
    for (uint64_t i = 0; i < r->units; i++) {
        const int t = kg__thread_index();
        kg__shortcuts *made = makes ? &r->team.made[t] : NULL;
        piece *found = &r->piece[i];

        *found = (piece){t, makes ? made->count : 0, 0};
        if (r->team.status[t] == KG_OK)
            r->team.status[t] = kg__find_shortcuts(r->team.witness[t], s, vertex[r->unit[i].item],
                r->unit[i].arc, made, &found->count);
    }
    for (int t = 0; t < r->team.threads; t++)
        KG_TRY(r->team.status[t]);
out:
    return status;
}

/* Recomputes the priorities of stale vertices. soon: skips vertices of more than LATER arcs. any:
 * [out] whether there were stale vertices. */
static kg_status count_stale(
    rounds *r, const kg_vertex *vertex, uint64_t count, bool soon, bool *any)
{
    kg__shrinking *s = r->s;
    uint64_t stale = 0;
    kg_status status;

    for (uint64_t i = 0; i < count; i++)
        if (r->is_stale[vertex[i]] && !(soon && s->list[0][vertex[i]].count > LATER)) {
            r->is_stale[vertex[i]] = 0;
            r->counted[stale++] = vertex[i];
        }
    *any = stale > 0;
    KG_TRY(search_all(r, r->counted, stale, false));
    KG_PARALLEL_FOR(threads_for(r, stale, GRAIN * 16), schedule(static))
    for (uint64_t i = 0; i < stale; i++) {
        uint64_t added = 0;

        for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++)
            added += r->piece[k].count;
        s->priority[r->counted[i]] = priority_of(s, r->counted[i], added);
    }
out:
    return status;
}

/* ---- picking and contracting ----------------------------------------------------------------- */

static bool is_first(const kg__shrinking *s, kg_vertex v)
{
    if (s->priority[v] == STAYS)
        return false;
    for (int side = 0; side < s->sides; side++) {
        const kg__arc *arc = kg__arcs_of(s, side, v);

        for (uint32_t i = 0; i < s->list[side][v].count; i++)
            if (kg__goes_before(s, arc[i].head, v))
                return false;
    }
    return true;
}

/* Marks the vertices that go before all of their neighbours. */
static void mark_first(kg__shrinking *s, const kg_vertex *vertex, uint64_t count)
{
    KG_PARALLEL_FOR(kg__threads(s->ctx, count, GRAIN * 16), schedule(dynamic, 1024))
    for (uint64_t i = 0; i < count; i++)
        s->picked[vertex[i]] = is_first(s, vertex[i]);
}

/* Picks the vertices that go before their neighbours by the known priorities, and still do so once
 * their own priorities are recomputed. */
static kg_status pick(rounds *r, bool *any)
{
    kg__shrinking *s = r->s;
    uint64_t kept = 0;
    kg_status status;

    mark_first(s, r->left, r->lefts);
    r->picks = 0;
    for (uint64_t i = 0; i < r->lefts; i++)
        if (s->picked[r->left[i]])
            r->picked[r->picks++] = r->left[i];
    KG_TRY(count_stale(r, r->picked, r->picks, false, any));
    mark_first(s, r->picked, r->picks);
    for (uint64_t i = 0; i < r->picks; i++)
        if (s->picked[r->picked[i]])
            r->picked[kept++] = r->picked[i];
    r->picks = kept;
    kept = 0;
    for (uint64_t i = 0; i < r->lefts; i++)
        if (!s->picked[r->left[i]])
            r->left[kept++] = r->left[i];
    r->lefts = kept;
out:
    return status;
}

/* Puts the shortcuts of the threads in the order of the searches. */
static kg_status gather(rounds *r)
{
    kg_context *ctx = r->s->ctx;
    uint64_t count = 0;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < r->units; i++)
        count += r->piece[i].count;
    if (count >= UINT32_MAX)
        return kg__fail(ctx, KG_OVERFLOW, "more than 2^32 shortcuts in a hierarchy");
    if (count > r->room)
        KG_TRY(kg__host_grow(ctx, &r->shortcut, &r->room, count, sizeof *r->shortcut, "shortcuts"));
    for (int side = 0; side < 2; side++)
        if (count > r->next_room[side])
            KG_TRY(kg__host_grow(
                ctx, &r->next[side], &r->next_room[side], count, sizeof(uint32_t), "shortcuts"));
    r->shortcuts = 0;
    for (uint64_t i = 0; i < r->units; i++)
        for (uint64_t k = 0; k < r->piece[i].count; k++)
            r->shortcut[r->shortcuts++] =
                r->team.made[r->piece[i].thread].shortcut[r->piece[i].first + k];
    for (int t = 0; t < r->team.threads; t++)
        r->team.made[t].count = 0;
out:
    return status;
}

/* ---- the lists ------------------------------------------------------------------------------- */

static void deepen(kg__shrinking *s, kg_vertex v, uint32_t depth)
{
    if (s->priority[v] != STAYS && depth < DEEP)
        s->priority[v] += (int32_t)(depth - s->depth[v]) * SHARE;
    s->depth[v] = depth;
}

/* Notes that the lists of the neighbours of picked vertices change. */
static void note_neighbours(rounds *r)
{
    kg__shrinking *s = r->s;

    for (uint64_t i = 0; i < r->picks; i++)
        for (int side = 0; side < s->sides; side++) {
            const kg_vertex v = r->picked[i];
            const kg__arc *arc = kg__arcs_of(s, side, v);

            r->arcs -= side ? 0 : s->list[0][v].count;
            for (uint32_t k = 0; k < s->list[side][v].count; k++) {
                const kg_vertex x = arc[k].head;

                r->is_stale[x] = 1;
                if (s->depth[x] <= s->depth[v])
                    deepen(s, x, s->depth[v] + 1);
                if (!r->is_changed[x]) {
                    r->is_changed[x] = 1;
                    r->changed[r->changes++] = x;
                }
            }
        }
}

/* Chains the shortcuts of each list, in their order. If there is one side, a shortcut is in the
 * lists of both of its ends, one chain for each. */
static void chain(rounds *r)
{
    for (uint64_t i = r->shortcuts; i-- > 0;) {
        const kg_vertex end[2] = {r->shortcut[i].tail, r->shortcut[i].head};

        for (int side = 0; side < 2; side++) {
            r->next[side][i] = r->first[side][end[side]];
            r->first[side][end[side]] = (uint32_t)i + 1;
        }
    }
}

/* Reserves room for `more` arcs in a list, which does not move yet. */
static kg_status make_room(kg__shrinking *s, kg__list *list, uint64_t more)
{
    const uint64_t count = list->count + more;
    kg_status status = KG_OK;

    if (count <= list->room)
        return KG_OK;
    if (s->used + 2 * count > s->room)
        KG_TRY(kg__host_grow(
            s->ctx, &s->pool, &s->room, s->used + 2 * count, sizeof *s->pool, "arcs"));
    list->first = s->used;
    list->room = (uint32_t)(2 * count);
    s->used += list->room;
out:
    return status;
}

/* Removes the arcs to contracted vertices from a list. */
static void drop_gone(rounds *r, kg__list *list)
{
    kg__arc *arc = r->s->pool + list->first;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < list->count; i++)
        if (!r->s->picked[arc[i].head])
            arc[kept++] = arc[i];
    list->count = kept;
}

/* Adds an arc, or shortens the existing one. at: [n] the index of each vertex in the list; earlier
 * lists leave stale values. */
static void add(
    kg__arc *arc, kg__list *list, uint32_t *at, kg_vertex head, const kg__shortcut *shortcut)
{
    const kg__arc made = {head, KG__SHORTCUT | shortcut->between, shortcut->length};
    const uint32_t i = at[head];

    if (i >= list->count || arc[i].head != head) {
        at[head] = list->count;
        arc[list->count++] = made;
    } else if (made.length < arc[i].length) {
        arc[i] = made;
    }
}

/* Whether the shortcuts with a vertex as their tail (k is 0) or head (1) belong in a list. */
static inline bool belongs(const rounds *r, int side, int k)
{
    return r->s->sides == 1 || k == side;
}

/* Moves the list of one side of a vertex to its room, and adds the shortcuts. */
static void change(rounds *r, kg_vertex v, int side, uint32_t *at)
{
    kg__list *list = &r->s->list[side][v];
    kg__arc *arc = r->s->pool + list->first;

    if (list->first != r->from[side][v])
        memcpy(arc, r->s->pool + r->from[side][v], list->count * sizeof *arc);
    for (uint32_t i = 0; i < list->count; i++)
        at[arc[i].head] = i;
    for (int k = 0; k < 2; k++)
        for (uint32_t i = r->first[k][v]; i && belongs(r, side, k); i = r->next[k][i - 1]) {
            const kg__shortcut *made = &r->shortcut[i - 1];

            add(arc, list, at, k ? made->tail : made->head, made);
        }
}

/* The number of shortcuts for the list of one side of a vertex. */
static uint32_t count_more(const rounds *r, kg_vertex v, int side)
{
    uint32_t more = 0;

    for (int k = 0; k < 2; k++)
        for (uint32_t i = r->first[k][v]; i && belongs(r, side, k); i = r->next[k][i - 1])
            more++;
    return more;
}

static kg_status change_lists(rounds *r)
{
    kg__shrinking *s = r->s;
    uint64_t before = 0, after = 0;
    kg_status status = KG_OK;

    note_neighbours(r);
    chain(r);
    KG_PARALLEL_FOR(threads_for(r, r->changes, GRAIN), schedule(dynamic, 16) reduction(+ : before))
    for (uint64_t i = 0; i < r->changes; i++) {
        const kg_vertex v = r->changed[i];

        before += s->list[0][v].count;
        for (int side = 0; side < s->sides; side++) {
            drop_gone(r, &s->list[side][v]);
            r->from[side][v] = s->list[side][v].first;
            r->more[side][v] = count_more(r, v, side);
        }
    }
    for (uint64_t i = 0; i < r->changes; i++)
        for (int side = 0; side < s->sides; side++)
            KG_TRY(make_room(s, &s->list[side][r->changed[i]], r->more[side][r->changed[i]]));
    KG_PARALLEL_FOR(threads_for(r, r->changes, GRAIN), schedule(dynamic, 16) reduction(+ : after))
    for (uint64_t i = 0; i < r->changes; i++) {
        const kg_vertex v = r->changed[i];

        for (int side = 0; side < s->sides; side++)
            change(r, v, side, r->team.at[kg__thread_index()]);
        after += s->list[0][v].count;
        r->first[0][v] = r->first[1][v] = 0;
        r->is_changed[v] = 0;
    }
    r->arcs += after - before;
out:
    return status;
}

/* ---- the rounds ------------------------------------------------------------------------------ */

static kg_status begin(rounds *r)
{
    kg__shrinking *s = r->s;
    kg_context *ctx = s->ctx;
    const uint64_t threads = (uint64_t)kg__threads(ctx, s->n, GRAIN), n = s->n;
    kg_status status;

    r->team.threads = (int)threads;
    KG_TRY(kg__host_allocate(ctx, &r->team.witness, threads, sizeof(kg__witness *), "threads"));
    memset(r->team.witness, 0, threads * sizeof(kg__witness *));
    KG_TRY(kg__host_allocate(ctx, &r->team.made, threads, sizeof(kg__shortcuts), "threads"));
    memset(r->team.made, 0, threads * sizeof(kg__shortcuts));
    KG_TRY(kg__host_allocate(ctx, &r->team.at, threads, sizeof(uint32_t *), "threads"));
    memset(r->team.at, 0, threads * sizeof(uint32_t *));
    KG_TRY(kg__host_allocate(ctx, &r->team.status, threads, sizeof(kg_status), "threads"));
    for (uint64_t t = 0; t < threads; t++) {
        r->team.status[t] = KG_OK;
        KG_TRY(kg__witness_create(&r->team.witness[t], ctx));
        KG_TRY(kg__host_allocate(ctx, &r->team.at[t], n, sizeof(uint32_t), "a contraction"));
        memset(r->team.at[t], 0, n * sizeof(uint32_t));
    }
    KG_TRY(kg__host_allocate(ctx, &r->left, n, sizeof *r->left, "a contraction"));
    KG_TRY(kg__host_allocate(ctx, &r->changed, n, sizeof *r->changed, "a contraction"));
    KG_TRY(kg__host_allocate(ctx, &r->picked, n, sizeof *r->picked, "a contraction"));
    KG_TRY(kg__host_allocate(ctx, &r->counted, n, sizeof *r->counted, "a contraction"));
    KG_TRY(kg__host_allocate(ctx, &r->row, n + 1, sizeof *r->row, "a contraction"));
    KG_TRY(kg__host_allocate(ctx, &r->is_changed, n, 1, "a contraction"));
    KG_TRY(kg__host_allocate(ctx, &r->is_stale, n, 1, "a contraction"));
    for (int side = 0; side < 2; side++) {
        KG_TRY(kg__host_allocate(ctx, &r->first[side], n, sizeof(uint32_t), "a contraction"));
        memset(r->first[side], 0, n * sizeof(uint32_t));
        KG_TRY(kg__host_allocate(ctx, &r->from[side], n, sizeof(uint64_t), "a contraction"));
        KG_TRY(kg__host_allocate(ctx, &r->more[side], n, sizeof(uint32_t), "a contraction"));
    }
    memset(r->is_changed, 0, n);
    memset(r->is_stale, 1, n);
    for (uint64_t v = 0; v < n; v++) {
        r->left[v] = (kg_vertex)v;
        r->arcs += s->list[0][v].count;
    }
    r->lefts = n;
    r->least = r->arcs;
out:
    return status;
}

static void end(rounds *r)
{
    kg_context *ctx = r->s->ctx;

    for (int t = 0; t < r->team.threads; t++) {
        if (r->team.witness)
            kg__witness_destroy(ctx, r->team.witness[t]);
        if (r->team.made)
            kg__free(ctx, r->team.made[t].shortcut);
        if (r->team.at)
            kg__free(ctx, r->team.at[t]);
    }
    kg__free_all(ctx, r->team.witness, r->team.made, r->team.at, r->team.status, r->left,
        r->changed, r->picked, r->counted, r->is_changed, r->is_stale, r->unit, r->piece, r->row,
        r->shortcut);
    for (int side = 0; side < 2; side++)
        kg__free_all(ctx, r->next[side], r->first[side], r->from[side], r->more[side]);
}

/* Counts the shortcuts of all remaining vertices by long searches, from now on. Short searches miss
 * many paths that replace shortcuts where vertices have many arcs of similar length. */
static kg_status count_again(rounds *r, bool *any)
{
    r->s->is_patient = true;
    for (uint64_t i = 0; i < r->lefts; i++)
        r->is_stale[r->left[i]] = 1;
    return count_stale(r, r->left, r->lefts, false, any);
}

/* Returns whether the number of arcs has grown. Then the rest has no useful hierarchy. */
static bool grows(rounds *r)
{
    r->least = r->arcs < r->least ? r->arcs : r->least;
    return r->arcs > MANY && r->arcs > r->least + r->least / MORE;
}

kg_status kg__shrink(kg__shrinking *s, unsigned char *core)
{
    rounds r = {.s = s};
    bool any;
    kg_status status;

    KG_TRY(begin(&r));
    KG_TRY(count_stale(&r, r.left, r.lefts, false, &any));
    while (r.lefts) {
        KG_TRY(pick(&r, &any));
        if (!r.picks && !any)
            KG_TRY(count_stale(&r, r.left, r.lefts, false, &any));
        if (!r.picks && !any && !s->is_patient && r.lefts <= s->n / PART)
            KG_TRY(count_again(&r, &any));
        if (!r.picks && !any)
            break;
        KG_TRY(search_all(&r, r.picked, r.picks, true));
        KG_TRY(gather(&r));
        KG_TRY(change_lists(&r));
        if (grows(&r))
            break;
        KG_TRY(count_stale(&r, r.changed, r.changes, true, &any));
        r.changes = 0;
        KG_TRY(kg__progress(s->ctx, "contracting", s->n - r.lefts, s->n));
    }
    memset(core, 0, s->n);
    for (uint64_t i = 0; i < r.lefts; i++)
        core[r.left[i]] = 1;
out:
    end(&r);
    return status;
}
