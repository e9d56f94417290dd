#!/usr/bin/env python3
"""Calls every function of the public headers with NULL for all of its pointers, then with objects
of one kind after the other and NULL for the rest: none crashes, what takes an object and can fail
says KG_ARGUMENT without one, and a failure leaves a message wherever there is a context to hold it.

usage: nulls.py LIBRARY INCLUDE_FOLDER... -- CC...
"""
import os
import re
import subprocess
import sys
import tempfile

# An object of each kind, and the argument that stands for it.
OBJECTS = ("context", "graph", "builder", "euler", "grid", "grid_search", "grid_fields",
           "scenario", "matrix", "cities", "output", "tiles", "tiles_set", "ga_star", "ga_star_set",
           "streets")

PROGRAM = """
#include <konig/konig.h>
#include <stdio.h>
#include <string.h>

static int bad;

/* object: whether the call takes one; given: whether it was given one, whose context says more. */
static void check(const char *name, kg_status status, int object, int given, kg_context *context)
{
    if (!given && object && status != KG_ARGUMENT) {
        printf("%s without any object: %s\\n", name, kg_status_string(status));
        bad = 1;
    }
    if (given && status < 0 && !*kg_context_message(context)) {
        printf("%s: %s without a message\\n", name, kg_status_string(status));
        bad = 1;
    }
}

int main(int argc, char **argv)
{
    static const kg_vertex source[] = {0, 1}, target[] = {1, 0};
    static const uint16_t weight[] = {1, 1};
    static const kg_grid_query query = {{0, 0}, {1, 0}};
    static const kg_tiles_puzzle puzzle = {2, 2, {1, 0, 2, 3}, {0, 1, 2, 3}};
    static const kg_ga_star_order order = {2, {1, 0}};
    const kg_context_options options = {"cpu", 1, 0, NULL, NULL};
    kg_context *context = NULL;
    kg_graph *graph = NULL;
    kg_builder *builder = NULL;
    kg_euler *euler = NULL;
    kg_grid *grid = NULL;
    kg_grid_search *grid_search = NULL;
    kg_grid_fields *grid_fields = NULL;
    kg_scenario *scenario = NULL;
    kg_matrix *matrix = NULL;
    kg_cities *cities = NULL;
    kg_output *output = NULL;
    kg_tiles *tiles = NULL;
    kg_tiles_set *tiles_set = NULL;
    kg_ga_star *ga_star = NULL;
    kg_ga_star_set *ga_star_set = NULL;
    kg_streets *streets = NULL;

    if (argc != 4 || kg_context_create(&context, &options) ||
        kg_graph_build(&graph, context, 2, 2, source, target, NULL) ||
        kg_builder_create(&builder, context) || kg_euler_find(&euler, graph, NULL) ||
        kg_grid_build(&grid, context, 2, 1, weight, NULL) ||
        kg_grid_find(&grid_search, grid, 1, &query, NULL) ||
        kg_grid_field(&grid_fields, grid, 1, &query.start, NULL) ||
        kg_scenario_read(&scenario, grid, argv[1]) ||
        kg_matrix_create(&matrix, context, KG_F64, 1, 1) ||
        kg_cities_create_from_matrix(&cities, matrix) ||
        kg_output_open(&output, context, argv[2]) ||
        kg_tiles_find(&tiles, context, &puzzle, NULL) ||
        kg_tiles_read(&tiles_set, context, argv[3], NULL) ||
        kg_ga_star_pancake(&ga_star, context, &order, NULL) ||
        kg_ga_star_read_memory(&ga_star_set, context, "1 2", 3) ||
        kg_streets_read_memory(&streets, context, "source,target,length\\na,b,1\\n", 27, NULL)) {
        puts(kg_context_message(context));
        return 1;
    }
    *(double *)kg_matrix_data(matrix) = 1;
@CALLS@
    kg_streets_destroy(streets);
    kg_ga_star_set_destroy(ga_star_set);
    kg_ga_star_destroy(ga_star);
    kg_tiles_set_destroy(tiles_set);
    kg_tiles_destroy(tiles);
    kg_output_destroy(output);
    kg_cities_destroy(cities);
    kg_matrix_destroy(matrix);
    kg_scenario_destroy(scenario);
    kg_grid_fields_destroy(grid_fields);
    kg_grid_search_destroy(grid_search);
    kg_grid_destroy(grid);
    kg_euler_destroy(euler);
    kg_builder_destroy(builder);
    kg_graph_destroy(graph);
    kg_context_destroy(context);
    return bad;
}
"""


def functions(path):
    """(result, name, types of the arguments) of each function that a header declares."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)
    text = re.sub(r"^\s*#(.*\\\n)*.*$", " ", text, flags=re.M)
    text = re.sub(r"\btypedef\b[^;{]*;", " ", text)
    for result, name, arguments in re.findall(r"([\w *]+?)\b(kg_\w+)\s*\(([^;{]*?)\);", text):
        types = [re.sub(r"\w+$", "", argument.strip()).strip()
                 for argument in arguments.split(",") if argument.strip() != "void"]
        yield result.strip(), name, types


def object_of(kind):
    """graph of "const kg_graph *"; "" of what is no object."""
    match = re.fullmatch(r"(?:const )?kg_(\w+) \*", kind)
    return match[1] if match and match[1] in OBJECTS else ""


def call(result, name, types, given):
    """The statement; given: the kind of object that is not NULL."""
    values = []
    for kind in types:
        if "*" in kind:
            values.append(given if given and object_of(kind) == given else "NULL")
        else:
            values.append("0" if not kind.startswith("kg_") else f"({kind}){{0}}")
    text = f"{name}({', '.join(values)})"
    if result != "kg_status":
        return f"    {text};"
    takes = int(any(object_of(kind) or re.fullmatch(r"kg_\w+ \*\*", kind) and
                    kind[3:-3] in OBJECTS for kind in types))
    return f'    check("{name}", {text}, {takes}, {int(bool(given))}, context);'


def main():
    split = sys.argv.index("--")
    library, includes, compiler = sys.argv[1], sys.argv[2:split], sys.argv[split + 1:]
    headers = [os.path.join(folder, "konig", name) for folder in includes
               for name in sorted(os.listdir(os.path.join(folder, "konig"))) if name.endswith(".h")]
    declared = [function for path in headers for function in functions(path)]
    calls = [call(*function, "") for function in declared]
    for given in OBJECTS:
        for result, name, types in declared:
            if any(object_of(kind) == given for kind in types) and not name.endswith("_destroy"):
                calls.append(call(result, name, types, given))
    with tempfile.TemporaryDirectory() as root:
        paths = [os.path.join(root, name) for name in ("nulls.c", "a.scen", "out", "puzzle")]
        for path, text in zip(paths, (PROGRAM.replace("@CALLS@", "\n".join(calls)),
                                      "version 1\n0 a.map 2 1 0 0 1 0 1\n", "", "1 0\n2 3\n")):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        program = os.path.join(root, "nulls")
        folder = os.path.dirname(library)
        subprocess.run(compiler + ["-w"] + ["-I" + folder for folder in includes] +
                       [paths[0], "-o", program, library, "-Wl,-rpath," + os.path.abspath(folder)],
                       check=True)
        done = subprocess.run([program] + paths[1:], check=False)
    if done.returncode < 0:
        print(f"a call died of signal {-done.returncode}")
    return done.returncode != 0 or len(declared) < 100


if __name__ == "__main__":
    sys.exit(main())
