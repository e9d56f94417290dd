/*
 * Loading a text file over ranks: each parses its share of the blocks (text.c).
 *
 * In:  the same load on all ranks, of a format whose records are edges.
 * Out: a part of the graph that one rank would read, or its error, and its warnings. The reported
 *     error is the first in the file; the rank that has it finds its line.
 * Method: the changes to the load that blocks ask for, errors and the census of labels are
 *     gathered. Labels that are close together are marked in a bitmap. A reduction gives all ranks
 *     the whole bitmap, so each can rank its own labels. The edges, in the order of ranks, are the
 *     edge list.
 * Memory: 8 bytes an edge of the rank, 16 with values, before the part is built; 3/16 of a byte for
 *     each number from the first label to the last, on every rank.
 */
#include "../../../comm/mail.h"
#include "../read.h"
#include "counts.h"

enum { WORD = 64, SHARES = 4 }; /* SHARES: the least number of a rank's blocks in a small file */

typedef struct outcome {
    uint64_t wants, wrong_at; /* wrong_at: UINT64_MAX: nothing is wrong */
} outcome;

kg_status kg__part_refuse(const kg__input *input, const char *why)
{
    return kg__fail(input->ctx, KG_UNSUPPORTED, "%s: %s, and ranks read no such graph in parts",
        input->shown, why);
}

/* Parses until the load needs no more changes. */
static kg_status parse(kg__load *load)
{
    kg_context *ctx = load->input->ctx;
    const int ranks = kg__comm_ranks(ctx);
    outcome *all = NULL, sum;
    kg__worker *wrong;
    unsigned wants;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &all, ranks, sizeof *all, "what ranks found"));
    do {
        KG_TRY(kg__text_parse(load, &wrong, &wants));
        sum = (outcome){wants, wrong ? wrong->error_at : UINT64_MAX};
        KG_TRY(kg__comm_gather(ctx, &sum, sizeof sum, all, NULL));
        for (int p = 0; p < ranks; p++) {
            sum.wants |= all[p].wants;
            sum.wrong_at = all[p].wrong_at < sum.wrong_at ? all[p].wrong_at : sum.wrong_at;
        }
        if (sum.wants & (KG__WIDE | KG__WHOLE))
            KG_TRY(kg__part_refuse(load->input, "numbers are past 32 bits"));
        kg__text_adapt(load, (unsigned)sum.wants);
    } while (sum.wants);
    if (wrong && wrong->error_at == sum.wrong_at)
        status = kg__text_fail(wrong);
    if (sum.wrong_at != UINT64_MAX) /* the others learn of it here */
        KG_TRY(kg__comm_stop(ctx, status, NULL));
out:
    kg__free(ctx, all);
    return status;
}

static kg_status take_census(kg__census *sum, const kg__load *load)
{
    kg_context *ctx = load->input->ctx;
    const int ranks = kg__comm_ranks(ctx);
    kg__census mine = KG__CENSUS_INIT, *all = NULL;
    kg_status status;

    kg__census_take(&mine, load);
    KG_TRY(kg__host_allocate(ctx, &all, ranks, sizeof *all, "what ranks found"));
    KG_TRY(kg__comm_gather(ctx, &mine, sizeof mine, all, NULL));
    *sum = (kg__census)KG__CENSUS_INIT;
    for (int p = 0; p < ranks; p++)
        kg__census_add(sum, &all[p]);
out:
    kg__free(ctx, all);
    return status;
}

/* ---- labels ---------------------------------------------------------------------------------- */

/* Marks this rank's labels in the words. */
static void mark(uint64_t *present, uint64_t first, const kg__text_run *run, size_t runs)
{
    for (size_t k = 0; k < runs; k++) {
        const uint32_t *label = run[k].pair;

        for (size_t i = 0; i < 2 * run[k].count; i++)
            present[(label[i] - first) / WORD] |= UINT64_C(1) << (label[i] - first) % WORD;
    }
}

/* Replaces labels by ranks. */
static void rank_labels(const kg__names *names, kg__text_run *run, size_t runs)
{
    for (size_t k = 0; k < runs; k++) {
        uint32_t *label = run[k].pair;

        for (size_t i = 0; i < 2 * run[k].count; i++) {
            const uint64_t at = label[i] - names->first, word = at / WORD;
            const uint64_t before = names->present[word] & ((UINT64_C(1) << at % WORD) - 1);

            label[i] = names->below[word] + (kg_vertex)__builtin_popcountll(before);
        }
    }
}

/* Makes the labels in use the vertices. *first: the label of vertex 0, which the caller must still
 * subtract from the runs' labels. */
