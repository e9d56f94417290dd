#include "astar-boards.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Calls put for every board from start to target. */
static void each_board(struct text *text, const kg_tiles_puzzle *puzzle, const kg_tiles *answer,
    void (*put)(struct text *text, const kg_tiles_puzzle *puzzle, const uint8_t *cells, size_t i,
        const uint8_t *move))
{
    const uint8_t *move = kg_tiles_moves(answer);
    size_t length = kg_tiles_length(answer);
    uint8_t cells[KG_TILES_CELLS];

    memcpy(cells, puzzle->start, sizeof cells);
    for (size_t i = 0; i <= length; i++) {
        if (i)
            kg_tiles_slide(cells, puzzle->width, puzzle->height, move[i - 1]);
        put(text, puzzle, cells, i, move);
    }
}

static void put_tile(struct text *text, unsigned tile)
{
    if (tile)
        text_number(text, tile);
    else
        text_put(text, "_", 1);
}

/* As rows, which can be read again. */
static void put_board(struct text *text, const kg_tiles_puzzle *puzzle, const uint8_t *cells,
    size_t i, const uint8_t *move)
{
    static const char *const way[] = {"up", "left", "right", "down"};
    unsigned n = puzzle->width * puzzle->height;

    text_format(text, i ? "\n# %zu %s\n" : "# %zu\n", i, i ? way[move[i - 1]] : "");
    for (unsigned c = 0; c < n; c++) {
        if (n > 10 && cells[c] < 10)
            text_put(text, " ", 1);
        put_tile(text, cells[c]);
        text_put(text, c % puzzle->width == puzzle->width - 1 ? "\n" : " ", 1);
    }
}

static void put_line(struct text *text, const kg_tiles_puzzle *puzzle, const uint8_t *cells,
    size_t i, const uint8_t *move)
{
    (void)i, (void)move;
    for (unsigned c = 0; c < puzzle->width * puzzle->height; c++) {
        put_tile(text, cells[c]);
        text_put(text, c == puzzle->width * puzzle->height - 1 ? "\n" : ",", 1);
    }
}

static void put_array(struct text *text, const kg_tiles_puzzle *puzzle, const uint8_t *cells,
    size_t i, const uint8_t *move)
{
    (void)i, (void)move;
    json_open(text, NULL, '[');
    for (unsigned c = 0; c < puzzle->width * puzzle->height; c++)
        json_number(text, NULL, cells[c]);
    json_close(text, ']');
}

static void put_letters(struct text *text, const kg_tiles *answer)
{
    const uint8_t *move = kg_tiles_moves(answer);
    size_t length = kg_tiles_length(answer);

    for (size_t i = 0; i < length; i++)
        text_put(text, &"ULRD"[move[i]], 1);
}

/* A line; a - where there is no answer keeps the lines in step. */
static void put_moves(struct text *text, const struct board_answer *answer)
{
    size_t length = kg_tiles_length(answer->tiles);

    if (answer->labels && answer->origin.has_label)
        text_format(text, "%" PRIu64 " ", answer->origin.label);
    else if (answer->labels)
        text_string(text, "- ");
    if (answer->status == KG_OK)
        text_number(text, length);
    else
        text_string(text, "-");
    if (length)
        text_string(text, " ");
    put_letters(text, answer->tiles);
    text_string(text, "\n");
}

static void put_steps(struct text *text, const struct board_answer *answer)
{
    if (answer->origin.has_label)
        text_format(text, "# puzzle %" PRIu64 "\n", answer->origin.label);
    each_board(text, answer->puzzle, answer->tiles, put_board);
}

