/* astar fields: the costs of shortest paths from some cells of a map to all cells, or to some. */
#include "astar-map.h"
#include "astar.h"
#include "document.h"
#include "values.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* OWN: by the extension of -o. */
enum field_format { OWN, TEXT, CSV, NPY, PNG };

struct fields {
    struct tool tool;
    const char *map;
    kg_grid_read_options read;
    kg_grid_fields_options find;
    kg_grid_layer layer;
    enum field_format format;
    char *cells; /* of --from or --to; NULL: the map's start */
    kg_grid_cell *source;
    uint64_t sources;

    kg_grid *grid;
    kg_grid_fields *fields;
};

static void take_cells(struct command_line *line, const struct option *option, char *value)
{
    struct fields *f = line->input;
    char *rest = value;
    kg_grid_cell cell;

    for (f->sources = 0; rest; f->sources++)
        if (!map_next_cell(&rest, &cell))
            refuse_value(line, value, "a cell as X,Y, or several with / between them");
    f->cells = value;
    f->find.towards = option->least == 1;
}

static void take_layer(struct command_line *line, const struct option *option, char *value)
{
    struct fields *f = line->input;

    (void)value;
    f->layer = (kg_grid_layer)option->least;
    f->find.flow = f->layer == KG_GRID_FLOW;
}

static const struct option options[] = {
    OPTION("from", "CELLS", DOES(take_cells),
        "costs of paths from these cells, X,Y/X,Y..., a field each (default: from the map's start)",
        .without = "to"),
    OPTION(
        "to", "CELLS", DOES(take_cells), "costs of paths to these cells, a field each", .least = 1),
    OPTION("nearest", NULL, SETS(struct fields, find.together, 1),
        "one field: from the nearest of them, or to it"),
    OPTION("which", NULL, DOES(take_layer),
        "write which of them is the nearest, from 0 on; -1: none", .least = KG_GRID_NEAREST,
        .needs = "nearest", .without = "flow"),
    OPTION("flow", NULL, DOES(take_layer),
        "write each cell's next step on a shortest path, 1 to 8; 0: none", .least = KG_GRID_FLOW),
    {0}};

static const struct option write_options[] = {
    OPTION("output-format", "FORMAT", WORD_IN(struct fields, format, TEXT, "text, csv, npy or png"),
        "write % (default: by the extension of -o)"),
    OPTION("no-verify", NULL, SETS(struct fields, find.skip_verify, 1), "do not check the costs"),
    {0}};

static const char about[] =
    "astar fields: the costs of shortest paths from some cells of a grid map to all cells, or to "
    "some.";

static const char doc[] =
    "MAP is a file as astar pathfinding reads it; without it or for - standard input.\n\n"
    "A row of numbers for each row of the map, from y = 0 on; one field below the other. inf: a "
    "wall, or no path. Steps of a flow are numbered row by row: 1 up and left, 2 up, 3 up and "
    "right, 4 left, 5 right, 6 down and left, 7 down, 8 down and right.\n\n"
    "Examples:\n"
    "  astar fields maze.txt\n"
    "  astar fields --from 1,11 arena.map -o costs.npy\n"
    "  astar fields --from 1,11/47,46 --nearest arena.map -o costs.png\n"
    "  astar fields --from 1,11/47,46 --nearest --which arena.map -o which.npy\n"
    "  astar fields --to 47,46 --flow arena.map -o flow.png\n\n"
    "Exit status: 0 done, 64 usage, 65 bad input, 66 cannot open, 69 no such device, 70 "
    "self-check failed, 71 out of memory, 73 cannot create, 74 input or output failed.";

/* ---- the command line ------------------------------------------------------------------------ */

static void take_argument(struct command_line *line, char *argument)
{
    take_path(line, &((struct fields *)line->input)->map, "map", argument);
}

static void choose_format(struct command_line *line, struct fields *f)
{
    const char *path = f->tool.output ? f->tool.output : "-";
    int length;
    const char *extension = extension_of(path, &length);

    check_extension(line, "-o", path, ".npy .csv .txt .dat .png ", false,
        ", or --output-format text, csv, npy or png");
    f->format = !extension            ? TEXT
                : extension[1] == 'n' ? NPY
                : extension[1] == 'c' ? CSV
                : extension[1] == 'p' ? PNG
                                      : TEXT;
}

static void check(struct command_line *line)
{
    struct fields *f = line->input;

    if (f->format == NPY || f->format == PNG)
        document_refuse(
            line, &f->tool, f->format == NPY ? "a file in the format npy" : "a picture");
    if (f->format == OWN)
        choose_format(line, f);
    f->map = parse_input(line, &f->tool, f->map, "MAP");
    if (f->format == PNG && f->sources > 1 && !f->find.together)
        usage_error(line,
            "a picture shows one field, and there are %" PRIu64 ": add --nearest, or write .npy",
            f->sources);
}

/* ---- the answer ------------------------------------------------------------------------------ */

static void put_value(struct text *text, const struct fields *f, uint64_t i)
{
    const double cost = kg_grid_fields_costs(f->fields)[i];

    if (f->layer == KG_GRID_FLOW)
        json_number(text, NULL, kg_grid_fields_flow(f->fields)[i]);
    else if (isinf(cost))
        json_null(text, NULL);
    else if (f->layer == KG_GRID_NEAREST)
        json_number(text, NULL, kg_grid_fields_nearest(f->fields)[i]);
    else
        json_double(text, NULL, cost);
}

