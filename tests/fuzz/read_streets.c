/* Streets of OpenStreetMap, GeoJSON, GraphML and tables: reads each network, finds a walk, writes
 * files. */
#include "fuzz.h"
#include <konig/streets.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx = fuzz_context(1);

    for (int network = KG_STREETS_ALL; network <= KG_STREETS_BIKE; network++) {
        const kg_streets_options options = {.network = (kg_streets_network)network,
            .need = network == KG_STREETS_BIKE ? "name=*" : NULL,
            .keep = network == KG_STREETS_BIKE ? "name" : NULL,
            .keep_parts = network == KG_STREETS_WALK};
        const kg_streets_route_options quick = {
            .heuristic = 1, .fewest_turns = 1, .vehicles = network == KG_STREETS_DRIVE ? 2 : 0};
        kg_streets *streets = NULL;
        kg_streets_walk *walk = NULL;
        kg_status status = kg_streets_read_memory(&streets, ctx, data, size, &options);

        if ((status == KG_OK) != (streets != NULL))
            abort();
        if (status == KG_OK) {
            status = kg_streets_route(&walk, streets, &quick);
            if ((status == KG_OK) != (walk != NULL) || status == KG_INTERNAL)
                abort();
        }
        for (int format = KG_STREETS_GPX; walk && format <= KG_STREETS_SVG; format++)
            if (kg_streets_look(streets)->point || format == KG_STREETS_CSV)
                status = kg_streets_write(walk, "/dev/null", (kg_streets_format)format);
        if (walk && status != KG_OK)
            abort();
        kg_streets_walk_destroy(walk);
        kg_streets_destroy(streets);
        fuzz_settle(
            ctx, status == KG_NO_SOLUTION || status == KG_MISSING ? KG_UNSUPPORTED : status);
    }
    return 0;
}