void boards_put(struct text *text, enum boards_format format, const struct board_answer *answer)
{
    if (format == BOARDS_MOVES) {
        put_moves(text, answer);
    } else if (format == BOARDS_JSON) {
        boards_put_json(text, answer, true, false);
        text_string(text, "\n");
    } else if (answer->status == KG_OK && format == BOARDS_STEPS) {
        put_steps(text, answer);
    } else if (answer->status == KG_OK) {
        text_format(text, "%.3f\n", kg_tiles_work(answer->tiles)->total.ms);
        each_board(text, answer->puzzle, answer->tiles, put_line);
    }
}

void boards_put_target(struct text *text, const kg_tiles_puzzle *puzzle)
{
    for (unsigned c = 0; c < puzzle->width * puzzle->height; c++)
        text_format(text, c ? " %u" : "%u", puzzle->target[c]);
}

double per_second(uint64_t count, double ms)
{
    return ms > 0 ? 1e3 * (double)count / ms : 0;
}

static void put_counts_json(struct text *text, const kg_tiles_layer *counts)
{
    json_number(text, "rounds", counts->rounds);
    json_number(text, "expanded", counts->expanded);
    json_number(text, "generated", counts->generated);
    json_number(text, "duplicates", counts->duplicates);
    json_real(text, "ms", counts->ms);
}

static void put_statistics_json(struct text *text, const struct board_answer *answer, bool layers)
{
    kg_tiles_statistics statistics = *kg_tiles_work(answer->tiles);
    const kg_tiles_layer *total = &statistics.total;

    put_counts_json(text, total);
    json_real(text, "expanded_per_second", per_second(total->expanded, total->ms));
    if (!layers)
        return;
    json_number(text, "table_slots", statistics.slots);
    if (answer->ga_star)
        return;
    json_real(text, "table_load",
        statistics.slots ? (double)total->expanded / (double)statistics.slots : 0);
    json_open(text, "layers", '[');
    for (size_t i = 0; i < statistics.layers; i++) {
        json_open(text, NULL, '{');
        json_number(text, "f", statistics.layer[i].f);
        put_counts_json(text, &statistics.layer[i]);
        json_close(text, '}');
    }
    json_close(text, ']');
}

/* The puzzle, before its answer. */
static void put_puzzle_json(struct text *text, const struct board_answer *answer)
{
    static const char *const goal[] = {"none", "first", "last", "given"};
    const kg_tiles_puzzle *puzzle = answer->puzzle;

    json_number(text, "puzzle", answer->number);
    if (answer->origin.has_label)
        json_number(text, "label", answer->origin.label);
    json_string(text, "goal", goal[answer->origin.goal]);
    json_open(text, "target", '[');
    for (unsigned c = 0; c < puzzle->width * puzzle->height; c++)
        json_number(text, NULL, puzzle->target[c]);
    json_close(text, ']');
}

void boards_put_json(struct text *text, const struct board_answer *answer, bool moves, bool all)
{
    const kg_status status = answer->status;
    const bool is_bounded =
        status == KG_OK && kg_tiles_bound(answer->tiles) < kg_tiles_length(answer->tiles);
    struct text letters = {0};

    json_open(text, NULL, '{');
    put_puzzle_json(text, answer);
    json_string(text, "result",
        is_bounded                 ? "bounded"
        : status == KG_OK          ? "optimal"
        : status == KG_NO_SOLUTION ? "unsolvable"
                                   : "stopped");
    if (status == KG_NO_SOLUTION)
        json_string(text, "reason", "parity");
    else
        json_number(text, "bound", kg_tiles_bound(answer->tiles));
    if (status == KG_OK)
        json_number(text, "length", kg_tiles_length(answer->tiles));
    if (status == KG_OK && moves) {
        put_letters(&letters, answer->tiles);
        json_bytes(text, "moves", letters.bytes, letters.used);
    }
    if (status == KG_OK && moves && all) {
        json_open(text, "boards", '[');
        each_board(text, answer->puzzle, answer->tiles, put_array);
        json_close(text, ']');
    }
    put_statistics_json(text, answer, all);
    json_close(text, '}');
    text->failed |= letters.failed;
    free(letters.bytes);
}
