/*
 * Writing .kcsr.
 *
 * In:  a graph. Out: header and sections as kcsr.h defines them.
 * Method: threads sum the arrays in memory, then everything is written in the order of the file.
 *     Row entries are written in 4 bytes if m allows it and in 8 otherwise, whatever their width
 *     here, through a buffer if the two differ.
 * Work: two passes over the graph. Deterministic: the same bytes for both widths of edge ids.
 */
#include "../write.h"
#include "kcsr.h"
#include <string.h>

enum { BUFFER_BYTES = KG__KCSR_PIECE };

/* The bytes of a section as they are in the file. NULL for a row whose width differs there, and for
 * labels that are not stored one by one. */
typedef struct writer {
    kg_graph *graph;
    kg__kcsr_header header;
    const void *bytes[KG__KCSR_PARTS];
} writer;

/* Copies bytes from..to-1 of a section, and zeros after its end. */
static void copy_section(const writer *w, int part, unsigned char *to, uint64_t from, size_t count)
{
    uint64_t bytes = w->header.section[part].bytes;
    size_t real = bytes - from < count ? (size_t)(bytes - from) : count;
    size_t width = w->header.row_width;

    if (w->bytes[part]) {
        memcpy(to, (const unsigned char *)w->bytes[part] + from, real);
    } else if (part == KG__KCSR_LABEL) {
        for (size_t i = 0; i < real; i += sizeof(uint64_t)) {
            uint64_t label =
                kg__names_label(w->graph->names, (kg_vertex)((from + i) / sizeof label));

            memcpy(to + i, &label, sizeof label);
        }
    } else {
        for (size_t i = 0; i < real; i += width) {
            uint64_t wide = w->graph->row[(from + i) / width];
            uint32_t narrow = (uint32_t)wide;

            memcpy(to + i, width == 4 ? (void *)&narrow : (void *)&wide, width);
        }
    }
    memset(to + real, 0, count - real);
}

/* Takes the sum of a section. */
static kg_status sum_section(writer *w, int part)
{
    kg_context *ctx = w->graph->ctx;
    kg__kcsr_section *section = &w->header.section[part];
    uint64_t padded = kg__kcsr_padded(section->bytes);
    uint64_t pieces = (padded + KG__KCSR_PIECE - 1) / KG__KCSR_PIECE;
    int threads = kg__threads(ctx, pieces, 1);
    unsigned char *buffer = NULL;
    uint64_t *sum = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &sum, pieces, sizeof *sum, "checksums"));
    KG_TRY(kg__host_allocate(ctx, &buffer, threads, BUFFER_BYTES, "output buffer"));
    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t k = 0; k < pieces; k++) {
        uint64_t from = k * KG__KCSR_PIECE;
        size_t count = padded - from < KG__KCSR_PIECE ? (size_t)(padded - from) : KG__KCSR_PIECE;
        unsigned char *copy = buffer + (size_t)kg__thread_index() * BUFFER_BYTES;

        if (w->bytes[part] && from + count <= section->bytes) {
            sum[k] = kg__sum_piece((const unsigned char *)w->bytes[part] + from, count);
        } else {
            copy_section(w, part, copy, from, count);
            sum[k] = kg__sum_piece(copy, count);
        }
    }
    section->sum = pieces ? section->bytes : 0;
    for (uint64_t k = 0; k < pieces; k++)
        section->sum = kg__sum_join(section->sum, sum[k]);
out:
    kg__free_all(ctx, buffer, sum);
    return status;
}

