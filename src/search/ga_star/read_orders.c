/* Reads rows of numbers, one a line. docs/formats.md has the format. */
#include "../../foreign/foreign.h"
#include "../../io/lines.h"
#include <konig/ga_star.h>
#include <string.h>

struct kg_ga_star_set {
    kg_context *ctx;
    kg_ga_star_order *order; /* [room] */
    uint64_t count, room;
};

static const char *skip_blanks(const char *p)
{
    return p + strspn(p, " \t");
}

/* Reads a number, cut if it is too large. Returns the text after it, or NULL if there is none. */
static const char *read_number(const char *p, unsigned *number)
{
    const char *begin = p;

    for (*number = 0; (unsigned char)(*p - '0') < 10; p++)
        *number = *number < 1000 ? 10 * *number + (unsigned)(*p - '0') : *number;
    return p == begin ? NULL : p;
}

/* Reads the numbers of a line, which may be empty. */
static kg_status read_line(const kg__lines *lines, kg_ga_star_order *order)
{
    const char *p = skip_blanks(lines->line), *end = lines->line + lines->length, *next;
    const char *place[KG_GA_STAR_ITEMS];
    uint64_t seen = 0;

    for (order->count = 0; p < end && *p != '#'; order->count++, p = next) {
        unsigned number;

        if (order->count == KG_GA_STAR_ITEMS)
            return kg__lines_fail(
                lines, p, "expected the line to end after %d numbers", KG_GA_STAR_ITEMS);
        place[order->count] = p;
        next = read_number(p, &number);
        if (!next)
            return kg__lines_fail(lines, p, "expected a number");
        if (number > KG_GA_STAR_ITEMS)
            return kg__lines_fail(
                lines, p, "too large a number: expected at most %d", KG_GA_STAR_ITEMS);
        if (seen >> number & 1)
            return kg__lines_fail(lines, p, "%u is there twice", number);
        seen |= UINT64_C(1) << number;
        order->item[order->count] = (uint8_t)number;
        p = next;
        next = skip_blanks(next);
        if (next < end && *next == ',') {
            next = skip_blanks(next + 1);
            if (next == end)
                return kg__lines_fail(
                    lines, next, "the line ends here, expected a number behind the comma");
        } else if (next < end && next == p && *next != '#') {
            return kg__lines_fail(lines, p, "expected a blank or a comma behind a number");
        }
    }
    for (unsigned i = 0; i < order->count; i++)
        if (order->item[i] >= order->count + !(seen & 1))
            return kg__lines_fail(lines, place[i],
                "%u among %u numbers: expected each of 0 to %u or of 1 to %u once", order->item[i],
                order->count, order->count - 1, order->count);
    if (order->count == 1)
        return kg__lines_fail(lines, NULL, "one number, expected 2 at least");
    return KG_OK;
}

static kg_status read_set(void *result, const kg__input *input, const void *options)
{
    static const kg__expected expected = {"piles or rings, a line of numbers each"};
    kg_ga_star_set **made = result, *set = NULL;
    kg__lines lines;
    kg_status status;

    (void)options;
    kg__lines_open(&lines, input);
    KG_TRY(kg__foreign_refuse(input, &expected));
    KG_TRY(kg__host_allocate(input->ctx, &set, 1, sizeof *set, "orders"));
    *set = (kg_ga_star_set){.ctx = input->ctx};
    for (;;) {
        kg_ga_star_order order = {0};

        KG_TRY(kg__lines_next(&lines));
        if (!lines.line)
            break;
        KG_TRY(read_line(&lines, &order));
        if (!order.count)
            continue;
        KG_TRY(kg__host_grow(
            input->ctx, &set->order, &set->room, set->count + 1, sizeof *set->order, "orders"));
        set->order[set->count++] = order;
    }
    if (!set->count)
        status = kg__fail(
            input->ctx, KG_FORMAT, "%s: no numbers, expected a line of them", input->shown);
out:
    kg__lines_close(&lines);
    if (status == KG_OK)
        *made = set;
    else
        kg_ga_star_set_destroy(set);
    return status;
}

static kg_status read_from(kg_ga_star_set **set, kg_context *context, const kg__source *source)
{
    KG_NEED_RESULT(context, set, context);
    kg__begin(context);
    return kg__input_read_from(context, source, NULL, read_set, set, NULL);
}

KG__READ_CALLS(kg_ga_star_read, read_from, kg_ga_star_set, kg_context)

void kg_ga_star_set_destroy(kg_ga_star_set *set)
{
    if (!set)
        return;
    kg__free_all(set->ctx, set->order, set);
}

KG__GETTER(size_t, kg_ga_star_set_count, kg_ga_star_set, set, set->count, 0)
KG__GETTER(const kg_ga_star_order *, kg_ga_star_set_orders, kg_ga_star_set, set, set->order, NULL)
