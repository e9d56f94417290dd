/* Answers that appear one after the other, each as soon as it is there. */
#ifndef KG_TOOLS_ANSWERS_H
#define KG_TOOLS_ANSWERS_H

#include "common.h"

struct answers {
    struct tool *tool;
    struct text text; /* what is not written yet */
};

/* Writes the text, unless it waits for the file of -o. KG_IO, KG_MEMORY. Calls nothing of the
 * library, so that it may be called while a search is under way. */
kg_status answers_show(struct answers *answers);

/* No more will come: writes the file of -o, if there was an answer. */
kg_status answers_end(struct answers *answers);

#endif
