/*
 * A progress function asks calls to end. Each call must return KG_CANCELLED with a message that
 * says what it was doing, and free everything that it made; the same call must then work again in
 * the same context.
 *
 * usage: cancel FOLDER      to write in; made where there is none
 */
#include <konig/konig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINES = 200000 };

typedef struct work {
    const char *folder;
    kg_context *context;
    kg_graph *graph;   /* a torus: balanced, connected */
    kg_graph *weights; /* with a value on each edge */
    kg_matrix *matrix, *distance;
} work;

static const char *in_folder(const work *w, const char *name)
{
    static char path[4096];

    snprintf(path, sizeof path, "%s/%s", w->folder, name);
    return path;
}

/* ---- the calls: each leaves nothing behind --------------------------------------------------- */

static kg_status generate(work *w)
{
    const kg_generate_options options = {
        .kind = KG_GENERATE_BANDED, .vertices = 70000, .max_degree = 3};
    kg_graph *graph = NULL;
    kg_status status = kg_graph_generate(&graph, w->context, &options);

    kg_graph_destroy(graph);
    return status;
}

static kg_status shuffle(work *w)
{
    const kg_generate_options options = {
        .kind = KG_GENERATE_RANDOM, .vertices = 70000, .max_degree = 3};
    kg_graph *graph = NULL;
    kg_status status = kg_graph_generate(&graph, w->context, &options);

    kg_graph_destroy(graph);
    return status;
}

/* Of a copy: the graph would keep what was found. */
static kg_status derive(work *w, kg_status (*find)(kg_graph *graph))
{
    const kg_edge *row;
    const kg_vertex *col;
    kg_graph *copy = NULL;
    kg_status status = kg_graph_csr(w->weights, &row, &col);

    if (status == KG_OK)
        status = kg_graph_build_csr(&copy, w->context, kg_graph_vertices(w->weights), row, col,
            kg_graph_values(w->weights));
    if (status == KG_OK)
        status = find(copy);
    kg_graph_destroy(copy);
    return status;
}

static kg_status find_components(kg_graph *graph)
{
    return kg_graph_components(graph, NULL, NULL);
}

static kg_status find_tree(kg_graph *graph)
{
    return kg_graph_spanning_tree(graph, NULL, NULL);
}

static kg_status find_reverse(kg_graph *graph)
{
    kg_graph *made = NULL;
    kg_status status = kg_graph_reverse(&made, NULL, graph);

    kg_graph_destroy(made);
    return status;
}

static kg_status reverse(work *w)
{
    return derive(w, find_reverse);
}

static kg_status components(work *w)
{
    return derive(w, find_components);
}

static kg_status tree(work *w)
{
    return derive(w, find_tree);
}

static kg_status find_walk(work *w)
{
    kg_euler *euler = NULL;
    kg_status status = kg_euler_find(&euler, w->graph, NULL);

    kg_euler_destroy(euler);
    return status;
}

static kg_status write_graph(work *w, const char *name)
{
    kg_status status = kg_graph_write(w->graph, in_folder(w, name), KG_FORMAT_AUTO);

    if (status == KG_CANCELLED && access(in_folder(w, name), F_OK) == 0)
        printf("a file is left behind\n");
    else if (remove(in_folder(w, name)) == 0 && status != KG_OK)
        printf("a file of a call that failed\n");
    return status;
}

static kg_status write_edges(work *w)
{
    return write_graph(w, "graph.edges");
}

static kg_status write_kcsr(work *w)
{
    return write_graph(w, "graph.kcsr");
}

static kg_status write_dot(work *w)
{
    return write_graph(w, "graph.dot");
}

static kg_status read_graph(work *w)
{
    kg_graph *graph = NULL;
    kg_status status = kg_graph_read(&graph, w->context, in_folder(w, "numbers"), NULL);

    kg_graph_destroy(graph);
    return status;
}

static kg_status read_numbers(work *w)
{
    kg_matrix *matrix = NULL;
    kg_status status = kg_matrix_read(&matrix, w->context, in_folder(w, "numbers"), NULL);

    kg_matrix_destroy(matrix);
    return status;
}

