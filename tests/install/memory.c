/*
 * Reading from memory must give what reading a file of the same bytes gives, including messages and
 * the places that they name; and the object that was read must not need the bytes any more.
 *
 * usage: memory FOLDER      to write in; made where there is none
 */
#include <konig/konig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static const char *write_file(const char *name, const void *bytes, size_t size)
{
    static char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        exit(1);
    return path;
}

/* A copy that is overwritten and freed once it was read. */
static char *copy_of(const void *bytes, size_t size)
{
    char *copy = malloc(size ? size : 1);

    if (!copy)
        exit(1);
    memcpy(copy, bytes, size);
    return copy;
}

static void drop(char *copy, size_t size)
{
    memset(copy, '?', size);
    free(copy);
}

static void try_graph(const void *bytes, size_t size)
{
    kg_read_options options = {.shown = "here"};
    char *copy = copy_of(bytes, size), message[1024];
    kg_graph *read = NULL, *graph = NULL;
    kg_status expected = kg_graph_read(&read, context, write_file("graph", bytes, size), &options);

    snprintf(message, sizeof message, "%s", kg_context_message(context));
    CHECK(kg_graph_read_memory(&graph, context, copy, size, &options) == expected);
    CHECK(strcmp(kg_context_message(context), message) == 0);
    drop(copy, size);
    CHECK(kg_graph_equal(graph, read));
    kg_graph_destroy(graph);
    kg_graph_destroy(read);
}

static void try_graphs(void)
{
    static const char *const texts[] = {"0 1\n1 2\n2 0\n", "a -> b, c\nb -> c\n",
        "7 9 0.5\n9 7 2\n", "digraph { a -> b -> c }\n", "# nothing\n", "0 1\n1 x y z\n",
        "a -> b,\n-> c\n", "graph { a -- b }\n"};
    static const kg_vertex source[] = {0, 1, 2}, target[] = {1, 2, 0};
    kg_graph *graph = NULL;
    char bytes[4096], path[4096];
    size_t size = 0;
    FILE *file;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        try_graph(texts[i], strlen(texts[i]));
    try_graph("", 0);
    snprintf(path, sizeof path, "%s/graph.kcsr", folder);
    CHECK(kg_graph_build(&graph, context, 3, 3, source, target, NULL) == KG_OK);
    CHECK(kg_graph_write(graph, path, KG_FORMAT_AUTO) == KG_OK);
    kg_graph_destroy(graph);
    file = fopen(path, "rb");
    if (file) {
        size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
    }
    try_graph(bytes, size);
    try_graph(bytes, size - 1);
    CHECK(kg_graph_read_memory(&graph, context, NULL, 3, NULL) == KG_ARGUMENT && !graph);
    kg_graph_destroy(graph);
}

static void try_numbers(void)
{
    static const char text[] = "1 2.5\n3 4\n", wrong[] = "1 2\n3 nan\n";
    const kg_matrix_options finite = {.finite = 1};
    char *copy = copy_of(text, sizeof text - 1);
    kg_matrix *matrix = NULL;

    CHECK(kg_matrix_read_memory(&matrix, context, copy, sizeof text - 1, NULL) == KG_OK);
    drop(copy, sizeof text - 1);
    CHECK(kg_matrix_rows(matrix) == 2 && ((double *)kg_matrix_data(matrix))[1] == 2.5);
    kg_matrix_destroy(matrix);
    CHECK(kg_matrix_read_memory(&matrix, context, wrong, sizeof wrong - 1, &finite) == KG_FORMAT);
    CHECK(!matrix && strncmp(kg_context_message(context), "memory:2:3: ", 12) == 0);
    CHECK(kg_matrix_read_memory(&matrix, context, NULL, 0, NULL) == KG_OK);
    CHECK(kg_matrix_rows(matrix) == 0);
    kg_matrix_destroy(matrix);
}

static void try_searches(void)
{
    static const char map[] = "type octile\nheight 1\nwidth 3\nmap\n.@.\n",
                      wrong[] = "type octile\nheight x\n";
    static const char puzzle[] = "1 0\n2 3\n", no_puzzle[] = "1 0\n2 2\n";
    kg_grid *grid = NULL;
    kg_tiles_set *set = NULL;

    CHECK(kg_grid_read_memory(&grid, context, map, sizeof map - 1, NULL) == KG_OK);
    CHECK(kg_grid_width(grid) == 3 && kg_grid_weight(grid, (kg_grid_cell){1, 0}) == 0);
    kg_grid_destroy(grid);
    CHECK(kg_grid_read_memory(&grid, context, wrong, sizeof wrong - 1, NULL) == KG_FORMAT && !grid);
    CHECK(strncmp(kg_context_message(context), "memory:2:", 9) == 0);
    CHECK(kg_tiles_read_memory(&set, context, puzzle, sizeof puzzle - 1, NULL) == KG_OK);
    CHECK(kg_tiles_set_count(set) == 1 && kg_tiles_set_puzzles(set)->start[0] == 1);
    kg_tiles_set_destroy(set);
    CHECK(kg_tiles_read_memory(&set, context, no_puzzle, sizeof no_puzzle - 1, NULL) == KG_FORMAT &&
          !set);
    CHECK(strncmp(kg_context_message(context), "memory:2:", 9) == 0);
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
    CHECK(kg_context_memory(context).current == 0);
    kg_context_destroy(context);
    return bad;
}
