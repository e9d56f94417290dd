/* Many narrow sequences at a time, on the CPU. */
#ifndef KG_NARROW_CPU_H
#define KG_NARROW_CPU_H

#include "narrow.h"

enum { KG__NARROW_MANY = 16 };

/* The same as kg__narrow_shuffle() for KG__NARROW_MANY sequences at once. False where one of them
 * is not narrow, or the processor cannot do this; then nothing is done. */
bool kg__narrow_shuffle_many(
    char *const *to, const char *const *from, const uint64_t *length, const uint64_t *key);

#endif
