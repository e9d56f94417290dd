/*
 * The files of pattern databases: a header, and the bits, which are mapped, or read into huge
 * pages, where random reads are faster.
 *
 * Nothing is allocated before the header and the size of the file agree. The bits have a checksum.
 * Ranks are not in the file: they follow from the board and the goal.
 */
#include "pattern_file.h"
#include "../../io/checksum.h"
#include "../../io/mapping.h"
#include "../../io/output.h"
#include <string.h>

/* Whether a database is read into memory: it is worth a huge page, and not too large for a copy. */
static bool is_read(const kg__pattern *p)
{
    return kg__pattern_bytes(p) >= 2 << 20 && kg__pattern_bytes(p) <= 64 << 20;
}

static uint64_t sum_header(const kg__pattern_header *header)
{
    kg__pattern_header copy = *header;

    copy.sum = 0;
    return kg__sum_bytes(&copy, sizeof copy);
}

/* The header of a pattern, without sums and counts. */
static kg__pattern_header header_of(const kg__pattern *p)
{
    kg__pattern_header h = {.version = KG__PATTERN_VERSION,
        .order = KG__PATTERN_ORDER,
        .places = p->shape->board.places,
        .items = p->view.items,
        .blank = p->blank,
        .blocks = p->shape->blocks,
        .goal_set = p->goal.set,
        .goal_order = p->goal.order};

    memcpy(h.magic, KG__PATTERN_MAGIC, sizeof h.magic);
    memcpy(h.near, p->shape->board.near, sizeof p->shape->board.near);
    return h;
}

kg_status kg__pattern_write(kg_context *ctx, const kg__pattern *p, const char *path)
{
    static const unsigned char zeros[KG__SUM_ALIGN];
    const uint64_t bytes = kg__pattern_bytes(p);
    kg__pattern_header h = header_of(p);
    kg_output *output = NULL;
    kg_status status;

    memcpy(h.count, p->count, sizeof h.count);
    h.sum_of_bits = kg__sum_bytes(p->view.bit, bytes);
    h.sum = sum_header(&h);
    KG_TRY(kg__output_open(&output, ctx, path));
    KG_TRY(kg__output_write(output, &h, sizeof h));
    KG_TRY(kg__output_write(output, p->view.bit, bytes));
    KG_TRY(kg__output_write(output, zeros, -bytes % KG__SUM_ALIGN));
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    return status;
}

static kg_status damaged(const kg__input *input, const char *what)
{
    return kg__fail(input->ctx, KG_FORMAT,
        "%s: damaged file of a pattern database: %s; remove it, and it is made again", input->shown,
        what);
}

static kg_status check_header(
    const kg__input *input, const kg__pattern_header *h, const kg__pattern *p)
{
    kg__pattern_header expected = header_of(p);
    const uint64_t bytes = kg__pattern_bytes(p);

    if (memcmp(h->magic, KG__PATTERN_MAGIC, sizeof h->magic) != 0)
        return damaged(input, "it begins otherwise");
    if (h->order != KG__PATTERN_ORDER)
        return damaged(input, "it was written on a machine of other byte order");
    if (h->version != KG__PATTERN_VERSION)
        return damaged(input, "it has another version");
    if (h->sum != sum_header(h))
        return damaged(input, "the header's checksum differs");
    memcpy(expected.count, h->count, sizeof expected.count);
    expected.sum_of_bits = h->sum_of_bits;
    expected.sum = h->sum;
    if (memcmp(&expected, h, sizeof expected) != 0)
        return damaged(input, "it is that of another pattern");
    if (input->size != sizeof *h + (bytes + KG__SUM_ALIGN - 1) / KG__SUM_ALIGN * KG__SUM_ALIGN)
        return damaged(input, "it has another size");
    return KG_OK;
}

static kg_status read_input(void *result, const kg__input *input, const void *options)
{
    kg__pattern *p = result;
    kg__pattern_header h;
    kg_status status;

    (void)options;
    if (input->size < sizeof h)
        return damaged(input, "it ends within its header");
    KG_TRY(kg__input_read(input, &h, 0, sizeof h));
    KG_TRY(check_header(input, &h, p));
    if (!input->bytes && !is_read(p))
        kg__mapping_create(&p->map, input);
    if (p->map) {
        p->view.bit = (const uint64_t *)((const unsigned char *)p->map + sizeof h);
    } else {
        KG_TRY(
            kg__host_allocate(input->ctx, &p->bit, kg__pattern_bytes(p), 1, "a pattern database"));
        KG_TRY(kg__input_read(input, p->bit, sizeof h, kg__pattern_bytes(p)));
        p->view.bit = p->bit;
    }
    if (kg__sum_bytes(p->view.bit, kg__pattern_bytes(p)) != h.sum_of_bits)
        return damaged(input, "the checksum of the bits differs");
    memcpy(p->count, h.count, sizeof p->count);
    kg__pattern_set_deepest(p);
out:
    return status;
}

kg_status kg__pattern_read(kg_context *ctx, kg__pattern *p, const char *path)
{
    return kg__input_read_from(ctx, KG__PATH(path), NULL, read_input, p, NULL);
}
