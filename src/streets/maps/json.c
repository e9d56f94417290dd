/*
 * JSON, read value by value.
 *
 * In:  a text followed by zeros.
 * Out: strings in UTF-8, numbers, the structure. A lone surrogate becomes U+FFFD, and so does
 *     U+0000, because strings are terminated.
 * Work: O(text). Memory: the longest string.
 */
#include "json.h"
#include "../../base/utf8.h"
#include "../../io/json_escape.h"
#include "../../io/number.h"
#include <string.h>

kg_status kg__json_fail(const kg__json *j, const char *place, const char *what)
{
    unsigned long long line = 1;
    const char *begin = j->begin;

    for (const char *p = j->begin; p < place; p++)
        if (*p == '\n') {
            line++;
            begin = p + 1;
        }
    return kg__fail(j->ctx, KG_FORMAT, "%s:%llu:%llu: %s", j->shown, line,
        (unsigned long long)(place - begin) + 1, what);
}

char kg__json_peek(kg__json *j)
{
    while (j->at < j->end && (*j->at == ' ' || *j->at == '\n' || *j->at == '\t' || *j->at == '\r'))
        j->at++;
    return j->at < j->end ? *j->at : '\0';
}

kg_status kg__json_open(kg__json *j, char bracket)
{
    if (kg__json_peek(j) != bracket)
        return kg__json_fail(
            j, j->at, bracket == '{' ? "expected an object, {" : "expected an array, [");
    j->at++;
    return KG_OK;
}

kg_status kg__json_next(kg__json *j, char bracket, bool *first, bool *more)
{
    const char close = bracket == '{' ? '}' : ']', c = kg__json_peek(j);

    *more = c != close;
    if (*more && *first) {
        *first = false;
        return KG_OK;
    }
    if (*more && c != ',')
        return kg__json_fail(
            j, j->at, close == '}' ? "expected a comma or }" : "expected a comma or ]");
    j->at++;
    if (*more && kg__json_peek(j) == close)
        return kg__json_fail(j, j->at, "expected a value behind a comma");
    return KG_OK;
}

/* ---- strings --------------------------------------------------------------------------------- */

/* Reads an escape, which a backslash begins. */
static kg_status read_escape(kg__json *j)
{
    uint32_t code;
    const char *end = kg__json_escape(j->at + 1, &code);

    if (!end)
        return kg__json_fail(j, j->at, "expected an escape of JSON behind a backslash");
    if (code == 0 || (code >= 0xd800 && code < 0xe000))
        code = 0xfffd;
    j->length = (size_t)(kg__print_utf8(j->text + j->length, code) - j->text);
    j->at = end;
    return KG_OK;
}

kg_status kg__json_string(kg__json *j)
{
    const char *begin = j->at, *close;
    kg_status status;

    if (kg__json_peek(j) != '"')
        return kg__json_fail(j, j->at, "expected a string");
    begin = j->at++;
    for (close = j->at; close < j->end && *close != '"'; close++)
        close += *close == '\\' && close + 1 < j->end;
    if (close >= j->end)
        return kg__json_fail(j, begin, "a string that does not end");
    KG_TRY(kg__host_grow(
        j->ctx, &j->text, &j->room, (uint64_t)(close - begin) + 4, 1, "a string of JSON"));
    j->length = 0;
    while (*j->at != '"') {
        if (*j->at == '\\')
            KG_TRY(read_escape(j));
        else if ((unsigned char)*j->at < ' ')
            KG_TRY(kg__json_fail(j, j->at, "a control character in a string"));
        else
            j->text[j->length++] = *j->at++;
    }
    j->text[j->length] = '\0';
    j->at++;
out:
    return status;
}

/* ---- the rest -------------------------------------------------------------------------------- */

kg_status kg__json_name(kg__json *j)
{
    kg_status status;

    KG_TRY(kg__json_string(j));
    if (kg__json_peek(j) != ':')
        KG_TRY(kg__json_fail(j, j->at, "expected a colon behind a name"));
    j->at++;
out:
    return status;
}

kg_status kg__json_number(kg__json *j, double *number)
{
    const char first = kg__json_peek(j);
    const char *end =
        first == '-' || (first >= '0' && first <= '9') ? kg__parse_double(j->at, number) : NULL;

    if (!end)
        return kg__json_fail(j, j->at, "expected a number of the range of a double");
    j->at = end;
    return KG_OK;
}

static kg_status skip_word(kg__json *j)
{
    static const char *const words[] = {"true", "false", "null"};

    for (int i = 0; i < 3; i++) {
        const size_t length = strlen(words[i]);

        if (strncmp(j->at, words[i], length) == 0) {
            j->at += length;
            return KG_OK;
        }
    }
    return kg__json_fail(j, j->at, "expected a value of JSON");
}

kg_status kg__json_skip(kg__json *j)
{
    char open[KG__JSON_DEPTH];
    bool first = true, more;
    unsigned depth = 0;
    double number;
    kg_status status = KG_OK;

    do {
        const char c = kg__json_peek(j);

        if (c == '{' || c == '[') {
            if (depth == KG__JSON_DEPTH)
                KG_TRY(kg__json_fail(j, j->at, "values that are nested too deep"));
            open[depth++] = c;
            j->at++;
            first = true;
        } else {
            KG_TRY(c == '"'                             ? kg__json_string(j)
                   : c == '-' || (c >= '0' && c <= '9') ? kg__json_number(j, &number)
                                                        : skip_word(j));
        }
        for (more = false; depth && !more; depth -= !more) {
            KG_TRY(kg__json_next(j, open[depth - 1], &first, &more));
            first = false;
        }
        if (more && open[depth - 1] == '{')
            KG_TRY(kg__json_name(j));
    } while (more);
out:
    return status;
}
