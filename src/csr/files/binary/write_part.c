/*
 * Writing .kcsr over ranks.
 *
 * In:  a part. Out: the bytes that write_kcsr.c writes of the whole graph.
 * Method: sums are of pieces, so each section is cut at pieces into a share for each rank, and
 *     ranks send their elements to the rank of their piece. Sums are gathered; then every rank
 *     knows the header.
 * Work and memory: O(share) beside the part.
 */
#include "../../../comm/output.h"
#include "../../generate/generate.h"
#include "../../part/part.h"
#include "../write.h"
#include "kcsr.h"
#include <string.h>

typedef struct writer {
    kg_part *part;
    kg_context *ctx;
    int rank, ranks;
    kg__kcsr_header header;
    unsigned char *bytes[KG__KCSR_PARTS]; /* this rank's bytes, with the zeros after the last
                                             ones */
    uint64_t *have, *want;                /* [ranks + 1] elements of each rank, before and after */
} writer;

/* Where rank p's bytes of a section begin. */
static uint64_t begin_of(const writer *w, int section, int p)
{
    const uint64_t padded = kg__kcsr_padded(w->header.section[section].bytes);
    const uint64_t pieces = (padded + KG__KCSR_PIECE - 1) / KG__KCSR_PIECE;
    const uint64_t at = kg__part(pieces, p, w->ranks) * KG__KCSR_PIECE;

    return at < padded ? at : padded;
}

/* The same as a number of elements of some width. */
static uint64_t element_of(const writer *w, int section, size_t width, int p)
{
    const uint64_t at = begin_of(w, section, p), bytes = w->header.section[section].bytes;

    return (at < bytes ? at : bytes) / width;
}

static uint64_t overlap(const uint64_t *a, const uint64_t *b)
{
    const uint64_t from = a[0] > b[0] ? a[0] : b[0], to = a[1] < b[1] ? a[1] : b[1];

    return from < to ? to - from : 0;
}

/* Moves elements. Rank p has have[p] .. have[p+1]-1, and gets want[p] .. want[p+1]-1. */
static kg_status move(const writer *w, const void *from, void *to, size_t size)
{
    uint64_t *sends = NULL, *receives = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &sends, w->ranks, sizeof *sends, "sections"));
    KG_TRY(kg__host_allocate(w->ctx, &receives, w->ranks, sizeof *receives, "sections"));
    for (int p = 0; p < w->ranks; p++) {
        sends[p] = overlap(w->have + w->rank, w->want + p);
        receives[p] = overlap(w->have + p, w->want + w->rank);
    }
    KG_TRY(kg__comm_exchange_host(w->ctx, from, sends, to, receives, size));
out:
    kg__free_all(w->ctx, sends, receives);
    return status;
}

static void want(writer *w, int section, size_t width)
{
    for (int p = 0; p <= w->ranks; p++)
        w->want[p] = element_of(w, section, width, p);
}

static kg_status take_rows(writer *w)
{
    const kg_part *part = w->part;
    const size_t width = w->header.row_width;
    kg_edge *row = NULL;
    uint64_t count;
    kg_status status;

    memcpy(w->have, part->vertex, ((size_t)w->ranks + 1) * sizeof *w->have);
    w->have[w->ranks]++; /* the last rank has the end of the last row, too */
    want(w, KG__KCSR_ROW, width);
    count = w->want[w->rank + 1] - w->want[w->rank];
    KG_TRY(kg__host_allocate(w->ctx, &row, count, sizeof *row, "row offsets"));
    KG_TRY(move(w, part->row, row, sizeof *row));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t wide = row[i];
        const uint32_t narrow = (uint32_t)wide;

        memcpy(
            w->bytes[KG__KCSR_ROW] + i * width, width == 4 ? (const void *)&narrow : &wide, width);
    }
out:
    kg__free(w->ctx, row);
    return status;
}

static kg_status take_targets(writer *w)
{
    memcpy(w->have, w->part->bound, ((size_t)w->ranks + 1) * sizeof *w->have);
    want(w, KG__KCSR_COL, sizeof *w->part->col);
    return move(w, w->part->col, w->bytes[KG__KCSR_COL], sizeof *w->part->col);
}

/* Takes the names, which all ranks know. */
static void take_names(writer *w)
{
    const kg__names *names = w->part->shape.names;
    const void *const all[] = {[KG__KCSR_BEGIN] = names ? names->begin : NULL,
        [KG__KCSR_TEXT] = names ? names->text : NULL};

    for (int section = KG__KCSR_LABEL; section < KG__KCSR_PARTS; section++) {
        const uint64_t from = element_of(w, section, 1, w->rank);
        const uint64_t bytes = element_of(w, section, 1, w->rank + 1) - from;

        if (section != KG__KCSR_LABEL && bytes)
            memcpy(w->bytes[section], (const char *)all[section] + from, bytes);
        for (uint64_t at = 0; section == KG__KCSR_LABEL && at < bytes; at += sizeof(uint64_t)) {
            const uint64_t label =
                kg__names_label(names, (kg_vertex)((from + at) / sizeof(uint64_t)));

            memcpy(w->bytes[section] + at, &label, sizeof label);
        }
    }
}

