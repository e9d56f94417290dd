/*
 * Strokes as files: the front.
 *
 * In:  strokes of segments; what the file says besides. Out: the file.
 * Method: write_strokes.c and write_machines.c, in threads.
 * Work: O(strokes + segments). Memory: the text of some thousand strokes a thread.
 * Deterministic: the bytes do not depend on the number of threads.
 */
#include "../io/packed.h"
#include "strokes.h"
#include <math.h>

/* The formats by the extensions of files, each followed by a blank. */
static const char *const extensions[] = {[KG_STROKES_LINES] = ".txt ",
    [KG_STROKES_CSV] = ".csv ",
    [KG_STROKES_SVG] = ".svg ",
    [KG_STROKES_HPGL] = ".hpgl .plt ",
    [KG_STROKES_GCODE] = ".gcode .nc "};

static const char *const names[] = {"", "lines", "csv", "svg", "hpgl", "gcode"};

enum { FORMATS = sizeof names / sizeof *names };

static kg_status find_format(kg_context *ctx, const char *path, kg_strokes_format *format)
{
    if ((unsigned)*format >= FORMATS)
        return kg__fail(ctx, KG_ARGUMENT, "unknown format %d", (int)*format);
    for (int i = KG_STROKES_LINES; i < FORMATS && !*format; i++)
        if (kg__extension_is(path, extensions[i]))
            *format = (kg_strokes_format)i;
    if (!*format)
        return kg__fail(ctx, KG_ARGUMENT,
            "%s: expected a file that ends in .txt, .csv, .svg, .hpgl, .plt, .gcode or .nc, or a "
            "format",
            path);
    return KG_OK;
}

static kg_status check_strokes(kg_context *ctx, const kg_strokes *given)
{
    const kg_segments *segments = given->segments;

    for (uint64_t i = 0; i < given->count; i++)
        if (given->begin[i] >= given->begin[i + 1] || given->begin[0])
            return kg__fail(ctx, KG_ARGUMENT, "begin[%llu] is %llu, expected increasing from 0",
                (unsigned long long)i + 1, (unsigned long long)given->begin[i + 1]);
    for (uint64_t k = 0; given->count && k < given->begin[given->count]; k++) {
        const uint64_t s = given->step[k] / 2;

        if (s >= segments->count)
            return kg__fail(ctx, KG_ARGUMENT, "step[%llu] is %llu, and there are %llu segments",
                (unsigned long long)k, (unsigned long long)given->step[k],
                (unsigned long long)segments->count);
        if (given->layers && segments->layer && segments->layer[s] >= given->layer_count)
            return kg__fail(ctx, KG_ARGUMENT, "segment %llu is in layer %u, and there are %llu",
                (unsigned long long)s, segments->layer[s], (unsigned long long)given->layer_count);
    }
    return KG_OK;
}

static bool is_speed(double speed)
{
    return isfinite(speed) && speed >= 0;
}

static kg_status check_profile(kg_context *ctx, const kg_plot_profile *profile)
{
    if (!is_speed(profile->feed) || !is_speed(profile->rapid))
        return kg__fail(ctx, KG_ARGUMENT, "feed is %g and rapid is %g: expected speeds",
            profile->feed, profile->rapid);
    if (!(fabs(profile->start[0]) <= 1e100 && fabs(profile->start[1]) <= 1e100))
        return kg__fail(ctx, KG_ARGUMENT, "the start is %g,%g: expected at most 1e100 in size",
            profile->start[0], profile->start[1]);
    return KG_OK;
}

/* Finds out the frame, the layers and the decimals. */
static void measure(kg__strokes *s)
{
    const kg_strokes *given = s->given;
    double side;

    if (given->layers && given->layer_count && (given->layer_count > 1 || given->layers->length))
        s->layers = given->layers; /* a single one without a name has nothing to tell apart */
    for (uint64_t v = 0; s->segments->place && v < s->segments->vertices; v++)
        for (int axis = 0; axis < 2; axis++) {
            const double x = s->segments->place[2 * v + axis];

            s->low[axis] = v == 0 || x < s->low[axis] ? x : s->low[axis];
            s->high[axis] = v == 0 || x > s->high[axis] ? x : s->high[axis];
        }
    side = fmax(s->high[0] - s->low[0], s->high[1] - s->low[1]);
    s->decimals = side > 0 && side < 1000 ? 6 - (int)floor(log10(side)) : 3;
    s->decimals = s->decimals < 3 ? 3 : s->decimals > 15 ? 15 : s->decimals;
}

kg_status kg_plot_write(kg_context *context, const kg_strokes *strokes, const char *path,
    kg_strokes_format format, const kg_plot_profile *profile)
{
    static kg_status (*const write[])(kg_output *, const kg__strokes *) = {
        [KG_STROKES_LINES] = kg__strokes_write_lines,
        [KG_STROKES_CSV] = kg__strokes_write_csv,
        [KG_STROKES_SVG] = kg__strokes_write_svg,
        [KG_STROKES_HPGL] = kg__strokes_write_hpgl,
        [KG_STROKES_GCODE] = kg__strokes_write_gcode};
    kg_plot_profile own = KG_PLOT_PROFILE_INIT;
    kg__strokes s = {.ctx = context, .given = strokes, .profile = &own};
    kg_output *output = NULL;
    kg_status status;

    KG_NEED(NULL, context);
    KG_NEED(context, strokes);
    KG_NEED(context, strokes->segments);
    KG_NEED(context, path);
    kg__begin(context);
    own = profile ? *profile : own;
    own.feed = own.feed != 0 ? own.feed : 1000;
    own.pen_down = own.pen_down ? own.pen_down : "G0 Z0";
    own.pen_up = own.pen_up ? own.pen_up : "G0 Z5";
    s.segments = strokes->segments;
    s.begin = strokes->begin;
    s.step = strokes->step;
    s.count = strokes->count;
    KG_TRY(find_format(context, path, &format));
    KG_TRY(kg__segments_check(context, s.segments));
    KG_TRY(check_strokes(context, strokes));
    KG_TRY(check_profile(context, &own));
    if (!s.segments->place && s.count && (format != KG_STROKES_LINES || !strokes->name))
        KG_TRY(kg__fail(
            context, KG_ARGUMENT, "the segments have no places, which %s needs", names[format]));
    measure(&s);
    if (format == KG_STROKES_HPGL)
        KG_TRY(kg__strokes_check_hpgl(&s));
    KG_TRY(kg__output_open(&output, context, path));
    KG_TRY(write[format](output, &s));
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    return status;
}
