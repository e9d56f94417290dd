/*
 * .kcsr over ranks: each maps the file, and reads only its share of it.
 *
 * In:  a file as kcsr.h lays it out, of a directed graph.
 * Out: the rank's edges and rows. Names stay in the file, which the part keeps mapped, because any
 *     rank may be asked for the name of any vertex.
 * Method: a search in the rows finds the vertices of each rank's share of the edges. Each rank
 *     checks its share of the pieces of each section (read_kcsr.c).
 * Work: the rank's share, and 8 bytes for each piece of the file.
 */
#include "../../../base/bisect.h"
#include "../../../comm/comm.h"
#include "../read.h"
#include "kcsr.h"
#include <string.h>

/* Where the row of vertex v begins. */
static uint64_t row_at(const kg__kcsr_reader *r, uint64_t v)
{
    const void *row = kg__kcsr_section_of(r, KG__KCSR_ROW);

    return r->header.row_width == 4 ? ((const uint32_t *)row)[v] : ((const uint64_t *)row)[v];
}

/* The first vertex whose row begins at an edge or after it. */
static uint64_t first_from(const kg__kcsr_reader *r, uint64_t edge)
{
    return KG__FIRST_WHERE(i, 0, r->header.n, row_at(r, i) >= edge);
}

static kg_status take_edges(kg_part *part, const kg__kcsr_reader *r)
{
    const int rank = kg__comm_rank(r->ctx), ranks = kg__comm_ranks(r->ctx);
    const kg_vertex *col = kg__kcsr_section_of(r, KG__KCSR_COL);
    uint64_t first, own;
    kg_status status;

    KG_TRY(kg__part_size(part, r->header.n, r->header.m));
    for (int p = 0; p < ranks; p++)
        part->vertex[p] = first_from(r, part->bound[p]);
    part->vertex[ranks] = r->header.n;
    KG_TRY(kg__part_allocate(part));
    first = part->vertex[rank];
    for (uint64_t i = 0; i <= part->vertex[rank + 1] - first; i++)
        part->row[i] = (kg_edge)row_at(r, first + i);
    own = part->bound[rank + 1] - part->bound[rank];
    if (own)
        memcpy(part->col, col + part->bound[rank], own * sizeof *col);
    kg__part_fill_sources(part);
out:
    return status;
}

static void give_back(kg_context *ctx, void *lender)
{
    kg__kcsr_reader *r = lender;

    kg__kcsr_close(r);
    kg__free(ctx, r);
}

/* Lends the names, which lie in the file, to the part, which keeps the file. */
static kg_status lend_names(kg_part *part, kg__kcsr_reader *r)
{
    kg__kcsr_reader *kept = NULL;
    kg__names *names = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(r->ctx, &kept, 1, sizeof *kept, "a file with names"));
    KG_TRY(kg__names_create(&names, r->ctx));
    if (r->header.flags & KG__KCSR_LABELS) {
        names->label = (uint64_t *)kg__kcsr_section_of(r, KG__KCSR_LABEL);
    } else {
        names->begin = (uint64_t *)kg__kcsr_section_of(r, KG__KCSR_BEGIN);
        names->text = (char *)kg__kcsr_section_of(r, KG__KCSR_TEXT);
    }
    *kept = *r;
    kept->input = NULL;
    r->map = r->copy = NULL;
    part->lender = kept;
    part->give_back = give_back;
    part->shape.names = names;
    kept = NULL;
out:
    kg__free(r->ctx, kept);
    return status;
}

kg_status kg__read_kcsr_part(kg_part *part, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__kcsr_reader r;
    kg_status status;

    (void)record;
    (void)block_bytes;
    KG_TRY(kg__kcsr_open(&r, input, options));
    if (r.header.flags & KG__KCSR_UNDIRECTED)
        KG_TRY(kg__part_refuse(input, "edges are undirected"));
    if (options->both_directions)
        KG_TRY(kg__part_refuse(input, "each edge counts in both directions"));
    if (input->bytes && r.header.flags & (KG__KCSR_LABELS | KG__KCSR_NAMES))
        KG_TRY(kg__part_refuse(input, "the file is packed, with names"));
    for (int section = 0; section < KG__KCSR_PARTS && !options->trust; section++)
        KG_TRY(kg__kcsr_check(&r, section, true));
    part->left_values = r.header.flags & KG__KCSR_VALUES;
    KG_TRY(take_edges(part, &r));
    if (r.header.flags & (KG__KCSR_LABELS | KG__KCSR_NAMES))
        KG_TRY(lend_names(part, &r));
out:
    kg__kcsr_close(&r);
    return status;
}
