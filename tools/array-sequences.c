/* array permutations, array look-and-say, array cyclospectrum: what is made by counting. */
#include "array.h"
#include "document.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- permutations ---------------------------------------------------------------------------- */

struct permutations {
    struct array array;
    const char *of; /* what they are of */
    uint64_t from, count, index;
    bool count_given, index_given;
};

#define ONE_PERMUTATION(option) option " has no place beside --index, which is one permutation"

static const struct option permutations_options[] = {
    OPTION("of", "WORDS", TEXT_IN(struct permutations, of), "what to permute, up to 20 words"),
    OPTION("from", "K", NUMBER_IN(struct permutations, from, 0, UINT64_MAX),
        "begin with number K, counted from 0", .without = "index",
        .says = ONE_PERMUTATION("--from")),
    OPTION("count", "C", NUMBER_IN(struct permutations, count, 0, UINT64_MAX), "so many",
        .without = "index", .says = ONE_PERMUTATION("--count")),
    OPTION("index", "K", NUMBER_IN(struct permutations, index, 0, UINT64_MAX), "only number K"),
    {0}};

static void check_permutations(struct command_line *line)
{
    struct permutations *permutations = line->input;

    if (!permutations->of)
        usage_error(line, "--of is missing");
    permutations->count_given = option_given(line, "count");
    permutations->index_given = option_given(line, "index");
}

enum { ROUND = 1 << 18 }; /* permutations made and written at once */

struct words {
    const char *word[KG_PERMUTATION_MOST + 1];
    unsigned count;
    const uint32_t *permutation; /* [rows][count] of this round */
    uint64_t before;             /* permutations of the rounds before */
};

/* Cuts text, which is changed, at white space. */
static kg_status split_words(struct array *array, struct words *words, char *text)
{
    char *state = NULL;

    for (char *word = strtok_r(text, " \t\n", &state); word;
         word = strtok_r(NULL, " \t\n", &state)) {
        if (words->count == KG_PERMUTATION_MOST)
            return tool_fail(&array->tool, KG_ARGUMENT,
                "more than %d things: their permutations have no 64-bit numbers",
                KG_PERMUTATION_MOST);
        words->word[words->count++] = word;
    }
    return KG_OK;
}

static void format_permutations(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct words *words = user;

    for (uint64_t row = first; row < last; row++)
        for (unsigned i = 0; i < words->count; i++) {
            text_string(text, words->word[words->permutation[row * words->count + i]]);
            text_put(text, i + 1 < words->count ? " " : "\n", 1);
        }
}

static void put_permutations(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct words *words = user;

    for (uint64_t row = first; row < last; row++) {
        if (row || words->before)
            text_put(text, ",", 1);
        json_open(text, NULL, '[');
        for (unsigned i = 0; i < words->count; i++)
            json_string(text, NULL, words->word[words->permutation[row * words->count + i]]);
        json_close(text, ']');
    }
}

/* Makes `count` permutations from number `from` on, and brings them to the matrix. */
static kg_status make_permutations(
    struct array *array, kg_matrix *room, unsigned n, uint64_t from, uint64_t count)
{
    void *permutation = NULL;
    kg_status status;

    TRY(kg_matrix_map(&permutation, room, KG_MAP_OVERWRITE));
    status = kg_array_permutations(permutation, array->tool.ctx, n, from, count);
    if (status != KG_OK)
        kg_matrix_unmap(room, permutation, 0);
    else
        status = kg_matrix_unmap(room, permutation, (count * n + 1) / 2);
out:
    return status;
}

struct permuted {
    struct words words;
    kg_matrix *room; /* two places of a permutation in a number */
    uint64_t from, count;
};

static kg_status write_permutations(
    struct array *array, kg_output *output, struct permuted *p, tool_rows_fn *format)
{
    uint64_t from = p->from, count = p->count;
    kg_status status = KG_OK;

    for (uint64_t some; p->words.count && count; from += some, count -= some) {
        some = count < ROUND ? count : ROUND;
        p->words.before = from - p->from;
        TRY(make_permutations(array, p->room, p->words.count, from, some));
        TRY(tool_rows(&array->tool, output, some, format, &p->words));
    }
out:
    return status;
}

static void put_numbers(struct text *json, const struct permuted *p)
{
    json_number(json, "things", p->words.count);
    json_number(json, "from", p->from);
    json_number(json, "count", p->words.count ? p->count : 0);
}

