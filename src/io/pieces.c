/* Pieces of text: lines, fields, words. */
#include "pieces.h"
#include "text_block.h"
#include <string.h>

size_t kg__byte_order_mark(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

const char *kg__line_end(const char *p, const char *end)
{
    const char *newline = p < end ? memchr(p, '\n', (size_t)(end - p)) : NULL;

    return newline ? newline : end;
}

bool kg__next_line(const kg__beginning *file, const char **at, const char *comments, kg__line *line)
{
    while (*at < file->end) {
        line->begin = *at;
        line->end = kg__line_end(*at, file->end);
        *at = line->end + 1;
        while (line->begin < line->end && kg__is_blank(*line->begin))
            line->begin++;
        while (line->end > line->begin && kg__is_blank(line->end[-1]))
            line->end--;
        if (line->begin < line->end && (*line->begin == '\0' || !strchr(comments, *line->begin)))
            return true;
    }
    *line = (kg__line){file->end, file->end};
    return false;
}

kg__line kg__next_field(const char **at, const char *end)
{
    kg__line field;

    while (*at < end && (kg__is_blank(**at) || **at == ','))
        ++*at;
    field.begin = *at;
    while (*at < end && !kg__is_blank(**at) && **at != ',')
        ++*at;
    field.end = *at;
    return field;
}

bool kg__field_number(kg__line field, uint64_t *number)
{
    *number = 0;
    for (const char *p = field.begin; p < field.end; p++) {
        if (!kg__is_digit(*p))
            return false;
        if (__builtin_mul_overflow(*number, 10, number) ||
            __builtin_add_overflow(*number, (uint64_t)(*p - '0'), number))
            *number = UINT64_MAX / 16;
    }
    return field.begin < field.end;
}

bool kg__line_is_one_of(kg__line text, const char *words)
{
    for (const char *end; (end = strchr(words, ' ')); words = end + 1)
        if (kg__line_length(text) == (size_t)(end - words) &&
            kg__same_letters(text.begin, words, kg__line_length(text)))
            return true;
    return false;
}

bool kg__line_begins(kg__line text, const char *what)
{
    return kg__line_length(text) >= strlen(what) &&
           kg__same_letters(text.begin, what, strlen(what));
}

bool kg__line_has(kg__line text, const char *what)
{
    return text.begin < text.end &&
           memmem(text.begin, kg__line_length(text), what, strlen(what)) != NULL;
}

bool kg__line_is_letters(kg__line text, const char *others)
{
    for (const char *p = text.begin; p < text.end; p++)
        if (!kg__is_letter(*p) && (*p == '\0' || !strchr(others, *p)))
            return false;
    return text.begin < text.end;
}

bool kg__line_is_number(kg__line text)
{
    uint64_t number;

    if (text.begin < text.end && *text.begin == '-')
        text.begin++;
    for (const char *p = text.begin; p < text.end; p++)
        if (*p == '.' || *p == 'e' || *p == 'E')
            return p > text.begin && kg__is_digit(*text.begin);
    return kg__field_number(text, &number);
}
