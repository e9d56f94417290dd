/* Lines of several points on a sheet: their lengths, places on them, and lines beside them. */
#include "polyline.h"
#include <math.h>

static kg_status add(kg__polyline *line, double x, double y)
{
    const uint64_t i = line->points;
    kg_status status = KG_OK;

    if (i && line->at[2 * i - 2] == x && line->at[2 * i - 1] == y)
        goto out;
    KG_TRY(kg__host_grow(
        line->ctx, &line->at, &line->room, 2 * (i + 1), sizeof *line->at, "a line of a map"));
    line->at[2 * i] = x;
    line->at[2 * i + 1] = y;
    line->points++;
out:
    return status;
}

kg_status kg__polyline_take(
    kg__polyline *line, const kg__sheet *sheet, uint64_t street, bool backwards)
{
    const kg_streets *s = sheet->streets;
    const uint64_t first = s->line[street], last = s->line[street + 1] - 1;
    int64_t place[2];
    kg_status status = KG_OK;

    line->points = 0;
    for (uint64_t i = first; i <= last; i++) {
        kg__sheet_at(sheet, s->point + 2 * (backwards ? first + last - i : i), place);
        KG_TRY(add(line, (double)place[0], (double)place[1]));
    }
out:
    return status;
}

/* The length of the segment that begins at a point. */
static double measure(const kg__polyline *line, uint64_t i)
{
    const double *a = line->at + 2 * i;

    return hypot(a[2] - a[0], a[3] - a[1]);
}

double kg__polyline_length(const kg__polyline *line)
{
    double sum = 0;

    for (uint64_t i = 0; i + 1 < line->points; i++)
        sum += measure(line, i);
    return sum;
}

/* The segment on which a place lies, and the place. */
static uint64_t find_segment(const kg__polyline *line, double length, double at[2])
{
    uint64_t i = 0;
    double share = 0;

    if (line->points > 1) {
        while (i + 2 < line->points && length > measure(line, i))
            length -= measure(line, i++);
        share = fmin(fmax(length / measure(line, i), 0), 1);
    }
    for (int k = 0; k < 2; k++) {
        const double from = line->at[2 * i + k];

        at[k] = share > 0 ? from + share * (line->at[2 * i + 2 + k] - from) : from;
    }
    return i;
}

void kg__polyline_at(const kg__polyline *line, double length, double at[2])
{
    find_segment(line, length, at);
}

kg_status kg__polyline_trim(kg__polyline *line, double length)
{
    const double whole = kg__polyline_length(line);
    double from[2], to[2];
    const uint64_t first = find_segment(line, length, from);
    const uint64_t last = find_segment(line, whole - length, to);
    kg_status status;

    line->points = 0; /* points only move forwards */
    KG_TRY(add(line, from[0], from[1]));
    for (uint64_t i = first + 1; i <= last; i++)
        KG_TRY(add(line, line->at[2 * i], line->at[2 * i + 1]));
    KG_TRY(add(line, to[0], to[1]));
out:
    return status;
}

/* The direction of the segment that begins at a point. */
static void find_direction(const kg__polyline *line, uint64_t i, double to[2])
{
    const double length = measure(line, i);

    for (int k = 0; k < 2; k++)
        to[k] = (line->at[2 * i + 2 + k] - line->at[2 * i + k]) / length;
}

kg_status kg__polyline_shift(kg__polyline *shifted, const kg__polyline *line, double right)
{
    enum { FARTHEST = 2 }; /* a sharp corner moves by at most this multiple of the distance */
    const uint64_t points = line->points;
    kg_status status = KG_OK;

    shifted->points = 0;
    for (uint64_t i = 0; i < points; i++) {
        double in[2] = {0}, out[2] = {0}, across[2], square, by;

        if (points > 1) {
            find_direction(line, i ? i - 1 : 0, in);
            find_direction(line, i + 1 < points ? i : i - 1, out);
        }
        across[0] = -(in[1] + out[1]) / 2;
        across[1] = (in[0] + out[0]) / 2;
        square = across[0] * across[0] + across[1] * across[1];
        by = right / fmax(square, 1.0 / (FARTHEST * FARTHEST));
        KG_TRY(
            add(shifted, line->at[2 * i] + by * across[0], line->at[2 * i + 1] + by * across[1]));
    }
out:
    return status;
}
