/* The walk of euler-find as a table: a row for each step, with the columns that were kept. */
#include "euler-answer.h"
#include "table.h"
#include <stdlib.h>

/* The walk, and its table. */
struct steps {
    const struct answer *answer;
    struct table table;
    const double *value;
    bool trails;
};

static void put_rows(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct steps *s = user;
    const struct answer *answer = s->answer;

    for (uint64_t i = first; i < last; i++) {
        const kg_edge entry = entry_of(answer, i), edge = answer->halves ? entry / 2 : entry;
        const uint64_t from = answer->halves ? entry : 2 * (uint64_t)entry;

        table_vertex(text, &s->table, answer->ends[from]);
        text_put(text, s->table.separator, 1);
        table_vertex(text, &s->table, answer->ends[from ^ 1]);
        if (s->value) {
            text_put(text, s->table.separator, 1);
            text_real(text, s->value[edge]);
        }
        text_put(text, s->table.separator, 1);
        text_number(text, edge);
        if (s->trails) {
            text_put(text, s->table.separator, 1);
            text_number(text, trail_of(answer, i, 0));
        }
        table_values(text, &s->table, edge);
        text_put(text, "\n", 1);
    }
}

kg_status write_csv(struct euler *euler, kg_output *output, const struct answer *answer)
{
    const char *path = euler->tool.output;
    struct steps s = {.answer = answer,
        .value = kg_graph_values(answer->graph),
        .trails = euler->find.kind == KG_EULER_TRAILS};
    struct text head = {0};
    kg_status status;

    TRY(table_begin(&euler->tool, &s.table, answer->graph,
        path && has_extension(path, ".tsv .tab ", true), "source target weight edge trail "));
    text_format(&head, "source%starget", s.table.separator);
    if (s.value)
        text_format(&head, "%sweight", s.table.separator);
    text_format(&head, "%sedge", s.table.separator);
    if (s.trails)
        text_format(&head, "%strail", s.table.separator);
    table_names(&head, &s.table);
    text_put(&head, "\n", 1);
    TRY(text_flush(&head, output));
    TRY(tool_rows(&euler->tool, output, answer->length, put_rows, &s));
out:
    free(head.bytes);
    return status;
}
