/*
 * Stage 8 over ranks on CUDA: checks a circuit or path by its definition.
 *
 * in   each rank's share of a graph's edges, and of the walk
 * out  whether the walk uses every edge once, and each edge ends where the next begins
 *
 * As on the CPU (verify.c). In a directed graph a rank finds the sources of its edges in the
 * graph's rows. Shares no code with stages 2 to 7 except the mail.
 *
 * O(edges of the rank), and for each edge a search in rows, which neighbours share. For each edge,
 * one word in the question and two in the answer, three with sides.
 */
#include "ranks_cuda.cuh"

static const char what[] = "ends of edges";

/* The words of an answer about an entry of the walk. */
enum { FROM, TO, SIDES };
enum { LEAVES_PLUS = 1, COMES_PLUS = 2, ONE_SIDED = 4 }; /* of SIDES; the last of vertex FROM */

typedef struct verdict {
    kg__counter none, twice, breaks; /* entries that are no edges; edges again; breaks */
} verdict;

/* This rank's edges, in device memory. */
typedef struct known {
    kg_graph *graph;
    uint64_t lo, count;   /* edges */
    unsigned words;       /* of an answer about an entry */
    uint64_t first, rows; /* of a directed graph: the vertices with these edges */
    const kg_part *part;  /* or NULL */
    kg_edge *own_row;
    kg_vertex *own_col;
    const kg_edge *row;   /* [rows + 1] */
    const kg_vertex *col; /* [count] */
    kg_vertex *source;    /* [count] */
    /* In other graphs: the ends of the half-edges, from 2 * lo on, [2 * count]. With sides also
     * their bits, from half-edge `sides` on, and the bits of all vertices, or NULL. */
    kg_vertex *end;
    uint64_t *side, sides, *one_sided;
    uint32_t *seen; /* bits [count] */
    verdict *d_verdict;
} known;

/* Finds the last vertex whose row begins at an edge or before it. */
static kg_status vertex_of(const kg_graph *graph, uint64_t edge, uint64_t *vertex)
{
    uint64_t low = 0, high = graph->n;
    kg_edge begin;
    kg_status status = KG_OK;

    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;

        KG_TRY(kg__graph_row(graph, middle, &begin));
        if (begin <= edge)
            low = middle;
        else
            high = middle;
    }
    *vertex = low;
out:
    return status;
}

/* Takes the edges of a graph that is not directed. */
static kg_status take_halves(known *k)
{
    const kg_graph *graph = k->graph;
    const uint64_t word = 2 * k->lo / 64, words = kg__words(2 * (k->lo + k->count)) - word;
    kg_status status;

    KG_TRY(kg__bring_cuda(
        k->graph->ctx, &k->end, graph->end + 2 * k->lo, k->count, 2 * sizeof *k->end, what));
    if (!graph->side)
        goto out;
    k->sides = 64 * word;
    KG_TRY(
        kg__bring_cuda(k->graph->ctx, &k->side, graph->side + word, words, sizeof *k->side, what));
    if (graph->one_sided)
        KG_TRY(kg__bring_cuda(k->graph->ctx, &k->one_sided, graph->one_sided, kg__words(graph->n),
            sizeof *k->one_sided, what));
out:
    return status;
}

/* Thread i owns the source of edge `lo` + i. Neighbours read the same rows. */
static __global__ void k_ranks_sources(kg_vertex *source, uint64_t count, uint64_t lo,
    const kg_edge *row, uint64_t rows, uint64_t first)
{
    const uint64_t i = kg__item();

    if (i < count)
        source[i] = (kg_vertex)(first + kg__d_find(row, rows, lo + i));
}

/* Finds the sources. The rows are not needed afterwards. */
static kg_status find_sources(known *k)
{
    kg_context *ctx = k->graph->ctx;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &k->source, k->count, sizeof *k->source, what));
    KG_TRY(KG_LAUNCH(
        ctx, k_ranks_sources, k->count, k->source, k->count, k->lo, k->row, k->rows, k->first));
    kg__free(ctx, k->own_row);
    k->own_row = NULL;
out:
    return status;
}

