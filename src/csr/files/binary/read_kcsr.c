/*
 * Reading .kcsr.
 *
 * In:  a file as kcsr.h lays it out.
 * Out: a graph whose row, col and value lie in the mapped file. They lie in blocks of memory if
 *     the input is not a regular file or cannot be mapped. So does row if its width in the file
 *     differs from ours.
 * Method: nothing is allocated or mapped before the header and the size of the file agree. Then
 *     threads check each piece of each section in one pass, while it is in the cache: its sum; that
 *     row and the beginnings of names never decrease; that targets are vertices; that labels
 *     increase. options->trust leaves this pass out.
 * Work: O(n + m), at the speed of memory. Names are copied, because derived graphs share them. An
 *     undirected graph is built anew from its edges, and its rows are then compared with the
 *     file's.
 */
#include "../../../comm/comm.h"
#include "../../../io/mapping.h"
#include "../../../io/number.h"
#include "../read.h"
#include "../write.h"
#include "kcsr.h"
#include <string.h>

static const char *const part_name[KG__KCSR_PARTS] = {
    "row offsets", "edge targets", "edge values", "vertex labels", "begins of names", "names"};

typedef kg__kcsr_reader reader;

static kg_status damaged(const reader *r, const char *what)
{
    return kg__fail(r->ctx, KG_FORMAT, "%s: damaged .kcsr file: %s", r->input->shown, what);
}

/* ---- the header ------------------------------------------------------------------------------ */

static kg_status check_header(const reader *r)
{
    const kg__kcsr_header *h = &r->header;
    kg__kcsr_header implied = *h;
    uint64_t size;

    if (h->order != KG__KCSR_ORDER)
        return kg__fail(r->ctx, KG_FORMAT,
            "%s: this .kcsr file was written on a machine of other byte order, or is damaged",
            r->input->shown);
    if (h->version != KG__KCSR_VERSION)
        return kg__fail(r->ctx, KG_FORMAT, "%s: .kcsr version %u, expected %d", r->input->shown,
            h->version, KG__KCSR_VERSION);
    if (h->sum != kg__kcsr_sum_header(h))
        return damaged(r, "the header's checksum differs");
    if (h->row_width != (h->m <= UINT32_MAX ? 4u : 8u) || h->flags >= KG__KCSR_FLAGS ||
        (h->flags & KG__KCSR_LABELS && h->flags & KG__KCSR_NAMES) ||
        !kg__kcsr_layout(&implied, h->section[KG__KCSR_TEXT].bytes, &size) ||
        memcmp(&implied, h, sizeof implied) != 0)
        return damaged(r, "the header contradicts itself");
    if (size != r->input->size)
        return kg__fail(r->ctx, KG_FORMAT,
            "%s: damaged .kcsr file: it has %llu bytes, its header says %llu", r->input->shown,
            (unsigned long long)r->input->size, (unsigned long long)size);
    if (h->m > KG__EDGES_MAX)
        return kg__fail(r->ctx, KG_OVERFLOW,
            "%s: %llu edges: this konig has edge ids of %d bits, for at most %llu%s",
            r->input->shown, (unsigned long long)h->m, KG_EDGE_BITS,
            (unsigned long long)KG__EDGES_MAX,
            KG_EDGE_BITS == 32 ? "; build it with -Dedge_bits=64" : "");
    return KG_OK;
}

/* ---- the sections ---------------------------------------------------------------------------- */

/* Whether the words from..to-1 of an array of count never decrease, also from the word before them.
 * The first word of the array must be 0, its last one `last`. */
#define define_rises(name, type)                                                                   \
    static bool name(const type *word, uint64_t count, uint64_t from, uint64_t to, uint64_t last)  \
    {                                                                                              \
        bool falls = false;                                                                        \
                                                                                                   \
        if (from == 0)                                                                             \
            falls = word[0] != 0;                                                                  \
        for (uint64_t i = from ? from : 1; i < to; i++)                                            \
            falls |= word[i - 1] > word[i];                                                        \
        return !falls && (to < count || word[count - 1] == last);                                  \
    }

