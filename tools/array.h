/*
 * The array tool: what its commands share.
 *
 * A command has a file, or a section of one, with its options, a struct for what they say, which
 * begins with a struct array, its parser, and the function that does the work. The table in array.c
 * lists the commands.
 */
#ifndef KG_TOOLS_ARRAY_H
#define KG_TOOLS_ARRAY_H

#include "command.h"

/* The keys of a command's own options begin with KEY_COMMAND. */
enum {
    KEY_TO = KEY_TOOL,
    KEY_NPY,
    KEY_TYPE,
    KEY_ANY_TYPE,
    KEY_COLUMN,
    KEY_HEADER,
    KEY_NO_HEADER,
    KEY_COMMAND
};

/* For commands that write numbers. */
#define OPTIONS_NUMBERS                                                                            \
    {"to", KEY_TO, "FORMAT", 0, "write text, csv or npy (default: by the extension of -o)", 0},    \
    {                                                                                              \
        "npy", KEY_NPY, 0, 0, "as --to npy", 0                                                     \
    }

/* For commands that write matrices, which may be sparse. */
#define OPTIONS_SPARSE                                                                             \
    {"to", KEY_TO, "FORMAT", 0,                                                                    \
        "write mtx, csr, csc, text, csv or npy (default: by the extension of -o)", 0},             \
    {                                                                                              \
        "npy", KEY_NPY, 0, 0, "as --to npy", 0                                                     \
    }

/* For commands that read numbers. */
#define OPTION_TYPE                                                                                \
    {                                                                                              \
        "type", KEY_TYPE, "NAME", 0,                                                               \
            "the numbers are int8, int16, int32, int64, uint8, uint16, uint32 or uint64", 0        \
    }

/* For commands that read numbers whose rows do not matter. */
#define OPTIONS_COLUMN                                                                             \
    OPTION_TYPE,                                                                                   \
        {"column", KEY_COLUMN, "WHICH", 0,                                                         \
            "of a table in text this column alone: by its name in the first line, or from 1 on",   \
            0},                                                                                    \
        {"header", KEY_HEADER, 0, 0, "the table's first line names its columns", 0},               \
    {                                                                                              \
        "no-header", KEY_NO_HEADER, 0, 0, "it does not (default: where it has numbers alone)", 0   \
    }

/* What numbers are written as; ANY: by the extension. From MTX on: of a sparse matrix the entries,
 * as Matrix Market or as arrays. */
enum format { ANY, TEXT, NPY, CSV, MTX, CSR, CSC };

enum { MOST_PATHS = 2 };

struct array {
    struct tool tool;
    const char *path[MOST_PATHS]; /* "-" for standard input */
    int paths, most_paths;        /* given; that the command may have */
    enum format to;
    bool typed; /* --type is given */
    kg_type type;
    bool wide;          /* the command wants integers of 64 bits */
    const char *column; /* of --column */
    kg_header header;
    bool writes_numbers; /* has the options above */
    bool sparse;         /* has OPTIONS_SPARSE */
    struct text facts;   /* members of the JSON document that the command adds */
};

struct array_command {
    struct tool_command shown;
    int most_paths;
    bool sparse;         /* has OPTIONS_SPARSE */
    size_t size;         /* of the command's struct */
    argp_parser_t parse; /* its input is the command's struct, which begins with zeros */
    kg_status (*run)(struct array *array);
};

extern const struct array_command array_scan_command, array_reduce_command, array_compact_command,
    array_sort_command, array_argsort_command, array_split_command, array_distinct_command,
    array_histogram_command, array_top_command, array_runs_command, array_tsp_command,
    array_permutations_command, array_look_and_say_command, array_cyclospectrum_command,
    array_generate_command, array_transpose_command, array_sparse_command, array_multiply_command,
    array_som_command;

/* Parses what is common to all commands: FILE arguments, --to, --npy, --json. A command's own
 * parser hands on to it what it does not know, and ARGP_KEY_INIT and ARGP_KEY_END after its own
 * part. */
error_t array_parse(int key, char *arg, struct argp_state *state);

/* For parsers: a usage error where two inputs are both standard input; `what` names them. */
void array_refuse_twice(
    struct argp_state *state, const char *one, const char *other, const char *what);

/* For commands without options of their own that write numbers; that read a list of them, too. */
extern const struct argp_option array_number_options[], array_list_options[];

/* Reads a file; unless its rows matter as one column, or the one of --column. */
kg_status array_read(struct array *array, kg_matrix **matrix, const char *path, bool rows);

/* The same, whose rows matter; nothing is near an infinity or NaN, so they are refused. */
kg_status array_read_finite(struct array *array, kg_matrix **matrix, const char *path);

/* Writes a matrix to -o, and under --json the document: with the numbers where there is no -o. */
kg_status array_write(struct array *array, kg_matrix *matrix);

/* For the document of --json: members that say what a matrix is, and its rows in a list, for
 * document_list(); user points to the matrix. */
void array_put_shape(
    struct text *text, struct array *array, uint64_t rows, uint64_t columns, kg_type type);
void array_put_rows(struct text *text, const void *user, uint64_t first, uint64_t last);

/* Whether the file's name is that of Matrix Market. */
bool array_names_sparse(const char *path);

/* Reads a sparse matrix, transposes it where that is asked for, and writes it. */
kg_status array_run_sparse(struct array *array, bool transpose);

/* Writes two columns: numbers and counts, both as 64-bit integers, or doubles beside floats. */
kg_status array_write_pairs(
    struct array *array, kg_matrix *number, const uint64_t *times, uint64_t count);

/* Writes a text to -o, and under --json closes and prints the document, which is open. */
kg_status array_write_text(struct array *array, struct text *text, struct text *json);

/* The i-th number of a matrix, rounded to double, or an integer, of a signed one its bits. */
double array_number(kg_matrix *matrix, uint64_t i);
uint64_t array_integer(kg_matrix *matrix, uint64_t i);

/* How many numbers a matrix has. */
uint64_t array_count(const kg_matrix *matrix);

bool array_is_real(kg_type type);
bool array_is_signed(kg_type type);

/* The type of 64 bits for sums of numbers of a type. */
kg_type array_wide_type(kg_type type);

/* ---- numbers where the device works ---------------------------------------------------------- */

/* A matrix, and its numbers where the device works; begins with zeros. */
struct lent {
    kg_matrix *matrix;
    void *data;
};

/* Lends the numbers: with KG_MAP_COPY those of the matrix, with KG_MAP_OVERWRITE only the room. */
kg_status lend(struct lent *lent, kg_map how);

/* Takes it back with its first rows. */
kg_status take_back(struct lent *lent, uint64_t rows);

void drop(struct lent *lent);

/* Makes room for so many numbers of a type. */
kg_status array_make(struct array *array, struct lent *made, kg_type type, uint64_t count);

/* Begins, reads the numbers of the first path, and makes room in out, unless it is NULL, for
 * `most` numbers like them, or for as many as there are. */
kg_status array_begin(struct array *array, struct lent *in, struct lent *out, uint64_t most);

#endif
