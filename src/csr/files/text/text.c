/*
 * Loading a text file.
 *
 * In:  an input, cut into blocks of block_bytes; a block's lines are those that begin in it.
 * Out: a graph whose edges stand in the order of the file.
 * Method: threads take blocks in increasing order. Each thread reads a block into a buffer of its
 *     own (the file is not mapped, so that the page cache does not count as our memory, and a read
 *     error is a status, not a signal), parses it straight into chunks of edges, and notes which
 *     stretch of a chunk holds which block. The stretches sorted by block are the edge list. Labels
 *     are first taken to be vertex ids. If they turn out to be sparse, the file is parsed again
 *     with labels of 64 bits, of which labels.c makes ids. If a value first appears on a later
 *     line, the file is parsed again, too.
 * Work: one pass over the text, or up to three if it is parsed again.
 * Memory: 8 bytes per edge, 16 with values, before the graph is built; a chunk and a block per
 *     thread. A line longer than a block is held whole.
 * Deterministic: the graph, and which error is reported, the first in the file, do not depend on
 *     the number of threads. Memory is allocated per chunk, and when a list of chunks or a long
 *     line outgrows its room.
 */
#include "../../../comm/comm.h"
#include "../read.h"
#include "counts.h"
#include <stdio.h>
#include <string.h>

/* If the largest label is less than DENSE_FACTOR * records + DENSE_SLACK, labels are kept as they
 * are, as rows, until the gaps are closed. The choice does not change the result. */
enum { DENSE_FACTOR = 4, DENSE_SLACK = 1024 };

kg_status kg__text_vertex(kg__worker *w, uint64_t label, bool alone)
{
    kg_status status = KG_OK;

    w->records++;
    if (label > w->largest)
        w->largest = label;
    if (label < w->least)
        w->least = label;
    if (alone) {
        KG_TRY(kg__host_grow(w->load->input->ctx, &w->lone, &w->lone_room, w->lones + 1,
            sizeof *w->lone, "vertices without edges"));
        w->lone[w->lones++] = label;
    }
out:
    return status;
}

/* ---- parsing in threads ---------------------------------------------------------------------- */

kg_status kg__text_fail(kg__worker *w)
{
    return kg__input_fail(w->load->input, w->load->start, w->error_at, w->error);
}

