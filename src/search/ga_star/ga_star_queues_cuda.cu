/*
 * GA* on CUDA: the open list as queues, one a thread.
 *
 * With a weight, f may fall along a good path, so a search in layers of f expands all states with
 * an f below weight * h of the start. A search in the order of f expands only states beside one
 * path.
 *
 * Each round has two halves. In the first half thread t takes the first useful state of queue t and
 * makes its moves. States that are new, or reached more cheaply, are noted in a list that all
 * threads share. In the second half thread t pushes entries t, t + k, t + 2 k, ... of that list to
 * queue t, where k is the number of queues. So each queue has one owner and needs no lock, and all
 * queues get equally many states, good and bad ones. One cooperative launch makes many rounds, with
 * one block while there are few queues, so a round takes two barriers and not a launch. A round is
 * O(moves * log depth) steps of each thread.
 *
 * A queue is a binary heap, as f may be any number. Entries of the same index in all queues are
 * adjacent, so the threads of a warp read neighbours at the top of their heaps.
 *
 * The k states that are expanded at once are not the k best ones: besides the best one they are the
 * best of random parts of the open list. So there are few queues while the list is short: one for
 * each EACH * moves states. The open list then grows by at most one part in EACH a round, and a
 * search of s states takes O(log s) rounds until the GPU is full. When a queue is full, the host
 * rebuilds all queues, more of them or deeper ones, without the states that are out of date.
 */
#include "ga_star_cuda.cuh"

enum {
    /* Queued states per move for one more queue. With 4, searches met up to 5 times as many states
     * as on one queue; with 64, they took three times as long, for as many states as with 16. */
    EACH = 16,
    FIRST_DEPTH = 4, /* entries per move for which a first queue has room, at least */
    ROUNDS = 64      /* most rounds of a launch */
};

/* Notes the entries of all queues that are not out of date. Thread i looks at entry i of heap;
 * `entries` of them may be in use. */
static __global__ void k_ga_gather(kg__ga_search s, uint64_t entries)
{
    const uint64_t queue = kg__item() % s.queues, i = kg__item() / s.queues;
    kg__ga_entry entry = {};
    bool is = kg__item() < entries && i < s.queued[queue];

    if (is) {
        entry = s.heap[kg__item()];
        is = g_of(&s, node_of(&s, entry.node)) == entry.g;
    }
    note(&s, &s.tally->turn[0], is, entry.node, entry.g, entry.f);
}

/* Makes room for noted entries, keeping the first `kept`. *is: [out] whether there is enough. */
static kg_status grow_noted(kg__ga_work *w, uint64_t entries, uint64_t kept, bool *is)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    KG_TRY(kg__ga_grow_list(w, &s->noted, entries, kept, sizeof(kg__ga_entry)));
    s->search.noted = (kg__ga_entry *)s->noted.base;
    *is = entries <= s->noted.room;
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
    const uint64_t first = FIRST_DEPTH * moves;
    uint64_t queues = entries / (EACH * moves), left, depth, least;
    kg_status status;

    queues = queues < 1 ? 1 : queues < most ? queues : most;
    queues = w->queues ? w->queues : queues;
    KG_TRY(kg__ga_bytes_left(w, queues * bytes_of_queue(2 * first + moves), &left));
    left = held + left / 2; /* the rest is for the states; the old queues are freed first */
    for (;; queues /= 2) {
        least = (entries + queues - 1) / queues;
        least += least / 16 + moves;
        depth = 2 * (entries / queues > first ? entries / queues : first) + moves;
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

kg_status kg__ga_begin_queues(kg__ga_work *w, bool *is)
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
    KG_TRY(kg__ga_upload_tally(w));
    KG_TRY(KG_LAUNCH(w->ctx, k_ga_gather, entries, s->search, entries));
    KG_TRY(kg__ga_read_tally(w));
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
            KG_TRY(kg__ga_grow_states(w, s->tally.used + take * moves, &is));
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
    KG_TRY(kg__ga_upload_tally(w));
    KG_TRY(KG_LAUNCH_COOPERATIVE(
        w->ctx, "k_ga_rounds", s->kernel[KG__GA_ROUNDS], grid, block, arguments));
    KG_TRY(kg__ga_read_tally(w));
    s->tally.turn[0] = {0, 0, KG__GA_NO_QUEUE, 0};
out:
    return status;
}

kg_status kg__ga_rounds_of_queues(kg__ga_work *w)
{
    uint64_t queues;
    kg_status status;

    KG_TRY(plan_queues(w, &queues));
    KG_TRY(launch_rounds(w, queues));
out:
    return status;
}