/* Takes the edges of a directed graph. */
static kg_status take_rows(known *k)
{
    const kg_graph *graph = k->graph;
    kg_context *ctx = graph->ctx;
    kg_status status;

    KG_TRY(vertex_of(graph, k->lo, &k->first));
    KG_TRY(vertex_of(graph, k->lo + k->count - 1, &k->rows));
    k->rows += 1 - k->first;
    if (graph->resident_row) {
        k->row = graph->resident_row + k->first;
        k->col = graph->resident_col + k->lo;
    } else {
        KG_TRY(kg__bring_cuda(
            ctx, &k->own_row, graph->row + k->first, k->rows + 1, sizeof *k->own_row, what));
        KG_TRY(kg__bring_cuda(
            ctx, &k->own_col, graph->col + k->lo, k->count, sizeof *k->own_col, what));
        k->row = k->own_row;
        k->col = k->own_col;
    }
    KG_TRY(find_sources(k));
out:
    return status;
}

/* Takes the edges of a part: the row of edge `lo`, which may begin before it, and the rows that
 * begin in the part. */
static kg_status take_part(known *k)
{
    const kg_part *part = k->part;
    kg_context *ctx = k->graph->ctx;
    const int rank = kg__comm_rank(ctx);
    const uint64_t home = part->vertex[rank], homes = part->vertex[rank + 1] - home;
    const kg_edge lo = (kg_edge)k->lo;
    kg_status status;

    KG_TRY(kg__bring_cuda(ctx, &k->own_col, part->col, k->count, sizeof *k->own_col, what));
    k->col = k->own_col;
    KG_TRY(kg__allocate(ctx, &k->own_row, homes + 1, sizeof *k->own_row, what));
    KG_TRY(kg__memory(ctx)->upload(ctx, k->own_row, &lo, sizeof lo));
    KG_TRY(kg__memory(ctx)->upload(ctx, k->own_row + 1, part->row, homes * sizeof *k->own_row));
    k->row = k->own_row;
    k->rows = homes + 1;
    k->first = home - 1;
    KG_TRY(find_sources(k));
out:
    return status;
}

static kg_status take(known *k)
{
    kg_context *ctx = k->graph->ctx;
    const size_t bytes = (k->count / 32 + 1) * sizeof *k->seen;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &k->seen, bytes, 1, "edges that were walked"));
    KG_TRY(kg__memory(ctx)->clear(ctx, k->seen, 0, bytes));
    KG_TRY(kg__allocate(ctx, &k->d_verdict, 1, sizeof *k->d_verdict, "the verdict"));
    KG_TRY(kg__memory(ctx)->clear(ctx, k->d_verdict, 0, sizeof *k->d_verdict));
    if (k->count)
        KG_TRY(k->graph->half ? take_halves(k) : k->part ? take_part(k) : take_rows(k));
out:
    return status;
}

/* Records that edge number e of this rank's was asked for. */
static __device__ __forceinline__ void see(const known *k, uint64_t e)
{
    if (atomicOr(&k->seen[e / 32], 1u << e % 32) >> e % 32 & 1)
        atomicAdd(&k->d_verdict->twice, (kg__counter)1);
}

/* Thread i owns question i. */
static __global__ void k_ranks_tell_ends(
    kg_edge *answer, const kg_edge *edge, uint64_t count, known k)
{
    const uint64_t i = kg__item();

    if (i >= count)
        return;
    see(&k, edge[i] - k.lo);
    answer[k.words * i + FROM] = k.source[edge[i] - k.lo];
    answer[k.words * i + TO] = k.col[edge[i] - k.lo];
}

/* The same for half-edges. */
static __global__ void k_ranks_tell_halves(
    kg_edge *answer, const kg_edge *half, uint64_t count, known k)
{
    const uint64_t i = kg__item();
    kg_edge *const to = answer + k.words * i;
    uint64_t h;
    kg_vertex from;

    if (i >= count)
        return;
    h = half[i];
    see(&k, h / 2 - k.lo);
    from = k.end[h - 2 * k.lo];
    to[FROM] = from;
    to[TO] = k.end[(h ^ 1) - 2 * k.lo];
    if (k.words > SIDES)
        to[SIDES] = (kg_edge)(LEAVES_PLUS * kg__d_has(k.side, h - k.sides) +
                              COMES_PLUS * kg__d_has(k.side, (h ^ 1) - k.sides) +
                              ONE_SIDED * (k.one_sided && kg__d_has(k.one_sided, from)));
}

