/* array tsp: shortest tours, and good ones. */
#include "array.h"
#include "process.h"
#include "values.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tsp {
    struct array array;
    kg_tour_options tour;
    bool heuristic;
};

/* What there is to tell of a tour. */
struct found {
    kg_type type;
    uint32_t *order;
    uint64_t n, number;
    kg_tour_answer answer;
};

static const struct option options[] = {
    OPTION("method", "NAME",
        WORD_IN(struct tsp, tour.method, KG_TOUR_HELD_KARP, "held-karp or brute-force"),
        "% (default: held-karp)", .without = "heuristic",
        .says = "--method has no place beside --heuristic, which is one itself"),
    OPTION("open", NULL, SETS(struct tsp, tour.open, 1), "end elsewhere than at the start"),
    OPTION("start", "A", NUMBER_IN(struct tsp, tour.start, 1, UINT32_MAX - 1),
        "the first city, counted from 1"),
    OPTION("end", "B", NUMBER_IN(struct tsp, tour.end, 1, UINT32_MAX - 1),
        "the last city of an open tour", .needs = "open",
        .says = "--end is for open tours: give --open"),
    OPTION("heuristic", NULL, SETS(struct tsp, heuristic, true),
        "a good tour, of any number of cities, and a length that no tour is shorter than"),
    OPTION("seconds", "SECONDS", SECONDS_IN(struct tsp, tour.seconds),
        "stop after so long; with --heuristic: improve the tour until then"),
    {0}};

/* Cities are counted from 1 outside and from 0 inside. */
static void check(struct command_line *line)
{
    kg_tour_options *tour = &((struct tsp *)line->input)->tour;

    tour->has_start = option_given(line, "start");
    tour->has_end = option_given(line, "end");
    tour->start -= tour->has_start;
    tour->end -= tour->has_end;
}

static void put_cost(struct text *text, kg_type type, kg_number cost)
{
    if (type == KG_F64)
        text_real(text, cost.real);
    else
        text_format(text, "%" PRId64, cost.integer);
}

static double real_of(kg_type type, kg_number number)
{
    return type == KG_F64 ? number.real : (double)number.integer;
}

/* How much longer than the bound the tour is, as a part of the bound; false where that is none. */
static bool find_gap(const struct found *f, double *gap)
{
    const double cost = real_of(f->type, f->answer.cost), bound = real_of(f->type, f->answer.bound);

    *gap = f->answer.optimal ? 0 : (cost - bound) / bound;
    return f->answer.optimal || bound > 0;
}

static void put_text(struct text *text, const struct tsp *tsp, const struct found *f)
{
    double gap;

    text_string(text, "cost ");
    put_cost(text, f->type, f->answer.cost);
    if (tsp->heuristic && f->answer.optimal) {
        text_string(text, " (optimal: no tour is shorter)");
    } else if (tsp->heuristic) {
        text_string(text, " (heuristic; no tour is shorter than ");
        put_cost(text, f->type, f->answer.bound);
        if (find_gap(f, &gap))
            text_format(text, ", gap %.2g %%", 100 * gap);
        text_string(text, ")");
    }
    if (tsp->tour.method == KG_TOUR_BRUTE_FORCE)
        text_format(text, "\npermutation %" PRIu64, f->number);
    text_string(text, "\ntour");
    for (uint64_t i = 0; i < f->n; i++)
        text_format(text, " %" PRIu32, f->order[i] + 1);
    text_string(text, "\n");
}

static void put_json(struct text *json, const struct tsp *tsp, const struct found *f)
{
    const bool brute = tsp->tour.method == KG_TOUR_BRUTE_FORCE;
    double gap;

    json_open(json, NULL, '{');
    json_string(json, "method", tsp->heuristic ? "heuristic" : brute ? "brute-force" : "held-karp");
    text_string(json, ",\"cost\":");
    put_cost(json, f->type, f->answer.cost);
    text_format(json, ",\"optimal\":%s,\"bound\":", f->answer.optimal ? "true" : "false");
    put_cost(json, f->type, f->answer.bound);
    if (find_gap(f, &gap))
        json_double(json, "gap", gap);
    else
        text_string(json, ",\"gap\":null");
    if (brute)
        json_number(json, "permutation", f->number);
    json_open(json, "tour", '[');
    for (uint64_t i = 0; i < f->n; i++)
        json_number(json, NULL, f->order[i] + 1);
    json_close(json, ']');
}

