/* array tsp: shortest tours. */
#include "array.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_METHOD = KEY_COMMAND, KEY_OPEN, KEY_START, KEY_END };

struct tsp {
    struct array array;
    kg_tour_options tour;
};

static const struct argp_option options[] = {
    {"method", KEY_METHOD, "NAME", 0, "held-karp or brute-force (default: held-karp)", 0},
    {"open", KEY_OPEN, 0, 0, "end elsewhere than at the start", 0},
    {"start", KEY_START, "A", 0, "the first city, counted from 1", 0},
    {"end", KEY_END, "B", 0, "the last city of an open tour", 0}, {0}};

/* A city, counted from 1 outside and from 0 inside. */
static uint32_t parse_city(struct argp_state *state, const char *option, const char *arg)
{
    uint64_t city = parse_number(state, option, arg, UINT32_MAX - 1);

    if (city == 0)
        argp_error(state, "--%s: cities are counted from 1", option);
    return (uint32_t)city - 1;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct tsp *tsp = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        tsp->tour = (kg_tour_options)KG_TOUR_OPTIONS_INIT;
        return array_parse(key, arg, state);
    case KEY_METHOD:
        if (strcmp(arg, "held-karp") != 0 && strcmp(arg, "brute-force") != 0)
            argp_error(state, "--method '%s': expected held-karp or brute-force", arg);
        tsp->tour.method = *arg == 'b' ? KG_TOUR_BRUTE_FORCE : KG_TOUR_HELD_KARP;
        return 0;
    case KEY_OPEN:
        tsp->tour.open = 1;
        return 0;
    case KEY_START:
        tsp->tour.has_start = 1;
        tsp->tour.start = parse_city(state, "start", arg);
        return 0;
    case KEY_END:
        tsp->tour.has_end = 1;
        tsp->tour.end = parse_city(state, "end", arg);
        return 0;
    case ARGP_KEY_END:
        if (tsp->tour.has_end && !tsp->tour.open)
            argp_error(state, "--end is for open tours: give --open");
        return array_parse(key, arg, state);
    default:
        return array_parse(key, arg, state);
    }
}

static void put_cost(struct text *text, kg_type type, kg_number cost)
{
    if (type == KG_F64)
        text_real(text, cost.real);
    else
        text_format(text, "%" PRId64, cost.integer);
}

static void put_tour(struct text *text, struct text *json, bool brute, kg_type type, kg_number cost,
    uint64_t number, const uint32_t *order, uint64_t n)
{
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

static kg_status run(struct array *array)
{
    const struct tsp *tsp = (const struct tsp *)array;
    const bool brute = tsp->tour.method == KG_TOUR_BRUTE_FORCE;
    struct text text = {0}, json = {0};
    kg_matrix *distance = NULL;
    uint32_t *order = NULL;
    kg_number cost;
    uint64_t number, n;
    kg_status status;

    TRY(tool_begin(&array->tool));
    TRY(kg_tour_read(&distance, array->tool.ctx, array->path[0], NULL));
    n = kg_matrix_rows(distance);
    if (array->tool.verbose && !brute)
        tool_say(&array->tool, "Held-Karp needs %.1f MiB",
            (double)kg_tour_bytes(distance, &tsp->tour) / 0x1p20);
    order = malloc((n ? n : 1) * sizeof *order);
    if (!order) {
        status = KG_MEMORY;
        goto out;
    }
    TRY(kg_tour_find(order, &cost, &number, distance, &tsp->tour));
    put_tour(&text, &json, brute, kg_matrix_type(distance), cost, number, order, n);
    TRY(array_write_text(array, &text, &json));
out:
    free(order);
    kg_matrix_destroy(distance);
    free(text.bytes);
    free(json.bytes);
    return status;
}

const struct array_command array_tsp_command = {
    .shown = {"tsp", "a shortest tour through all cities, exactly", "FILE", options,
        "FILE is a TSPLIB file, a square matrix of distances, or lines of latitude and "
        "longitude, or of x and y under a first line that says \"x y\".\n\n"
        "Examples:\n"
        "  array tsp gr17.tsp\n"
        "  array tsp --method brute-force distances.txt\n"
        "  array tsp --open --start 1 --end 5 places.txt"},
    .most_paths = 1,
    .size = sizeof(struct tsp),
    .parse = parse,
    .run = run};