static kg_status print_permutations_json(struct array *array, struct permuted *p)
{
    struct document document = {.tool = &array->tool};
    kg_status status;

    TRY(document_open(&document));
    put_numbers(&document.text, p);
    json_open(&document.text, "permutations", '[');
    TRY(text_flush(&document.text, document.output));
    TRY(write_permutations(array, document.output, p, put_permutations));
    json_close(&document.text, ']');
    TRY(document_close(&document));
out:
    document_drop(&document);
    return status;
}

static kg_status print_permutations(struct array *array, struct permuted *p)
{
    struct text json = {0};
    kg_output *output = NULL;
    kg_status status;

    if (document_wanted(&array->tool))
        return print_permutations_json(array, p);
    TRY(tool_open(&array->tool, &output, array->tool.output));
    TRY(write_permutations(array, output, p, format_permutations));
    TRY(tool_close(&array->tool, output));
    if (array->tool.json) {
        json_open(&json, NULL, '{');
        put_numbers(&json, p);
        TRY(tool_print_json(&array->tool, &json));
    }
out:
    kg_output_destroy(output);
    free(json.bytes);
    return status;
}

static kg_status run_permutations(struct array *array)
{
    const struct permutations *permutations = (const struct permutations *)array;
    const bool counted = permutations->count_given || permutations->index_given;
    struct permuted p = {0};
    char *text = strdup(permutations->of);
    uint64_t all;
    kg_status status = text ? KG_OK : KG_MEMORY;

    TRY(status);
    TRY(tool_begin(&array->tool));
    tool_work(&array->tool);
    TRY(split_words(array, &p.words, text));
    TRY(kg_matrix_create(&p.room, array->tool.ctx, KG_U64, KG_PERMUTATION_MOST * ROUND / 2, 1));
    p.words.permutation = kg_matrix_data(p.room);
    all = kg_factorial(p.words.count);
    p.from = permutations->index_given ? permutations->index : permutations->from;
    p.count = permutations->index_given ? 1 : permutations->count;
    if (p.from >= all || (counted && p.count > all - p.from)) {
        status = tool_fail(&array->tool, KG_ARGUMENT,
            "--from, --index, --count: %u things have %" PRIu64 " permutations, numbered from 0",
            p.words.count, all);
        goto out;
    }
    p.count = counted ? p.count : all - p.from;
    TRY(print_permutations(array, &p));
out:
    kg_matrix_destroy(p.room);
    free(text);
    return status;
}

const struct array_command array_permutations_command = {
    .shown = {"permutations", "permutations in order, all or by number", "",
        TABLES_OF({permutations_options}),
        "Examples:\n"
        "  array permutations --of 'a b c'\n"
        "  array permutations --of 'a b c d e f g h i j' --index 999999"},
    .most_paths = 0,
    .size = sizeof(struct permutations),
    .check = check_permutations,
    .run = run_permutations};

/* ---- look-and-say ---------------------------------------------------------------------------- */

struct look_and_say {
    struct array array;
    const char *seed;
    uint64_t terms;
    bool length_only;
};

static const struct option look_and_say_options[] = {
    OPTION("seed-digits", "DIGITS", TEXT_IN(struct look_and_say, seed),
        "what to begin with (default: 1)"),
    OPTION("terms", "N", NUMBER_IN(struct look_and_say, terms, 0, UINT64_MAX),
        "how often to look and say (default: 1)"),
    OPTION("length-only", NULL, SETS(struct look_and_say, length_only, true),
        "print how many digits there are"),
    {0}};

static void check_look_and_say(struct command_line *line)
{
    struct look_and_say *sequence = line->input;

    sequence->seed = sequence->seed ? sequence->seed : "1";
    if (!option_given(line, "terms"))
        sequence->terms = 1;
}

static kg_status print_term_json(struct array *array, const char *digits, uint64_t length)
{
    struct document document = {.tool = &array->tool};
    kg_status status;

    TRY(document_open(&document));
    json_number(&document.text, "length", length);
    text_string(&document.text, ",\"digits\":\"");
    TRY(text_flush(&document.text, document.output));
    TRY(kg_output_write(document.output, digits, length)); /* digits need no escapes */
    text_string(&document.text, "\"");
    TRY(document_close(&document));
out:
    document_drop(&document);
    return status;
}

