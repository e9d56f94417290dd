/*
 * Reading one column of a table in text.
 *
 * In: a table (see table.h), a column's name or number. Out: a matrix of that column.
 * Method: the first record decides whether it names the columns. All records are read, and the
 *     numbers of the column are parsed as integers. If one is not an integer, all are read once
 *     more as doubles.
 * Work: one or two passes over the text, by one thread. Memory: the numbers, twice at most.
 */
#include "../scan/number.h"
#include "number_text.h"
#include "table.h"
#include <stdio.h>

typedef struct column {
    kg__table *table;
    kg_context *ctx;
    const kg_matrix_options *options;
    bool header;             /* the first record names the columns */
    uint64_t number;         /* of the column, from 0 on */
    uint64_t columns;        /* of the first record */
    uint64_t words, numbers; /* among its fields, except empty ones and NA */
    uint64_t found, second;  /* columns of that name, from 1 on; 0: there is none */
    uint64_t first_at;       /* where the first record begins */
    unsigned kind;
    uint64_t *data; /* [count] */
    uint64_t count, room;
} column;

/* ---- the wanted column ----------------------------------------------------------------------- */

/* A name, or a number from 1 on. A name in quotation marks is a name even if it is digits. */
typedef struct wanted {
    const char *name; /* [length]; NULL: a number */
    size_t length;
    uint64_t number;
} wanted;

static kg_status read_wanted(wanted *want, kg_context *ctx, const char *text)
{
    const size_t length = strlen(text);
    uint64_t number = 0;

    *want = (wanted){.name = text, .length = length};
    if (length && strspn(text, "0123456789") == length) {
        for (const char *p = text; *p; p++)
            if (__builtin_mul_overflow(number, 10, &number) ||
                __builtin_add_overflow(number, (uint64_t)(*p - '0'), &number))
                number = UINT64_MAX;
        *want = (wanted){.number = number};
        if (!number)
            return kg__fail(ctx, KG_ARGUMENT, "columns are counted from 1");
    } else if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
        *want = (wanted){.name = text + 1, .length = length - 2};
    }
    return KG_OK;
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* Parses a field as a double, or as an integer as far as possible. Returns false if it is not a
 * number. */
static bool parse_field(const kg__field *field, bool doubles, uint64_t *word, unsigned *kind)
{
    const char *end = kg__parse_integer(field->text, word, kind);

    if (end && doubles)
        end = kg__parse_real(field->text, word);
    return field->length && end == field->text + field->length;
}

/* Whether a field means "nothing". */
static bool is_nothing(const kg__field *field)
{
    static const char *const nothing[] = {"", "NA", "N/A", "null", "NULL"};

    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (field->length == strlen(nothing[i]) &&
            memcmp(field->text, nothing[i], field->length) == 0)
            return true;
    return false;
}

static kg_status fail_field(const column *c, const char *error)
{
    return kg__input_fail(c->table->input, c->table->start, c->table->field.at, error);
}

static kg_status fail_number(const column *c)
{
    const kg__field *field = &c->table->field;
    char error[160];

    if (!field->length)
        return fail_field(c, "an empty field: expected a number");
    snprintf(error, sizeof error, "'%s' %s", KG__SHOW(field->text, field->length), KG__NO_NUMBER);
    return fail_field(c, error);
}

/* Fails if the type that is asked for does not have the number of a field. */
static kg_status check_range(const column *c, kg_type type, uint64_t word)
{
    kg_number one = kg__number_at(type, &word, 0);
    char range[KG__RANGE_BYTES];

    if (kg__matrix_make_integer(&one, c->options->type, type))
        return KG_OK;
    kg__matrix_show_range(range, c->options->type);
    return fail_field(c, range);
}

/* Takes a field of the column. */
static kg_status take_number(column *c, bool doubles)
{
    uint64_t word;
    unsigned kind = 0;
    double real;
    kg_status status;

    if (!parse_field(&c->table->field, doubles, &word, &kind))
        return fail_number(c);
    c->kind |= kind;
    if (!doubles && c->kind & (KG__REAL | KG__HUGE_ONE))
        return KG_LIMIT;
    memcpy(&real, &word, sizeof real);
    if (c->options->typed)
        KG_TRY(check_range(c, doubles ? KG_F64 : kind & KG__LARGE ? KG_U64 : KG_I64, word));
    if (doubles && c->options->finite && !(real - real == 0))
        return fail_field(c, "expected a finite number");
    KG_TRY(kg__host_grow(c->ctx, &c->data, &c->room, c->count + 1, sizeof *c->data, "numbers"));
    c->data[c->count++] = word;
out:
    return status;
}

/* ---- records --------------------------------------------------------------------------------- */

/* Reads all fields of the first record. */
static kg_status read_first(column *c, const wanted *want)
{
    kg__table *t = c->table;
    const kg__field *field = &t->field;
    unsigned kind = 0;
    uint64_t word;
    kg_status status;

    do {
        KG_TRY(kg__table_next(t, true));
        if (field->none)
            break;
        if (!c->columns++)
            c->first_at = field->at;
        if (want->name && field->length == want->length &&
            memcmp(field->text, want->name, want->length) == 0) {
            c->second = c->found ? c->columns : 0;
            c->found = c->found ? c->found : c->columns;
        }
        if (parse_field(field, true, &word, &kind))
            c->numbers++;
        else
            c->words += !is_nothing(field);
    } while (!field->last);
    kg__table_rewind(t);
out:
    return status;
}

