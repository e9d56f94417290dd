/* Replaces matching_lemon.cpp if konig is built without LEMON. */
#include "lemon.h"

bool kg__lemon_built(void)
{
    return false;
}

kg__lemon_status kg__match(kg__matching *matching)
{
    (void)matching;
    return KG__LEMON_MISSING;
}
