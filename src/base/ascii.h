/* Compares ASCII letters in either case, in the same way in every locale. For names of formats and
 * endings of file names. */
#ifndef KG_ASCII_H
#define KG_ASCII_H

#include <stdbool.h>
#include <stddef.h>

static inline char kg__lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static inline bool kg__is_letter(char c)
{
    return kg__lower(c) >= 'a' && kg__lower(c) <= 'z';
}

/* Whether the first `count` characters are the same, apart from the case of letters. */
static inline bool kg__same_letters(const char *a, const char *b, size_t count)
{
    while (count && kg__lower(a[count - 1]) == kg__lower(b[count - 1]))
        count--;
    return !count;
}

/* Whether text begins with a word, in either case. Reads no further than the first difference. */
static inline bool kg__begins_with(const char *text, const char *word)
{
    while (*word && kg__lower(*text) == kg__lower(*word)) {
        text++;
        word++;
    }
    return !*word;
}

#endif