static kg_status write_numbers(work *w)
{
    return kg_matrix_write(w->matrix, in_folder(w, "written"), KG_MATRIX_TEXT);
}

static kg_status train(work *w)
{
    const kg_som_options options = {.width = 3, .height = 3, .epochs = 2};
    kg_matrix *map = NULL;
    kg_status status = kg_som_train(&map, w->matrix, &options);

    kg_matrix_destroy(map);
    return status;
}

static kg_status travel(work *w)
{
    uint32_t order[8];
    kg_number cost;

    return kg_tour_find(order, &cost, NULL, w->distance, NULL);
}

static kg_status try_tours(work *w)
{
    const kg_tour_options options = {.method = KG_TOUR_BRUTE_FORCE};
    uint32_t order[8];
    kg_number cost;

    return kg_tour_find(order, &cost, NULL, w->distance, &options);
}

static kg_status travel_well(work *w)
{
    enum { CITIES = 9000 };
    static double point[2 * CITIES];
    static uint32_t order[CITIES];
    kg_tour_answer answer;
    kg_cities *cities = NULL;
    kg_status status;

    for (unsigned i = 0; i < 2 * CITIES; i++)
        point[i] = i * 2654435761u % 10007;
    status = kg_cities_create(&cities, w->context, KG_CITIES_PLANE, point, CITIES);
    if (status == KG_OK)
        status = kg_tour_find_heuristic(order, &answer, cities, NULL);
    kg_cities_destroy(cities);
    return status;
}

static kg_status say(work *w)
{
    char *digits = NULL;
    uint64_t length;
    kg_status status = kg_array_look_and_say(&digits, &length, w->context, "1", 9);

    kg_array_free(w->context, digits);
    return status;
}

static kg_status find_paths(work *w)
{
    const kg_grid_query query[] = {{{0, 0}, {1, 1}}, {{1, 0}, {2, 3}}};
    static const uint16_t weight[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    kg_grid *grid = NULL;
    kg_grid_search *search = NULL;
    kg_status status = kg_grid_build(&grid, w->context, 4, 4, weight, NULL);

    if (status == KG_OK)
        status = kg_grid_find(&search, grid, 2, query, NULL);
    kg_grid_search_destroy(search);
    kg_grid_destroy(grid);
    return status;
}

static kg_status read_map(work *w)
{
    kg_grid *grid = NULL;
    kg_status status = kg_grid_read(&grid, w->context, in_folder(w, "map"), NULL);

    kg_grid_destroy(grid);
    return status;
}

static kg_status solve(work *w)
{
    const kg_tiles_puzzle puzzle = {3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8}};
    kg_tiles *tiles = NULL;
    kg_status status = kg_tiles_find(&tiles, w->context, &puzzle, NULL);

    kg_tiles_destroy(tiles);
    return status;
}

static const struct {
    const char *name;
    kg_status (*run)(work *w);
} calls[] = {
    {"generate", generate},
    {"shuffle", shuffle},
    {"reverse", reverse},
    {"components", components},
    {"spanning tree", tree},
    {"Euler walk", find_walk},
    {"edges written", write_edges},
    {"kcsr written", write_kcsr},
    {"DOT written", write_dot},
    {"graph read", read_graph},
    {"numbers read", read_numbers},
    {"numbers written", write_numbers},
    {"map trained", train},
    {"tour", travel},
    {"tours tried", try_tours},
    {"good tour", travel_well},
    {"look and say", say},
    {"paths", find_paths},
    {"map read", read_map},
    {"puzzle", solve},
};

/* ---- the test -------------------------------------------------------------------------------- */

typedef struct wish {
    int ends; /* whether the progress function asks to end */
    int calls;
} wish;

static int answer(void *user, const char *what, uint64_t done, uint64_t total)
{
    wish *wanted = user;

    (void)what;
    (void)done;
    (void)total;
    wanted->calls++;
    return wanted->ends;
}

