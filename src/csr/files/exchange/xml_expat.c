/*
 * Parsing XML by libexpat.
 *
 * In:  a file. Out: calls of the reader for its elements. Entities that a file declares itself are
 *     errors: no graph or drawing needs them, and they let a small file expand to a huge one.
 * Work: O(text). Memory: some pieces of the text, and the names of open elements, which libexpat
 *     allocates by itself.
 */
#include "xml.h"
#include <expat.h>
#include <string.h>

enum { PIECE = 1 << 16 };

/* Ends the parsing if the reader has failed. */
static void settle(kg__xml *x, kg_status status)
{
    if (status == KG_OK || x->status != KG_OK)
        return;
    x->status = status;
    XML_StopParser(x->parser, XML_FALSE);
}

static uint64_t place(const kg__xml *x)
{
#ifdef KG__EXPAT_INDEX64
    const int64_t at = XML_GetCurrentByteIndex64(x->parser);
#else
    const XML_Index at = XML_GetCurrentByteIndex(x->parser);
#endif

    return at < 0 ? 0 : (uint64_t)at;
}

static void find_place(kg__xml *x)
{
    x->at = place(x);
}

static void XMLCALL begin(void *reader, const XML_Char *name, const XML_Char **attributes)
{
    kg__xml *x = reader;

    if (x->status != KG_OK)
        return;
    find_place(x);
    settle(x, x->begin(x, name, attributes));
}

static void XMLCALL end(void *reader, const XML_Char *name)
{
    kg__xml *x = reader;

    if (x->status != KG_OK)
        return;
    find_place(x);
    settle(x, x->end(x, name));
}

/* Keeps the place of text that follows, unless it goes on where the last piece does. */
static kg_status keep_place(kg__xml *x)
{
    const kg__xml_piece piece = {x->used, place(x)};
    kg_status status;

    if (!x->used)
        x->pieces = 0;
    if (x->pieces && kg__xml_place(x, x->used) == piece.at)
        return KG_OK;
    KG_TRY(kg__host_grow(x->input->ctx, &x->piece, &x->piece_room, x->pieces + 1, sizeof *x->piece,
        "places of XML"));
    x->piece[x->pieces++] = piece;
out:
    return status;
}

static void XMLCALL add_text(void *reader, const XML_Char *text, int length)
{
    kg__xml *x = reader;
    kg_status status = KG_OK;

    if (x->status != KG_OK || !x->collects)
        return;
    if (x->keeps_places)
        status = keep_place(x);
    if (status == KG_OK)
        status = kg__host_grow(
            x->input->ctx, &x->text, &x->room, x->used + (uint64_t)length + 1, 1, "text of XML");
    if (status == KG_OK) {
        memcpy(x->text + x->used, text, (size_t)length);
        x->used += (uint64_t)length;
        x->text[x->used] = '\0';
    }
    settle(x, status);
}

static void XMLCALL refuse_entity(void *reader, const XML_Char *name, int is_parameter,
    const XML_Char *value, int length, const XML_Char *base, const XML_Char *system_id,
    const XML_Char *public_id, const XML_Char *notation)
{
    kg__xml *x = reader;

    (void)is_parameter;
    (void)value;
    (void)length;
    (void)base;
    (void)system_id;
    (void)public_id;
    (void)notation;
    find_place(x);
    settle(x, kg__xml_fail(x, "the file declares the entity '%s', expected none",
                  KG__SHOW(name, strlen(name))));
}

static kg_status fail_at_fault(kg__xml *x)
{
    const enum XML_Error error = XML_GetErrorCode(x->parser);

    if (x->status != KG_OK)
        return x->status;
    if (error == XML_ERROR_NO_MEMORY)
        return kg__fail(
            x->input->ctx, KG_MEMORY, "%s: no memory for the parser of XML", x->input->shown);
    find_place(x);
    return kg__xml_fail(x, "no XML: %s", XML_ErrorString(error));
}

kg_status kg__xml_parse(kg__xml *x)
{
    const uint64_t size = x->input->size;
    XML_Parser parser = XML_ParserCreate(NULL);
    char *piece = NULL;
    kg_status status;

    x->parser = parser;
    x->status = KG_OK;
    if (!parser)
        KG_TRY(kg__fail(x->input->ctx, KG_MEMORY, "no memory for the parser of XML"));
    XML_SetUserData(parser, x);
    XML_SetElementHandler(parser, begin, end);
    XML_SetCharacterDataHandler(parser, add_text);
    XML_SetEntityDeclHandler(parser, refuse_entity);
    KG_TRY(kg__host_allocate(x->input->ctx, &piece, PIECE, 1, "a piece of XML"));
    for (uint64_t at = 0;; at += PIECE) {
        const size_t count = size - at < PIECE ? (size_t)(size - at) : PIECE;

        KG_TRY(kg__input_read(x->input, piece, at, count));
        if (XML_Parse(parser, piece, (int)count, at + count == size) != XML_STATUS_OK)
            KG_TRY(fail_at_fault(x));
        KG_TRY(x->status);
        if (at + count == size)
            break;
    }
out:
    kg__free(x->input->ctx, piece);
    XML_ParserFree(parser);
    return status;
}
