/* Tables in text: fields and records, after RFC 4180. One thread goes through the bytes. */
#include "table.h"
#include "../io/pieces.h"
#include <stdio.h>
#include <string.h>

enum { NO_BYTE = -1 };

/* ---- bytes ----------------------------------------------------------------------------------- */

static kg_status read_piece(kg__table *t)
{
    const uint64_t left = t->input->size - (t->at + t->count);
    const size_t count = left < sizeof t->piece ? (size_t)left : sizeof t->piece;
    kg_status status;

    t->at += t->count;
    t->count = t->next = 0;
    KG_TRY(kg__input_read(t->input, t->piece, t->at, count));
    t->count = count;
out:
    return status;
}

/* The current byte, or NO_BYTE at the end. */
static inline kg_status look(kg__table *t, int *byte)
{
    kg_status status = t->next == t->count ? read_piece(t) : KG_OK;

    *byte = t->next < t->count ? (unsigned char)t->piece[t->next] : NO_BYTE;
    return status;
}

static uint64_t place(const kg__table *t)
{
    return t->at + t->next;
}

static bool is_blank(const kg__table *t, int byte)
{
    return byte == ' ' || (byte == '\t' && t->separator != '\t') || byte == '\r' || byte == '\v' ||
           byte == '\f';
}

static kg_status skip_blanks(kg__table *t, int *byte)
{
    kg_status status;

    KG_TRY(look(t, byte));
    while (is_blank(t, *byte)) {
        t->next++;
        KG_TRY(look(t, byte));
    }
out:
    return status;
}

static kg_status skip_line(kg__table *t, int *byte)
{
    kg_status status;

    KG_TRY(look(t, byte));
    while (*byte != NO_BYTE && *byte != '\n') {
        t->next++;
        KG_TRY(look(t, byte));
    }
out:
    return status;
}

/* Adds bytes to the field's text. */
static kg_status keep_bytes(kg__table *t, const char *bytes, size_t count)
{
    const size_t length = t->field.length;
    kg_status status;

    KG_TRY(kg__host_grow(
        t->input->ctx, &t->text, &t->room, length + count + KG__TEXT_PAD, 1, "a field"));
    memcpy(t->text + length, bytes, count);
    t->field.length += count;
out:
    return status;
}

/* ---- fields ---------------------------------------------------------------------------------- */

/* Goes to the first field of the next record. */
static kg_status find_record(kg__table *t, int *byte)
{
    kg_status status;

    for (;;) {
        KG_TRY(skip_blanks(t, byte));
        if (*byte == '#')
            KG_TRY(skip_line(t, byte));
        if (*byte != '\n')
            break;
        t->next++;
    }
out:
    return status;
}

/* Reads the text between quotation marks; two in a row stand for one. */
static kg_status read_quoted(kg__table *t, bool keep)
{
    int byte;
    kg_status status;

    for (;;) {
        t->next++;
        KG_TRY(look(t, &byte));
        if (byte == NO_BYTE) {
            status = kg__input_fail(t->input, t->start, t->field.at,
                "the quotation mark here is not closed: expected another one, then the field's "
                "end");
            goto out;
        }
        if (byte == '"') {
            t->next++;
            KG_TRY(look(t, &byte));
            if (byte != '"')
                break;
        }
        if (keep)
            KG_TRY(keep_bytes(t, t->piece + t->next, 1));
    }
out:
    return status;
}

static kg_status read_plain(kg__table *t, bool keep)
{
    int byte;
    kg_status status;

    do {
        const char *begin, *end, *p;

        KG_TRY(look(t, &byte));
        begin = p = t->piece + t->next;
        end = t->piece + t->count;
        while (p < end && !t->ends[(unsigned char)*p])
            p++;
        if (keep)
            KG_TRY(keep_bytes(t, begin, (size_t)(p - begin)));
        t->next += (size_t)(p - begin);
    } while (byte != NO_BYTE && t->next == t->count);
out:
    return status;
}

/* Reads the separator after a field, or the record's end. */
static kg_status end_field(kg__table *t)
{
    const bool blank = t->separator == ' ';
    uint64_t behind = place(t);
    int byte;
    kg_status status;

    KG_TRY(skip_blanks(t, &byte));
    if (blank && byte == '#')
        KG_TRY(skip_line(t, &byte));
    t->field.last = byte == NO_BYTE || byte == '\n';
    t->inside = !t->field.last;
    if (t->inside && (blank ? place(t) == behind : byte != t->separator)) {
        status = kg__input_fail(t->input, t->start, place(t),
            "more behind a closing quotation mark: expected the field's end; two marks stand for "
            "one");
        goto out;
    }
    t->next += byte == '\n' || (t->inside && !blank);
out:
    return status;
}

