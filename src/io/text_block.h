/*
 * Text in blocks. A file is cut into blocks of one size, and the lines of a block are those that
 * begin in it. So threads can parse blocks independently.
 */
#ifndef KG_TEXT_BLOCK_H
#define KG_TEXT_BLOCK_H

#include "input.h"
#include <stdarg.h>

/* A block, and the edges that it makes, fit the second-level cache of a core. The zeros after a
 * block let parsers read a word past its end. */
enum { KG__TEXT_BLOCK = 1 << 18, KG__TEXT_PAD = 64 };

/* The lines of one block. A line longer than a block is kept whole. */
typedef struct kg__text_block {
    char *buffer; /* holds bytes of the file from offset at on */
    size_t room;
    uint64_t at;
    const char *begin; /* the block's lines, each with its newline; KG__TEXT_PAD zeros follow */
    const char *end;
} kg__text_block;

kg_status kg__text_block_allocate(kg__text_block *lines, kg_context *ctx, size_t block_bytes);
void kg__text_block_free(kg__text_block *lines, kg_context *ctx);

/* Reads a block of the text that begins at start. Any thread. */
kg_status kg__text_block_read(kg__text_block *lines, const kg__input *input, uint64_t start,
    size_t block_bytes, uint64_t block);

/* Returns the offset in the file of a place in the block. */
static inline uint64_t kg__text_block_offset(const kg__text_block *lines, const char *place)
{
    return lines->at + (uint64_t)(place - lines->buffer);
}

/* Fails with "file:line:column: error" for the byte at offset `at` of a text that begins at
 * start. */
kg_status kg__input_fail(const kg__input *input, uint64_t start, uint64_t at, const char *error);

/* Fails in the same form with a printf-style message, followed by " (read as SHOWN)". */
kg_status kg__input_fail_as(const kg__input *input, uint64_t start, uint64_t at, const char *shown,
    const char *format, va_list list);

/* Warns in the same form. Fails if the text can no longer be read. */
kg_status kg__input_warn(const kg__input *input, uint64_t start, uint64_t at, const char *warning);

static inline bool kg__is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static inline bool kg__is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

static inline const char *kg__skip_blank(const char *p)
{
    while (kg__is_blank(*p))
        p++;
    return p;
}

#endif
