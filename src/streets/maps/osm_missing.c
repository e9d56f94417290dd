/* In place of osm_osmium.cpp where libosmium is not built. */
#include "osm.h"

kg__osm_status kg__osm_read(const char *bytes, size_t size, const char *format,
    const kg__osm_sink *sink, kg__osm_fault *fault)
{
    (void)bytes;
    (void)size;
    (void)format;
    (void)sink;
    (void)fault;
    return KG__OSM_MISSING;
}