static kg_status write_section(const writer *w, kg_output *output, int part, unsigned char *buffer)
{
    uint64_t padded = kg__kcsr_padded(w->header.section[part].bytes);
    kg_status status = KG_OK;

    for (uint64_t from = 0; from < padded; from += BUFFER_BYTES) {
        size_t count = padded - from < BUFFER_BYTES ? (size_t)(padded - from) : BUFFER_BYTES;

        if (w->bytes[part] && from + count <= w->header.section[part].bytes) {
            KG_TRY(kg__output_write(output, (const unsigned char *)w->bytes[part] + from, count));
        } else {
            copy_section(w, part, buffer, from, count);
            KG_TRY(kg__output_write(output, buffer, count));
        }
        KG_TRY(kg__progress(w->graph->ctx, "writing", from, padded));
    }
out:
    return status;
}

/* The ends of edges, followed by the bitmaps of a bidirected graph. */
static kg_status join_sides(const kg_graph *graph, unsigned char **joined)
{
    const size_t ends = graph->m * sizeof *graph->end;
    const size_t sides = kg__words(graph->m) * sizeof *graph->side;
    const size_t ones = graph->one_sided ? kg__words(graph->n) * sizeof *graph->one_sided : 0;
    kg_status status;

    KG_TRY(kg__host_allocate(graph->ctx, joined, ends + sides + ones, 1, "ends and sides"));
    if (graph->m) {
        memcpy(*joined, graph->end, ends);
        memcpy(*joined + ends, graph->side, sides);
    }
    if (ones)
        memcpy(*joined + ends + sides, graph->one_sided, ones);
out:
    return status;
}

kg_status kg__write_kcsr(kg_output *output, kg_graph *graph)
{
    const kg__names *names = graph->names;
    bool text = names && names->text;
    writer w = {.graph = graph};
    kg__kcsr_header *header = &w.header;
    unsigned char *buffer = NULL, *joined = NULL;
    uint64_t size;
    kg_status status = KG_OK;

    memcpy(header->magic, KG__KCSR_MAGIC, sizeof header->magic);
    header->version = KG__KCSR_VERSION;
    header->order = KG__KCSR_ORDER;
    header->n = graph->n;
    header->m = graph->m;
    header->row_width = graph->m <= UINT32_MAX ? 4 : 8;
    if (graph->half)
        KG_TRY(kg__graph_make_ends(graph));
    header->flags = (graph->half ? KG__KCSR_UNDIRECTED : 0u) | (graph->side ? KG__KCSR_SIDES : 0u) |
                    (graph->one_sided ? KG__KCSR_ONE_SIDED : 0u) |
                    (graph->value ? KG__KCSR_VALUES : 0u) | (text ? KG__KCSR_NAMES : 0u) |
                    (names && !text ? KG__KCSR_LABELS : 0u);
    if (!kg__kcsr_layout(header, text ? names->begin[graph->n] : 0, &size))
        return kg__fail(graph->ctx, KG_OVERFLOW, "the graph is too large for a .kcsr file");
    w.bytes[KG__KCSR_ROW] = header->row_width == sizeof(kg_edge) ? graph->row : NULL;
    if (graph->side)
        KG_TRY(join_sides(graph, &joined));
    w.bytes[KG__KCSR_COL] = joined ? (const void *)joined : graph->half ? graph->end : graph->col;
    w.bytes[KG__KCSR_VALUE] = graph->value;
    w.bytes[KG__KCSR_LABEL] = names ? names->label : NULL;
    w.bytes[KG__KCSR_BEGIN] = names ? names->begin : NULL;
    w.bytes[KG__KCSR_TEXT] = names ? names->text : NULL;
    for (int part = 0; part < KG__KCSR_PARTS; part++)
        KG_TRY(sum_section(&w, part));
    header->sum = kg__kcsr_sum_header(header);
    KG_TRY(kg__host_allocate(graph->ctx, &buffer, BUFFER_BYTES, 1, "output buffer"));
    KG_TRY(kg__output_write(output, header, sizeof *header));
    for (int part = 0; part < KG__KCSR_PARTS; part++)
        KG_TRY(write_section(&w, output, part, buffer));
out:
    kg__free_all(graph->ctx, joined, buffer);
    return status;
}
