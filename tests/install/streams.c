/*
 * Reading from a stream must give what reading the same bytes from memory gives, wherever the
 * stream comes from, whatever was read from it before and whatever its buffer holds.
 *
 * usage: streams FOLDER      to write in; made where there is none
 */
#include <konig/konig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static kg_context *context;
static const char *folder;
static int bad;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("line %d: %s: %s\n", __LINE__, #condition, kg_context_message(context));        \
            bad = 1;                                                                               \
        }                                                                                          \
    } while (0)

static const char *path_of(const char *name)
{
    static char path[4096];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* ---- streams of all kinds -------------------------------------------------------------------- */

static FILE *open_file(const void *bytes, size_t size)
{
    FILE *file = fopen(path_of("stream"), "w+b");

    if (!file || fwrite(bytes, 1, size, file) != size || fseek(file, 0, SEEK_SET) != 0)
        exit(1);
    return file;
}

static FILE *open_unbuffered(const void *bytes, size_t size)
{
    FILE *file;

    fclose(open_file(bytes, size));
    file = fopen(path_of("stream"), "rb");
    if (!file || setvbuf(file, NULL, _IONBF, 0) != 0)
        exit(1);
    return file;
}

static FILE *open_memory(const void *bytes, size_t size)
{
    FILE *file = fmemopen((void *)bytes, size, "rb");

    if (!file)
        exit(1);
    return file;
}

/* A pipe that another process fills by and by. */
static FILE *open_pipe(const void *bytes, size_t size)
{
    FILE *file;
    int ends[2];

    fflush(stdout);
    if (pipe(ends) != 0)
        exit(1);
    if (fork() == 0) {
        const char *next = bytes;

        close(ends[0]);
        while (size) {
            ssize_t done = write(ends[1], next, size < 777 ? size : 777);

            if (done < 0)
                _exit(1);
            next += done;
            size -= (size_t)done;
        }
        _exit(0);
    }
    close(ends[1]);
    file = fdopen(ends[0], "rb");
    if (!file)
        exit(1);
    return file;
}

typedef FILE *opener(const void *bytes, size_t size);
static opener *const openers[] = {open_file, open_unbuffered, open_memory, open_pipe};
enum { OPENERS = sizeof openers / sizeof *openers };

/* ---- what was read before -------------------------------------------------------------------- */

enum before { NOTHING, A_LINE, PUSHED_BACK, BEFORES };

/* Opens bytes as a stream that stands at their beginning. */
static FILE *prepare(opener *open, enum before before, const char *bytes, size_t size)
{
    static const char line[] = "a line that is none of the file's\n";
    char skipped[sizeof line], *all = malloc(size + sizeof line);
    static char *kept; /* by streams over memory, until the next one is opened */
    FILE *file;

    if (!all)
        exit(1);
    free(kept);
    kept = all;
    if (before != A_LINE) {
        memcpy(all, bytes, size);
        file = open(all, size);
        if (before == PUSHED_BACK)
            ungetc(getc(file), file);
        return file;
    }
    memcpy(all, line, sizeof line - 1);
    memcpy(all + sizeof line - 1, bytes, size);
    file = open(all, size + sizeof line - 1);
    if (!fgets(skipped, sizeof skipped, file))
        exit(1);
    return file;
}

static void finish(FILE *file)
{
    CHECK(getc(file) == EOF && !ferror(file));
    CHECK(fclose(file) == 0); /* which nobody did before */
    while (wait(NULL) > 0)
        ;
}

/* ---- the readers ----------------------------------------------------------------------------- */

static void try_graph(const char *bytes, size_t size)
{
    const kg_read_options options = {.shown = "here"};
    kg_graph *read = NULL, *graph = NULL;
    kg_status expected = kg_graph_read_memory(&read, context, bytes, size, &options);
    char message[1024];

    snprintf(message, sizeof message, "%s", kg_context_message(context));
    for (int i = 0; i < OPENERS; i++)
        for (int before = NOTHING; before < BEFORES; before++) {
            FILE *file = prepare(openers[i], (enum before)before, bytes, size);

            CHECK(kg_graph_read_file(&graph, context, file, &options) == expected);
            CHECK(strcmp(kg_context_message(context), message) == 0);
            CHECK(expected == KG_OK ? kg_graph_equal(graph, read) : !graph);
            finish(file);
            kg_graph_destroy(graph);
        }
    kg_graph_destroy(read);
}

static void try_graphs(void)
{
    enum { EDGES = 200000 };
    char *large = malloc(EDGES * 16), packed[4096];
    size_t used = 0;
    kg_graph *graph;
    FILE *file;

    if (!large)
        exit(1);
    for (int i = 0; i < EDGES; i++) /* more than any buffer holds */
        used += (size_t)sprintf(large + used, "%d %d\n", i, i * 7919 % EDGES);
    try_graph(large, used);
    try_graph("a -> b, c\nb -> c\n", 17);
    try_graph("0 1\n1 x y z\n", 12);
    try_graph("digraph { a -> b -> c }\n", 24);
    CHECK(kg_graph_read_memory(&graph, context, "0 1\n1 0\n", 8, NULL) == KG_OK);
    CHECK(kg_graph_write(graph, path_of("graph.kcsr"), KG_FORMAT_AUTO) == KG_OK);
    kg_graph_destroy(graph);
    file = fopen(path_of("graph.kcsr"), "rb");
    used = file ? fread(packed, 1, sizeof packed, file) : 0;
    CHECK(file && used && fclose(file) == 0);
    try_graph(packed, used);
    free(large);
}

static void try_numbers(void)
{
    static const char text[] = "1 2.5\n3 4\n", wrong[] = "1 2\n3\n", tour[] = "0 1\n2 0\n";
    kg_matrix *matrix = NULL;
    kg_cities *cities = NULL;

    for (int i = 0; i < OPENERS; i++)
        for (int before = NOTHING; before < BEFORES; before++) {
            FILE *file = prepare(openers[i], (enum before)before, text, sizeof text - 1);

            CHECK(kg_matrix_read_file(&matrix, context, file, NULL) == KG_OK);
            CHECK(kg_matrix_rows(matrix) == 2 && ((double *)kg_matrix_data(matrix))[1] == 2.5);
            finish(file);
            kg_matrix_destroy(matrix);
            file = prepare(openers[i], (enum before)before, wrong, sizeof wrong - 1);
            CHECK(kg_matrix_read_file(&matrix, context, file, NULL) == KG_FORMAT && !matrix);
            CHECK(strncmp(kg_context_message(context), "stream:2:", 9) == 0);
            finish(file);
            file = prepare(openers[i], (enum before)before, tour, sizeof tour - 1);
            CHECK(kg_tour_read_file(&matrix, context, file, NULL) == KG_OK);
            CHECK(matrix && ((int64_t *)kg_matrix_data(matrix))[2] == 2);
            finish(file);
            kg_matrix_destroy(matrix);
            file = prepare(openers[i], (enum before)before, tour, sizeof tour - 1);
            CHECK(kg_cities_read_file(&cities, context, file, NULL) == KG_OK);
            CHECK(kg_cities_count(cities) > 1 && kg_cities_type(cities) == KG_I64);
            finish(file);
            kg_cities_destroy(cities);
        }
    CHECK(kg_cities_read_memory(&cities, context, tour, sizeof tour - 1, NULL) == KG_OK);
    CHECK(kg_cities_count(cities) > 1);
    kg_cities_destroy(cities);
    CHECK(kg_tour_read_memory(&matrix, context, tour, sizeof tour - 1, NULL) == KG_OK);
    CHECK(matrix && ((int64_t *)kg_matrix_data(matrix))[1] == 1);
    kg_matrix_destroy(matrix);
    CHECK(kg_tour_read_memory(&matrix, context, "x\n", 2, NULL) == KG_FORMAT && !matrix);
    CHECK(strncmp(kg_context_message(context), "memory:1:", 9) == 0);
}

static void try_searches(void)
{
    static const char map[] = "type octile\nheight 1\nwidth 3\nmap\n.@.\n", puzzle[] = "1 0\n2 3\n",
                      scenario[] = "version 1\n0 m 3 1 0 0 2 0 0\n1 m 3 1 2 0 0 0 0\n";
    kg_grid *grid = NULL;
    kg_scenario *queries = NULL;
    kg_tiles_set *set = NULL;

    for (int i = 0; i < OPENERS; i++)
        for (int before = NOTHING; before < BEFORES; before++) {
            FILE *file = prepare(openers[i], (enum before)before, map, sizeof map - 1);

            CHECK(kg_grid_read_file(&grid, context, file, NULL) == KG_OK);
            CHECK(kg_grid_width(grid) == 3 && kg_grid_weight(grid, (kg_grid_cell){1, 0}) == 0);
            finish(file);
            file = prepare(openers[i], (enum before)before, scenario, sizeof scenario - 1);
            CHECK(kg_scenario_read_file(&queries, grid, file) == KG_OK);
            CHECK(kg_scenario_count(queries) == 2 && kg_scenario_queries(queries)[1].start.x == 2);
            finish(file);
            kg_scenario_destroy(queries);
            kg_grid_destroy(grid);
            file = prepare(openers[i], (enum before)before, puzzle, sizeof puzzle - 1);
            CHECK(kg_tiles_read_file(&set, context, file, NULL) == KG_OK);
            CHECK(kg_tiles_set_count(set) == 1 && kg_tiles_set_puzzles(set)->start[0] == 1);
            finish(file);
            kg_tiles_set_destroy(set);
        }
    CHECK(kg_grid_read_memory(&grid, context, map, sizeof map - 1, NULL) == KG_OK);
    CHECK(kg_scenario_read_memory(&queries, grid, scenario, sizeof scenario - 1) == KG_OK);
    CHECK(kg_scenario_count(queries) == 2);
    kg_scenario_destroy(queries);
    CHECK(kg_scenario_read_memory(&queries, grid, "0 m\n", 4) == KG_FORMAT && !queries);
    CHECK(strncmp(kg_context_message(context), "memory:1:", 9) == 0);
    kg_grid_destroy(grid);
}

/* ---- streams that cannot be read ------------------------------------------------------------- */

static void try_failures(void)
{
    kg_graph *graph = NULL;
    FILE *file = fopen(path_of("stream"), "wb");

    CHECK(kg_graph_read_file(&graph, context, file, NULL) == KG_IO && !graph);
    CHECK(strncmp(kg_context_message(context), "cannot read 'stream'", 20) == 0);
    CHECK(kg_graph_read_file(&graph, context, file, NULL) == KG_IO && !graph);
    CHECK(strstr(kg_context_message(context), "failed before") != NULL);
    fclose(file);
    file = fopen(folder, "rb"); /* a directory, which can be opened */
    CHECK(!file || (kg_graph_read_file(&graph, context, file, NULL) == KG_IO && !graph));
    if (file)
        fclose(file);
    CHECK(kg_graph_read_file(&graph, context, NULL, NULL) == KG_ARGUMENT && !graph);
    file = fopen("/dev/null", "rb");
    CHECK(kg_graph_read_file(&graph, context, file, NULL) == KG_OK);
    CHECK(kg_graph_vertices(graph) == 0);
    kg_graph_destroy(graph);
    fclose(file);
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : ".";
    mkdir(folder, 0777);
    if (kg_context_create(&context, NULL) != KG_OK)
        return 1;
    try_graphs();
    try_numbers();
    try_searches();
    try_failures();
    CHECK(kg_context_memory(context).current == 0);
    kg_context_destroy(context);
    return bad;
}
