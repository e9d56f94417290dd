/* Many narrow sequences at a time, on the CPU. */
#ifndef KG_NARROW_CPU_H
#define KG_NARROW_CPU_H

#include "narrow.h"

enum { KG__NARROW_MANY = 16 };

/* Does what kg__narrow_shuffle() does, for KG__NARROW_MANY sequences at once. False: one of them is
 * not narrow, or the processor does not support it; nothing is done then. */
bool kg__narrow_shuffle_many(
    char *const *to, const char *const *from, const uint64_t *length, const uint64_t *key);

#endif
