/* konig: graph algorithms on compressed sparse rows. This header brings all the others. */
#ifndef KONIG_KONIG_H
#define KONIG_KONIG_H

#include <konig/array.h>
#include <konig/context.h>
#include <konig/draw.h>
#include <konig/euler.h>
#include <konig/graph.h>
#include <konig/matrix.h>
#include <konig/output.h>
#include <konig/permutation.h>
#include <konig/search.h>
#include <konig/sequence.h>
#include <konig/som.h>
#include <konig/status.h>
#include <konig/tour.h>

#endif
