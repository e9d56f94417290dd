/* Outputs as other modules use them: as the public calls, but an earlier failure's text is kept. */
#ifndef KG_OUTPUT_H
#define KG_OUTPUT_H

#include "../base/base.h"
#include <konig/output.h>

kg_status kg__output_open(kg_output **output, kg_context *ctx, const char *path);
kg_status kg__output_write(kg_output *output, const void *bytes, size_t count);
kg_status kg__output_close(kg_output *output);

#endif
