/*
 * A legend in letters of its own, so that no font is needed.
 *
 * in   colours and their names
 * out  rows of pixels: squares of colour followed by their names, in as many lines as needed
 */
#include "legend.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { ACROSS = 5, DOWN = 7, PITCH = 6, LINE = 11, EDGE = 3, BOX = 7, BEHIND_BOX = 3, BETWEEN = 8 };

static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-.+";

/* Bit ACROSS * y + x of a letter: whether the point is ink. */
static const uint64_t shape[] = {0x7a3e83800, 0x3e318bc21, 0x78210f800, 0x7a318fa10, 0x383f8b800,
    0x084213c4c, 0x3a1e8c7c0, 0x46318bc21, 0x388421804, 0x192843008, 0x24a32a421, 0x388421086,
    0x56b5aac00, 0x46318bc00, 0x3a318b800, 0x042f8bc00, 0x421e8f800, 0x04211b400, 0x3e0e0f800,
    0x304213c42, 0x7a318c400, 0x11518c400, 0x2ab5ac400, 0x454454400, 0x3a1e8c620, 0x7c4447c00,
    0x3a318c62e, 0x3884210c4, 0x7c444422e, 0x3e107420f, 0x211f4a988, 0x3a3083c3f, 0x3a317842e,
    0x10842221f, 0x3a317462e, 0x3a10f462e, 0x000070000, 0x18c000000, 0x0084f9080};

void kg__legend_add(kg__legend *l, uint8_t colour, const char *name)
{
    struct kg__legend_entry *e = &l->entry[l->entries];

    if (l->entries == KG__LEGEND_ENTRIES)
        return;
    e->colour = colour;
    snprintf(e->name, sizeof e->name, "%s", name);
    e->length = BOX + BEHIND_BOX + PITCH * (uint32_t)strlen(e->name);
    l->entries++;
}

void kg__legend_lay_out(kg__legend *l, uint32_t *width, uint32_t scale)
{
    uint32_t x = EDGE, y = EDGE;

    for (uint32_t i = 0; i < l->entries; i++)
        if (*width < scale * (l->entry[i].length + 2 * EDGE))
            *width = scale * (l->entry[i].length + 2 * EDGE);
    for (uint32_t i = 0; i < l->entries; i++) {
        if (x > EDGE && x + l->entry[i].length + EDGE > *width / scale) {
            x = EDGE;
            y += LINE;
        }
        l->entry[i].x = x;
        l->entry[i].y = y;
        x += l->entry[i].length + BETWEEN;
    }
    l->scale = scale;
    l->height = scale * (y + DOWN + EDGE);
}

/* Whether a point of a name, counted from its first letter, is ink. */
static bool is_ink(const char *name, uint32_t x, uint32_t y)
{
    const char *letter = strchr(letters, name[x / PITCH]);

    return letter && *letter && x % PITCH < ACROSS &&
           (shape[letter - letters] >> (ACROSS * y + x % PITCH) & 1);
}

/* Whether a point of a box is on its border. The border is ink, so that pale colours are
 * visible. */
static bool is_border(uint32_t x, uint32_t y)
{
    return x == 0 || x == BOX - 1 || y == 0 || y == DOWN - 1;
}

void kg__legend_row(const kg__legend *l, uint32_t row, uint8_t *point, uint32_t width)
{
    const uint32_t at = row / l->scale;

    memset(point, l->paper, width);
    for (uint32_t i = 0; i < l->entries; i++) {
        const struct kg__legend_entry *e = &l->entry[i];
        uint32_t y = at - e->y;

        for (uint32_t x = 0; at >= e->y && y < DOWN && x < e->length; x++) {
            uint8_t colour = x < BOX ? is_border(x, y) ? l->ink : e->colour
                             : x >= BOX + BEHIND_BOX && is_ink(e->name, x - BOX - BEHIND_BOX, y)
                                 ? l->ink
                                 : l->paper;

            memset(point + (size_t)(e->x + x) * l->scale, colour, l->scale);
        }
    }
}