define_rises(rises_u32, uint32_t) define_rises(rises_u64, uint64_t)

    /* Whether the elements in bytes from..to-1 of a section are legal. */
    static bool piece_is_legal(const reader *r, int part, uint64_t from, uint64_t to)
{
    const kg__kcsr_header *h = &r->header;
    const void *section = kg__kcsr_section_of(r, part);
    const kg_vertex *col = section;
    const uint64_t *label = section;
    bool bad = false;

    switch (part) {
    case KG__KCSR_ROW:
        if (h->row_width == 4)
            return rises_u32(section, h->n + 1, from / 4, to / 4, h->m);
        return rises_u64(section, h->n + 1, from / 8, to / 8, h->m);
    case KG__KCSR_COL:
        for (uint64_t i = from / sizeof *col; i < to / sizeof *col && i < h->m; i++)
            bad |= col[i] >= h->n;
        return !bad;
    case KG__KCSR_LABEL:
        for (uint64_t i = from / sizeof *label; i < to / sizeof *label && i < h->n; i++)
            bad |= label[i] > KG__LABEL_MAX || (i && label[i - 1] >= label[i]);
        return !bad;
    case KG__KCSR_BEGIN:
        return rises_u64(section, h->n + 1, from / 8, to / 8, h->section[KG__KCSR_TEXT].bytes);
    default:
        return true;
    }
}

/* Gathers the sums of the pieces, of which each rank has some. */
static kg_status share_sums(
    kg_context *ctx, uint64_t *sum, uint64_t first, uint64_t last, bool *legal)
{
    uint64_t *mine = NULL, wrong = !*legal;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &mine, last - first, sizeof *mine, "checksums"));
    if (last > first)
        memcpy(mine, sum + first, (last - first) * sizeof *mine);
    KG_TRY(kg__comm_gather(ctx, mine, (last - first) * sizeof *mine, sum, NULL));
    KG_TRY(kg__comm_reduce(ctx, &wrong, 1, KG__COMM_OR));
    *legal = !wrong;
out:
    kg__free(ctx, mine);
    return status;
}

kg_status kg__kcsr_check(const reader *r, int part, bool shared)
{
    const kg__kcsr_section *section = &r->header.section[part];
    const int rank = shared ? kg__comm_rank(r->ctx) : 0;
    const int ranks = shared ? kg__comm_ranks(r->ctx) : 1;
    uint64_t padded = kg__kcsr_padded(section->bytes);
    uint64_t pieces = (padded + KG__KCSR_PIECE - 1) / KG__KCSR_PIECE;
    const uint64_t first = kg__part(pieces, rank, ranks), last = kg__part(pieces, rank + 1, ranks);
    uint64_t *sum = NULL, all = pieces ? section->bytes : 0;
    bool legal = true;
    kg_status status;

    KG_TRY(kg__host_allocate(r->ctx, &sum, pieces, sizeof *sum, "checksums"));
    KG_PARALLEL_FOR(kg__threads(r->ctx, last - first, 1), schedule(static) reduction(&& : legal))
    for (uint64_t k = first; k < last; k++) {
        uint64_t from = k * KG__KCSR_PIECE;
        uint64_t to = padded - from < KG__KCSR_PIECE ? padded : from + KG__KCSR_PIECE;

        sum[k] = kg__sum_piece(
            (const unsigned char *)kg__kcsr_section_of(r, part) + from, (size_t)(to - from));
        legal = piece_is_legal(r, part, from, to < section->bytes ? to : section->bytes) && legal;
    }
    if (shared)
        KG_TRY(share_sums(r->ctx, sum, first, last, &legal));
    for (uint64_t k = 0; k < pieces; k++)
        all = kg__sum_join(all, sum[k]);
    if (all != section->sum)
        status =
            kg__fail(r->ctx, KG_FORMAT, "%s: damaged .kcsr file: the checksum of the %s differs",
                r->input->shown, part_name[part]);
    else if (!legal)
        status = kg__fail(r->ctx, KG_FORMAT, "%s: damaged .kcsr file: the %s are out of range",
            r->input->shown, part_name[part]);
out:
    kg__free(r->ctx, sum);
    return status;
}