static kg_status tell_ends(void *of, const kg_edge *entry, uint64_t count, kg_edge *answer)
{
    const known *k = (const known *)of;
    kg_context *ctx = k->graph->ctx;

    return k->graph->half ? KG_LAUNCH_ANY(ctx, k_ranks_tell_halves, count, answer, entry, count, *k)
                          : KG_LAUNCH_ANY(ctx, k_ranks_tell_ends, count, answer, entry, count, *k);
}

/* Returns whether an entry may follow another one. */
static inline __host__ __device__ bool follows(
    const kg_edge *entry, const kg_edge *next, unsigned words)
{
    if (entry[TO] != next[FROM])
        return false;
    return words <= SIDES || next[SIDES] & ONE_SIDED ||
           !(entry[SIDES] & COMES_PLUS) != !(next[SIDES] & LEAVES_PLUS);
}

/* Thread i owns entry i of the walk. */
static __global__ void k_ranks_look(
    verdict *found, const kg_edge *walk, uint64_t count, uint64_t entries)
{
    const uint64_t i = kg__item();

    if (i < count && walk[i] >= entries)
        atomicAdd(&found->none, (kg__counter)1);
}

/* Thread i owns the step after entry i, except after the last entry of the answer. */
static __global__ void k_ranks_breaks(
    verdict *found, const kg_edge *answer, uint64_t count, unsigned words)
{
    const uint64_t i = kg__item();

    if (i + 1 < count && !follows(answer + words * i, answer + words * (i + 1), words))
        atomicAdd(&found->breaks, (kg__counter)1);
}

/* The first and last answer for a rank's share of the walk. */
typedef struct end_of_share {
    uint64_t some;
    kg_edge first[SIDES + 1], last[SIDES + 1];
} end_of_share;

/* Finds whether this rank's share goes on wrongly at its end. */
static kg_status look_behind(
    const known *k, const end_of_share *mine, kg_euler_kind kind, bool *wrong)
{
    kg_context *ctx = k->graph->ctx;
    const unsigned rank = (unsigned)kg__comm_rank(ctx), ranks = (unsigned)kg__comm_ranks(ctx);
    end_of_share *all = NULL;
    unsigned next = rank + 1;
    bool wanted = true;
    kg_status status;

    *wrong = false;
    KG_TRY(kg__host_allocate(ctx, &all, ranks, sizeof *all, what));
    KG_TRY(kg__comm_gather(ctx, mine, sizeof *mine, all, NULL));
    if (!mine->some)
        goto out;
    while (next < ranks && !all[next].some)
        next++;
    if (next == ranks) { /* this is the end of the walk */
        wanted = kind == KG_EULER_CIRCUIT;
        for (next = 0; !all[next].some; next++)
            continue;
    }
    *wrong = follows(mine->last, all[next].first, k->words) != wanted;
out:
    kg__free(ctx, all);
    return status;
}

static kg_status fetch_verdict(const known *k, verdict *found)
{
    return kg__cuda_fetch(k->graph->ctx, found, k->d_verdict, sizeof *found);
}

/* Looks up this rank's share of the walk, and counts where it goes on wrongly within it. */
static kg_status ask_all(
    known *k, kg__mail *mail, const uint64_t *d_bound, const kg_edge *walk, end_of_share *mine)
{
    kg_context *ctx = k->graph->ctx;
    const uint64_t m = kg__edges(k->graph), most = kg__share(m, 1, mail->ranks) + 1;
    const uint64_t round = kg__mail_round(most);
    const uint64_t room = round < k->count ? round : k->count;
    const kg__question question = {d_bound, 1, k->words, tell_ends, k};
    const size_t bytes = k->words * sizeof(kg_edge);
    kg_edge *answer = NULL; /* the last answer of the previous round, then those of this round */
    kg_status status;

    KG_TRY(kg__allocate(ctx, &answer, room + 1, bytes, what));
    for (uint64_t begin = 0; begin < most; begin += round) { /* as many rounds on all ranks */
        uint64_t from = begin;
        const uint64_t count = kg__mail_in_round(k->count, round, &from);
        const uint64_t old = from > 0;

        KG_TRY(kg__mail_ask(mail, &question, walk + from, count, answer + k->words));
        if (!count)
            continue;
        if (!old)
            KG_TRY(kg__cuda_fetch(ctx, mine->first, answer + k->words, bytes));
        KG_TRY(KG_LAUNCH(ctx, k_ranks_breaks, count, k->d_verdict, answer + (old ? 0 : k->words),
            count + old, k->words));
        KG_TRY(kg__memory(ctx)->copy(ctx, answer, answer + k->words * count, bytes));
    }
    mine->some = k->count > 0;
    if (mine->some)
        KG_TRY(kg__cuda_fetch(ctx, mine->last, answer, bytes));
out:
    kg__free(ctx, answer);
    return status;
}

