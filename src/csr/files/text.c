/*
 * Loading a text file.
 *
 * In:  an input, cut into blocks of block_bytes; a block's lines are those that begin in it.
 * Out: a graph whose edges stand in the order of the file.
 * Method: threads take blocks in increasing order. Each reads a block into a buffer of its own (the
 *     file is not mapped: no page cache counted as ours, and a read error is a status, not a
 *     signal), parses it straight into chunks of edges, and notes which stretch of a chunk holds
 *     which block. Sorted by block the stretches are the edge list. Labels are first taken to be
 *     vertex ids; where they turn out to be sparse, the file is parsed again with labels of 64
 *     bits, which are then replaced by their rank among the distinct ones.
 * Work: one pass over the text, two for sparse labels.
 * Memory: 8 bytes an edge, 16 with values, before the graph is built; a chunk and a block a thread.
 *     A line longer than a block is held whole.
 * Deterministic: the graph, and which error is reported, the first in the file, do not depend on
 *     the number of threads.
 * Memory is allocated per chunk, and where a list of chunks or a long line outgrows its room.
 */
#include "text.h"
#include "../../scan/front.h"
#include <string.h>

enum { CHUNK_EDGES = 1 << 19 }; /* 4 MiB without values: from there on memory comes in huge pages */

/* Labels are ids if the largest is less than DENSE_FACTOR * records + DENSE_SLACK. */
enum { DENSE_FACTOR = 4, DENSE_SLACK = 1024 };

/* ---- chunks ---------------------------------------------------------------------------------- */

/* Room for one more in a list that doubles. */
static kg_status grow_list(
    kg_context *ctx, void *list, size_t used, size_t *room, size_t size, const char *what)
{
    size_t wanted = *room ? 2 * *room : 16;
    kg_status status = KG_OK;

    if (used < *room)
        return KG_OK;
    KG_TRY(kg__host_resize(ctx, list, wanted, size, what));
    *room = wanted;
out:
    return status;
}

/* Notes the edges since run_from as a run of this block. */
static kg_status end_run(kg__worker *w)
{
    size_t count = w->used - w->run_from;
    size_t first = 2 * w->run_from;
    kg_status status = KG_OK;

    if (!count)
        return KG_OK;
    KG_TRY(grow_list(
        w->load->input->ctx, &w->run, w->runs, &w->run_room, sizeof *w->run, "list of runs"));
    w->run[w->runs++] = (kg__text_run){w->block,
        w->load->wide ? (void *)(w->pair.wide + first) : (void *)(w->pair.narrow + first),
        w->value ? w->value + w->run_from : NULL, count};
    w->edges += count;
    w->run_from = w->used;
out:
    return status;
}

kg_status kg__text_room(kg__worker *w)
{
    const kg__load *load = w->load;
    kg_context *ctx = load->input->ctx;
    size_t label = load->wide ? sizeof(uint64_t) : sizeof(uint32_t);
    uint64_t most = load->input->size / 2 + 1; /* no format says an edge in less than two bytes */
    size_t room = most < CHUNK_EDGES ? (size_t)most : CHUNK_EDGES;
    void *chunk;
    kg_status status;

    KG_TRY(end_run(w));
    KG_TRY(grow_list(
        ctx, &w->chunk, w->chunks, &w->chunk_list_room, sizeof *w->chunk, "list of chunks"));
    KG_TRY(kg__host_allocate(
        ctx, &chunk, room, 2 * label + (load->valued ? sizeof(double) : 0), "edges read"));
    w->chunk[w->chunks++] = chunk;
    w->value = NULL;
    if (load->valued) { /* before the pairs: they want the stricter alignment */
        w->value = chunk;
        chunk = w->value + room;
    }
    if (load->wide)
        w->pair.wide = chunk;
    else
        w->pair.narrow = chunk;
    w->chunk_room = room;
    w->used = w->run_from = 0;
out:
    return status;
}

kg_status kg__text_lone(kg__worker *w, uint64_t label)
{
    kg_status status = KG_OK;

    w->records++;
    if (label > w->largest)
        w->largest = label;
    if (w->load->wide) {
        KG_TRY(grow_list(w->load->input->ctx, &w->lone, w->lones, &w->lone_room, sizeof *w->lone,
            "vertices without edges"));
        w->lone[w->lones++] = label;
    }
out:
    return status;
}

