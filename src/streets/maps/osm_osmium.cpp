/*
 * libosmium's readers of OpenStreetMap's XML and PBF behind a C interface, osm.h.
 *
 * The bytes are in memory. Threads of a pool of its own parse them; the sink is called on the
 * calling thread, in the order of the file. An XML file that declares entities is refused.
 */
#include "osm.h"
#include <cstdio>
#include <new>
#include <osmium/io/bzip2_compression.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/way.hpp>
#include <osmium/thread/pool.hpp>
#include <vector>

namespace
{

enum { THREADS = 2, QUEUE = 10 };

/* Hands on one thing after the other. */
class handler
{
    const kg__osm_sink &sink;
    std::vector<const char *> pair;
    std::vector<std::int64_t> node;

    kg__tags tags_of(const osmium::OSMObject &object)
    {
        pair.clear();
        for (const osmium::Tag &tag : object.tags()) {
            pair.push_back(tag.key());
            pair.push_back(tag.value());
        }
        return {pair.data(), pair.size() / 2};
    }

  public:
    explicit handler(const kg__osm_sink &s) : sink(s)
    {
    }

    bool take(const osmium::OSMObject &object)
    {
        if (!object.visible())
            return true;
        if (object.type() == osmium::item_type::node) {
            const auto &at = static_cast<const osmium::Node &>(object).location();

            return !at.valid() || sink.node(sink.user, object.id(), at.x(), at.y());
        }
        if (object.type() == osmium::item_type::way) {
            node.clear();
            for (const osmium::NodeRef &ref : static_cast<const osmium::Way &>(object).nodes())
                node.push_back(ref.ref());
            return sink.way(sink.user, object.id(), node.data(), node.size(), tags_of(object));
        }
        return sink.relation(sink.user, object.id(), tags_of(object));
    }
};

kg__osm_status read(const osmium::io::File &file, const kg__osm_sink &sink)
{
    osmium::thread::Pool pool(THREADS, QUEUE);
    osmium::io::Reader reader(file, pool,
        osmium::osm_entity_bits::node | osmium::osm_entity_bits::way |
            osmium::osm_entity_bits::relation,
        osmium::io::read_meta::no);
    handler h(sink);

    while (osmium::memory::Buffer buffer = reader.read())
        for (const osmium::OSMObject &object : buffer.select<osmium::OSMObject>())
            if (!h.take(object))
                return KG__OSM_STOPPED;
    reader.close();
    return KG__OSM_OK;
}

} // namespace

kg__osm_status kg__osm_read(const char *bytes, size_t size, const char *format,
    const kg__osm_sink *sink, kg__osm_fault *fault)
{
    try {
        return read(osmium::io::File(bytes, size, format), *sink);
    } catch (const std::bad_alloc &) {
        return KG__OSM_MEMORY;
    } catch (const osmium::xml_error &error) {
        if (error.error_code == XML_ERROR_NO_MEMORY)
            return KG__OSM_MEMORY;
        fault->line = error.line;
        fault->column = error.column;
        std::snprintf(fault->text, sizeof fault->text, "%s",
            error.error_string.empty() ? error.what() : error.error_string.c_str());
    } catch (const std::exception &error) {
        std::snprintf(fault->text, sizeof fault->text, "%s", error.what());
    } catch (...) {
        std::snprintf(fault->text, sizeof fault->text, "libosmium failed");
    }
    return KG__OSM_FAILED;
}
