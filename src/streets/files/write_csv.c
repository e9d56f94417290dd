/* A walk as a table: a line a step. */
#include "writer.h"

static void put_crossing(kg__writer *w, const kg_streets *s, kg_vertex v)
{
    const char *name = s->text + s->crossing_name[v];

    if (*name)
        kg__put_field(w, name);
    else
        kg__put_integer(w, s->crossing_id[v]);
}

void kg__walk_write_csv(kg__writer *w, const kg_streets_walk *walk)
{
    const kg_streets *s = walk->streets;
    double total = 0;

    kg__put(w, "step,street,from,to,length,total,repeat,ways\n");
    for (uint64_t i = 0; i < walk->count && w->status == KG_OK; i++) {
        const kg_streets_step *step = &walk->step[i];
        const uint64_t *part = s->part + step->street;

        total += s->length[step->street];
        kg__put_integer(w, (int64_t)i + 1);
        kg__put(w, ",");
        kg__put_field(w, s->text + s->street_name[step->street]);
        kg__put(w, ",");
        put_crossing(w, s, s->end[2 * step->street + step->backwards]);
        kg__put(w, ",");
        put_crossing(w, s, s->end[2 * step->street + !step->backwards]);
        kg__put(w, ",");
        kg__put_double(w, s->length[step->street]);
        kg__put(w, ",");
        kg__put_sum(w, total);
        kg__put(w, step->repeat ? ",1," : ",0,");
        for (uint64_t k = part[0]; k < part[1]; k++) {
            kg__put(w, k > part[0] ? " " : "");
            kg__put_integer(w, s->way_id[s->way[k]]);
        }
        kg__put(w, "\n");
    }
}
