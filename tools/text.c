/* Text for output: a buffer that grows, fast numbers, names in quotes where they need them. */
#include "text.h"
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_BYTES = 28 }; /* 20 digits, and 8 bytes are stored where the last ones begin */

bool text_grow(struct text *text, size_t more)
{
    size_t room = text->room ? text->room : 4096;
    char *bytes;

    while (room - text->used < more && room <= SIZE_MAX / 2)
        room *= 2;
    bytes = text->failed ? NULL : realloc(text->bytes, room);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->room = room;
    return true;
}

void text_string(struct text *text, const char *string)
{
    text_put(text, string, strlen(string));
}

void text_quoted(struct text *text, const char *bytes, size_t length)
{
    text_put(text, "\"", 1);
    for (size_t i = 0; i < length; i++)
        text_put(text, bytes[i] == '"' ? "\"\"" : bytes + i, bytes[i] == '"' ? 2 : 1);
    text_put(text, "\"", 1);
}

void text_format(struct text *text, const char *format, ...)
{
    char line[512];
    va_list list;
    int length;

    va_start(list, format);
    length = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    text_put(text, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

/* The eight decimal digits of a number below 10^8 as the bytes 0..9, the first one lowest: split by
 * 10^4, then all parts at once by 100 and by 10, dividing through a multiplication and a shift. */
static inline uint64_t eight_digits(uint32_t number)
{
    uint64_t x = number / 10000 | (uint64_t)(number % 10000) << 32;
    uint64_t q = x * 10486 >> 20 & 0x0000007f0000007f;

    x = q | (x - 100 * q) << 16;
    q = x * 103 >> 10 & 0x000f000f000f000f;
    return q | (x - 10 * q) << 8;
}

static inline char *store_digits(char *to, uint64_t digits, int skip)
{
    uint64_t ascii = (digits | 0x3030303030303030) >> 8 * skip;

    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        ascii = __builtin_bswap64(ascii);
    memcpy(to, &ascii, 8);
    return to + 8 - skip;
}

/* Needs NUMBER_BYTES of room; returns the end. */
static inline char *put_number(char *to, uint64_t number)
{
    uint64_t digits;

    if (number >= 100000000) {
        uint64_t head = number / 100000000;

        if (head >= 100000000) {
            to = put_number(to, head / 100000000);
            to = store_digits(to, eight_digits((uint32_t)(head % 100000000)), 0);
        } else {
            to = put_number(to, head);
        }
        return store_digits(to, eight_digits((uint32_t)(number % 100000000)), 0);
    }
    digits = eight_digits((uint32_t)number);
    return store_digits(to, digits, __builtin_ctzll(digits | 1ull << 56) / 8);
}

void text_number(struct text *text, uint64_t number)
{
    if (text_reserve(text, NUMBER_BYTES))
        text->used = (size_t)(put_number(text->bytes + text->used, number) - text->bytes);
}

void text_real(struct text *text, double number)
{
    int digits = fabs(number) < DBL_MIN ? 1 : DBL_DIG; /* that surely do not change it */
    char shown[48] = "nan";                            /* without a sign */

    while (!isnan(number)) {
        snprintf(shown, sizeof shown, "%.*g", digits, number);
        if (digits++ >= DBL_DECIMAL_DIG || strtod(shown, NULL) == number)
            break;
    }
    text_string(text, shown);
}

void text_name(struct text *text, const kg_graph *graph, kg_vertex vertex)
{
    char buffer[NAME_BYTES];
    size_t length;
    const char *name = kg_graph_name(graph, vertex, buffer, sizeof buffer, &length);

    text_put(text, name, length);
}

const char *name_show(char shown[64], const kg_graph *graph, kg_vertex vertex)
{
    char buffer[NAME_BYTES];
    size_t length;
    const char *name = kg_graph_name(graph, vertex, buffer, sizeof buffer, &length);

    return kg_text_show(shown, 64, name, length);
}

void text_name_shown(struct text *text, const kg_graph *graph, kg_vertex vertex)
{
    text_string(text, NAME_SHOWN(graph, vertex));
}

void names_look_up(
    struct names *names, const kg_graph *graph, const kg_vertex *vertex, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        names->name[i] =
            kg_graph_name(graph, vertex[i], names->number[i], NAME_BYTES, &names->length[i]);
        __builtin_prefetch(names->name[i]);
    }
}

static void put_names(struct text *text, const kg_graph *graph, const kg_vertex *vertex,
    size_t count, const char *after, size_t after_length)
{
    struct names names;
    size_t bytes = 0;
    char *to;

    names_look_up(&names, graph, vertex, count);
    for (size_t i = 0; i < count; i++)
        bytes += names.length[i] + 8;
    if (!text_reserve(text, bytes))
        return;
    to = text->bytes + text->used;
    for (size_t i = 0; i < count; i++) {
        memcpy(to, names.name[i], names.length[i]);
        to += names.length[i];
        memcpy(to, after, 8);
        to += after_length;
    }
    text->used = (size_t)(to - text->bytes);
}

static void put_numbers(
    struct text *text, const uint64_t *number, size_t count, const char *after, size_t after_length)
{
    char *to;

    if (!text_reserve(text, count * (NUMBER_BYTES + 8)))
        return;
    to = text->bytes + text->used;
    for (size_t i = 0; i < count; i++) {
        to = put_number(to, number[i]);
        memcpy(to, after, 8);
        to += after_length;
    }
    text->used = (size_t)(to - text->bytes);
}

void text_edges(struct text *text, const kg_edge *edge, size_t count, const char *after)
{
    size_t after_length = strlen(after);
    uint64_t number[NAMES];
    char padded[8] = {0};

    memcpy(padded, after, after_length);
    for (size_t i = 0, some; i < count; i += some) {
        some = count - i < NAMES ? count - i : NAMES;
        for (size_t k = 0; k < some; k++)
            number[k] = edge[i + k];
        put_numbers(text, number, some, padded, after_length);
    }
}

void text_names(struct text *text, const kg_graph *graph, const kg_vertex *vertex, size_t count,
    const char *after)
{
    size_t after_length = strlen(after);
    char padded[8] = {0}; /* always copied whole: cheaper than a copy of some length */
    bool names = kg_graph_has_names(graph);
    uint64_t number[NAMES];

    memcpy(padded, after, after_length);
    for (size_t i = 0, some; i < count; i += some) {
        some = count - i < NAMES ? count - i : NAMES;
        if (names) {
            put_names(text, graph, vertex + i, some, padded, after_length);
            continue;
        }
        for (size_t k = 0; k < some; k++)
            number[k] = vertex[i + k];
        put_numbers(text, number, some, padded, after_length);
    }
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 127;
}

static bool wants_quotes(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (is_control(name[i]))
            return true;
    return length && name[0] == '"';
}

bool text_has_quoted(const kg_graph *graph, int threads)
{
    kg_vertex n = kg_graph_has_names(graph) ? kg_graph_vertices(graph) : 0;
    bool quoted = false;

    (void)threads;
#pragma omp parallel for num_threads(threads) reduction(|| : quoted)
    for (kg_vertex v = 0; v < n; v++) {
        char buffer[NAME_BYTES];
        size_t length;
        const char *name = kg_graph_name(graph, v, buffer, sizeof buffer, &length);

        quoted = quoted || wants_quotes(name, length);
    }
    return quoted;
}

static void put_field(struct text *text, const char *name, size_t length)
{
    static const char plain[] = "\\\"\t\n\r", escaped[] = "\\\"tnr";

    if (!wants_quotes(name, length)) {
        text_put(text, name, length);
        return;
    }
    text_put(text, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        const char *special = name[i] ? strchr(plain, name[i]) : NULL;

        if (special)
            text_format(text, "\\%c", escaped[special - plain]);
        else if (is_control(name[i]))
            text_format(text, "\\x%02x", (unsigned char)name[i]);
        else
            text_put(text, &name[i], 1);
    }
    text_put(text, "\"", 1);
}

void text_field(struct text *text, const kg_graph *graph, kg_vertex vertex)
{
    char buffer[NAME_BYTES];
    size_t length;
    const char *name = kg_graph_name(graph, vertex, buffer, sizeof buffer, &length);

    put_field(text, name, length);
}

void text_kept(struct text *text, const kg_graph *graph, kg_edge edge)
{
    const uint64_t columns = kg_graph_columns(graph, KG_ELEMENT_EDGE);

    for (uint64_t c = 0; c < columns; c++) {
        size_t length;
        const char *value = kg_graph_column_value(graph, KG_ELEMENT_EDGE, c, edge, &length);

        text_put(text, "\t", 1);
        if (value)
            put_field(text, value, length);
    }
}

size_t utf8_length(const char *text, size_t length)
{
    const unsigned char *c = (const unsigned char *)text;
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000}; /* that needs so many bytes */
    uint32_t code;
    size_t bytes;

    if (!length)
        return 0;
    if (c[0] < 0x80)
        return 1;
    bytes = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
    if (c[0] < 0xc2 || c[0] > 0xf4 || bytes > length)
        return 0;
    code = c[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    if (code < smallest[bytes] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return 0;
    return bytes;
}

kg_status text_flush(struct text *text, kg_output *output)
{
    size_t used = text->used;

    text->used = 0;
    if (text->failed)
        return KG_MEMORY;
    return used ? kg_output_write(output, text->bytes, used) : KG_OK;
}

kg_vertex row_of_edge(const kg_edge *row, kg_vertex n, kg_edge edge)
{
    kg_vertex low = 0, high = n; /* row[low] <= edge < row[high] */

    while (high - low > 1) {
        kg_vertex middle = low + (high - low) / 2;

        if (row[middle] <= edge)
            low = middle;
        else
            high = middle;
    }
    return low;
}
