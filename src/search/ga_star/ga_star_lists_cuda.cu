/*
 * GA* on CUDA: the open list as lists that all threads share.
 *
 * All states with an f below the least cost must be expanded if the weight is 1, in any order. In a
 * round each thread takes states of the near list and makes their moves. States that are new, or
 * reached more cheaply, go to the other near list or to far. This takes O(1) a state, and no thread
 * visits the levels of a heap one after the other. A round is a launch.
 */
#include "ga_star_cuda.cuh"

enum {
    PER_PROCESSOR = 8,      /* blocks of a launch */
    TAKE = 1 << 21,         /* most states of a launch */
    FIRST_STATES = 1 << 11, /* first room of a list */
    JUST_ABOVE = 128        /* near takes f from the least one up to 1 / JUST_ABOVE of it more */
};

/* Counts the far states that k_ga_split will move to near: thread i looks at state i. */
static __global__ void k_ga_count(kg__ga_search s, uint64_t states)
{
    const bool is = kg__item() < states && s.far_f[s.far_side ^ 1][kg__item()] <= s.limit;

    reserve(&s.tally->below, is);
}

/* Moves the far states that are not out of date to near or to the other far list: thread i moves
 * state i. */
static __global__ void k_ga_split(kg__ga_search s, uint64_t states)
{
    uint2 entry = make_uint2(0, 0);
    uint32_t f = 0;
    bool is = kg__item() < states;

    if (is) {
        entry = s.far[s.far_side ^ 1][kg__item()];
        f = s.far_f[s.far_side ^ 1][kg__item()];
        is = g_of(&s, node_of(&s, entry.x)) == entry.y;
    }
    push(&s, is, entry.x, entry.y, f);
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

    KG_TRY(kg__ga_grow_list(w, &s->near[side], states, kept, sizeof(uint2)));
    show_lists(s);
    *is = states <= s->near[side].room;
out:
    return status;
}

static kg_status grow_far(kg__ga_work *w, unsigned side, uint64_t states, uint64_t kept, bool *is)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    KG_TRY(kg__ga_grow_list(w, &s->far[side], states, kept, sizeof(uint2)));
    KG_TRY(kg__ga_grow_list(w, &s->far_f[side], states, kept, sizeof(unsigned)));
    show_lists(s);
    *is = states <= s->far[side].room && states <= s->far_f[side].room;
out:
    return status;
}

kg_status kg__ga_begin_lists(kg__ga_work *w, bool *is)
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

    KG_TRY(kg__ga_upload_tally(w)); /* its counts are 0 here */
    KG_TRY(expand(w, states));
    s->taken += states;
    w->count.rounds++;
    KG_TRY(kg__ga_read_tally(w));
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
    KG_TRY(kg__ga_upload_tally(w));
    KG_TRY(KG_LAUNCH(w->ctx, k_ga_count, states, s->search, states));
    KG_TRY(kg__ga_read_tally(w));
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
    KG_TRY(kg__ga_upload_tally(w));
    KG_TRY(KG_LAUNCH(w->ctx, k_ga_split, states, s->search, states));
    KG_TRY(kg__ga_read_tally(w));
    turn_near(s);
    w->least = kg__ga_least_of(s);
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
            KG_TRY(kg__ga_grow_states(w, s->tally.used + more, &is));
        if (is)
            break;
    }
    w->full = take == 0;
    *states = take;
out:
    return status;
}

kg_status kg__ga_round_of_lists(kg__ga_work *w)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    uint64_t states = 0;
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
