/*
 * Text in blocks. The file is not mapped, so that the page cache does not count as the process'
 * memory, and a read error is a status, not a signal.
 */
#include "text_block.h"
#include <stdio.h>
#include <string.h>

enum { LINE_TAIL = 256 }; /* read past a block's end, to include the end of its last line */

kg_status kg__text_block_allocate(kg__text_block *lines, kg_context *ctx, size_t block_bytes)
{
    *lines = (kg__text_block){.room = block_bytes + LINE_TAIL + KG__TEXT_PAD + 1};
    return kg__host_allocate(ctx, &lines->buffer, lines->room, 1, "text of a block");
}

void kg__text_block_free(kg__text_block *lines, kg_context *ctx)
{
    kg__free(ctx, lines->buffer);
}

/* Makes the buffer hold the file from `at` to `end`, if it already holds the first `have` bytes. */
static kg_status fill_buffer(
    kg__text_block *lines, const kg__input *input, uint64_t end, size_t have)
{
    size_t bytes = (size_t)(end - lines->at);
    kg_status status = KG_OK;

    if (bytes + KG__TEXT_PAD > lines->room) {
        size_t room = bytes + KG__TEXT_PAD + 1;

        KG_TRY(kg__host_resize(input->ctx, &lines->buffer, room, 1, "text of a block"));
        lines->room = room;
    }
    KG_TRY(kg__input_read(input, lines->buffer + have, lines->at + have, bytes - have));
out:
    return status;
}

kg_status kg__text_block_read(kg__text_block *lines, const kg__input *input, uint64_t start,
    size_t block_bytes, uint64_t block)
{
    uint64_t size = input->size;
    uint64_t low = start + block * block_bytes;
    uint64_t high = size - low < block_bytes ? size : low + block_bytes;
    uint64_t read_end = size - high < LINE_TAIL ? size : high + LINE_TAIL;
    size_t have = 0, line = 0, last;
    char *newline;
    kg_status status;

    lines->at = block ? low - 1 : low;
    KG_TRY(fill_buffer(lines, input, read_end, 0));
    lines->begin = lines->end = lines->buffer;
    if (block) {
        newline = memchr(lines->buffer, '\n', high - 1 - lines->at);
        if (!newline)
            goto out; /* no line begins here */
        line = (size_t)(newline + 1 - lines->buffer);
    }
    last = high - 1 - lines->at; /* the last byte of the block: its line belongs to the block */
    for (;;) {
        size_t from = have > last ? have : last;

        have = (size_t)(read_end - lines->at);
        newline = memchr(lines->buffer + from, '\n', have - from);
        if (newline || read_end == size)
            break;
        read_end += size - read_end < have ? size - read_end : have;
        KG_TRY(fill_buffer(lines, input, read_end, have));
    }
    if (!newline) {
        newline = lines->buffer + have;
        *newline = '\n';
    }
    memset(newline + 1, 0, KG__TEXT_PAD - 1);
    lines->begin = lines->buffer + line;
    lines->end = newline + 1;
out:
    return status;
}

/* The line and the column, from 1, of the byte at offset of a text that begins at start. */
static kg_status find_place(
    const kg__input *input, uint64_t start, uint64_t offset, uint64_t *line, uint64_t *column)
{
    uint64_t line_begin = start;
    char piece[4096];
    kg_status status = KG_OK;

    *line = 1 + input->skipped_lines;
    for (uint64_t at = start; at < offset;) {
        size_t count = offset - at < sizeof piece ? (size_t)(offset - at) : sizeof piece;
        const char *p = piece, *newline;

        KG_TRY(kg__input_read(input, piece, at, count));
        for (; (newline = memchr(p, '\n', (size_t)(piece + count - p))); p = newline + 1) {
            ++*line;
            line_begin = at + (uint64_t)(newline + 1 - piece);
        }
        at += count;
    }
    *column = offset - line_begin + 1;
out:
    return status;
}

kg_status kg__input_fail(const kg__input *input, uint64_t start, uint64_t at, const char *error)
{
    uint64_t line, column;
    kg_status status;

    KG_TRY(find_place(input, start, at, &line, &column));
    status = kg__fail(input->ctx, KG_FORMAT, "%s:%llu:%llu: %s", input->shown,
        (unsigned long long)line, (unsigned long long)column, error);
out:
    return status;
}

kg_status kg__input_fail_as(const kg__input *input, uint64_t start, uint64_t at, const char *shown,
    const char *format, va_list list)
{
    char what[256];
    size_t length;

    vsnprintf(what, sizeof what, format, list);
    length = strlen(what);
    snprintf(what + length, sizeof what - length, " (read as %s)", shown);
    return kg__input_fail(input, start, at, what);
}

kg_status kg__input_warn(const kg__input *input, uint64_t start, uint64_t at, const char *warning)
{
    uint64_t line, column;
    kg_status status;

    KG_TRY(find_place(input, start, at, &line, &column));
    kg__warn(input->ctx, "%s:%llu:%llu: %s", input->shown, (unsigned long long)line,
        (unsigned long long)column, warning);
out:
    return status;
}
