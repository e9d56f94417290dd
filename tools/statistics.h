/* What --timing and --json tell of the work. tool_statistics_json() is in common.h. */
#ifndef KG_TOOLS_STATISTICS_H
#define KG_TOOLS_STATISTICS_H

#include "common.h"

/* How long outputs have been written to so far. */

/* The table of --timing, on standard error. */
void statistics_print(struct tool *tool);

#endif
