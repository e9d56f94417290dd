/* Outputs that all ranks write, for other rooms. */
#ifndef KG_COMM_OUTPUT_H
#define KG_COMM_OUTPUT_H

#include "../io/output.h"
#include "comm.h"

/* As kg_output_share(), inside a collective call. */
kg_status kg__output_share(kg_output **output, kg_context *ctx, const char *path);

/* Writes the bytes of all ranks so far, one rank after another. Later bytes follow all of these.
 * Collective. */
kg_status kg__output_flush(kg_output *output);

#endif