/* ---- the graph ------------------------------------------------------------------------------- */

/* A section as a block of its own. */
static kg_status copy_part(const reader *r, int part, void *array)
{
    uint64_t bytes = r->header.section[part].bytes;
    kg_status status;

    KG_TRY(kg__host_allocate(r->ctx, array, bytes, 1, part_name[part]));
    if (bytes)
        memcpy(*(void **)array, kg__kcsr_section_of(r, part), bytes);
out:
    return status;
}

static kg_status take_names(const reader *r, kg__names **names)
{
    uint32_t flags = r->header.flags;
    uint64_t *label = NULL;
    kg_status status = KG_OK;

    if (!(flags & (KG__KCSR_LABELS | KG__KCSR_NAMES)))
        return KG_OK;
    if (flags & KG__KCSR_LABELS) {
        KG_TRY(copy_part(r, KG__KCSR_LABEL, &label));
        KG_TRY(kg__names_of_labels(names, r->ctx, &label, r->header.n));
    } else {
        KG_TRY(kg__names_create(names, r->ctx));
        KG_TRY(copy_part(r, KG__KCSR_BEGIN, &(*names)->begin));
        KG_TRY(copy_part(r, KG__KCSR_TEXT, &(*names)->text));
    }
out:
    kg__free(r->ctx, label);
    return status;
}

/* The row in our width of edge ids, as a block. */
static kg_status convert_row(const reader *r, kg_edge **row)
{
    const uint32_t *narrow = kg__kcsr_section_of(r, KG__KCSR_ROW);
    const uint64_t *wide = kg__kcsr_section_of(r, KG__KCSR_ROW);
    kg_status status;

    KG_TRY(kg__host_allocate(r->ctx, row, r->header.n + 1, sizeof **row, part_name[KG__KCSR_ROW]));
    for (uint64_t v = 0; v <= r->header.n; v++)
        (*row)[v] = (kg_edge)(r->header.row_width == 4 ? narrow[v] : wide[v]);
out:
    return status;
}

static kg_status take_arrays(const reader *r, kg_graph *graph, void *map)
{
    bool same_width = r->header.row_width == sizeof(kg_edge);
    kg_status status = KG_OK;

    graph->n = (kg_vertex)r->header.n;
    graph->m = (kg_edge)r->header.m;
    if (!same_width || !map)
        KG_TRY(convert_row(r, &graph->row));
    if (map) {
        graph->map = map;
        graph->map_bytes = r->input->size;
        if (same_width)
            graph->row = (kg_edge *)kg__kcsr_section_of(r, KG__KCSR_ROW);
        graph->col = (kg_vertex *)kg__kcsr_section_of(r, KG__KCSR_COL);
        if (r->header.flags & KG__KCSR_VALUES)
            graph->value = (double *)kg__kcsr_section_of(r, KG__KCSR_VALUE);
        return KG_OK;
    }
    KG_TRY(copy_part(r, KG__KCSR_COL, &graph->col));
    if (r->header.flags & KG__KCSR_VALUES)
        KG_TRY(copy_part(r, KG__KCSR_VALUE, &graph->value));
out:
    return status;
}

/* Makes the graph bidirected by the bitmaps after the ends of its edges. */
static kg_status take_sides(const reader *r, kg_graph *graph)
{
    const unsigned char *from = kg__kcsr_section_of(r, KG__KCSR_COL);
    const size_t sides = kg__words(r->header.m) * sizeof(uint64_t);
    const size_t ones =
        r->header.flags & KG__KCSR_ONE_SIDED ? kg__words(r->header.n) * sizeof(uint64_t) : 0;
    uint64_t *side = NULL, *one_sided = NULL;
    kg_status status = KG_OK;

    from += r->header.m * sizeof(kg_vertex);
    KG_TRY(kg__bitmap_create(r->ctx, &side, r->header.m, "sides of half-edges"));
    memcpy(side, from, sides);
    if (ones) {
        KG_TRY(kg__bitmap_create(r->ctx, &one_sided, r->header.n, "one-sided vertices"));
        memcpy(one_sided, from + sides, ones);
    }
    kg__graph_take_sides(graph, side, one_sided);
    side = one_sided = NULL;
    if (memcmp(graph->side, from, sides) != 0 || (ones > 0) != (graph->one_sided != NULL) ||
        (ones && memcmp(graph->one_sided, from + sides, ones) != 0))
        status = damaged(r, "the sides of its edges are out of range");
out:
    kg__free_all(r->ctx, side, one_sided);
    return status;
}