static void stop_at(kg__load *load, uint64_t block)
{
    uint64_t stop = __atomic_load_n(&load->stop_block, __ATOMIC_RELAXED);

    while (block < stop && !__atomic_compare_exchange_n(&load->stop_block, &stop, block, false,
                               __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

/* Parses blocks until there are none left, or none that matter. */
static void run_worker(kg__load *load, kg__worker *w, bool reports)
{
    kg_status status = KG_OK;

    for (;;) {
        w->block = __atomic_fetch_add(&load->next_block, 1, __ATOMIC_RELAXED);
        if (w->block >= __atomic_load_n(&load->stop_block, __ATOMIC_RELAXED))
            break;
        if (load->named)
            load->names_block[w->block].first = (kg_vertex)w->names.count;
        w->run_from = w->used;
        KG_TRY(kg__text_block_read(
            &w->lines, load->input, load->start + load->header, load->block_bytes, w->block));
        KG_TRY(load->parse(w));
        KG_TRY(kg__text_end_run(w));
        if (load->named) {
            load->names_block[w->block].worker = (int)(w - load->worker);
            load->names_block[w->block].end = (kg_vertex)w->names.count;
        }
        if (reports)
            KG_TRY(kg__progress(load->input->ctx, "reading", w->block - load->first_block,
                load->end_block - load->first_block));
    }
out:
    w->status = status;
    if (status != KG_OK)
        stop_at(load, w->block);
}

void kg__text_free(kg__load *load)
{
    kg_context *ctx = load->input->ctx;

    for (int i = 0; load->worker && i < load->workers; i++) {
        kg__worker *w = &load->worker[i];

        for (size_t k = 0; k < w->chunks; k++)
            kg__free(ctx, w->chunk[k]);
        kg__free_all(ctx, w->chunk, w->run, w->lone);
        kg__text_block_free(&w->lines, ctx);
        kg__interner_destroy(&w->names, ctx);
    }
    kg__free_all(ctx, load->worker, load->names_block, load->block_rows);
    load->block_rows = NULL;
    load->worker = NULL;
    load->names_block = NULL;
}

static kg_status make_workers(kg__load *load)
{
    kg_context *ctx = load->input->ctx;
    uint64_t bytes = load->input->size - load->start - load->header;
    const int ranks = kg__comm_ranks(ctx);
    kg_status status;

    load->blocks = bytes / load->block_bytes + (bytes % load->block_bytes > 0);
    load->first_block = load->shared ? kg__part(load->blocks, kg__comm_rank(ctx), ranks) : 0;
    load->end_block = kg__part(load->blocks, load->shared ? kg__comm_rank(ctx) + 1 : ranks, ranks);
    load->workers = kg__threads(ctx, load->end_block - load->first_block, 1);
    KG_TRY(kg__host_allocate(ctx, &load->worker, load->workers, sizeof *load->worker, "threads"));
    memset(load->worker, 0, (size_t)load->workers * sizeof *load->worker);
    for (int i = 0; i < load->workers; i++) {
        kg__worker *w = &load->worker[i];

        w->load = load;
        w->least = UINT64_MAX;
        KG_TRY(kg__text_block_allocate(&w->lines, ctx, load->block_bytes));
        if (load->named)
            KG_TRY(kg__interner_create(&w->names, ctx));
    }
    if (load->named)
        KG_TRY(kg__host_allocate(
            ctx, &load->names_block, load->blocks, sizeof *load->names_block, "names of blocks"));
    if (load->rowed)
        KG_TRY(kg__host_allocate(
            ctx, &load->block_rows, load->blocks, sizeof *load->block_rows, "lines of blocks"));
out:
    return status;
}

kg_status kg__text_parse(kg__load *load, kg__worker **wrong, unsigned *wants)
{
    kg_status status;

    *wrong = NULL;
    *wants = 0;
    kg__text_free(load);
    KG_TRY(make_workers(load));
    load->next_block = load->first_block;
    load->stop_block = load->end_block;
    KG_PARALLEL(load->workers)
    {
        int count = kg__thread_count(), index = kg__thread_index();

        for (int i = index; i < load->workers; i += count)
            run_worker(load, &load->worker[i], index == 0);
    }
    for (int i = 0; i < load->workers; i++) {
        kg__worker *w = &load->worker[i];

        if (w->status < KG_OK && w->status != KG_FORMAT)
            return w->status;
        *wants |= w->wants;
        if (w->status == KG_FORMAT && (!*wrong || w->error_at < (*wrong)->error_at))
            *wrong = w;
    }
out:
    return status;
}

void kg__text_adapt(kg__load *load, unsigned wants)
{
    load->wide = load->wide || wants & KG__WIDE;
    load->valued = load->valued || wants & KG__VALUED;
    load->whole = load->whole || wants & KG__WHOLE;
    if (load->whole)
        load->block_bytes = (size_t)load->input->size;
}

/* ---- the graph ------------------------------------------------------------------------------- */

/* A counting sort by block. */
kg_status kg__text_sort_runs(kg__load *load, kg__text_run **sorted, size_t *runs, uint64_t *edges)
{
    kg_context *ctx = load->input->ctx;
    size_t *place = NULL;
    kg_status status;

    *runs = 0;
    *edges = 0;
    for (int i = 0; i < load->workers; i++) {
        *runs += load->worker[i].runs;
        *edges += load->worker[i].edges;
    }
    KG_TRY(kg__host_allocate(ctx, sorted, *runs, sizeof **sorted, "list of runs"));
    KG_TRY(kg__host_allocate(ctx, &place, load->blocks + 1, sizeof *place, "order of runs"));
    memset(place, 0, (load->blocks + 1) * sizeof *place);
    for (int i = 0; i < load->workers; i++)
        for (size_t k = 0; k < load->worker[i].runs; k++)
            place[load->worker[i].run[k].block + 1]++;
    for (uint64_t b = 0; b < load->blocks; b++)
        place[b + 1] += place[b];
    for (int i = 0; i < load->workers; i++)
        for (size_t k = 0; k < load->worker[i].runs; k++)
            (*sorted)[place[load->worker[i].run[k].block]++] = load->worker[i].run[k];
out:
    kg__free(ctx, place);
    return status;
}

/* Builds the graph of the parsed edges. */
static kg_status build(kg_graph **graph, kg__load *load, uint64_t n)
{
    kg_context *ctx = load->input->ctx;
    kg__text_run *sorted = NULL;
    kg__edge_run *run = NULL;
    kg__names *names = NULL;
    kg_vertex *rank = NULL, first = 0;
    uint64_t edges;
    size_t runs;
    kg_status status;

    if (load->named || load->wide)
        kg__stage(ctx, "name vertices");
    if (load->named)
        KG_TRY(kg__names_finish(&names, load, &n));
    KG_TRY(kg__text_sort_runs(load, &sorted, &runs, &edges));
    if (load->finish)
        KG_TRY(load->finish(load, sorted, runs, edges));
    if (load->wide) {
        KG_TRY(kg__labels_rank(load, sorted, runs, edges, &names, &rank, &n));
    }
    if (!load->named && !load->wide && !load->ids)
        n -= first = kg__labels_first(load);
    KG_TRY(kg__host_allocate(ctx, &run, runs, sizeof *run, "list of runs"));
    for (size_t k = 0; k < runs; k++)
        run[k] = (kg__edge_run){sorted[k].pair, sorted[k].value, sorted[k].count, first};
    kg__stage(ctx, "build rows");
    KG_TRY((load->both         ? kg__csr_build_both
            : load->undirected ? kg__csr_build_undirected
                               : kg__csr_build_runs)(graph, ctx, n, run, runs));
    (*graph)->names = names;
    names = NULL;
    if (!load->named && !load->wide && !load->ids)
        KG_TRY(kg__labels_close_gaps(*graph, load, first));
out:
    if (status != KG_OK) {
        kg_graph_destroy(*graph);
        *graph = NULL;
    }
    kg__names_release(names, ctx);
    kg__free_all(ctx, rank, sorted, run);
    return status;
}

kg_status kg__record_complete(
    kg__record *whole, char **text, const kg__input *input, const kg__record *record)
{
    size_t count = (size_t)(record->end - record->begin);
    uint64_t left = input->size - record->at;
    kg_status status = KG_OK;

    *whole = *record;
    *text = NULL;
    while (whole->begin && count < left && !memchr(whole->begin, '\n', count)) {
        count = left / 2 < count ? (size_t)left : 2 * count;
        KG_TRY(kg__host_resize(input->ctx, text, count + KG__TEXT_PAD, 1, "the first line"));
        KG_TRY(kg__input_read(input, *text, record->at, count));
        memset(*text + count, 0, KG__TEXT_PAD);
        whole->begin = *text;
        whole->end = *text + count;
    }
out:
    return status;
}

void kg__census_add(kg__census *all, const kg__census *c)
{
    all->edges += c->edges;
    all->records += c->records;
    all->largest = c->largest > all->largest ? c->largest : all->largest;
    all->least = c->least < all->least ? c->least : all->least;
    if (c->claims && (!all->claims || c->claimed > all->claimed ||
                         (c->claimed == all->claimed && c->claimed_at < all->claimed_at))) {
        all->claims = true;
        all->claimed = c->claimed;
        all->claimed_at = c->claimed_at;
    }
    all->rounded |= c->rounded;
    all->skipped += c->skipped;
    if (c->unvalued && (!all->unvalued || c->unvalued_at < all->unvalued_at)) {
        all->unvalued = true;
        all->unvalued_at = c->unvalued_at;
    }
}

void kg__census_take(kg__census *census, const kg__load *load)
{
    for (int i = 0; i < load->workers; i++) {
        const kg__worker *w = &load->worker[i];

        kg__census_add(census,
            &(kg__census){w->edges, w->edges + w->records, w->least, w->largest, w->claimed,
                w->claimed_at, w->unvalued_at, w->claims, w->unvalued, w->rounded, w->skipped});
    }
}

/* Fails if a label exceeds the claim of "# vertices N", or if the file is far too small for it. */
static kg_status check_claim(const kg__load *load, const kg__census *c)
{
    char error[300];

    if (c->records && c->largest >= c->claimed)
        snprintf(error, sizeof error,
            "'# vertices %llu' says that all vertices are less than that, but there is a vertex "
            "%llu: correct the number, or remove this line if vertices need not count from 0",
            (unsigned long long)c->claimed, (unsigned long long)c->largest);
    else if (c->claimed > kg__claim_limit(c->records))
        snprintf(error, sizeof error,
            "'# vertices %llu' is more than %llu records can back, expected at most %llu; .kcsr "
            "can carry more",
            (unsigned long long)c->claimed, (unsigned long long)c->records,
            (unsigned long long)kg__claim_limit(c->records));
    else
        return KG_OK;
    return kg__input_fail(load->input, load->start, c->claimed_at, error);
}

kg_status kg__text_count_ids(kg__load *load, const kg__census *c, uint64_t *n, bool *sparse)
{
    kg_status status = KG_OK;

    *sparse = false;
    if (load->counts) {
        *n = load->counts->n;
        return KG_OK;
    }
    *n = c->records ? c->largest + 1 : 0;
    if (c->claims) {
        KG_TRY(check_claim(load, c));
        *n = c->claimed;
        load->ids = true;
        if (*n > KG__VERTICES_MAX)
            KG_TRY(
                kg__fail(load->input->ctx, KG_OVERFLOW, "%llu vertices: at most %llu are possible",
                    (unsigned long long)*n, (unsigned long long)KG__VERTICES_MAX));
    } else if (!load->ids) {
        *sparse = c->records && c->largest >= DENSE_FACTOR * c->records + DENSE_SLACK;
    }
out:
    return status;
}

kg_status kg__text_warn(const kg__load *load, const kg__census *c)
{
    if (c->rounded)
        kg__warn(load->input->ctx,
            "%s: values of 2^53 or more are kept as doubles, which round whole numbers there",
            load->input->shown);
    if (c->skipped)
        kg__warn(load->input->ctx,
            "%s: lines of letters that GFA 1 does not have are left out: %llu", load->input->shown,
            (unsigned long long)c->skipped);
    return c->unvalued ? kg__input_warn(load->input, load->start, c->unvalued_at,
                             "no value stands here, though other lines have one: such edges get "
                             "the value 1")
                       : KG_OK;
}

kg_status kg__text_load(kg_graph **graph, kg__load *load)
{
    kg__worker *wrong;
    kg__census census = KG__CENSUS_INIT;
    unsigned wants;
    bool sparse = false;
    uint64_t n = 0;
    kg_status status;

    *graph = NULL;
    do {
        load->wide = load->wide || sparse;
        KG_TRY(kg__text_parse(load, &wrong, &wants));
        kg__text_adapt(load, wants);
        if (wants)
            continue;
        if (wrong)
            KG_TRY(kg__text_fail(wrong));
        census = (kg__census)KG__CENSUS_INIT;
        kg__census_take(&census, load);
        if (!load->named)
            KG_TRY(kg__text_count_ids(load, &census, &n, &sparse));
    } while (wants || (sparse && !load->wide));
    KG_TRY(kg__text_warn(load, &census));
    KG_TRY(build(graph, load, n));
out:
    kg__text_free(load);
    return status;
}
