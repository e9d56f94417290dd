/* JSON, written into a text. */
#include "json.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* U+FFFD, for a byte that is not UTF-8. */
static const char unknown[] = "\xef\xbf\xbd";

/* Returns whether U+FFFD is in it. */
static bool put_quoted(struct text *text, const char *bytes, size_t length)
{
    size_t plain = 0; /* where the bytes that go as they are begin */
    bool has_unknown = false;

    text_put(text, "\"", 1);
    for (size_t i = 0, step; i < length; i += step) {
        unsigned char c = (unsigned char)bytes[i];

        step = c < 127 ? 1 : utf8_length(bytes + i, length - i);
        has_unknown |= !step || (step == 3 && memcmp(bytes + i, unknown, 3) == 0);
        if (step && c >= ' ' && c != '"' && c != '\\' && c != 127)
            continue;
        text_put(text, bytes + plain, i - plain);
        if (!step)
            text_string(text, unknown);
        else
            text_format(text, c == '"' || c == '\\' ? "\\%c" : "\\u%04x", c);
        step = 1;
        plain = i + 1;
    }
    text_put(text, bytes + plain, length - plain);
    text_put(text, "\"", 1);
    return has_unknown;
}

static void begin_value(struct text *text, const char *key)
{
    char last = text->used ? text->bytes[text->used - 1] : '{';

    if (last != '{' && last != '[' && last != ',' && last != '\n')
        text_put(text, ",", 1);
    if (key) {
        put_quoted(text, key, strlen(key));
        text_put(text, ":", 1);
    }
}

void json_open(struct text *text, const char *key, char bracket)
{
    begin_value(text, key);
    text_put(text, &bracket, 1);
}

void json_close(struct text *text, char bracket)
{
    text_put(text, &bracket, 1);
}

void json_number(struct text *text, const char *key, uint64_t number)
{
    begin_value(text, key);
    text_number(text, number);
}

void json_integer(struct text *text, const char *key, int64_t number)
{
    begin_value(text, key);
    if (number < 0)
        text_put(text, "-", 1);
    text_number(text, number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number);
}

void json_real(struct text *text, const char *key, double number)
{
    begin_value(text, key);
    text_format(text, "%.3f", number);
}

void json_double(struct text *text, const char *key, double number)
{
    begin_value(text, key);
    if (isfinite(number))
        text_real(text, number);
    else
        text_string(text, isnan(number) ? "\"nan\"" : number > 0 ? "\"inf\"" : "\"-inf\"");
}

void json_bool(struct text *text, const char *key, bool value)
{
    begin_value(text, key);
    text_string(text, value ? "true" : "false");
}

void json_null(struct text *text, const char *key)
{
    begin_value(text, key);
    text_string(text, "null");
}

void json_bytes(struct text *text, const char *key, const char *bytes, size_t length)
{
    begin_value(text, key);
    put_quoted(text, bytes, length);
}

void json_string(struct text *text, const char *key, const char *string)
{
    json_bytes(text, key, string, strlen(string));
}

void json_name(struct text *text, const char *key, const kg_graph *graph, kg_vertex vertex)
{
    char buffer[NAME_BYTES];
    size_t length;
    const char *name = kg_graph_name(graph, vertex, buffer, sizeof buffer, &length);

    json_name_of(text, key, name, length, vertex);
}

void json_name_of(
    struct text *text, const char *key, const char *name, size_t length, kg_vertex vertex)
{
    begin_value(text, key);
    if (!put_quoted(text, name, length) || text->failed)
        return;
    text->used--;
    text_string(text, " #");
    text_number(text, vertex);
    text_put(text, "\"", 1);
}

/* A value of a column, behind its key. A number that JSON does not have becomes text. */
static void put_kept(struct text *text, const char *value, size_t length, kg_column_type type)
{
    char copy[64] = "";
    double number;

    if (type == KG_COLUMN_REAL && value && length < sizeof copy) {
        memcpy(copy, value, length);
        number = strtod(copy, NULL);
        if (isfinite(number)) {
            text_real(text, number);
            return;
        }
    }
    if (!value)
        text_string(text, "null");
    else if (type == KG_COLUMN_INTEGER || type == KG_COLUMN_BOOLEAN)
        text_put(text, value, length);
    else
        put_quoted(text, value, length);
}

void json_kept(
    struct text *text, const char *key, const kg_graph *graph, kg_element element, uint64_t id)
{
    const uint64_t columns = kg_graph_columns(graph, element);

    if (!columns)
        return;
    json_open(text, key, '{');
    for (uint64_t c = 0; c < columns; c++) {
        size_t length;
        const char *name = kg_graph_column_name(graph, element, c, &length);

        begin_value(text, NULL);
        put_quoted(text, name, length);
        text_put(text, ":", 1);
        name = kg_graph_column_value(graph, element, c, id, &length);
        put_kept(text, name, length, kg_graph_column_type(graph, element, c));
    }
    json_close(text, '}');
}
