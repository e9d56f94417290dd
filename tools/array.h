/*
 * The array tool: what its commands share.
 *
 * A command has a file, or a section of one, with a struct for what its options say, which begins
 * with a struct array, its table of options, and the function that does the work. array.c lists the
 * commands.
 */
#ifndef KG_TOOLS_ARRAY_H
#define KG_TOOLS_ARRAY_H

#include "command.h"

/* Options of commands that read numbers; that read a list of them; that write numbers; that write
 * matrices, which may be sparse. */
extern const struct option array_type_options[], array_column_options[], array_format_options[],
    array_sparse_options[];

/* The tables of commands that read a list of numbers and write numbers: with options of their own,
 * and without. */
#define LISTS(options) TABLES_OF({options}, {array_column_options}, {array_format_options})
extern const struct option_table array_lists[];

/* What --type does where the numbers may be floats. */
#define ANY_TYPE                                                                                   \
    .take = array_take_type,                                                                       \
    .words = "int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32 or float64"
option_fn array_take_type;

/* What numbers are written as; ANY: by the extension. From MTX to CSC: of a sparse matrix the
 * entries, as Matrix Market or as arrays. */
enum array_format { ANY, MTX, CSR, CSC, TEXT, CSV, NPY };

enum { MOST_PATHS = 2 };

struct array {
    struct tool tool;
    const struct array_command *command;
    const char *path[MOST_PATHS]; /* "-" for standard input */
    int paths;                    /* given */
    enum array_format to;
    bool typed; /* --type is given */
    kg_type type;
    bool wide;          /* the command wants integers of 64 bits */
    const char *column; /* of --column */
    kg_header header;
    struct text facts; /* members of the JSON document that the command adds */
};

struct array_command {
    struct command shown;
    int most_paths; /* that it may have */
    size_t size;    /* of the command's struct, which begins with zeros */

    /* Its own part of the command line, or NULL: an argument that is no option; what must hold at
     * the end, before the inputs are chosen. */
    void (*argument)(struct command_line *line, char *argument);
    void (*check)(struct command_line *line);
    kg_status (*run)(struct array *array);
};

extern const struct array_command array_scan_command, array_reduce_command, array_compact_command,
    array_sort_command, array_argsort_command, array_split_command, array_distinct_command,
    array_histogram_command, array_top_command, array_runs_command, array_tsp_command,
    array_permutations_command, array_look_and_say_command, array_cyclospectrum_command,
    array_generate_command, array_transpose_command, array_sparse_command, array_multiply_command,
    array_som_command;

/* Takes FILE arguments. */
void array_add_path(struct command_line *line, char *argument);
/* Checks what is common to all commands, and chooses the inputs and the format. */
void array_check(struct command_line *line);

/* A usage error where two inputs are both standard input; `what` names them. */
void array_refuse_twice(
    struct command_line *line, const char *one, const char *other, const char *what);

/* Whether the entries of a sparse matrix are to be written. */
bool array_wants_sparse(const struct array *array);

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
