/* Chooses the solver by the kind of streets. */
#include "rural.h"

kg_status kg__rural_solve(kg__rural *r)
{
    r->tour->start = r->start;
    r->tour->end = r->end;
    r->half = UINT64_MAX;
    return r->tour->directed ? kg__rural_directed(r) : kg__rural_undirected(r);
}
