/*
 * Telling METIS from an edge list: both are lines of numbers.
 *
 * In:  the beginning of the file, from its first record on or earlier.
 * Method: the first record is n m [fmt [ncon]]. Each of the n lines after it, even an empty one, is
 *     a vertex with its neighbours; fmt says whether sizes and weights stand before and between
 *     these. Every edge stands in the lines of both its ends. In a sum over all entries, the two
 *     ends of an edge add opposite numbers, so the sum is 0.
 * Work: two passes over that beginning.
 */
#include "../../../io/number.h"
#include "../detect.h"
#include <string.h>

/* The first record. */
typedef struct header {
    uint64_t n, m, fields;
    uint64_t before; /* numbers of a line before its neighbours */
    bool plain;      /* without any weights */
    bool weighted;   /* a number after each neighbour */
} header;

static bool read_header(header *h, kg__line line)
{
    uint64_t format, weights, *const number[] = {&h->n, &h->m, &format, &weights};
    const char *p = line.begin;

    *h = (header){0};
    for (; h->fields < 4; h->fields++)
        if (!kg__field_number(kg__next_field(&p, line.end), number[h->fields]))
            break;
    weights = h->fields < 4 ? 1 : weights;
    format = h->fields < 3 ? 0 : format;
    if (h->fields < 2 || p < line.end || h->n == 0 || format > 111 || format % 10 > 1 ||
        format / 10 % 10 > 1 || weights > 1000)
        return false;
    h->before = (format >= 100) + (format / 10 % 10 ? weights : 0);
    h->plain = format == 0;
    h->weighted = format % 10;
    return true;
}

/* The next line that is not a comment, blank or not; false at the end, and if the line is cut. */
static bool next_row(const kg__beginning *file, const char **at, kg__line *line)
{
    while (*at < file->end) {
        const char *newline = memchr(*at, '\n', (size_t)(file->end - *at));

        if (!newline && !file->whole)
            return false;
        line->begin = kg__skip_blank(*at);
        line->end = newline ? newline : file->end;
        *at = line->end + 1;
        if (*line->begin != '%')
            return true;
    }
    return false;
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9 ^ (b * 0x94d049bb133111eb);

    return (x ^ x >> 29) * 0x9e3779b97f4a7c15;
}

/* Properties of the lines after the first record. */
typedef struct rows {
    uint64_t seen, entries, balance;
    uint64_t uniform;  /* with as many fields as the first record */
    uint64_t odd;      /* with none, one or many: edge lists have no such lines */
    uint64_t mirrored; /* entries whose other end is among the lines seen */
    bool strange;      /* a loop, a number past n beside weights, half a pair */
} rows;

/* Adds the line of vertex v. False if a number contradicts METIS. */
static bool add_row(rows *r, const header *h, kg__line line, uint64_t v)
{
    const char *p = line.begin;
    uint64_t fields = 0, u;
    bool waits = false; /* for a neighbour's weight */

    for (;; fields++) {
        kg__line field = kg__next_field(&p, line.end);

        if (field.begin == field.end)
            break;
        if (!kg__field_number(field, &u))
            return false;
        if (fields < h->before)
            continue;
        if (h->weighted && waits) {
            waits = false;
            continue;
        }
        waits = true;
        r->entries++;
        if (u == 0 || u > h->n) {
            if (h->plain)
                return false;
            r->strange = true;
        } else if (u == v) {
            r->strange = true;
        } else if (u <= r->seen) {
            r->mirrored++;
            r->balance += u < v ? mix(u, v) : -mix(v, u);
        }
    }
    r->strange = r->strange || (h->weighted && waits);
    r->uniform += fields == h->fields || fields == 0;
    r->odd += fields < 2 || fields > 4;
    return true;
}

kg__metis_fit kg__metis(const kg__beginning *file)
{
    const char *at = file->begin, *first;
    kg__line line;
    header h;
    rows r = {0};
    bool fits;

    if (!kg__next_line(file, &at, "%", &line) || !read_header(&h, line))
        return KG__METIS_NO;
    first = at;
    while (r.seen < h.n && next_row(file, &at, &line))
        r.seen++;
    at = first;
    for (uint64_t v = 1; v <= r.seen && next_row(file, &at, &line); v++)
        if (!add_row(&r, &h, line, v))
            return KG__METIS_NO;
    while (next_row(file, &at, &line))
        if (line.begin < line.end)
            return KG__METIS_NO; /* more lines than vertices */
    fits = !r.strange && r.balance == 0 && r.mirrored;
    if (file->whole)
        fits = fits && r.seen == h.n && r.entries == 2 * h.m;
    else
        fits = fits && r.entries <= 2 * h.m;
    if (fits)
        return r.uniform == r.seen ? KG__METIS_BOTH : KG__METIS_YES;
    return r.seen > 1 && 2 * r.odd >= r.seen ? KG__METIS_DAMAGED : KG__METIS_PERHAPS;
}
