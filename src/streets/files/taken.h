/* The parts of a sheet that have a text, so that no two lie on each other. */
#ifndef KG_TAKEN_H
#define KG_TAKEN_H

#include "sheet.h"

typedef struct kg__taken {
    kg_context *ctx;
    uint64_t *bit; /* [across * down] cells, in bits */
    uint64_t across, down;
} kg__taken;

kg_status kg__taken_create(kg__taken *taken, const kg__sheet *sheet);
void kg__taken_destroy(kg__taken *taken);
/* Takes a rectangle, given by its middle and size; false: some of it is taken, and it is not. */
bool kg__take(kg__taken *taken, const double middle[2], double width, double height);

#endif
