/*
 * konig: graph algorithms on compressed sparse rows. This header includes all the others.
 *
 * Rules for all of them
 * - A call that can fail returns a kg_status; kg_context_message() says why it failed.
 * - A call that makes an object returns it through its first argument, [out], which it sets to NULL
 *   on failure. kg_<object>_destroy() frees it, and takes NULL. Objects are destroyed before the
 *   context, and before the object, that they were made with.
 * - kg_<object>_<what>() is a getter of an object, its first argument. A pointer that it lends
 *   belongs to the object: it is valid until the object is destroyed, and must not be written to or
 *   freed. A getter that has to work first returns a kg_status and lends through an argument.
 * - An argument is [in], only read, or [out], only written; [n] is its number of elements. It must
 *   not be NULL unless its line says that it may be. If an object or a needed argument is NULL, the
 *   status is KG_ARGUMENT; a getter without a status returns 0, NULL or "".
 * - Options are structs whose zeros are the defaults, so `= {0}`, memset() and KG_..._INIT are the
 *   same; a pointer to options may be NULL. `int` members are yes or no: 0 is no.
 * - Even if its comment does not say so, a call may return KG_MEMORY (out of memory, or past the
 *   context's limit), KG_DEVICE (the device failed) and KG_CANCELLED (the progress function asked
 *   to end).
 * - Threads: one context and all objects made with it serve one thread at a time. Different
 *   contexts may be used at the same time. context.h says more.
 */
#ifndef KONIG_KONIG_H
#define KONIG_KONIG_H

#include <konig/array.h>
#include <konig/columns.h>
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
