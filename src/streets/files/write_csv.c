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

static void put_step(
    kg__writer *w, const kg_streets *s, const kg_streets_step *step, uint64_t number, double total)
{
    const uint64_t *part = s->part + step->street;

    kg__put_integer(w, (int64_t)number);
    kg__put(w, ",");
    kg__put_field(w, s->text + s->street_name[step->street]);
    kg__put(w, ",");
    put_crossing(w, s, s->end[2 * step->street + step->backwards]);
    kg__put(w, ",");
    put_crossing(w, s, s->end[2 * step->street + !step->backwards]);
    kg__put(w, ",");
    kg__put_double(w, kg__length(s, step->street, step->backwards));
    kg__put(w, ",");
    kg__put_sum(w, total);
    kg__put(w, step->repeat ? ",1," : ",0,");
    for (uint64_t k = part[0]; k < part[1]; k++) {
        kg__put(w, k > part[0] ? " " : "");
        kg__put_integer(w, s->way_id[s->way[k]]);
    }
}

void kg__walk_write_csv(kg__writer *w, const kg_streets_walk *walk)
{
    const kg_streets *s = walk->streets;

    kg__put(w, "step,street,from,to,length,total,repeat,ways");
    kg__put(w, walk->rounds > 1 ? ",vehicle" : "");
    for (uint64_t c = 0; c < s->map.columns; c++) {
        kg__put(w, ",");
        kg__put_column(w, s, c, kg__put_field);
    }
    kg__put(w, "\n");
    for (uint64_t k = 0; k < walk->rounds; k++) {
        double total = 0;

        for (uint64_t i = walk->begin[k]; i < walk->begin[k + 1] && w->status == KG_OK; i++) {
            const kg_streets_step *step = &walk->step[i];

            total += kg__length(s, step->street, step->backwards);
            put_step(w, s, step, i - walk->begin[k] + 1, total);
            kg__put_vehicle(w, walk, ",", k);
            for (uint64_t c = 0; c < s->map.columns; c++) {
                kg__put(w, ",");
                kg__put_field(w, kg__kept(s, step->street, c));
            }
            kg__put(w, "\n");
        }
    }
}
