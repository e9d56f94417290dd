/*
 * konig: graph algorithms on compressed sparse rows. This header brings all the others.
 *
 * What holds in all of them
 * - A call that can fail returns a kg_status; kg_context_message() says why it failed.
 * - A call that makes an object gives it through its first argument, [out], and sets that to NULL
 *   where it fails. kg_<object>_destroy() frees it, and takes NULL. Objects are destroyed before
 *   the context, and before the object, that they were made with.
 * - kg_<object>_<what>() tells something of an object, which is its first argument. What it lends,
 *   a pointer, is the object's: valid until that is destroyed, not to be written to or freed. Where
 *   a getter has to work first, it returns a kg_status and lends through an argument.
 * - An argument is [in], read alone, or [out], written alone; [n] is how many elements it has. It
 *   must not be NULL unless its line says that it may be; NULL for an object or for what a call
 *   needs is KG_ARGUMENT, and a getter that has no status returns 0, NULL or "".
 * - Options are structs whose zeros are the defaults, so `= {0}`, memset() and KG_..._INIT are the
 *   same; the options themselves may be NULL. `int` members say yes or no: 0 is no.
 * - Unless its comment says so a call may return KG_MEMORY (out of memory, or past the context's
 *   limit), KG_DEVICE (the device failed) and KG_CANCELLED (the progress function asked to end),
 *   too.
 * - Threads: one context and all that was made with it serve one thread at a time. Different
 *   contexts may be used at the same time. context.h says more.
 */
#ifndef KONIG_KONIG_H
#define KONIG_KONIG_H

#include <konig/array.h>
#include <konig/comm.h>
#include <konig/context.h>
#include <konig/count.h>
#include <konig/device.h>
#include <konig/draw.h>
#include <konig/euler.h>
#include <konig/fasta.h>
#include <konig/graph.h>
#include <konig/matrix.h>
#include <konig/output.h>
#include <konig/part.h>
#include <konig/permutation.h>
#include <konig/plot.h>
#include <konig/route.h>
#include <konig/search.h>
#include <konig/sequence.h>
#include <konig/shuffle.h>
#include <konig/som.h>
#include <konig/sparse.h>
#include <konig/status.h>
#include <konig/streets.h>
#include <konig/tour.h>
#include <konig/unitigs.h>

#endif
