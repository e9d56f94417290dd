/*
 * Reading distances between cities from TSPLIB files.
 *
 * In: a file. Out: cities. The whole file is loaded, and its keywords are read in the order of the
 * file. The numbers of its sections are kept until the end, when all keywords are known. Work: O(n)
 * for coordinates, O(n^2) for weights.
 * Source: Reinelt, "TSPLIB 95".
 */
#include "../io/number.h"
#include "read_tour.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct tsplib {
    const kg__input *input;
    char *text;    /* [size], zeros after it */
    const char *p; /* the current position */
    uint64_t n;
    int weight;      /* index in weights[]; -1: none given */
    int format;      /* index in formats[]; -1: none given */
    double *coord;   /* [n][2] or NULL */
    int64_t *number; /* [numbers] of the weights, or NULL */
    uint64_t numbers;
} tsplib;

/* ---- kinds of files -------------------------------------------------------------------------- */

static const struct {
    const char *name;
    kg_cities_rule rule;
} weights[] = {{"EXPLICIT", KG_CITIES_MATRIX}, {"EUC_2D", KG_CITIES_EUC_2D}, {"GEO", KG_CITIES_GEO},
    {"CEIL_2D", KG_CITIES_CEIL_2D}, {"MAN_2D", KG_CITIES_MAN_2D}, {"MAX_2D", KG_CITIES_MAX_2D},
    {"ATT", KG_CITIES_ATT}};

enum { EXPLICIT = 0, WEIGHTS = sizeof weights / sizeof *weights };

/* The parts of the matrix in each layout, by rows. A triangle by columns is the other triangle by
 * rows. */
static const struct {
    const char *name;
    bool upper, lower, diagonal;
} formats[] = {{"FULL_MATRIX", true, true, true}, {"UPPER_ROW", true, false, false},
    {"LOWER_ROW", false, true, false}, {"UPPER_DIAG_ROW", true, false, true},
    {"LOWER_DIAG_ROW", false, true, true}, {"UPPER_COL", false, true, false},
    {"LOWER_COL", true, false, false}, {"UPPER_DIAG_COL", false, true, true},
    {"LOWER_DIAG_COL", true, false, true}};

enum { FORMATS = sizeof formats / sizeof *formats };

/* ---- TSPLIB ---------------------------------------------------------------------------------- */

