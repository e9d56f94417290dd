/*
 * The format of a map's file.
 *
 * In: the beginning of the file. A PNG picture, a PBM or PGM picture and a .npy begin with their
 *     magic. In a text, the first line that is not blank decides. "type ..." begins a MovingAI map,
 *     and so do "height", "width" and "map" if that line is missing. Two numbers with a comma
 *     between them begin a map of the course format. Lines of numbers alone are numbers if one of
 *     them has a comma, a tab, a 0, a sign or an exponent, which a drawing has not, or is several
 *     numbers with a point. Everything else is a drawing.
 * Out: the format, unless the options say it. A text in a foreign format is refused.
 * Work: one line, or more as long as they could be of numbers or of a drawing.
 */
#include "../../../foreign/foreign.h"
#include "../../../io/text_block.h"
#include "../../../matrix/matrix.h"
#include "read_map.h"
#include <string.h>

static bool is_word(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

static bool is_movingai(const kg__lines *l)
{
    const char *p = kg__skip_blank(l->line);

    return is_word(p, "type") || is_word(p, "height") || is_word(p, "width") || is_word(p, "map");
}

/* Returns the end of a number and the blanks around it, or NULL. */
static const char *skip_number(const char *p)
{
    const char *digits = p + strspn(p, " \t"), *end = digits + strspn(digits, "0123456789");

    return end == digits ? NULL : end + strspn(end, " \t");
}

/* Returns whether a line is several numbers with a point, such as 1.5 2.5. */
static bool is_decimals(const kg__lines *l)
{
    unsigned count = 0;

    for (const char *p = kg__skip_blank(l->line); *p; count++) {
        const size_t whole = strspn(p, "0123456789");

        if (!whole || p[whole] != '.' || !kg__is_digit(p[whole + 1]))
            return false;
        p += whole + 1;
        p = kg__skip_blank(p + strspn(p, "0123456789"));
    }
    return count > 1;
}

/* KG_GRID_NUMBERS, KG_GRID_DRAWING or, if a line can be of both, KG_GRID_AUTO. */
static kg_grid_format guess(const kg__lines *l)
{
    kg_grid_format format = is_decimals(l) ? KG_GRID_NUMBERS : KG_GRID_AUTO;

    for (const char *p = l->line; p < l->line + l->length; p++) {
        if (*p == '.' && !kg__is_digit(p[1]) && (p == l->line || !kg__is_digit(p[-1])))
            return KG_GRID_DRAWING;
        if (*p && strchr("0,\t+-eEinfaN", *p))
            format = KG_GRID_NUMBERS;
        else if (!kg__is_digit(*p) && *p != '.' && *p != ' ')
            return KG_GRID_DRAWING;
    }
    return format;
}

static kg_status recognise_text(kg_grid_format *format, kg__lines *l, bool has_characters)
{
    const char *comma = skip_number(l->line), *end;
    kg_status status = KG_OK;

    if (is_movingai(l) || has_characters) {
        *format = is_movingai(l) ? KG_GRID_MOVINGAI : KG_GRID_DRAWING;
        return KG_OK;
    }
    if (comma && *comma == ',') {
        end = skip_number(comma + 1);
        *format = (!end || *end) && guess(l) == KG_GRID_NUMBERS ? KG_GRID_NUMBERS : KG_GRID_COURSE;
        return KG_OK;
    }
    while (l->line && *format == KG_GRID_AUTO) {
        *format = guess(l);
        KG_TRY(kg__lines_next_full(l));
    }
    if (*format == KG_GRID_AUTO)
        *format = KG_GRID_DRAWING;
out:
    return status;
}

/* The binary formats, and those of text that begin with a magic. */
static kg_status recognise_magic(kg_grid_format *format, const kg__input *input)
{
    static const char png[] = "\x89PNG\r\n\x1a\n";
    char begin[sizeof png] = "";
    bool npy;
    kg_status status;

    KG_TRY(kg__matrix_is_npy(&npy, input));
    KG_TRY(kg__input_read(
        input, begin, 0, input->size < sizeof begin - 1 ? (size_t)input->size : sizeof begin - 1));
    if (npy)
        *format = KG_GRID_NPY;
    else if (memcmp(begin, png, sizeof png - 1) == 0)
        *format = KG_GRID_PNG;
    else if (begin[0] == 'P' && begin[1] && strchr("1245", begin[1]) &&
             (begin[2] == '#' || (begin[2] && strchr(" \t\r\n", begin[2]))))
        *format = KG_GRID_PNM;
out:
    return status;
}

kg_status kg__map_recognise(
    kg_grid_format *format, const kg__input *input, const kg_grid_read_options *options)
{
    static const kg__expected expected = {
        "a map: a drawing, a MovingAI map, one of the course format, numbers or a picture",
        {{"a map of `astar pathfinding'", NULL}}};
    const bool has_characters = options->wall_chars || options->free_chars;
    kg__lines l;
    kg_status status = KG_OK;

    *format = options->format;
    kg__lines_open(&l, input);
    if (*format == KG_GRID_AUTO && !has_characters)
        KG_TRY(recognise_magic(format, input));
    if (*format > KG_GRID_NUMBERS)
        goto out;
    KG_TRY(kg__foreign_refuse(input, &expected));
    if (*format != KG_GRID_AUTO)
        goto out;
    KG_TRY(kg__lines_next_full(&l));
    if (l.line)
        KG_TRY(recognise_text(format, &l, has_characters));
out:
    kg__lines_close(&l);
    return status;
}
