/* The library's words for its options, as those of the command line. */
#ifndef KG_TOOLS_HINTS_H
#define KG_TOOLS_HINTS_H

#include "text.h"

/* Puts a message, with what the user can type where it speaks of options of the library. */
void hints_put(struct text *text, const char *message);

#endif