static kg_status fail_at(const tsplib *t, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static kg_status fail_at(const tsplib *t, const char *place, const char *format, ...)
{
    char error[160];
    va_list list;

    va_start(list, format);
    vsnprintf(error, sizeof error, format, list);
    va_end(list);
    return kg__input_fail(t->input, 0, (uint64_t)(place - t->text), error);
}

static const char *skip_space(const char *p)
{
    while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
        p++;
    return p;
}

/* The length of the word at p. */
static int word_length(const char *p)
{
    int length = 0;

    while ((unsigned char)p[length] > ' ' && p[length] != ':' && length < 60)
        length++;
    return length;
}

static bool is_word(const char *p, const char *word)
{
    return (size_t)word_length(p) == strlen(word) && memcmp(p, word, strlen(word)) == 0;
}

/* Checks that a keyword comes before the section whose length depends on it. */
static kg_status check_order(const tsplib *t, bool section_read)
{
    return section_read ? fail_at(t, t->p, "expected this before the section that it is about")
                        : KG_OK;
}

static kg_status parse_dimension(tsplib *t)
{
    const char *end;
    kg_status status;

    KG_TRY(check_order(t, t->coord || t->number));
    end = kg__parse_label(t->p, &t->n);
    /* a city takes at least two bytes */
    if (!end || (unsigned char)*end > ' ' || t->n == 0 || t->n > t->input->size / 2)
        return fail_at(t, t->p, "expected the number of cities, no more than the file can hold");
out:
    return status;
}

static kg_status parse_type(tsplib *t)
{
    if (is_word(t->p, "TSP") || is_word(t->p, "ATSP"))
        return KG_OK;
    return kg__fail(t->input->ctx, KG_UNSUPPORTED, "%s: cannot read TYPE %s; TSP and ATSP can be",
        t->input->shown, KG__SHOW(t->p, (size_t)word_length(t->p)));
}

static kg_status parse_weight(tsplib *t)
{
    for (t->weight = 0; t->weight < WEIGHTS; t->weight++)
        if (is_word(t->p, weights[t->weight].name))
            return KG_OK;
    return kg__fail(t->input->ctx, KG_UNSUPPORTED, "%s: cannot read EDGE_WEIGHT_TYPE %s",
        t->input->shown, KG__SHOW(t->p, (size_t)word_length(t->p)));
}

/* FUNCTION means that coordinates follow, as does a missing format. */
static kg_status parse_format(tsplib *t)
{
    kg_status status;

    KG_TRY(check_order(t, t->number != NULL));
    if (is_word(t->p, "FUNCTION")) {
        t->format = -1;
        return KG_OK;
    }
    for (t->format = 0; t->format < FORMATS; t->format++)
        if (is_word(t->p, formats[t->format].name))
            return KG_OK;
    status = kg__fail(t->input->ctx, KG_UNSUPPORTED, "%s: cannot read EDGE_WEIGHT_FORMAT %s",
        t->input->shown, KG__SHOW(t->p, (size_t)word_length(t->p)));
out:
    return status;
}

/* Reads a number at t->p, which moves past it. */
static kg_status parse_number(tsplib *t, double *number)
{
    const char *end;

    t->p = skip_space(t->p);
    end = kg__parse_double(t->p, number);
    if (!end || (unsigned char)*end > ' ' || !isfinite(*number))
        return fail_at(t, t->p, "expected a number");
    t->p = end;
    return KG_OK;
}

/* Reads an integer at t->p, which moves past it. It may be written as a real number that is an
 * integer, such as 1e3. */
static kg_status parse_integer(tsplib *t, int64_t *integer)
{
    const char *begin = t->p = skip_space(t->p), *p = begin + (*begin == '-' || *begin == '+');
    const bool minus = *begin == '-';
    bool digits = false;
    double number;
    kg_status status;

    *integer = 0;
    for (; kg__is_digit(*p); p++, digits = true) {
        const int64_t digit = *p - '0';

        if (__builtin_mul_overflow(*integer, 10, integer) ||
            __builtin_add_overflow(*integer, minus ? -digit : digit, integer))
            return fail_at(t, begin, "expected an integer from -2^63 to 2^63 - 1");
    }
    if (digits && (unsigned char)*p <= ' ') {
        t->p = p;
        return KG_OK;
    }
    KG_TRY(parse_number(t, &number));
    if (number != floor(number) || fabs(number) > 0x1p53)
        return fail_at(t, begin, "expected an integer, or with a point or exponent one to 2^53");
    *integer = (int64_t)number;
out:
    return status;
}

static kg_status parse_coordinates(tsplib *t)
{
    kg_context *ctx = t->input->ctx;
    uint8_t *seen = NULL;
    kg_status status;

    if (!t->n || t->coord)
        return fail_at(t, t->p, "coordinates %s", t->n ? "again" : "before DIMENSION");
    KG_TRY(kg__host_allocate(ctx, &t->coord, 2 * t->n, sizeof *t->coord, "coordinates"));
    KG_TRY(kg__host_allocate(ctx, &seen, t->n, 1, "cities seen"));
    memset(seen, 0, t->n);
    for (uint64_t i = 0; i < t->n; i++) {
        double city;
        const char *begin = t->p = skip_space(t->p);

        KG_TRY(parse_number(t, &city));
        if (!(city >= 1 && city <= (double)t->n) || city != floor(city) ||
            seen[(uint64_t)city - 1]++)
            KG_TRY(fail_at(t, begin, "expected a city from 1 to %llu that was not there before",
                (unsigned long long)t->n));
        KG_TRY(parse_number(t, &t->coord[2 * ((uint64_t)city - 1)]));
        KG_TRY(parse_number(t, &t->coord[2 * ((uint64_t)city - 1) + 1]));
    }
out:
    kg__free(ctx, seen);
    return status;
}

static kg_status parse_weights(tsplib *t)
{
    kg_status status = KG_OK;

    if (!t->n || t->format < 0 || t->number)
        return fail_at(t, t->p, "weights before DIMENSION and EDGE_WEIGHT_FORMAT, or again");
    t->numbers = (formats[t->format].upper + formats[t->format].lower) * (t->n * (t->n - 1) / 2) +
                 (formats[t->format].diagonal ? t->n : 0);
    if (t->n > UINT32_MAX || t->numbers > t->input->size)
        return fail_at(t, t->p, "the file is too short for %llu cities", (unsigned long long)t->n);
    KG_TRY(kg__host_allocate(
        t->input->ctx, &t->number, t->numbers, sizeof *t->number, "distances read"));
    for (uint64_t i = 0; i < t->numbers; i++)
        KG_TRY(parse_integer(t, &t->number[i]));
out:
    return status;
}

/* Skips numbers that are only for drawing, up to the next word. */
static kg_status skip_numbers(tsplib *t)
{
    double number;
    kg_status status = KG_OK;

    for (t->p = skip_space(t->p); *t->p && ((*t->p | 32) < 'a' || (*t->p | 32) > 'z');
         t->p = skip_space(t->p))
        KG_TRY(parse_number(t, &number));
out:
    return status;
}

static kg_status skip_value(tsplib *t)
{
    t->p += strcspn(t->p, "\n");
    return KG_OK;
}

static const struct {
    const char *name;
    kg_status (*parse)(tsplib *t);
    bool section; /* the parser itself moves to the next keyword */
} keywords[] = {{"NAME", skip_value, false}, {"COMMENT", skip_value, false},
    {"TYPE", parse_type, false}, {"DIMENSION", parse_dimension, false},
    {"EDGE_WEIGHT_TYPE", parse_weight, false}, {"EDGE_WEIGHT_FORMAT", parse_format, false},
    {"NODE_COORD_TYPE", skip_value, false}, {"DISPLAY_DATA_TYPE", skip_value, false},
    {"EDGE_DATA_FORMAT", skip_value, false}, {"NODE_COORD_SECTION", parse_coordinates, true},
    {"EDGE_WEIGHT_SECTION", parse_weights, true}, {"DISPLAY_DATA_SECTION", skip_numbers, true}};

static kg_status parse_keywords(tsplib *t)
{
    kg_status status = KG_OK;

    for (t->p = skip_space(t->p); *t->p && !is_word(t->p, "EOF"); t->p = skip_space(t->p)) {
        size_t k = 0;

        while (k < sizeof keywords / sizeof *keywords && !is_word(t->p, keywords[k].name))
            k++;
        if (k == sizeof keywords / sizeof *keywords)
            return fail_at(t, t->p, "'%s' is no keyword of TSPLIB that konig knows",
                KG__SHOW(t->p, (size_t)word_length(t->p)));
        t->p += strlen(keywords[k].name);
        while (*t->p == ' ' || *t->p == '\t' || *t->p == ':')
            t->p++;
        KG_TRY(keywords[k].parse(t));
        if (!keywords[k].section)
            KG_TRY(skip_value(t));
    }
out:
    return status;
}

static void spread_weights(const tsplib *t, int64_t *distance)
{
    const uint64_t n = t->n;
    const bool both = formats[t->format].upper && formats[t->format].lower;
    uint64_t next = 0;

    for (uint64_t i = 0; i < n; i++) {
        uint64_t first = formats[t->format].lower ? 0 : i,
                 last = formats[t->format].upper ? n - 1 : i;

        for (uint64_t j = first; j <= last; j++) {
            int64_t one = 0;

            if (i != j || formats[t->format].diagonal)
                one = t->number[next++];
            distance[i * n + j] = one;
            if (!both)
                distance[j * n + i] = one;
        }
    }
}

static kg_status make_cities(tsplib *t, kg_cities **cities)
{
    const bool given = t->weight == EXPLICIT;
    kg_matrix *matrix = NULL;
    double *point = t->coord;
    char shown[512];
    kg_status status;

    if (!t->n || t->weight < 0 || (given ? !t->number : !t->coord))
        return kg__fail(t->input->ctx, KG_FORMAT, "%s: no %s", t->input->shown,
            !t->n           ? "DIMENSION"
            : t->weight < 0 ? "EDGE_WEIGHT_TYPE"
            : given         ? "EDGE_WEIGHT_SECTION"
                            : "NODE_COORD_SECTION");
    if (given) {
        KG_TRY(kg__matrix_create(&matrix, t->input->ctx, KG_I64, t->n, t->n));
        spread_weights(t, matrix->data);
        return kg__cities_make_from_matrix(cities, matrix, true);
    }
    snprintf(shown, sizeof shown, "%s: ", t->input->shown);
    KG_TRY(kg__cities_check_coordinates(
        t->input->ctx, shown, KG_FORMAT, weights[t->weight].rule, point, t->n));
    t->coord = NULL;
    KG_TRY(kg__cities_make(cities, t->input->ctx, weights[t->weight].rule, point, t->n));
    KG_TRY(kg__cities_check_reach(*cities, shown));
out:
    if (status != KG_OK) {
        kg_cities_destroy(*cities);
        *cities = NULL;
    }
    return status;
}

/* Reads the file from its byte `start` on. */
kg_status kg__cities_read_tsplib(kg_cities **cities, const kg__input *input, uint64_t start)
{
    kg_context *ctx = input->ctx;
    tsplib t = {.input = input, .weight = -1, .format = -1};
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &t.text, input->size + KG__TEXT_PAD, 1, "a TSPLIB file"));
    KG_TRY(kg__input_read(input, t.text, start, input->size - start));
    memset(t.text + input->size - start, 0, KG__TEXT_PAD);
    t.p = t.text;
    KG_TRY(parse_keywords(&t));
    KG_TRY(make_cities(&t, cities));
out:
    kg__free_all(ctx, t.number, t.coord, t.text);
    return status;
}
