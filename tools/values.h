/* What options mean, read from their text alone: nothing is printed, nothing is kept. */
#ifndef KG_TOOLS_VALUES_H
#define KG_TOOLS_VALUES_H

#include <konig/array.h>
#include <konig/tiles.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each returns false where the text is no such value; then what it sets means nothing. */

/* Decimal digits alone, a number of at most `most`. */
bool value_number(const char *text, uint64_t most, uint64_t *number);

/* Bytes, more than 0: a number, or one with K, M, G or T behind it, which are powers of 1024. */
bool value_size(const char *text, uint64_t *bytes);

/* Digits, maybe with a point among them: from 0.001 to a milliard. */
bool value_seconds(const char *text, double *seconds);

/* The same from 1 to 1000. */
bool value_weight(const char *text, double *weight);

/* Two numbers with one character between them, as in 3,4 and 40x30. */
bool value_pair(const char *text, char between, uint32_t *first, uint32_t *second);

/* A finite number. */
bool value_real(const char *text, double *number);

/* The same, of at least 0. */
bool value_length(const char *text, double *length);

/* `count` finite numbers with a comma between each two. */
bool value_reals(const char *text, double *number, size_t count);

/* A number from 0 to 1. */
bool value_share(const char *text, double *number);

/* LOW:HIGH, two finite numbers of which the second is the greater. */
bool value_range(const char *text, double *low, double *high);

/* Up to `most` numbers from 0 to 1 with a comma between them, at least one. */
bool value_fractions(const char *text, double *fraction, size_t most, size_t *count);

/* The comparison that *text begins with, blanks before and behind it; *text then begins behind. */
bool value_compare(const char **text, kg_compare *how);

/*
 * A condition on numbers of a type, "<= 7" say: a comparison, then a decimal number that a double
 * holds, inf or nan, and nothing else. Where the numbers are integers, the decimal need be none,
 * and is taken for what it is to the last digit: "> 2.5" becomes "> 2".
 */
bool value_condition(const char *text, kg_type type, kg_condition *condition);

/* The tiles of a board, all different, between blanks or one comma each; _ is 0, the blank.
 * cell  [out] [KG_TILES_CELLS], of which *count are set. */
bool value_board(const char *text, uint8_t *cell, size_t *count);

#endif