/* graph: [out] the undirected or bidirected graph of the edges in the file. */
static kg_status build_undirected(const reader *r, kg_graph **graph)
{
    const bool valued = r->header.flags & KG__KCSR_VALUES;
    const kg__edge_run run = {kg__kcsr_section_of(r, KG__KCSR_COL),
        valued ? kg__kcsr_section_of(r, KG__KCSR_VALUE) : NULL, r->header.m / 2, 0};
    kg_edge *row = NULL;
    kg_status status;

    KG_TRY(kg__csr_build_undirected(graph, r->ctx, r->header.n, &run, 1));
    KG_TRY(convert_row(r, &row));
    if (memcmp(row, (*graph)->row, (r->header.n + 1) * sizeof *row) != 0)
        status = damaged(r, "its rows are not those of its edges");
    else if (r->header.flags & KG__KCSR_SIDES)
        status = take_sides(r, *graph);
out:
    kg__free(r->ctx, row);
    return status;
}

kg_status kg__kcsr_open(reader *r, const kg__input *input, const kg_read_options *options)
{
    size_t count = input->size < sizeof r->header ? (size_t)input->size : sizeof r->header;
    kg_status status;

    *r = (reader){.ctx = input->ctx, .input = input};
    if (options->ids)
        return kg__fail(input->ctx, KG_ARGUMENT,
            "%s: ids is for adjacency and edge lists; .kcsr says itself what its labels are",
            input->shown);
    KG_TRY(kg__input_read(input, &r->header, 0, count));
    if (memcmp(r->header.magic, KG__KCSR_MAGIC,
            count < sizeof r->header.magic ? count : sizeof r->header.magic) != 0)
        return kg__fail(r->ctx, KG_FORMAT,
            "%s: not a .kcsr file: it begins otherwise; the option format reads it as another "
            "format",
            input->shown);
    if (count < sizeof r->header)
        return damaged(r, "it ends within its header");
    KG_TRY(check_header(r));
    r->file = (const unsigned char *)input->bytes;
    if (!r->file) {
        kg__mapping_create(&r->map, input);
        r->file = r->map;
    }
    if (!r->file) {
        KG_TRY(kg__host_allocate(input->ctx, &r->copy, input->size, 1, "a .kcsr file"));
        KG_TRY(kg__input_read(input, r->copy, 0, input->size));
        r->file = r->copy;
    }
out:
    return status;
}

void kg__kcsr_close(reader *r)
{
    kg__mapping_destroy(r->map);
    kg__free(r->ctx, r->copy);
    r->map = r->copy = NULL;
}

kg_status kg__read_kcsr(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    reader r;
    kg_graph *made = NULL;
    bool undirected;
    kg_status status;

    (void)record;
    (void)block_bytes;
    KG_TRY(kg__kcsr_open(&r, input, options));
    undirected = r.header.flags & KG__KCSR_UNDIRECTED;
    for (int part = 0; part < KG__KCSR_PARTS && (!options->trust || undirected); part++)
        KG_TRY(kg__kcsr_check(&r, part, false));
    if (undirected) {
        KG_TRY(build_undirected(&r, &made));
        KG_TRY(take_names(&r, &made->names));
    } else {
        KG_TRY(kg__graph_create(&made, input->ctx));
        KG_TRY(take_names(&r, &made->names));
        KG_TRY(take_arrays(&r, made, r.map));
        r.map = NULL; /* the graph owns it */
    }
    *graph = made;
    made = NULL;
out:
    kg_graph_destroy(made);
    kg__kcsr_close(&r);
    return status;
}

const char *kg_graph_mapped_file(const void *address)
{
    return kg__mapping_file(address);
}
