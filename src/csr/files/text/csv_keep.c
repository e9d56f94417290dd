/*
 * The columns of a table of edges that stay with the graph.
 *
 * In:  the graph, whose values are the places of the lines of its edges; the text; which columns
 *     are asked for. Out: the columns, and the values of the edges.
 * Method: the lines are read again, edge by edge. The first pass has found them without fault.
 * Work: O(text), on one thread. Memory: the text, and columns.c.
 */
#include "../columns.h"
#include "csv.h"
#include <string.h>

typedef struct keeper {
    const kg__csv_columns *columns;
    kg__columns *kept;
    uint32_t *column; /* [columns->count] the column of each field, or KG__NO_COLUMN */
    char *text;       /* the file */
    const char *end;
    char *scratch; /* for a field with doubled quotes */
    uint64_t room;
    bool undirected;
    /* The fields of the line that tell its value. */
    kg__csv_field value, oneway, backward;
} keeper;

/* Whether the graph holds what a column says. */
static bool is_used(const kg__csv_columns *c, unsigned i)
{
    return i == c->from || i == c->to || i == c->value || i == c->type || i == c->oneway ||
           i == c->backward;
}

/* Finds the columns by their names. */
static kg_status find_columns(keeper *k, const kg__record *header)
{
    const char *p = header->begin;
    kg__csv_field name;
    kg_status status = KG_OK;

    for (unsigned i = 0;
         i < k->columns->count && kg__csv_step(&name, &p, header->end, k->columns->separator);
         i++) {
        k->column[i] = KG__NO_COLUMN;
        if (name.begin < name.end && !(k->kept->all && is_used(k->columns, i)))
            KG_TRY(kg__columns_find(k->kept, KG_ELEMENT_EDGE, name.begin,
                (size_t)(name.end - name.begin), &k->column[i]));
    }
out:
    return status;
}

/* Keeps a field of the line. */
static kg_status take_field(keeper *k, uint32_t column, const kg__csv_field *f)
{
    kg__csv_field field = *f;
    kg_status status = KG_OK;

    if (column == KG__NO_COLUMN || (f->begin == f->end && !f->quoted))
        return KG_OK;
    if (f->doubled) { /* the line may be read again */
        const size_t length = (size_t)(f->end - f->begin);

        KG_TRY(kg__host_grow(k->kept->ctx, &k->scratch, &k->room, length + 1, 1, "a field"));
        memcpy(k->scratch, f->begin, length);
        field.begin = k->scratch;
        field.end = k->scratch + length;
        kg__csv_join_quotes(&field);
    }
    KG_TRY(kg__columns_say(k->kept, KG_ELEMENT_EDGE, column, field.begin,
        (size_t)(field.end - field.begin), f->quoted ? KG_COLUMN_TEXT : KG_COLUMN_INTEGER));
out:
    return status;
}

/* Reads the line at p. */
static kg_status read_line(keeper *k, const char *p)
{
    const kg__csv_columns *c = k->columns;
    kg_status status = KG_OK;

    for (unsigned i = 0; p && i < c->count; i++) {
        kg__csv_fault fault;
        kg__csv_field field;

        p = kg__csv_next(p, k->end, c->separator, true, &field, &fault);
        if (!p)
            break;
        if (i == c->value)
            k->value = field;
        else if (i == c->oneway)
            k->oneway = field;
        else if (i == c->backward)
            k->backward = field;
        KG_TRY(take_field(k, k->column[i], &field));
        p = *p == '\n' ? NULL : p + 1;
    }
out:
    return status;
}

/* The value of the line's edge, in the direction that it has in the graph. */
static double value_of(const keeper *k, bool back)
{
    const kg__csv_columns *c = k->columns;
    double value[2] = {1, 1};
    unsigned ways = KG__CSV_FORWARD;
    const char *at;

    if (c->value != KG__CSV_NONE && k->value.begin < k->value.end)
        kg__csv_number(&k->value, c->separator, &value[0]);
    if (c->oneway != KG__CSV_NONE || c->backward != KG__CSV_NONE)
        kg__csv_find_ways(c, &k->oneway, &k->backward, value, &ways, &at);
    return value[k->undirected ? !(ways & KG__CSV_FORWARD) : back];
}

static kg_status read_text(keeper *k, const kg__input *input)
{
    kg_status status;

    KG_TRY(kg__host_allocate(input->ctx, &k->text, input->size + KG__TEXT_PAD + 1, 1, "the text"));
    KG_TRY(kg__input_read(input, k->text, 0, input->size));
    k->text[input->size] = '\n';
    memset(k->text + input->size + 1, 0, KG__TEXT_PAD);
    k->end = k->text + input->size + 1;
out:
    return status;
}

kg_status kg__csv_keep(kg_graph *graph, const kg__input *input, const kg__csv_columns *columns,
    const kg__record *header, bool undirected, const char *keep)
{
    keeper k = {.columns = columns, .undirected = undirected};
    const kg_edge edges = kg__edges(graph);
    kg_edge *edge = NULL;
    kg_vertex *vertex = NULL;
    kg_status status;

    KG_TRY(kg__columns_create(&k.kept, input->ctx, keep));
    KG_TRY(kg__host_allocate(input->ctx, &k.column, columns->count, sizeof *k.column, "columns"));
    KG_TRY(find_columns(&k, header));
    KG_TRY(kg__columns_check(k.kept, input->shown));
    KG_TRY(read_text(&k, input));
    for (kg_edge e = 0; e < edges; e++) {
        const uint64_t place = (uint64_t)graph->value[e];

        KG_TRY(read_line(&k, k.text + place / 2));
        KG_TRY(kg__columns_put(k.kept, KG_ELEMENT_EDGE, e));
        graph->value[e] = value_of(&k, place % 2);
    }
    if (columns->value == KG__CSV_NONE) {
        kg__free(graph->ctx, graph->value);
        graph->value = NULL;
    } else {
        kg__columns_drop(k.kept, KG_ELEMENT_EDGE, "weight", 6, true);
    }
    KG_TRY(kg__columns_attach(graph, k.kept, &edge, &vertex));
out:
    kg__columns_release(k.kept);
    kg__free_all(input->ctx, k.column, k.text, k.scratch);
    return status;
}
