/* The commands of array that solve problems. */
#include "array.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Writes a text to -o, and under --json closes and prints the document, which is open. */
static kg_status write_text(struct array *array, struct text *text, struct text *json)
{
    kg_output *output = NULL;
    kg_status status;

    if (!array->tool.json || array->tool.output) {
        TRY(tool_open(&array->tool, &output, array->tool.output));
        TRY(text_flush(text, output));
        TRY(tool_close(&array->tool, output));
    }
    if (array->tool.json)
        TRY(tool_print_json(&array->tool, json));
out:
    kg_output_destroy(output);
    return status;
}

/* ---- tours ----------------------------------------------------------------------------------- */

static void put_cost(struct text *text, kg_type type, kg_number cost)
{
    if (type == KG_F64)
        text_real(text, cost.real);
    else
        text_format(text, "%" PRId64, cost.integer);
}

static void put_tour(struct array *array, struct text *text, struct text *json, kg_type type,
    kg_number cost, uint64_t number, const uint32_t *order, uint64_t n)
{
    const bool brute = array->tour.method == KG_TOUR_BRUTE_FORCE;

    text_string(text, "cost ");
    put_cost(text, type, cost);
    if (brute)
        text_format(text, "\npermutation %" PRIu64, number);
    text_string(text, "\ntour");
    for (uint64_t i = 0; i < n; i++)
        text_format(text, " %" PRIu32, order[i] + 1);
    text_string(text, "\n");
    json_open(json, NULL, '{');
    json_string(json, "method", brute ? "brute-force" : "held-karp");
    text_string(json, ",\"cost\":");
    put_cost(json, type, cost);
    if (brute)
        json_number(json, "permutation", number);
    json_open(json, "tour", '[');
    for (uint64_t i = 0; i < n; i++)
        json_number(json, NULL, order[i] + 1);
    json_close(json, ']');
}

kg_status array_tsp(struct array *array)
{
    struct text text = {0}, json = {0};
    kg_matrix *distance = NULL;
    uint32_t *order = NULL;
    kg_number cost;
    uint64_t number, n;
    kg_status status;

    TRY(tool_begin(&array->tool));
    TRY(kg_tour_read(&distance, array->tool.ctx, array->path[0], NULL));
    n = kg_matrix_rows(distance);
    if (array->tool.verbose && array->tour.method == KG_TOUR_HELD_KARP)
        tool_say(&array->tool, "Held-Karp needs %.1f MiB",
            (double)kg_tour_bytes(distance, &array->tour) / 0x1p20);
    order = malloc((n ? n : 1) * sizeof *order);
    if (!order) {
        status = KG_MEMORY;
        goto out;
    }
    TRY(kg_tour_find(order, &cost, &number, distance, &array->tour));
    put_tour(array, &text, &json, kg_matrix_type(distance), cost, number, order, n);
    TRY(write_text(array, &text, &json));
out:
    free(order);
    kg_matrix_destroy(distance);
    free(text.bytes);
    free(json.bytes);
    return status;
}

/* ---- permutations ---------------------------------------------------------------------------- */

enum { ROUND = 1 << 18 }; /* permutations made and written at once */

struct words {
    const char *word[KG_PERMUTATION_MOST + 1];
    unsigned count;
    const uint32_t *permutation; /* [rows][count] of this round */
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

kg_status array_permutations(struct array *array)
{
    struct words words = {0};
    char *text = strdup(array->of);
    kg_matrix *room = NULL; /* two places of a permutation in a number */
    kg_output *output = NULL;
    struct text json = {0};
    uint64_t all, from, count;
    kg_status status = text ? KG_OK : KG_MEMORY;

    TRY(status);
    TRY(tool_begin(&array->tool));
    TRY(split_words(array, &words, text));
    TRY(kg_matrix_create(&room, array->tool.ctx, KG_U64, KG_PERMUTATION_MOST * ROUND / 2, 1));
    words.permutation = kg_matrix_data(room);
    all = kg_factorial(words.count);
    from = array->from;
    count = array->count;
    if (from >= all || (array->count_given && count > all - from)) {
        status = tool_fail(&array->tool, KG_ARGUMENT,
            "--from, --index, --count: %u things have %" PRIu64 " permutations, numbered from 0",
            words.count, all);
        goto out;
    }
    count = array->count_given ? count : all - from;
    json_open(&json, NULL, '{');
    json_number(&json, "things", words.count);
    json_number(&json, "from", from);
    json_number(&json, "count", words.count ? count : 0);
    TRY(tool_open(&array->tool, &output, array->tool.output));
    for (uint64_t some; words.count && count; from += some, count -= some) {
        some = count < ROUND ? count : ROUND;
        TRY(make_permutations(array, room, words.count, from, some));
        TRY(tool_rows(&array->tool, output, some, format_permutations, &words));
    }
    TRY(tool_close(&array->tool, output));
    if (array->tool.json)
        TRY(tool_print_json(&array->tool, &json));
out:
    kg_output_destroy(output);
    kg_matrix_destroy(room);
    free(json.bytes);
    free(text);
    return status;
}

/* ---- sequences ------------------------------------------------------------------------------- */

kg_status array_look_and_say(struct array *array)
{
    struct text text = {0}, json = {0};
    char *digits = NULL;
    uint64_t length;
    kg_output *output = NULL;
    kg_status status;

    TRY(tool_begin(&array->tool));
    TRY(tool_blame(&array->tool, "--seed-digits",
        kg_array_look_and_say(array->length_only ? NULL : &digits, &length, array->tool.ctx,
            array->seed_digits, array->terms)));
    json_open(&json, NULL, '{');
    json_number(&json, "length", length);
    if (array->length_only) {
        text_format(&text, "%" PRIu64 "\n", length);
        TRY(write_text(array, &text, &json));
        goto out;
    }
    TRY(tool_open(&array->tool, &output, array->tool.output));
    TRY(kg_output_write(output, digits, length));
    TRY(kg_output_write(output, "\n", 1));
    TRY(tool_close(&array->tool, output));
    if (array->tool.json)
        TRY(tool_print_json(&array->tool, &json));
out:
    kg_output_destroy(output);
    if (digits)
        kg_array_free(array->tool.ctx, digits);
    free(text.bytes);
    free(json.bytes);
    return status;
}

kg_status array_cyclospectrum(struct array *array)
{
    kg_matrix *mass = NULL, *spectrum = NULL;
    void *in = NULL, *sums = NULL, *made;
    uint64_t n, negatives = 0;
    kg_type type;
    kg_status status;

    TRY(tool_begin(&array->tool));
    TRY(array_read(array, &mass, array->path[0], false));
    n = array_count(mass);
    type = kg_matrix_type(mass);
    for (uint64_t i = 0; type == KG_I64 && i < n; i++)
        negatives += ((const int64_t *)kg_matrix_data(mass))[i] < 0;
    if (type == KG_F32 || type == KG_F64 || negatives) {
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