/* Decides which column is wanted, and whether the first record names the columns. In a file without
 * records every column exists. */
static kg_status choose(column *c, const wanted *want, kg_header header)
{
    const kg__input *input = c->table->input;
    char names[KG__TABLE_NAMES];
    kg_status status = KG_OK;

    c->header = want->name || header == KG_HEADER_YES ||
                (header == KG_HEADER_AUTO && c->words && !c->numbers);
    if (want->name && header == KG_HEADER_NO)
        return kg__fail(c->ctx, KG_ARGUMENT,
            "'%s' is a name, and the first line is said to have none: expected a number",
            KG__SHOW(want->name, want->length));
    if (c->second)
        return kg__fail(c->ctx, KG_ARGUMENT,
            "columns %llu and %llu are both called '%s': choose one by its number",
            (unsigned long long)c->found, (unsigned long long)c->second,
            KG__SHOW(want->name, want->length));
    if (want->name ? !c->found : c->columns && want->number > c->columns) {
        KG_TRY(kg__table_names(input, c->first_at, names));
        if (want->name)
            return kg__fail(c->ctx, KG_ARGUMENT, "%s has no column '%s': its first line is %s",
                input->shown, KG__SHOW(want->name, want->length), *names ? names : "missing");
        return kg__fail(c->ctx, KG_ARGUMENT,
            "%s has no column %llu, but %llu: its first line is %s", input->shown,
            (unsigned long long)want->number, (unsigned long long)c->columns, names);
    }
    if (header == KG_HEADER_AUTO && !want->name && c->words && c->numbers)
        return kg__input_fail(input, c->table->start, c->first_at,
            "this line has words and numbers: the option header or no-header must say whether it "
            "names the columns");
    c->number = (want->name ? c->found : want->number) - 1;
out:
    return status;
}

/* Reads all records. KG_LIMIT: not all numbers are integers. */
static kg_status read_records(column *c, bool doubles)
{
    kg__table *t = c->table;
    const kg__field *field = &t->field;
    uint64_t record = 0, number = 0, record_at = 0;
    char error[96];
    kg_status status;

    kg__table_rewind(t);
    c->count = 0;
    for (;;) {
        const bool named = c->header && record == 0;

        KG_TRY(kg__table_next(t, number == c->number && !named));
        if (field->none)
            break;
        record_at = field->first ? field->at : record_at;
        if (field->first && record % 1024 == 0)
            KG_TRY(kg__progress(c->ctx, "reading", record_at, t->input->size));
        if (number == c->number && !named)
            KG_TRY(take_number(c, doubles));
        number++;
        if (!field->last)
            continue;
        if (number != c->columns) {
            snprintf(error, sizeof error, "a row of %llu fields, expected %llu, as the first has",
                (unsigned long long)number, (unsigned long long)c->columns);
            status = kg__input_fail(t->input, t->start, record_at, error);
            goto out;
        }
        record++;
        number = 0;
    }
out:
    return status;
}

kg_status kg__matrix_read_column(
    kg_matrix **matrix, const kg__input *input, const kg_matrix_options *options)
{
    kg_context *ctx = input->ctx;
    column c = {.ctx = ctx, .options = options};
    wanted want;
    kg_matrix *made = NULL;
    kg_status status;

    KG_TRY(read_wanted(&want, ctx, options->column));
    KG_TRY(kg__host_allocate(ctx, &c.table, 1, sizeof *c.table, "a table"));
    c.table->text = NULL;
    KG_TRY(kg__table_begin(c.table, input));
    KG_TRY(read_first(&c, &want));
    KG_TRY(choose(&c, &want, options->header));
    status = read_records(&c, false);
    if (status == KG_LIMIT)
        status = read_records(&c, true);
    KG_TRY(status);
    KG_TRY(kg__matrix_create(&made, ctx, KG_I64, 0, 1));
    KG_TRY(kg__number_type(input, c.kind, &made->type));
    if (c.data) {
        kg__free(ctx, made->data);
        made->data = c.data;
        made->rows = c.count;
        c.data = NULL;
    }
    *matrix = made;
    made = NULL;
out:
    kg_matrix_destroy(made);
    kg__free(ctx, c.data);
    if (c.table)
        kg__table_finish(c.table);
    kg__free(ctx, c.table);
    return status;
}

kg_status kg__matrix_take_column(kg_matrix **matrix, const kg__input *input, const char *text)
{
    kg_context *ctx = input->ctx;
    const size_t size = kg_type_size((*matrix)->type);
    wanted want;
    kg_matrix *made = NULL;
    kg_status status;

    KG_TRY(read_wanted(&want, ctx, text));
    if (want.name || want.number > (*matrix)->columns) {
        status = kg__fail(ctx, KG_ARGUMENT, "%s has no column %s, but %llu without names",
            input->shown, text, (unsigned long long)(*matrix)->columns);
        goto out;
    }
    KG_TRY(kg__matrix_create(&made, ctx, (*matrix)->type, (*matrix)->rows, 1));
    for (uint64_t i = 0; i < made->rows; i++)
        memcpy((char *)made->data + i * size,
            (const char *)(*matrix)->data + (i * (*matrix)->columns + want.number - 1) * size,
            size);
    kg_matrix_destroy(*matrix);
    *matrix = made;
out:
    return status;
}
