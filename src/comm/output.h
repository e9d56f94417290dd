/* Outputs that all ranks write, as other rooms use them. */
#ifndef KG_COMM_OUTPUT_H
#define KG_COMM_OUTPUT_H

#include "../io/output.h"
#include "comm.h"

/* As kg_output_share(), for the inside of a call that is collective. */
kg_status kg__output_share(kg_output **output, kg_context *ctx, const char *path);

/* Writes what all ranks have given so far, one rank's behind another's. What is given from now on
 * comes behind all of it. Collective. */
kg_status kg__output_flush(kg_output *output);

#endif
