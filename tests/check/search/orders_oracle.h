/*
 * The oracle of pancakes and TopSpin: all orders of a few items, breadth first on plain arrays. The
 * items are 0 to n - 1; turnstile 0: a pile of pancakes.
 */
#ifndef ORDERS_ORACLE_H
#define ORDERS_ORACLE_H

#include "check.h"

enum { ORDER_ITEMS = KG_GA_STAR_ITEMS };

/* Reverses some items round the ring. */
void order_reverse(uint8_t *item, unsigned n, unsigned first, unsigned count);
/* Shifts a ring so that item 0 is first. */
void order_shift(uint8_t *item, unsigned n);

/* A ring by the number of what follows its item 0; a pile by its own. The sorted order is 0. */
uint32_t order_number_of(const uint8_t *item, unsigned n, unsigned turnstile);
void order_make(uint8_t *item, uint32_t number, unsigned n, unsigned turnstile);

/* Distances of all orders from the sorted one, 255 where there is no way; [count of orders]. Free
 * with free(). */
uint8_t *order_distances(unsigned n, unsigned turnstile);

#endif
