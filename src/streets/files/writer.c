/* Text of files of walks: escapes of each format, and numbers. */
#include "writer.h"
#include "../../base/utf8.h"
#include "../../io/number.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_bytes(kg__writer *w, const char *text, size_t length)
{
    if (w->status == KG_OK)
        w->status = kg__output_write(w->output, text, length);
}

void kg__put(kg__writer *w, const char *text)
{
    put_bytes(w, text, strlen(text));
}

/* Puts a text with replacements for some characters; other: the character's, or NULL. */
static void put_text(kg__writer *w, const char *text, const char *(*other)(uint32_t code))
{
    const size_t size = strlen(text);

    for (size_t at = 0; at < size;) {
        uint32_t code;
        const size_t length = kg__utf8(text + at, size - at, &code);
        const bool legal = length &&
                           (code >= ' ' || code == '\t' || code == '\n' || code == '\r') &&
                           code != 0x7f && code != 0xfffe && code != 0xffff;
        const char *instead = legal ? other(code) : "\xef\xbf\xbd";

        if (instead)
            kg__put(w, instead);
        else
            put_bytes(w, text + at, length);
        at += length ? length : 1;
    }
}

static const char *in_xml(uint32_t code)
{
    switch (code) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&apos;";
    case '\t':
    case '\n':
    case '\r':
        return " ";
    default:
        return NULL;
    }
}

static const char *in_json(uint32_t code)
{
    switch (code) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\t':
        return "\\t";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    default:
        return NULL;
    }
}

static const char *in_quotes(uint32_t code)
{
    return code == '"' ? "\"\"" : NULL;
}

void kg__put_xml(kg__writer *w, const char *text)
{
    put_text(w, text, in_xml);
}

void kg__put_json(kg__writer *w, const char *text)
{
    put_text(w, text, in_json);
}

void kg__put_field(kg__writer *w, const char *text)
{
    const bool quoted = text[strcspn(text, ",;\"\t\r\n#")] || *text == ' ';

    kg__put(w, quoted ? "\"" : "");
    put_text(w, text, in_quotes);
    kg__put(w, quoted ? "\"" : "");
}

void kg__put_integer(kg__writer *w, int64_t number)
{
    char text[32];

    snprintf(text, sizeof text, "%lld", (long long)number);
    kg__put(w, text);
}

void kg__put_double(kg__writer *w, double number)
{
    char text[KG__NUMBER_BYTES];

    put_bytes(w, text, (size_t)(kg__print_double(text, number) - text));
}

void kg__put_sum(kg__writer *w, double number)
{
    kg__put_double(w, number < 1e9 ? round(number * 1e6) / 1e6 : number);
}

void kg__put_degrees(kg__writer *w, int64_t number)
{
    const int64_t size = number < 0 ? -number : number;
    char text[32];
    int length = snprintf(text, sizeof text, "%s%lld.%07lld", number < 0 ? "-" : "",
        (long long)(size / 10000000), (long long)(size % 10000000));

    while (text[length - 1] == '0')
        length--;
    length -= text[length - 1] == '.';
    put_bytes(w, text, (size_t)length);
}

void kg__put_column(kg__writer *w, const kg_streets *s, uint64_t column,
    void (*put)(kg__writer *writer, const char *text))
{
    static const char *const own[] = {
        "step", "street", "from", "to", "length", "total", "repeat", "ways", "vehicle"};
    const char *name = s->text + s->column[column];

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(name, own[i]) == 0)
            kg__put(w, "map_");
    put(w, name);
}

void kg__put_vehicle(kg__writer *w, const kg_streets_walk *walk, const char *words, uint64_t round)
{
    if (walk->rounds < 2)
        return;
    kg__put(w, words);
    kg__put_integer(w, (int64_t)round + 1);
}

/* ---- points ---------------------------------------------------------------------------------- */

uint64_t kg__step_points(const kg_streets_walk *walk, uint64_t step)
{
    const uint64_t *line = walk->streets->line + walk->step[step].street;

    return line[1] - line[0];
}

const int32_t *kg__step_point(const kg_streets_walk *walk, uint64_t step, uint64_t i)
{
    const kg_streets *s = walk->streets;
    const uint64_t *line = s->line + walk->step[step].street;

    return s->point + 2 * (walk->step[step].backwards ? line[1] - 1 - i : line[0] + i);
}