static kg_status name_vertices(kg__names **out, const kg__load *load, const kg__census *census,
    kg__text_run *run, size_t runs, uint64_t *n, kg_vertex *first)
{
    kg_context *ctx = load->input->ctx;
    const uint64_t range = census->records ? census->largest - census->least + 1 : 0;
    kg__names *names = NULL;
    uint64_t count = 0;
    kg_status status;

    KG_TRY(kg__names_create(&names, ctx));
    names->first = census->records ? census->least : 0;
    names->words = (range + WORD - 1) / WORD;
    KG_TRY(kg__bitmap_create(ctx, &names->present, range, "gaps between labels"));
    mark(names->present, names->first, run, runs);
    KG_TRY(kg__comm_reduce(ctx, names->present, names->words, KG__COMM_OR));
    KG_TRY(kg__host_allocate(
        ctx, &names->below, names->words + 1, sizeof *names->below, "ranks of labels"));
    for (uint64_t i = 0; i < names->words; i++) {
        names->below[i] = (kg_vertex)count;
        count += (unsigned)__builtin_popcountll(names->present[i]);
    }
    names->below[names->words] = (kg_vertex)count;
    *n = count;
    if (count < range) {
        rank_labels(names, run, runs);
    } else {
        *first = (kg_vertex)names->first;
        kg__free_all(ctx, names->present, names->below);
        names->present = NULL;
        names->below = NULL;
    }
    if (count < range || names->first) {
        *out = names;
        names = NULL;
    }
out:
    kg__names_release(names, ctx);
    return status;
}

/* ---- the part -------------------------------------------------------------------------------- */

/* Makes each edge two, there and back. both: [out] freed by the caller. */
static kg_status double_edges(
    kg_context *ctx, kg_vertex **both, const kg__edge_piece *piece, size_t pieces, uint64_t edges)
{
    kg_vertex *to;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, both, edges, 4 * sizeof **both, "edges in both directions"));
    to = *both;
    for (size_t k = 0; k < pieces; k++)
        for (uint64_t e = 0; e < piece[k].count; e++, to += 4) {
            to[0] = to[3] = piece[k].source[2 * e];
            to[1] = to[2] = piece[k].target[2 * e];
        }
out:
    return status;
}

static kg_status build(kg_part *part, kg__load *load, const kg__census *census, uint64_t n)
{
    kg_context *ctx = load->input->ctx;
    kg__text_run *run = NULL;
    kg__edge_piece *piece = NULL;
    kg_vertex *both = NULL, first = 0;
    uint64_t edges;
    size_t runs;
    kg_status status;

    KG_TRY(kg__text_sort_runs(load, &run, &runs, &edges));
    if (!load->ids) {
        kg__stage(ctx, "name vertices");
        KG_TRY(name_vertices(&part->shape.names, load, census, run, runs, &n, &first));
    }
    kg__stage(ctx, "build rows");
    KG_TRY(kg__host_allocate(ctx, &piece, runs + 1, sizeof *piece, "pieces of an edge list"));
    for (size_t k = 0; k < runs; k++) {
        const kg_vertex *pair = run[k].pair;

        piece[k] = (kg__edge_piece){pair, pair + 1, 2, NULL, 0, run[k].count, first};
    }
    if (load->both) {
        KG_TRY(double_edges(ctx, &both, piece, runs, edges));
        runs = 1;
        piece[0] = (kg__edge_piece){both, both + 1, 2, NULL, 0, 2 * edges, first};
    }
    KG_TRY(kg__part_build(part, n, piece, runs));
out:
    kg__free_all(ctx, run, piece, both);
    return status;
}

kg_status kg__text_load_part(kg_part *part, kg__load *load)
{
    kg_context *ctx = load->input->ctx;
    const uint64_t bytes = load->input->size - load->start - load->header;
    const uint64_t small = bytes / (SHARES * (uint64_t)kg__comm_ranks(ctx)) + 1;
    kg__census census;
    bool sparse;
    uint64_t n;
    kg_status status;

    load->shared = true;
    if (load->block_bytes > small)
        load->block_bytes = (size_t)small;
    KG_TRY(parse(load));
    KG_TRY(take_census(&census, load));
    KG_TRY(kg__text_count_ids(load, &census, &n, &sparse));
    if (sparse)
        KG_TRY(kg__part_refuse(load->input, "numbers are far apart"));
    if (load->counts && census.edges != load->counts->m)
        KG_TRY(kg__counts_fail(load, census.edges));
    if (kg__comm_rank(ctx) == 0)
        KG_TRY(kg__text_warn(load, &census));
    part->left_values = load->valued;
    KG_TRY(build(part, load, &census, n));
out:
    kg__text_free(load);
    return status;
}
