/*
 * Patterns of text, which the records at the beginning of a file fit or not.
 *
 * A record is a line that is not blank. Blanks or commas separate its fields. In a pattern, '\n'
 * goes to the next record, ' ' to the next field, and '_' to the next field of this record or of
 * the next one. A record may have more fields than its pattern, unless the pattern ends with '$'.
 * After '^' the file may end, if only its beginning is known. '&' before a record stands for any
 * number of such records, including 0; ',' stands between words for one field, KG__OR between whole
 * patterns.
 *
 * Small letters stand for themselves in either case, as do digits and other characters. Capitals:
 *
 *     A  any characters, or none        D  a digit            S  letters of a sequence, and . * - =
 *     Z  one character or more          I  digits             N  a number, to the field's end
 *     K  the same without ')'           L  a letter           X  no number, to the field's end
 *     C  a colon, or nothing            W  letters
 *
 * Work: a pass over the records for each '&', and over a field for each A, Z or K inside a word.
 */
#include "../base/ascii.h"
#include "foreign.h"
#include <string.h>

enum { SOME_RECORDS = 64 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_of_sequence(char c)
{
    return kg__is_letter(c) || c == '.' || c == '*' || c == '-' || c == '=';
}

/* Skips the characters of a kind, at least one. Returns their end, or NULL if there is none. */
static const char *skip(const char *p, const char *end, bool (*is)(char c))
{
    const char *first = p;

    while (p < end && is(*p))
        p++;
    return p > first ? p : NULL;
}

/* Whether a field fits a word of a pattern. */
static bool fits_field(const char *word, const char *word_end, kg__line field)
{
    const char *p = field.begin;

    for (; p && word < word_end; word++) {
        const kg__line rest = {p, field.end};

        switch (*word) {
        case 'A':
        case 'Z':
        case 'K':
            if (word + 1 == word_end && *word != 'K')
                return *word == 'A' || p < field.end;
            p += *word != 'A';
            for (; p <= field.end && (*word != 'K' || p[-1] != ')'); p++)
                if (fits_field(word + 1, word_end, (kg__line){p, field.end}))
                    return true;
            return false;
        case 'C':
            p += p < field.end && *p == ':';
            break;
        case 'D':
            p = p < field.end && is_digit(*p) ? p + 1 : NULL;
            break;
        case 'I':
            p = skip(p, field.end, is_digit);
            break;
        case 'L':
            p = p < field.end && kg__is_letter(*p) ? p + 1 : NULL;
            break;
        case 'N':
            p = kg__line_is_number(rest) ? field.end : NULL;
            break;
        case 'S':
            p = skip(p, field.end, is_of_sequence);
            break;
        case 'W':
            p = skip(p, field.end, kg__is_letter);
            break;
        case 'X':
            p = p < field.end && !kg__line_is_number(rest) ? field.end : NULL;
            break;
        default:
            p = p < field.end && kg__lower(*p) == *word ? p + 1 : NULL;
        }
    }
    return p == field.end;
}

/* Whether a record fits a record's pattern, [p, end). at: the place in the file after the record;
 * moves on if the pattern continues in later records. */
static bool fits_record(
    const kg__beginning *file, const char **at, kg__line record, const char *p, const char *end)
{
    const char *in = record.begin;
    kg__line field = {in, in};

    for (bool first = true; p < end && *p != '$' && *p != '^'; first = false) {
        const bool across = *p == '_';
        bool fits = false;

        p += !first; /* the character between two fields */
        field = kg__next_field(&in, record.end);
        if (across && !kg__line_length(field)) {
            if (!kg__next_line(file, at, "", &record))
                return false;
            in = record.begin;
            field = kg__next_field(&in, record.end);
        }
        if (!kg__line_length(field))
            return false;
        do {
            const size_t length = strcspn(p, ", _$^\n" KG__OR);

            fits = fits || fits_field(p, p + length, field);
            p += length;
        } while (*p == ',' && p++);
        if (!fits)
            return false;
    }
    return p == end || *p != '$' || !kg__line_length(kg__next_field(&in, record.end));
}

/* Whether the records from `at` on fit a pattern. */
static bool fits(const kg__beginning *file, const char *at, const char *p, const char *end)
{
    for (kg__line record; p < end;) {
        const char *newline = memchr(p, '\n', (size_t)(end - p)), *stop = newline ? newline : end;
        const bool any = *p == '&';

        if (any && fits(file, at, stop + 1, end))
            return true;
        if (!kg__next_line(file, &at, "", &record) ||
            !fits_record(file, &at, record, p + any, stop))
            return false;
        if (any)
            continue;
        if (stop[-1] == '^' && at >= file->end && !file->whole)
            return true;
        p = stop + 1;
    }
    return true;
}

bool kg__pattern_begins(const kg__beginning *file, const char *pattern)
{
    for (const char *end;; pattern = end + 1) {
        end = pattern + strcspn(pattern, KG__OR);
        if (fits(file, file->begin, pattern, end))
            return true;
        if (!*end)
            return false;
    }
}

bool kg__is_each(const kg__beginning *file, bool (*is)(kg__line record, const char *pattern),
    const char *pattern)
{
    const char *at = file->begin;
    int records = 0;

    for (kg__line record; records < SOME_RECORDS && kg__next_line(file, &at, "#%", &record);
         records++) {
        if (at > file->end && !file->whole && records)
            break;
        if (!is(record, pattern))
            return false;
    }
    return records > 0;
}

static bool fits_line(kg__line record, const char *pattern)
{
    return kg__pattern_begins(&(kg__beginning){record.begin, record.end, true}, pattern);
}

bool kg__pattern_is_each(const kg__beginning *file, const char *pattern)
{
    return kg__is_each(file, fits_line, pattern);
}