/* What the calls work on, made by the context in which they are tried. */
static kg_status prepare(work *w)
{
    const kg_generate_options torus = {.kind = KG_GENERATE_TORUS, .width = 40, .height = 30};
    const kg_edge *row;
    const kg_vertex *col;
    double *value = NULL;
    kg_status status;

    if ((status = kg_graph_generate(&w->graph, w->context, &torus)) ||
        (status = kg_graph_csr(w->graph, &row, &col)) ||
        (status = kg_matrix_create(&w->matrix, w->context, KG_F64, 50, 2)) ||
        (status = kg_matrix_create(&w->distance, w->context, KG_I64, 8, 8)))
        return status;
    value = malloc(kg_graph_edges(w->graph) * sizeof *value);
    for (kg_edge e = 0; value && e < kg_graph_edges(w->graph); e++)
        value[e] = (double)(e % 7);
    status =
        kg_graph_build_csr(&w->weights, w->context, kg_graph_vertices(w->graph), row, col, value);
    free(value);
    for (int i = 0; i < 100; i++)
        ((double *)kg_matrix_data(w->matrix))[i] = i % 13;
    memset(kg_matrix_data(w->distance), 0, 64 * sizeof(int64_t));
    return status;
}

static void clear(work *w)
{
    kg_matrix_destroy(w->distance);
    kg_matrix_destroy(w->matrix);
    kg_graph_destroy(w->weights);
    kg_graph_destroy(w->graph);
    kg_context_destroy(w->context);
}

/* One call, which is asked to end the first time that it says how far it is. The calling thread
 * says it, so among several threads it may have nothing to say. */
static int try_call(const char *folder, int threads, size_t i)
{
    wish wanted = {0, 0};
    kg_context_options options = {
        .device = "cpu", .threads = threads, .progress = answer, .progress_user = &wanted};
    work w = {.folder = folder};
    uint64_t held;
    kg_status status;
    int bad = 0;

    if (kg_context_create(&w.context, &options) != KG_OK || prepare(&w) != KG_OK) {
        printf("%s\n", kg_context_message(w.context));
        clear(&w);
        return 1;
    }
    held = kg_context_memory(w.context).current;
    usleep(120000); /* it is called ten times a second */
    wanted = (wish){1, 0};
    status = calls[i].run(&w);
    if (wanted.calls == 0 ? threads == 1 || status != KG_OK
                          : status != KG_CANCELLED || strncmp(kg_context_message(w.context),
                                                          "cancelled while ", 16) != 0) {
        printf("%s, %d threads: %s (%s) after %d calls\n", calls[i].name, threads,
            kg_status_string(status), kg_context_message(w.context), wanted.calls);
        bad = 1;
    }
    if (kg_context_memory(w.context).current != held) {
        printf("%s: %lld bytes are left\n", calls[i].name,
            (long long)(kg_context_memory(w.context).current - held));
        bad = 1;
    }
    wanted.ends = 0;
    status = calls[i].run(&w);
    if (status != KG_OK || *kg_context_message(w.context)) {
        printf("%s again: %s (%s)\n", calls[i].name, kg_status_string(status),
            kg_context_message(w.context));
        bad = 1;
    }
    clear(&w);
    return bad;
}

static int make_files(const work *w)
{
    FILE *numbers = fopen(in_folder(w, "numbers"), "w"), *map = fopen(in_folder(w, "map"), "w");

    if (!numbers || !map)
        return 1;
    for (int i = 0; i < LINES; i++)
        fprintf(numbers, "%d %d\n", i, i + 1);
    fputs("type octile\nheight 2\nwidth 2\nmap\n..\n..\n", map);
    return fclose(numbers) != 0 || fclose(map) != 0;
}

int main(int argc, char **argv)
{
    work files = {.folder = argc > 1 ? argv[1] : "."};
    int bad;

    mkdir(files.folder, 0777);
    bad = make_files(&files);

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (int threads = 1; threads < 4; threads += 2)
            bad |= try_call(files.folder, threads, i);
    return bad;
}