/* ---- parsing in threads ---------------------------------------------------------------------- */

/* Fails with the error of a worker: file:line:column: error. */
static kg_status fail_at(kg__worker *w)
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
        KG_TRY(
            kg__text_block_read(&w->lines, load->input, load->start, load->block_bytes, w->block));
        KG_TRY(load->parse(w));
        KG_TRY(end_run(w));
        if (load->named) {
            load->names_block[w->block].worker = (int)(w - load->worker);
            load->names_block[w->block].end = (kg_vertex)w->names.count;
        }
        if (reports)
            kg__progress(load->input->ctx, "reading", w->block, load->blocks);
    }
out:
    w->status = status;
    if (status != KG_OK)
        stop_at(load, w->block);
}

/* KG_LIMIT: a label did not fit the narrow load. */
static kg_status parse_all(kg__load *load)
{
    kg__worker *first = NULL;
    bool too_wide = false;

    load->next_block = 0;
    load->stop_block = load->blocks;
#pragma omp parallel num_threads(load->workers)
    {
        int count = kg__thread_count(), index = kg__thread_index();

        for (int i = index; i < load->workers; i += count)
            run_worker(load, &load->worker[i], index == 0);
    }
    for (int i = 0; i < load->workers; i++) {
        kg__worker *w = &load->worker[i];

        if (w->status < KG_OK && w->status != KG_FORMAT)
            return w->status;
        too_wide = too_wide || w->status == KG_LIMIT;
        if (w->status == KG_FORMAT && (!first || w->error_at < first->error_at))
            first = w;
    }
    if (too_wide)
        return KG_LIMIT;
    return first ? fail_at(first) : KG_OK;
}

static void free_workers(kg__load *load)
{
    kg_context *ctx = load->input->ctx;

    for (int i = 0; load->worker && i < load->workers; i++) {
        kg__worker *w = &load->worker[i];

        for (size_t k = 0; k < w->chunks; k++)
            kg__free(ctx, w->chunk[k]);
        kg__free(ctx, w->chunk);
        kg__free(ctx, w->run);
        kg__free(ctx, w->lone);
        kg__text_block_free(&w->lines, ctx);
        kg__interner_destroy(&w->names, ctx);
    }
    kg__free(ctx, load->worker);
    kg__free(ctx, load->names_block);
    load->worker = NULL;
    load->names_block = NULL;
}

static kg_status make_workers(kg__load *load)
{
    kg_context *ctx = load->input->ctx;
    kg_status status;

    load->blocks = (load->input->size - load->start + load->block_bytes - 1) / load->block_bytes;
    load->workers = kg__threads(ctx, load->blocks, 1);
    KG_TRY(kg__host_allocate(ctx, &load->worker, load->workers, sizeof *load->worker, "threads"));
    memset(load->worker, 0, (size_t)load->workers * sizeof *load->worker);
    for (int i = 0; i < load->workers; i++) {
        kg__worker *w = &load->worker[i];

        w->load = load;
        KG_TRY(kg__text_block_allocate(&w->lines, ctx, load->block_bytes));
        if (load->named)
            KG_TRY(kg__interner_create(&w->names, ctx));
    }
    if (load->named)
        KG_TRY(kg__host_allocate(
            ctx, &load->names_block, load->blocks, sizeof *load->names_block, "names of blocks"));
out:
    return status;
}

/* ---- the graph ------------------------------------------------------------------------------- */

/* The runs of all workers in the order of the file: a counting sort by block. */
static kg_status sort_runs(kg__load *load, kg__text_run **sorted, size_t *runs, uint64_t *edges)
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

