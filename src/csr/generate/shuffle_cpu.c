/*
 * Random permutations on the CPU.
 *
 * In:   a key, from[count] or the identity.
 * Out:  to[count], from in random order. Each order has the same probability, as far as the random
 *       numbers allow.
 * How:  each element goes to a random bucket, and the order is kept. Each bucket fits a cache, and
 *       is shuffled by exchanges (Rao 1961, Sandelius 1962).
 * Cost: O(count) work, a histogram a thread.
 *
 * The result is a function of key and from alone: the number of buckets depends only on count.
 */
#include "../csr_ops.h"
#include "generate.h"
#include <string.h>

enum { GRAIN = 1 << 16 };

typedef struct shuffle {
    uint64_t key, count;
    const kg_vertex *from;
    kg_vertex *to;
    int threads, bits;
    uint64_t *cursor; /* [threads][1 << bits] */
} shuffle;

static uint64_t bucket_of(const shuffle *s, uint64_t i)
{
    return kg__shuffle_bucket(s->key, s->bits, i);
}

static void count_part(const shuffle *s, int part)
{
    uint64_t *count = s->cursor + ((uint64_t)part << s->bits);

    memset(count, 0, sizeof *count << s->bits);
    for (uint64_t i = kg__part(s->count, part, s->threads);
         i < kg__part(s->count, part + 1, s->threads); i++)
        count[bucket_of(s, i)]++;
}

static void scatter_part(const shuffle *s, int part)
{
    uint64_t *cursor = s->cursor + ((uint64_t)part << s->bits);

    for (uint64_t i = kg__part(s->count, part, s->threads);
         i < kg__part(s->count, part + 1, s->threads); i++)
        s->to[cursor[bucket_of(s, i)]++] = s->from ? s->from[i] : (kg_vertex)i;
}

static void shuffle_bucket(const shuffle *s, uint64_t begin, uint64_t end)
{
    for (uint64_t i = begin; i < end; i++) {
        uint64_t j = kg__shuffle_with(s->key, begin, i);
        kg_vertex held = s->to[i];

        s->to[i] = s->to[j];
        s->to[j] = held;
    }
}

kg_status kg__shuffle_cpu(
    kg_context *ctx, uint64_t key, uint64_t count, const kg_vertex *from, kg_vertex *to)
{
    shuffle s = {key, count, from, to, kg__threads(ctx, count, GRAIN), 0, NULL};
    uint64_t sum = 0, buckets;
    const uint64_t *end;
    kg_status status;

    s.bits = kg__shuffle_bits(count);
    buckets = (uint64_t)1 << s.bits;
    KG_TRY(kg__host_allocate(
        ctx, &s.cursor, (uint64_t)s.threads << s.bits, sizeof *s.cursor, "a histogram"));
    KG_PARALLEL_FOR(s.threads, schedule(static, 1))
    for (int part = 0; part < s.threads; part++)
        count_part(&s, part);
    for (uint64_t b = 0; b < buckets; b++)
        for (int part = 0; part < s.threads; part++) {
            uint64_t *cursor = &s.cursor[((uint64_t)part << s.bits) + b], elements = *cursor;

            *cursor = sum;
            sum += elements;
        }
    KG_PARALLEL_FOR(s.threads, schedule(static, 1))
    for (int part = 0; part < s.threads; part++)
        scatter_part(&s, part);
    end = s.cursor + ((uint64_t)(s.threads - 1) << s.bits);
    KG_PARALLEL_FOR(s.threads, schedule(dynamic, 1))
    for (uint64_t b = 0; b < buckets; b++) {
        shuffle_bucket(&s, b ? end[b - 1] : 0, end[b]);
        if (kg__thread_index() == 0)
            kg__progress(ctx, "generating", end[b], count);
    }
    KG_TRY(kg__cancelled(ctx));
out:
    kg__free(ctx, s.cursor);
    return status;
}

decl_csr_relabel(kg__csr_relabel_cpu)
{
    kg_context *ctx = graph->ctx;
    uint64_t n = graph->n, m = graph->m, total;
    int threads = kg__threads(ctx, n + m, GRAIN);
    kg_vertex *new = NULL, *col = NULL;
    kg_edge *row = NULL;
    kg_status status;

    KG_TRY(kg__shuffle_cpu(ctx, key, n, NULL, old));
    KG_TRY(kg__host_allocate(ctx, &new, n, sizeof *new, "a permutation of vertices"));
    KG_TRY(kg__host_allocate(ctx, &row, n + 1, sizeof *row, "row offsets"));
    KG_TRY(kg__host_allocate(ctx, &col, m, sizeof *col, "edge targets"));
    KG_PARALLEL_FOR(threads)
    for (uint64_t v = 0; v < n; v++) {
        new[old[v]] = (kg_vertex)v;
        row[v + 1] = graph->row[(uint64_t)old[v] + 1] - graph->row[old[v]];
    }
    KG_TRY(kg__row_offsets_cpu(ctx, graph->n, row, &total));
    KG_PARALLEL_FOR(threads, schedule(dynamic, 4096))
    for (uint64_t v = 0; v < n; v++) {
        const kg_vertex *from = graph->col + graph->row[old[v]];

        for (uint64_t e = row[v]; e < row[v + 1]; e++)
            col[e] = new[*from++];
    }
    kg__free_all(ctx, graph->row, graph->col);
    graph->row = row;
    graph->col = col;
    row = NULL;
    col = NULL;
out:
    kg__free_all(ctx, new, row, col);
    return status;
}