static void put_rows(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct fields *f = user;
    const uint64_t width = kg_grid_width(f->grid);

    for (uint64_t row = first; row < last; row++) {
        if (row)
            text_put(text, ",", 1);
        json_open(text, NULL, '[');
        for (uint64_t i = row * width; i < (row + 1) * width; i++)
            put_value(text, f, i);
        json_close(text, ']');
    }
}

static void put_head(struct text *text, const struct fields *f)
{
    static const char *const layers[] = {"costs", "nearest", "flow"};

    map_put_json(text, f->grid);
    json_open(text, f->find.towards ? "to" : "from", '[');
    for (uint64_t i = 0; i < f->sources; i++) {
        json_open(text, NULL, '[');
        json_number(text, NULL, f->source[i].x);
        json_number(text, NULL, f->source[i].y);
        json_close(text, ']');
    }
    json_close(text, ']');
    json_number(text, "fields", kg_grid_fields_count(f->fields));
    json_string(text, "layer", layers[f->layer]);
}

static kg_status write_document(struct fields *f, uint64_t rows)
{
    struct document document = {.tool = &f->tool};
    kg_status status;

    TRY(document_open(&document));
    put_head(&document.text, f);
    TRY(document_list(&document, "data", rows, put_rows, f));
    TRY(document_close(&document));
out:
    document_drop(&document);
    return status;
}

static kg_status write_matrix(struct fields *f, uint64_t rows, const char *path)
{
    static const kg_type types[] = {KG_F64, KG_I32, KG_U8};
    const void *layer = f->layer == KG_GRID_FLOW ? (const void *)kg_grid_fields_flow(f->fields)
                        : f->layer == KG_GRID_NEAREST
                            ? (const void *)kg_grid_fields_nearest(f->fields)
                            : kg_grid_fields_costs(f->fields);
    kg_matrix *matrix = NULL;
    kg_status status;

    /* The matrix is only read. UINT32_MAX, no source, is -1 as a signed number. */
    TRY(kg_matrix_borrow(&matrix, f->tool.ctx, types[f->layer], rows, kg_grid_width(f->grid),
        (void *)(uintptr_t)layer));
    TRY(kg_matrix_write(matrix, path,
        f->format == NPY   ? KG_MATRIX_NPY
        : f->format == CSV ? KG_MATRIX_CSV
                           : KG_MATRIX_TEXT));
out:
    kg_matrix_destroy(matrix);
    return status;
}

static kg_status write_answer(struct fields *f)
{
    const uint64_t rows = kg_grid_fields_count(f->fields) * kg_grid_height(f->grid);
    const char *path = f->tool.output ? f->tool.output : "-";
    struct text text = {0};
    kg_status status;

    if (document_wanted(&f->tool))
        return write_document(f, rows);
    TRY(tool_prints(&f->tool, f->tool.output,
        f->format == NPY   ? "the binary format npy"
        : f->format == PNG ? "a PNG picture"
                           : NULL));
    tool_stage(&f->tool, "write");
    if (f->format == PNG)
        TRY(kg_grid_fields_draw_png(f->fields, 0, f->layer, path));
    else
        TRY(write_matrix(f, rows, path));
    tool_work(&f->tool);
    if (!f->tool.json)
        return KG_OK;
    json_open(&text, NULL, '{');
    put_head(&text, f);
    TRY(tool_print_json(&f->tool, &text));
out:
    free(text.bytes);
    return status;
}

/* Lists the sources that the command line or the map gives. */
static kg_status list_sources(struct fields *f)
{
    char *rest = f->cells;
    kg_grid_cell start = {0, 0};

    if (!rest && !(kg_grid_given(f->grid, &start, NULL) & KG_GRID_START))
        return tool_fail(
            &f->tool, KG_ARGUMENT, "the map gives no start: --from X,Y or --to X,Y is needed");
    f->sources = rest ? f->sources : 1;
    f->source = malloc(f->sources * sizeof *f->source);
    if (!f->source)
        return KG_MEMORY;
    *f->source = start;
    for (uint64_t i = 0; rest; i++)
        map_next_cell(&rest, &f->source[i]);
    return KG_OK;
}

static kg_status run(struct fields *f)
{
    kg_status status;

    TRY(tool_begin(&f->tool));
    TRY(kg_grid_read(&f->grid, f->tool.ctx, f->map, &f->read));
    tool_work(&f->tool);
    map_say(&f->tool, f->map, f->grid, f->read.threshold);
    TRY(list_sources(f));
    TRY(tool_blame(&f->tool,
        f->find.towards ? "--to"
        : f->cells      ? "--from"
                        : f->map,
        kg_grid_field(&f->fields, f->grid, f->sources, f->source, &f->find)));
    TRY(write_answer(f));
out:
    kg_grid_fields_destroy(f->fields);
    kg_grid_destroy(f->grid);
    free(f->source);
    return status;
}

static int run_command(int argc, char **argv)
{
    static const struct command_rules rules = {take_argument, check};
    struct fields f = {.tool.name = argv[0],
        .read = KG_GRID_READ_OPTIONS_INIT,
        .find = KG_GRID_FIELDS_OPTIONS_INIT};

    tool_parse(&f.tool, &astar_fields_command.shown, &rules, argc, argv, &f);
    return tool_end(&f.tool, run(&f));
}

const struct astar_command astar_fields_command = {
    .shown = {"fields", "the costs of shortest paths from some cells of a map to all, or to some",
        "MAP", TABLES_OF({options}, TABLE_AT(map_options, struct fields, read), {write_options}),
        doc, about},
    .run = run_command};