/* The words that name the vertices of a generated graph. */
static void take_words(writer *w)
{
    const kg_part *part = w->part;
    const uint64_t letters = part->words.letters;
    uint64_t from = element_of(w, KG__KCSR_BEGIN, sizeof from, w->rank), at = 0;
    uint64_t to = element_of(w, KG__KCSR_BEGIN, sizeof from, w->rank + 1);

    for (; from < to; from++, at += sizeof from) {
        const uint64_t begin = from * letters;

        memcpy(w->bytes[KG__KCSR_BEGIN] + at, &begin, sizeof begin);
    }
    from = element_of(w, KG__KCSR_TEXT, 1, w->rank);
    to = element_of(w, KG__KCSR_TEXT, 1, w->rank + 1);
    for (at = from; at < to;) {
        const uint64_t v = at / letters, skip = at % letters;
        const uint64_t some = letters - skip < to - at ? letters - skip : to - at;
        char word[64];

        kg__put_word(word, part->words.old ? part->words.old[v] : (uint32_t)v, letters,
            (uint32_t)part->words.alphabet);
        memcpy(w->bytes[KG__KCSR_TEXT] + (at - from), word + skip, some);
        at += some;
    }
}

static kg_status sum_section(writer *w, int section)
{
    kg__kcsr_section *of = &w->header.section[section];
    const uint64_t bytes = begin_of(w, section, w->rank + 1) - begin_of(w, section, w->rank);
    const uint64_t mine = (bytes + KG__KCSR_PIECE - 1) / KG__KCSR_PIECE;
    const uint64_t pieces = (kg__kcsr_padded(of->bytes) + KG__KCSR_PIECE - 1) / KG__KCSR_PIECE;
    uint64_t *sum = NULL, *all = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &sum, mine, sizeof *sum, "checksums"));
    KG_TRY(kg__host_allocate(w->ctx, &all, pieces, sizeof *all, "checksums"));
    KG_PARALLEL_FOR(kg__threads(w->ctx, mine, 1), schedule(static))
    for (uint64_t k = 0; k < mine; k++) {
        const uint64_t from = k * KG__KCSR_PIECE;

        sum[k] = kg__sum_piece(w->bytes[section] + from,
            (size_t)(bytes - from < KG__KCSR_PIECE ? bytes - from : KG__KCSR_PIECE));
    }
    KG_TRY(kg__comm_gather(w->ctx, sum, mine * sizeof *sum, all, NULL));
    of->sum = pieces ? of->bytes : 0;
    for (uint64_t k = 0; k < pieces; k++)
        of->sum = kg__sum_join(of->sum, all[k]);
out:
    kg__free_all(w->ctx, sum, all);
    return status;
}

static kg_status make_sections(writer *w)
{
    const kg_graph *shape = &w->part->shape;
    const kg__names *names = shape->names;
    const uint64_t letters = w->part->words.letters;
    const bool text = letters || (names && names->text);
    kg__kcsr_header *header = &w->header;
    uint64_t size;
    kg_status status = KG_OK;

    memcpy(header->magic, KG__KCSR_MAGIC, sizeof header->magic);
    header->version = KG__KCSR_VERSION;
    header->order = KG__KCSR_ORDER;
    header->n = shape->n;
    header->m = shape->m;
    header->row_width = shape->m <= UINT32_MAX ? 4 : 8;
    header->flags = text ? KG__KCSR_NAMES : names ? KG__KCSR_LABELS : 0;
    if (!kg__kcsr_layout(header,
            letters ? letters * shape->n
            : text  ? names->begin[shape->n]
                    : 0,
            &size))
        return kg__fail(w->ctx, KG_OVERFLOW, "the graph is too large for a .kcsr file");
    for (int section = 0; section < KG__KCSR_PARTS; section++) {
        const uint64_t bytes = begin_of(w, section, w->rank + 1) - begin_of(w, section, w->rank);

        KG_TRY(kg__host_allocate(w->ctx, &w->bytes[section], bytes, 1, "sections"));
        if (bytes) /* the zeros after the last byte */
            memset(w->bytes[section] + bytes - KG__KCSR_ALIGN, 0, KG__KCSR_ALIGN);
    }
    KG_TRY(take_rows(w));
    KG_TRY(take_targets(w));
    if (letters)
        take_words(w);
    else
        take_names(w);
    for (int section = 0; section < KG__KCSR_PARTS; section++)
        KG_TRY(sum_section(w, section));
    header->sum = kg__kcsr_sum_header(header);
out:
    return status;
}

static kg_status write(writer *w, const char *path)
{
    kg_output *output = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &w->have, w->ranks + 1, sizeof *w->have, "sections"));
    KG_TRY(kg__host_allocate(w->ctx, &w->want, w->ranks + 1, sizeof *w->want, "sections"));
    KG_TRY(make_sections(w));
    KG_TRY(kg__output_share(&output, w->ctx, path));
    if (w->rank == 0)
        KG_TRY(kg__output_write(output, &w->header, sizeof w->header));
    for (int section = 0; section < KG__KCSR_PARTS; section++) {
        KG_TRY(kg__output_flush(output));
        KG_TRY(kg__output_write(output, w->bytes[section],
            begin_of(w, section, w->rank + 1) - begin_of(w, section, w->rank)));
        kg__free(w->ctx, w->bytes[section]);
        w->bytes[section] = NULL;
    }
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    for (int section = 0; section < KG__KCSR_PARTS; section++)
        kg__free(w->ctx, w->bytes[section]);
    kg__free_all(w->ctx, w->have, w->want);
    return status;
}

kg_status kg_part_write(kg_part *part, const char *path)
{
    kg_context *ctx;
    writer w = {.part = part};
    kg_status status;

    KG_NEED(NULL, part);
    ctx = w.ctx = part->shape.ctx;
    w.rank = kg__comm_rank(ctx);
    w.ranks = kg__comm_ranks(ctx);
    kg__begin(ctx);
    kg__stage(ctx, "write");
    if (!path)
        status = kg__fail_null(ctx, "path");
    else if (part->left_values)
        status = kg__fail(ctx, KG_UNSUPPORTED,
            "the edges of the file have values, which ranks leave out when they read it in parts");
    else
        status = write(&w, path);
    kg__stage(ctx, NULL);
    return kg__comm_stop(ctx, status, NULL);
}
