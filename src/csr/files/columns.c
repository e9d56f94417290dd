/*
 * Collecting the columns of edges and vertices that a reader keeps.
 *
 * In:  the names and values of attributes, element by element, and which names are wanted.
 * Out: a table for each kind of element. Its type is the narrowest that all values have.
 * Method: names and values are stored once. The values of an element are noted first, and then
 *     given to it, because some formats tell an element's id last.
 * Work: O(length) a value. Memory: 4 bytes a value, also for a missing one that lies before another
 *     value of its column; and the texts, each once, with up to 100 bytes besides.
 */
#include "columns.h"
#include "../../io/number.h"
#include "../../io/pieces.h"
#include <stdio.h>
#include <string.h>

enum { WHOLE_DIGITS = 18 }; /* every number of 18 digits fits in 64 bits */

/* ---- types ----------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_whole(const char *text, size_t length)
{
    const char *end = text + length, *p = text + (length && *text == '-');

    if (p == end || end - p > WHOLE_DIGITS || (*p == '0' && end - text > 1))
        return false;
    while (p < end && is_digit(*p))
        p++;
    return p == end;
}

/* Whether the text is a number in the range of a double. */
static bool is_number(const char *text, size_t length)
{
    char copy[KG__NUMBER_BYTES + 1];
    double number;

    if (!length || length >= sizeof copy)
        return false;
    memcpy(copy, text, length); /* the bytes after a text may continue a number */
    copy[length] = '\0';
    return kg__parse_double(copy, &number) == copy + length;
}

/* Whether the text is a number with a point or an exponent. One of digits alone that is no whole
 * number, such as 007, is an id. */
static bool is_real(const char *text, size_t length)
{
    const char *end = text + length, *p = text + (length && *text == '-');
    bool real = false;

    if (p == end || !(is_digit(*p) || *p == '.') || (*p == '0' && end - p > 1 && is_digit(p[1])))
        return false;
    for (; p < end; p++)
        real = real || *p == '.' || *p == 'e' || *p == 'E';
    return real && is_number(text, length);
}

kg_column_type kg__column_type_of(const char *text, size_t length)
{
    const bool is_boolean = (length == 4 && memcmp(text, "true", length) == 0) ||
                            (length == 5 && memcmp(text, "false", length) == 0);

    return is_whole(text, length)  ? KG_COLUMN_INTEGER
           : is_boolean            ? KG_COLUMN_BOOLEAN
           : is_real(text, length) ? KG_COLUMN_REAL
                                   : KG_COLUMN_TEXT;
}

/* The narrowest type that has the values of both. */
static kg_column_type join(kg_column_type a, kg_column_type b)
{
    const bool numbers = (a == KG_COLUMN_INTEGER || a == KG_COLUMN_REAL) &&
                         (b == KG_COLUMN_INTEGER || b == KG_COLUMN_REAL);

    return a == b ? a : numbers ? KG_COLUMN_REAL : KG_COLUMN_TEXT;
}

/* ---- which columns --------------------------------------------------------------------------- */

kg_status kg__columns_create(kg__columns **columns, kg_context *ctx, const char *asked)
{
    const size_t length = strlen(asked);
    kg__columns *c = NULL;
    kg_status status;

    if (!length || *asked == ',' || asked[length - 1] == ',' || strstr(asked, ",,"))
        return kg__fail(ctx, KG_ARGUMENT,
            "the columns to keep are '%s': expected names with a comma between two, or *",
            KG__SHOW(asked, length));
    KG_TRY(kg__host_allocate(ctx, &c, 1, sizeof *c, "columns"));
    *c = (kg__columns){.ctx = ctx,
        .holders = 1,
        .asked = asked,
        .all = strcmp(asked, "*") == 0,
        .names.ctx = ctx,
        .texts.ctx = ctx};
    *columns = c;
out:
    return status;
}

static void free_column(kg_context *ctx, kg__column *column)
{
    kg__free(ctx, column->value);
}

void kg__columns_release(kg__columns *c)
{
    if (!c || --c->holders)
        return;
    for (int i = 0; i < KG__ELEMENTS; i++) {
        for (uint32_t k = 0; k < c->of[i].count; k++)
            free_column(c->ctx, &c->of[i].column[k]);
        kg__free_all(c->ctx, c->of[i].column, c->of[i].place, c->of[i].said);
    }
    kg__texts_destroy(&c->names);
    kg__texts_destroy(&c->texts);
    kg__free(c->ctx, c);
}

/* Moves to the next name in a list; NULL after the last. */
static const char *next_asked(const char *name, size_t length)
{
    return name[length] ? name + length + 1 : NULL;
}

static bool is_wanted(const kg__columns *c, const char *name, size_t length)
{
    for (const char *p = c->asked; p && !c->all;) {
        const size_t bytes = strcspn(p, ",");

        if (bytes == length && memcmp(p, name, length) == 0)
            return true;
        p = next_asked(p, bytes);
    }
    return c->all;
}

static kg_status add_column(kg__columns *c, kg__column_list *list, uint32_t name, uint32_t *column)
{
    kg_status status;

    KG_TRY(kg__host_grow(c->ctx, &list->column, &list->room, (uint64_t)list->count + 1,
        sizeof *list->column, "columns"));
    *column = list->count;
    list->column[list->count++] = (kg__column){.name = name, .next = KG__NO_TEXT};
out:
    return status;
}