/* Replaces the runs' labels by their ranks among all labels, which become the graph's names. */
static kg_status compress_labels(kg__load *load, kg__text_run *run, size_t runs, uint64_t edges,
    kg__names *names, kg_vertex **rank, uint64_t *n)
{
    kg_context *ctx = load->input->ctx;
    uint64_t count = 2 * edges, at = 0;
    kg_status status;

    for (int i = 0; i < load->workers; i++)
        count += load->worker[i].lones;
    KG_TRY(kg__host_allocate(ctx, &names->label, count, sizeof *names->label, "vertex labels"));
    KG_TRY(kg__host_allocate(ctx, rank, count, sizeof **rank, "ranks of labels"));
    for (size_t k = 0; k < runs; k++) {
        memcpy(names->label + at, run[k].pair, 2 * run[k].count * sizeof *names->label);
        run[k].pair = *rank + at;
        at += 2 * run[k].count;
    }
    for (int i = 0; i < load->workers; i++) {
        const kg__worker *w = &load->worker[i];

        if (w->lones)
            memcpy(names->label + at, w->lone, w->lones * sizeof *w->lone);
        at += w->lones;
    }
    KG_TRY(kg__require_positions(ctx, count, sizeof **rank));
    *n = 0;
    if (count)
        KG_TRY(kg__scan_host()->distinct_u64(ctx, names->label, n, *rank, count, names->label));
    if (*n > KG__VERTICES_MAX)
        return kg__fail(ctx, KG_OVERFLOW, "%llu vertices: at most %llu are possible",
            (unsigned long long)*n, (unsigned long long)KG__VERTICES_MAX);
    KG_TRY(kg__host_resize(ctx, &names->label, *n, sizeof *names->label, "vertex labels"));
out:
    return status;
}

/* Builds the graph of what was parsed. */
static kg_status build(kg_graph **graph, kg__load *load, uint64_t n)
{
    kg_context *ctx = load->input->ctx;
    kg__text_run *sorted = NULL;
    kg__edge_run *run = NULL;
    kg__names *names = NULL;
    kg_vertex *rank = NULL;
    uint64_t edges;
    size_t runs;
    kg_status status;

    if (load->named || load->wide)
        kg__stage(ctx, "name vertices");
    if (load->named)
        KG_TRY(kg__names_finish(&names, load, &n));
    KG_TRY(sort_runs(load, &sorted, &runs, &edges));
    if (load->wide) {
        KG_TRY(kg__names_create(&names, ctx));
        KG_TRY(compress_labels(load, sorted, runs, edges, names, &rank, &n));
    }
    KG_TRY(kg__host_allocate(ctx, &run, runs, sizeof *run, "list of runs"));
    for (size_t k = 0; k < runs; k++)
        run[k] = (kg__edge_run){sorted[k].pair, sorted[k].value, sorted[k].count};
    kg__stage(ctx, "build rows");
    KG_TRY(kg__csr_build_runs(graph, ctx, n, run, runs));
    (*graph)->names = names;
    names = NULL;
out:
    kg__names_release(names, ctx);
    kg__free(ctx, rank);
    kg__free(ctx, sorted);
    kg__free(ctx, run);
    return status;
}

/* How many vertices the labels make if they are ids, or 0 where they are too sparse for that. */
static uint64_t dense_vertices(const kg__load *load)
{
    uint64_t records = 0, largest = 0, claimed = 0;

    for (int i = 0; i < load->workers; i++) {
        const kg__worker *w = &load->worker[i];

        records += w->edges + w->records;
        largest = w->largest > largest ? w->largest : largest;
        claimed = w->claimed > claimed ? w->claimed : claimed;
    }
    if (claimed > kg__claim_limit(records))
        claimed = 0;
    if (records == 0 || largest < claimed)
        return claimed;
    return largest < DENSE_FACTOR * records + DENSE_SLACK ? largest + 1 : 0;
}

static bool has_labels(const kg__load *load)
{
    for (int i = 0; i < load->workers; i++)
        if (load->worker[i].edges + load->worker[i].records)
            return true;
    return false;
}

kg_status kg__text_load(kg_graph **graph, kg__load *load)
{
    uint64_t n = 0;
    kg_status status;

    KG_TRY(make_workers(load));
    status = parse_all(load);
    if (status == KG_OK && !load->named)
        n = dense_vertices(load);
    if (status == KG_LIMIT || (status == KG_OK && !load->named && n == 0 && has_labels(load))) {
        free_workers(load);
        load->wide = true;
        KG_TRY(make_workers(load));
        status = parse_all(load);
    }
    if (status == KG_OK)
        status = build(graph, load, n);
out:
    free_workers(load);
    return status;
}
