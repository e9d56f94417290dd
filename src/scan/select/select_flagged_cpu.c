/*
 * Selection by flags on the CPU.
 *
 * In: flag[n], value[n] or NULL for positions. Out: kept[count], count.
 *
 * Method: a thread takes a chunk (see chain_cpu.h), counts its flags, learns where the chunk's
 * output begins, and writes without a branch on the flag. It stores every value, and moves on to
 * the next place only if the value's flag is set. The loop ends with the chunk's last set flag, so
 * that no store falls outside the chunk's own output.
 *
 * Work: one read of flags (and of values), one write of the output; no temporary memory.
 *
 * Deterministic: the order is the input's.
 */
#include "../array_ops.h"
#include "../chain_cpu.h"

static uint64_t count_flags(size_t count, const uint8_t *flag)
{
    uint64_t set = 0;

    for (size_t i = 0; i < count; i++)
        set += flag[i] != 0;
    return set;
}

#define WITH_NARROW
#define BODY "select/select_flagged_cpu_tmpl.h"
#include "../each_width.h"