kg_status kg__columns_find(
    kg__columns *c, kg_element element, const char *name, size_t length, uint32_t *column)
{
    kg__column_list *list = &c->of[element];
    uint32_t number, made = KG__NO_COLUMN;
    kg_status status;

    KG_TRY(kg__intern(&c->names, name, length, &number));
    if (number >= list->places || list->place[number] == KG__NO_COLUMN) {
        KG_TRY(kg__host_grow(c->ctx, &list->place, &list->place_room, (uint64_t)number + 1,
            sizeof *list->place, "columns"));
        while (list->places <= number)
            list->place[list->places++] = KG__NO_COLUMN;
        if (is_wanted(c, name, length))
            KG_TRY(add_column(c, list, number, &made));
        list->place[number] = made;
    }
    *column = list->place[number];
out:
    return status;
}

void kg__columns_drop(
    kg__columns *c, kg_element element, const char *name, size_t length, bool if_number)
{
    kg__column_list *list = &c->of[element];

    for (uint32_t i = 0; i < list->count; i++) {
        const kg__column *column = &list->column[i];
        size_t bytes;
        const char *text = kg__text_of(&c->names, column->name, &bytes);

        if (bytes != length || memcmp(text, name, length) != 0 ||
            (if_number && column->type != KG_COLUMN_INTEGER && column->type != KG_COLUMN_REAL))
            continue;
        free_column(c->ctx, &list->column[i]);
        memmove(&list->column[i], &list->column[i + 1],
            (size_t)(list->count - i - 1) * sizeof *list->column);
        list->count--;
        return;
    }
}

/* Writes the names of attributes, as many as fit. */
static void list_names(const kg__columns *c, char *list, size_t size)
{
    size_t used = 0;

    *list = '\0';
    for (uint32_t i = 0; i < c->names.count; i++) {
        char shown[160];
        size_t length;
        const char *name = kg__text_of(&c->names, i, &length);
        const int bytes =
            snprintf(shown, sizeof shown, "%s'%s'", i ? ", " : "", KG__SHOW(name, length));

        if (used + (size_t)bytes + 32 > size) {
            snprintf(list + used, size - used, " and %u more", (unsigned)(c->names.count - i));
            return;
        }
        memcpy(list + used, shown, (size_t)bytes + 1);
        used += (size_t)bytes;
    }
}

kg_status kg__columns_check(const kg__columns *c, const char *shown)
{
    char list[512];

    for (const char *name = c->all ? NULL : c->asked; name;) {
        const size_t length = strcspn(name, ",");
        bool found = false;

        for (uint32_t i = 0; i < c->names.count && !found; i++) {
            size_t bytes;
            const char *text = kg__text_of(&c->names, i, &bytes);

            found = bytes == length && memcmp(text, name, length) == 0;
        }
        if (!found) {
            list_names(c, list, sizeof list);
            return kg__fail(c->ctx, KG_FORMAT, "%s: no edge and no vertex has a column '%s'%s%s",
                shown, KG__SHOW(name, length), *list ? ": expected one of: " : "", list);
        }
        name = next_asked(name, length);
    }
    return KG_OK;
}

/* ---- values ---------------------------------------------------------------------------------- */

kg_status kg__columns_say(kg__columns *c, kg_element element, uint32_t column, const char *text,
    size_t length, kg_column_type as)
{
    kg__column_list *list = &c->of[element];
    kg__column *to;
    kg_column_type type = as == KG_COLUMN_TEXT ? as : kg__column_type_of(text, length);
    kg_status status = KG_OK;

    if (column == KG__NO_COLUMN)
        return KG_OK;
    if (as == KG_COLUMN_BOOLEAN) {
        const kg__line word = {text, text + length};
        const bool is_true = kg__line_is_one_of(word, "true 1 ");

        if (is_true || kg__line_is_one_of(word, "false 0 ")) {
            text = is_true ? "true" : "false";
            length = strlen(text);
            type = as;
        }
    }
    to = &list->column[column];
    if (as == KG_COLUMN_REAL && (type == KG_COLUMN_INTEGER || is_number(text, length)))
        type = KG_COLUMN_REAL;
    if (to->next == KG__NO_TEXT) {
        KG_TRY(kg__host_grow(
            c->ctx, &list->said, &list->said_room, list->saids + 1, sizeof *list->said, "columns"));
        list->said[list->saids++] = column;
    }
    KG_TRY(kg__intern(&c->texts, text, length, &to->next));
    to->type = to->typed ? join(to->type, type) : type;
    to->typed = true;
out:
    return status;
}

kg_status kg__columns_put(kg__columns *c, kg_element element, uint64_t id)
{
    kg__column_list *list = &c->of[element];
    kg_status status = KG_OK;

    while (list->saids) {
        kg__column *to = &list->column[list->said[list->saids - 1]];

        KG_TRY(kg__host_grow(c->ctx, &to->value, &to->room, id + 1, sizeof *to->value, "columns"));
        while (to->count <= id)
            to->value[to->count++] = KG__NO_TEXT;
        to->value[id] = to->next;
        to->next = KG__NO_TEXT;
        list->saids--;
    }
out:
    return status;
}