static kg_status print_term(struct array *array, const char *digits, uint64_t length)
{
    struct text json = {0};
    kg_output *output = NULL;
    kg_status status;

    if (document_wanted(&array->tool))
        return print_term_json(array, digits, length);
    TRY(tool_open(&array->tool, &output, array->tool.output));
    TRY(kg_output_write(output, digits, length));
    TRY(kg_output_write(output, "\n", 1));
    TRY(tool_close(&array->tool, output));
    if (array->tool.json) {
        json_open(&json, NULL, '{');
        json_number(&json, "length", length);
        TRY(tool_print_json(&array->tool, &json));
    }
out:
    kg_output_destroy(output);
    free(json.bytes);
    return status;
}

static kg_status run_look_and_say(struct array *array)
{
    const struct look_and_say *sequence = (const struct look_and_say *)array;
    struct text text = {0}, json = {0};
    char *digits = NULL;
    uint64_t length;
    kg_status status;

    TRY(tool_begin(&array->tool));
    tool_work(&array->tool);
    status = kg_array_look_and_say(sequence->length_only ? NULL : &digits, &length, array->tool.ctx,
        sequence->seed, sequence->terms);
    TRY(tool_blame(&array->tool, status == KG_OVERFLOW ? "--terms" : "--seed-digits",
        status == KG_OVERFLOW ? KG_ARGUMENT : status));
    if (sequence->length_only) {
        text_format(&text, "%" PRIu64 "\n", length);
        json_open(&json, NULL, '{');
        json_number(&json, "length", length);
        TRY(array_write_text(array, &text, &json));
    } else {
        TRY(print_term(array, digits, length));
    }
out:
    if (digits)
        kg_array_free(array->tool.ctx, digits);
    free(text.bytes);
    free(json.bytes);
    return status;
}

const struct array_command array_look_and_say_command = {
    .shown = {"look-and-say", "replace runs by how many there are of what", "",
        TABLES_OF({look_and_say_options}),
        "Examples:\n"
        "  array look-and-say --terms 5\n"
        "  array look-and-say --seed-digits 1113122113 --terms 50 --length-only"},
    .most_paths = 0,
    .size = sizeof(struct look_and_say),
    .check = check_look_and_say,
    .run = run_look_and_say};

/* ---- cyclospectrum --------------------------------------------------------------------------- */

static kg_status run_cyclospectrum(struct array *array)
{
    kg_matrix *mass = NULL, *spectrum = NULL;
    void *in = NULL, *sums = NULL, *made;
    uint64_t n, negatives = 0;
    kg_type type;
    kg_status status;

    array->wide = true;
    TRY(tool_begin(&array->tool));
    TRY(array_read(array, &mass, array->path[0], false));
    n = array_count(mass);
    type = kg_matrix_type(mass);
    for (uint64_t i = 0; type == KG_I64 && i < n; i++)
        negatives += ((const int64_t *)kg_matrix_data(mass))[i] < 0;
    if (array_is_real(type) || negatives) {
        status = tool_fail(&array->tool, KG_FORMAT, "masses must be integers from 0 on");
        goto out;
    }
    TRY(kg_matrix_create(&spectrum, array->tool.ctx, KG_U64, kg_array_cyclospectrum_size(n), 1));
    TRY(kg_matrix_map(&in, mass, KG_MAP_COPY));
    TRY(kg_matrix_map(&sums, spectrum, KG_MAP_OVERWRITE));
    TRY(kg_array_cyclospectrum(sums, array->tool.ctx, n, in));
    made = sums;
    sums = NULL;
    TRY(kg_matrix_unmap(spectrum, made, kg_matrix_rows(spectrum)));
    TRY(array_write(array, spectrum));
out:
    if (sums)
        kg_matrix_unmap(spectrum, sums, 0);
    if (in)
        kg_matrix_unmap(mass, in, 0);
    kg_matrix_destroy(spectrum);
    kg_matrix_destroy(mass);
    return status;
}

const struct array_command array_cyclospectrum_command = {
    .shown = {"cyclospectrum", "the masses of all pieces of a cyclic peptide", "[FILE]",
        array_lists,
        "Examples:\n"
        "  echo 57 71 113 113 128 | array cyclospectrum"},
    .most_paths = 1,
    .size = sizeof(struct array),
    .run = run_cyclospectrum};
