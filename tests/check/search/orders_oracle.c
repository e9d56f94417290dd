#include "orders_oracle.h"
#include "tiles_oracle.h"
#include <stdlib.h>
#include <string.h>

void order_reverse(uint8_t *item, unsigned n, unsigned first, unsigned count)
{
    uint8_t old[ORDER_ITEMS];

    memcpy(old, item, n);
    for (unsigned i = 0; i < count; i++)
        item[(first + i) % n] = old[(first + count - 1 - i) % n];
}

void order_shift(uint8_t *item, unsigned n)
{
    uint8_t old[ORDER_ITEMS];
    unsigned first = 0;

    memcpy(old, item, n);
    while (old[first])
        first++;
    for (unsigned i = 0; i < n; i++)
        item[i] = old[(first + i) % n];
}

uint32_t order_number_of(const uint8_t *item, unsigned n, unsigned turnstile)
{
    uint8_t rest[ORDER_ITEMS];

    if (!turnstile)
        return board_number_of(item, n);
    for (unsigned i = 1; i < n; i++)
        rest[i - 1] = (uint8_t)(item[i] - 1);
    return board_number_of(rest, n - 1);
}

void order_make(uint8_t *item, uint32_t number, unsigned n, unsigned turnstile)
{
    if (!turnstile) {
        board_arrangement(item, number, n);
        return;
    }
    board_arrangement(item + 1, number, n - 1);
    for (unsigned i = 1; i < n; i++)
        item[i]++;
    item[0] = 0;
}

uint8_t *order_distances(unsigned n, unsigned turnstile)
{
    const uint32_t count = board_factorial(turnstile ? n - 1 : n);
    uint32_t *queue = check_array(count, sizeof *queue), begin = 0, end = 0;
    uint8_t *distance = check_array(count, 1), item[ORDER_ITEMS], next[ORDER_ITEMS];

    memset(distance, FAR, count);
    queue[end++] = 0; /* the sorted one */
    distance[0] = 0;
    while (begin < end) {
        const uint32_t from = queue[begin++];

        order_make(item, from, n, turnstile);
        for (unsigned i = turnstile ? 0 : 2; turnstile ? i < n : i <= n; i++) {
            uint32_t number;

            memcpy(next, item, n);
            order_reverse(next, n, turnstile ? i : 0, turnstile ? turnstile : i);
            if (turnstile)
                order_shift(next, n);
            number = order_number_of(next, n, turnstile);
            if (distance[number] == FAR) {
                distance[number] = (uint8_t)(distance[from] + 1);
                queue[end++] = number;
            }
        }
    }
    free(queue);
    return distance;
}