/* Where an exact method came to an end, says what there is instead. */
static kg_status name_heuristic(struct tool *tool, kg_status status, const char *why)
{
    if (status != KG_LIMIT && status != KG_MEMORY)
        return status;
    return tool_fail(tool, status, "%.400s; --heuristic finds a good tour, and a bound", why);
}

static kg_status find_exactly(struct tsp *tsp, kg_cities *cities, struct found *f)
{
    struct tool *tool = &tsp->array.tool;
    kg_matrix *distance = NULL;
    char why[96];
    kg_status status;

    if (f->n > KG_TOUR_MOST + 2) {
        snprintf(why, sizeof why, "%" PRIu64 " cities: exact methods can do %d at most", f->n,
            KG_TOUR_MOST);
        return name_heuristic(tool, KG_LIMIT, why);
    }
    TRY(kg_cities_distances(&distance, cities));
    if (tool->verbose && tsp->tour.method == KG_TOUR_HELD_KARP)
        tool_say(
            tool, "Held-Karp needs %.1f MiB", (double)kg_tour_bytes(distance, &tsp->tour) / 0x1p20);
    status = kg_tour_find(f->order, &f->answer.cost, &f->number, distance, &tsp->tour);
    f->answer.bound = f->answer.cost;
    f->answer.optimal = 1;
    status = name_heuristic(tool, status, kg_context_message(tool->ctx));
out:
    kg_matrix_destroy(distance);
    return status;
}

static kg_status run(struct array *array)
{
    struct tsp *tsp = (struct tsp *)array;
    struct text text = {0}, json = {0};
    kg_cities *cities = NULL;
    struct found found = {0};
    kg_status status, end = KG_OK;

    TRY(tool_begin(&array->tool));
    TRY(kg_cities_read(&cities, array->tool.ctx, array->path[0], NULL));
    tool_work(&array->tool);
    if (*kg_context_warning(array->tool.ctx) && !array->tool.quiet)
        tool_say(&array->tool, "%s", kg_context_warning(array->tool.ctx));
    found.n = kg_cities_count(cities);
    found.type = kg_cities_type(cities);
    found.order = malloc((found.n ? found.n : 1) * sizeof *found.order);
    if (!found.order) {
        status = KG_MEMORY;
        goto out;
    }
    tsp->tour.seed = array->tool.seed;
    tsp->tour.stop = process_defer_signals();
    if (tsp->heuristic)
        end = kg_tour_find_heuristic(found.order, &found.answer, cities, &tsp->tour);
    else
        end = find_exactly(tsp, cities, &found);
    process_defer_no_more();
    if (end != KG_OK && !(tsp->heuristic && end == KG_LIMIT)) {
        status = end;
        goto out;
    }
    if (end == KG_LIMIT) /* the tour is written before this is said */
        tool_fail(&array->tool, end, "%s", kg_context_message(array->tool.ctx));
    if (kg_cities_are_rounded(cities) && found.n > 1 && !found.answer.cost.integer &&
        !array->tool.quiet)
        tool_say(&array->tool,
            "all distances of this tour are rounded to 0: multiply the coordinates, by 1000 say");
    put_text(&text, tsp, &found);
    put_json(&json, tsp, &found);
    TRY(array_write_text(array, &text, &json));
    status = end;
out:
    free(found.order);
    kg_cities_destroy(cities);
    free(text.bytes);
    free(json.bytes);
    return status;
}

const struct array_command array_tsp_command = {
    .shown = {"tsp", "a shortest tour through all cities, or a good one", "FILE",
        TABLES_OF({options}),
        "FILE is a TSPLIB file, a square matrix of distances, or lines of latitude and "
        "longitude, or of x and y under a first line that says \"x y\".\n\n"
        "An interrupt (Ctrl-C), SIGTERM or --seconds ends the search; with --heuristic the tour "
        "and the bound that are there are printed all the same.\n\n"
        "Examples:\n"
        "  array tsp gr17.tsp\n"
        "  array tsp --heuristic --seconds 10 pr2392.tsp\n"
        "  array tsp --method brute-force distances.txt\n"
        "  array tsp --open --start 1 --end 5 places.txt"},
    .most_paths = 1,
    .size = sizeof(struct tsp),
    .check = check,
    .run = run};
