/* What the fuzz targets share. Each defines LLVMFuzzerTestOneInput; a failure aborts. */
#ifndef FUZZ_H
#define FUZZ_H

#include "csr/files/read.h"
#include <konig/konig.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A context with so many threads, made once and kept. */
kg_context *fuzz_context(int threads);

/* Reads a graph from memory. */
kg_status fuzz_read(kg_graph **graph, kg_context *ctx, const uint8_t *data, size_t size,
    kg_format format, int names, size_t block);
kg_status fuzz_read_options(kg_graph **graph, kg_context *ctx, const uint8_t *data, size_t size,
    const kg_read_options *options, size_t block);

/* Aborts unless the context holds no memory, and the status fits the message. */
void fuzz_settle(kg_context *ctx, kg_status status);

#endif
