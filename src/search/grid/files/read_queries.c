/*
 * Reading a table of queries.
 *
 * In: lines "start x, start y, goal x, goal y", perhaps behind a line that names the columns.
 * Out: the queries; their lengths are 0.
 * Memory: the queries and a line of text.
 */
#include "../../../foreign/foreign.h"
#include "../../../io/number.h"
#include "../../../io/text_block.h"
#include "read_map.h"
#include <inttypes.h>
#include <string.h>

enum { COLUMNS = 4, NAME_MOST = 15, UNKNOWN = -1 };

static const char *const names[COLUMNS] = {"start x", "start y", "goal x", "goal y"};

/* The fields of a line, and the place of each column among them. */
typedef struct table {
    char separator; /* or a blank: any number of blanks */
    uint64_t fields;
    uint64_t place[COLUMNS];
} table;

/* Takes the field at *p, without blanks and quotes around it. Returns false behind the last. */
static bool take_field(char separator, const char **p, const char **field, size_t *length)
{
    const char *end;

    if (!*p)
        return false;
    *field = *p + strspn(*p, " \t");
    if (separator == ' ' && !**field)
        return false;
    end = *field + strcspn(*field, separator == ' ' ? " \t" : (char[]){separator, '\0'});
    *p = *end ? end + 1 : NULL;
    while (end > *field && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (end > *field + 1 && **field == '"' && end[-1] == '"') {
        end--;
        ++*field;
    }
    *length = (size_t)(end - *field);
    return true;
}

/* The column that a field names, or UNKNOWN. */
static int column_of(const char *field, size_t length)
{
    static const char *const ends[2] = {" start from source s ", " goal to target end g t "};
    char name[NAME_MOST + 3] = " ";
    size_t used = 1;

    for (size_t i = 0; i < length; i++) {
        const char c = field[i] >= 'A' && field[i] <= 'Z' ? (char)(field[i] + 32) : field[i];

        if (c == ' ' || c == '_')
            continue;
        if (used > NAME_MOST || !((c >= 'a' && c <= 'z') || kg__is_digit(c)))
            return UNKNOWN;
        name[used++] = c;
    }
    if (used == 3 && (name[1] == 'x' || name[1] == 'y') && (name[2] == '1' || name[2] == '2'))
        return 2 * (name[2] - '1') + (name[1] == 'y');
    if (used < 3 || (name[used - 1] != 'x' && name[used - 1] != 'y'))
        return UNKNOWN;
    for (int k = 0; k < 2; k++) {
        const int column = 2 * k + (name[used - 1] == 'y');

        memcpy(name + used - 1, " ", 2);
        if (strstr(ends[k], name))
            return column;
        name[used - 1] = column & 1 ? 'y' : 'x';
    }
    return UNKNOWN;
}

/* Reads the first line of a table. *named: whether it names the columns. */
static kg_status read_first(const kg__lines *l, table *t, bool *named)
{
    const char *p = l->line, *field;
    uint64_t number;
    size_t length;

    t->separator = strchr(p, ',') ? ',' : strchr(p, ';') ? ';' : strchr(p, '\t') ? '\t' : ' ';
    t->fields = COLUMNS;
    for (uint64_t c = 0; c < COLUMNS; c++)
        t->place[c] = c;
    take_field(t->separator, &p, &field, &length);
    *named = !kg__parse_label(field, &number);
    if (!*named)
        return KG_OK;
    memset(t->place, 0xff, sizeof t->place);
    p = l->line;
    for (t->fields = 0; take_field(t->separator, &p, &field, &length); t->fields++) {
        const int column = column_of(field, length);

        if (column == UNKNOWN)
            continue;
        if (t->place[column] != UINT64_MAX)
            return kg__lines_fail(l, field, "a second column of %s", names[column]);
        t->place[column] = t->fields;
    }
    for (int c = 0; c < COLUMNS; c++)
        if (t->place[c] == UINT64_MAX)
            return kg__lines_fail(l, NULL,
                "no column is called %s: expected the numbers start x, start y, goal x, goal y, or "
                "a line with these names",
                names[c]);
    return KG_OK;
}

static kg_status read_row(
    const kg__lines *l, const table *t, const kg_grid *grid, kg_grid_query *query)
{
    const uint64_t side[2] = {grid->width, grid->height};
    uint64_t number[COLUMNS] = {0}, i = 0;
    const char *p = l->line, *field;
    size_t length;

    for (; take_field(t->separator, &p, &field, &length); i++)
        for (int c = 0; c < COLUMNS; c++) {
            if (t->place[c] != i)
                continue;
            if (kg__parse_label(field, &number[c]) != field + length)
                return kg__lines_fail(l, field, "expected %s, a number", names[c]);
            if (number[c] >= side[c & 1])
                return kg__lines_fail(l, field, "%s is %" PRIu64 ": the map has %" PRIu64 " %s",
                    names[c], number[c], side[c & 1], c & 1 ? "rows" : "columns");
        }
    if (i != t->fields)
        return kg__lines_fail(l, NULL, "%" PRIu64 " fields, expected %" PRIu64 "%s", i, t->fields,
            t->fields == COLUMNS ? ": start x, start y, goal x, goal y" : ", as in the first line");
    *query = (kg_grid_query){
        {(uint32_t)number[0], (uint32_t)number[1]}, {(uint32_t)number[2], (uint32_t)number[3]}};
    return KG_OK;
}

kg_status kg__scenario_read_table_input(
    kg_scenario **scenario, const kg_grid *grid, const kg__input *input)
{
    static const kg__expected expected = {"queries, a line start x, start y, goal x, goal y each"};
    kg_scenario *s = NULL;
    kg_grid_query query;
    table t = {0};
    bool named;
    kg__lines l;
    kg_status status;

    *scenario = NULL;
    kg__lines_open(&l, input);
    KG_TRY(kg__foreign_refuse(input, &expected));
    KG_TRY(kg__scenario_create(&s, input->ctx));
    for (;;) {
        KG_TRY(kg__lines_next_full(&l));
        if (!l.line)
            break;
        if (*kg__skip_blank(l.line) == '#')
            continue;
        if (!t.separator) {
            KG_TRY(read_first(&l, &t, &named));
            if (named)
                continue;
        }
        KG_TRY(read_row(&l, &t, grid, &query));
        KG_TRY(kg__scenario_add(s, &query, 0));
    }
    *scenario = s;
    s = NULL;
out:
    kg__lines_close(&l);
    kg_scenario_destroy(s);
    return status;
}

static kg_status read_table(void *scenario, const kg__input *input, const void *grid)
{
    return kg__scenario_read_table_input(scenario, grid, input);
}

static kg_status read_from(kg_scenario **scenario, const kg_grid *grid, const kg__source *source)
{
    KG_NEED_RESULT(KG__CONTEXT(grid), scenario, grid);
    kg__begin(grid->ctx);
    return kg__input_read_from(grid->ctx, source, NULL, read_table, scenario, grid);
}

KG__READ_CALLS(kg_scenario_read_table, read_from, kg_scenario, const kg_grid)