kg_status kg__table_next(kg__table *t, bool keep)
{
    char *end;
    int byte;
    kg_status status;

    t->field = (kg__field){.first = !t->inside};
    if (t->inside)
        KG_TRY(skip_blanks(t, &byte));
    else
        KG_TRY(find_record(t, &byte));
    t->field.at = place(t);
    if (!t->inside && byte == NO_BYTE) {
        t->field.none = true;
        goto out;
    }
    t->field.quoted = byte == '"';
    KG_TRY(t->field.quoted ? read_quoted(t, keep) : read_plain(t, keep));
    KG_TRY(end_field(t));
    if (keep) {
        KG_TRY(keep_bytes(t, "", 0)); /* makes room */
        t->field.text = t->text;
        while (t->field.length && is_blank(t, t->field.text[t->field.length - 1]))
            t->field.length--;
        end = t->text + t->field.length;
        memset(end, 0, KG__TEXT_PAD);
        *end = '\n';
        while (t->field.text < end && is_blank(t, *t->field.text)) {
            t->field.text++;
            t->field.length--;
        }
    }
out:
    return status;
}

/* ---- tables ---------------------------------------------------------------------------------- */

kg_status kg__table_start(const kg__input *input, uint64_t *start)
{
    char head[3];
    kg_status status = KG_OK;

    *start = 0;
    if (input->size >= sizeof head) {
        KG_TRY(kg__input_read(input, head, 0, sizeof head));
        *start = kg__byte_order_mark(head, sizeof head);
    }
out:
    return status;
}

void kg__table_rewind(kg__table *t)
{
    t->at = t->start;
    t->count = t->next = 0;
    t->inside = false;
}

/* Finds the separator in the first record. */
static kg_status find_separator(kg__table *t)
{
    static const char separators[] = {',', '\t', ';'};
    bool quoted = false, some, found[sizeof separators];
    int byte;
    kg_status status;

    t->separator = '\t'; /* so that a tab is seen at the beginning of the record */
    do {
        memset(found, 0, sizeof found);
        some = false;
        KG_TRY(find_record(t, &byte));
        while (byte != NO_BYTE && (quoted || byte != '\n')) {
            const char *at = memchr(separators, byte, sizeof separators);

            quoted ^= byte == '"';
            if (at && !quoted)
                found[at - separators] = true;
            some |= byte != '\t' && !is_blank(t, byte);
            t->next++;
            KG_TRY(look(t, &byte));
        }
    } while (!some && byte != NO_BYTE); /* tabs alone are not a record */
    t->separator = ' ';
    for (size_t i = sizeof separators; i-- > 0;)
        if (found[i])
            t->separator = separators[i];
    for (int c = 0; c < 256; c++)
        t->ends[c] = c == '\n' || c == t->separator || (t->separator == ' ' && is_blank(t, c));
    kg__table_rewind(t);
out:
    return status;
}

kg_status kg__table_begin(kg__table *t, const kg__input *input)
{
    kg_status status;

    t->input = input;
    t->text = NULL;
    t->room = 0;
    KG_TRY(kg__table_start(input, &t->start));
    kg__table_rewind(t);
    KG_TRY(find_separator(t));
out:
    return status;
}

void kg__table_finish(kg__table *t)
{
    kg__free(t->input->ctx, t->text);
}

/* Whether the first record begins at a place. */
static kg_status begins_at(kg__table *t, const kg__input *input, uint64_t at, bool *begins)
{
    int byte;
    kg_status status;

    t->input = input;
    t->separator = ' ';
    KG_TRY(kg__table_start(input, &t->start));
    kg__table_rewind(t);
    KG_TRY(find_record(t, &byte));
    *begins = place(t) == at;
out:
    return status;
}

kg_status kg__table_names(const kg__input *input, uint64_t at, char names[KG__TABLE_NAMES])
{
    kg__table *t = NULL;
    size_t used = 0;
    bool begins;
    kg_status status;

    *names = '\0';
    KG_TRY(kg__host_allocate(input->ctx, &t, 1, sizeof *t, "a table"));
    t->text = NULL;
    KG_TRY(begins_at(t, input, at, &begins));
    if (!begins)
        goto out;
    KG_TRY(kg__table_begin(t, input));
    do {
        KG_TRY(kg__table_next(t, true));
        if (t->field.none)
            break;
        used += (size_t)snprintf(names + used, KG__TABLE_NAMES - used, "%s'%s'", used ? ", " : "",
            KG__SHOW(t->field.text, t->field.length));
        if (used >= KG__TABLE_NAMES) {
            memcpy(names + KG__TABLE_NAMES - 5, " ...", 5);
            break;
        }
    } while (!t->field.last);
out:
    if (t)
        kg__free(input->ctx, t->text);
    kg__free(input->ctx, t);
    return status;
}
