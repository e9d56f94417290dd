/*
 * Reading the head of a file of Matrix Market.
 *
 * Source: R. Boisvert, R. Pozo, K. Remington, The Matrix Market Exchange Formats, NISTIR 5935,
 *     1996.
 */
#include "mtx_header.h"

enum { BANNER_BYTES = 1024 }; /* the format's own limit for a line */

#define NO_DENSE "a dense matrix, in which every entry is listed: write it as a sparse one"

static const kg__header_choice objects[] = {{"matrix", NULL}, {NULL, "matrix"}};
static const kg__header_choice layouts[] = {
    {"coordinate", NULL}, {"array", NO_DENSE}, {NULL, "coordinate"}};

static kg_status read_banner(
    kg__mtx_header *header, const kg__load *load, const kg__mtx_choices *may)
{
    static const char begins[] = "%%MatrixMarket";
    char text[BANNER_BYTES + KG__TEXT_PAD] = {0};
    uint64_t left = load->input->size - load->start;
    size_t count = left < BANNER_BYTES ? (size_t)left : BANNER_BYTES;
    kg__record line = {.start = load->start, .at = load->start, .begin = text};
    const char *at = text + sizeof begins - 1;
    int object, layout, field, symmetry;
    kg_status status;

    KG_TRY(kg__input_read(load->input, text, load->start, count));
    line.end = kg__line_end(text, text + count);
    if (!kg__line_begins((kg__line){text, line.end}, begins) ||
        (*at && *at != '\n' && *at != ' ' && *at != '\t' && *at != '\r'))
        return kg__header_fail(load, &line, text,
            "expected '%%%%MatrixMarket matrix coordinate ...' in the first line%s", may->advice);
    KG_TRY(kg__header_word(&object, load, &line, &at, objects));
    KG_TRY(kg__header_word(&layout, load, &line, &at, layouts));
    KG_TRY(kg__header_word(&field, load, &line, &at, may->fields));
    KG_TRY(kg__header_word(&symmetry, load, &line, &at, may->symmetries));
    header->field = (kg__mtx_field)field;
    header->symmetry = (kg__mtx_symmetry)symmetry;
out:
    return status;
}

/* Reads the line "rows columns entries". */
static kg_status read_size(kg__mtx_header *header, const kg__load *load, const kg__record *record)
{
    uint64_t number[3] = {0};
    const char *p = record->begin;

    if (!p)
        return kg__input_fail(load->input, load->start, load->input->size,
            "the file ends here, expected a line 'rows columns entries' (read as Matrix Market)");
    for (int i = 0; i < 3; i++)
        if (!kg__header_number(&p, &number[i]))
            return kg__header_fail(
                load, record, p, "expected a line 'rows columns entries' of three numbers");
    if (*p != '\n' && *p != '\0')
        return kg__header_fail(
            load, record, p, "expected the end of the line behind rows, columns and entries");
    header->rows = number[0];
    header->columns = number[1];
    header->entries = number[2];
    return KG_OK;
}

kg_status kg__mtx_read_header(kg__mtx_header *header, const kg__load *load,
    const kg__record *record, const kg__mtx_choices *may)
{
    kg_status status;

    KG_TRY(read_banner(header, load, may));
    KG_TRY(read_size(header, load, record));
out:
    return status;
}