/* Counts the errors on this rank, unless entries on some rank are no edges. */
static kg_status count_wrong(
    known *k, kg__mail *mail, const kg_edge *walk, kg_euler_kind kind, verdict *found)
{
    kg_context *ctx = k->graph->ctx;
    const uint64_t m = kg__edges(k->graph), share = k->graph->half ? 2 : 1; /* entries per edge */
    uint64_t *bound = NULL, *d_bound = NULL, none;
    end_of_share mine = {};
    bool wrong;
    kg_status status;

    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_look, k->count, k->d_verdict, walk, k->count, share * m));
    KG_TRY(fetch_verdict(k, found));
    none = found->none;
    KG_TRY(kg__comm_reduce(ctx, &none, 1, KG__COMM_SUM));
    if (none)
        goto out;
    KG_TRY(kg__host_allocate(ctx, &bound, mail->ranks + 1, sizeof *bound, what));
    for (unsigned p = 0; p <= mail->ranks; p++)
        bound[p] = share * kg__share(m, p, mail->ranks);
    KG_TRY(kg__bring_cuda(ctx, &d_bound, bound, mail->ranks + 1, sizeof *bound, what));
    KG_TRY(ask_all(k, mail, d_bound, walk, &mine));
    KG_TRY(look_behind(k, &mine, kind, &wrong));
    KG_TRY(fetch_verdict(k, found));
    found->breaks += wrong;
out:
    kg__free(ctx, bound);
    kg__free(ctx, d_bound);
    return status;
}

decl_ranks_verify(kg__ranks_verify_cuda)
{
    kg_context *ctx = graph->ctx;
    const unsigned rank = (unsigned)kg__comm_rank(ctx), ranks = (unsigned)kg__comm_ranks(ctx);
    const uint64_t m = kg__edges(graph);
    known k = {};
    verdict found = {};
    uint64_t wrong[3];
    kg__mail mail = {};
    kg_status status;

    k.graph = graph;
    k.part = part;
    k.words = graph->side ? SIDES + 1 : SIDES;
    k.lo = kg__share(m, rank, ranks);
    k.count = kg__share(m, rank + 1, ranks) - k.lo;
    mail.ctx = ctx;
    KG_TRY(kg__mail_create(&mail, ctx));
    KG_TRY(take(&k));
    KG_TRY(count_wrong(&k, &mail, walk, kind, &found));
    wrong[0] = found.none;
    wrong[1] = found.twice;
    wrong[2] = found.breaks;
    KG_TRY(kg__comm_reduce(ctx, wrong, 3, KG__COMM_SUM));
    if (wrong[0] || wrong[1] || wrong[2])
        status = kg__fail(ctx, KG_NO_SOLUTION,
            "the walk has %llu entries that are no edges, %llu edges again, and goes on wrongly "
            "%llu times",
            (unsigned long long)wrong[0], (unsigned long long)wrong[1],
            (unsigned long long)wrong[2]);
out:
    kg__free(ctx, k.own_row);
    kg__free(ctx, k.own_col);
    kg__free(ctx, k.source);
    kg__free(ctx, k.end);
    kg__free(ctx, k.side);
    kg__free(ctx, k.one_sided);
    kg__free(ctx, k.seen);
    kg__free(ctx, k.d_verdict);
    kg__mail_free(&mail);
    return status;
}
