/*
 * Selection by flags on the CPU.
 *
 * In: flag[n], value[n] or NULL for positions. Out: kept[count], count.
 *
 * Method: in chunks (see chain_cpu.h): count the flags, learn where the chunk's output begins,
 * write without a branch on the flag. Every value is stored and the place moves on where its flag
 * is set; the loop ends with the chunk's last flag, so that no store falls outside the chunk's own
 * output.
 *
 * Work: one read of flags (and of values), one write of what is kept; no temporary memory.
 *
 * Deterministic: the order is the input's.
 */
#include "array_ops.h"
#include "chain_cpu.h"

static uint64_t count_flags(size_t count, const uint8_t *flag)
{
    uint64_t set = 0;

    for (size_t i = 0; i < count; i++)
        set += flag[i] != 0;
    return set;
}

#define BODY "select_flagged_cpu_tmpl.h"
#include "each_width.h"
