/*
 * Which ways of OpenStreetMap belong to a network, by their tags.
 *
 * The rules are those of OSMnx' network types "all", "drive", "walk" and "bike" (G. Boeing,
 * Computers, Environment and Urban Systems 65, 2017; OSMnx 2): a way is excluded if the value of a
 * tag contains one of some words. docs/roads.md has them as a table.
 */
#include "../streets.h"
#include <string.h>

typedef struct rule {
    const char *key, *words; /* the words are separated by blanks */
} rule;

#define UNUSED "abandoned construction no planned platform proposed raceway razed"

static const rule rules[][9] = {
    [KG_STREETS_ALL] = {{"highway", UNUSED}, {"area", "yes"}},
    [KG_STREETS_DRIVE] =
        {{"highway", UNUSED " bridleway bus_guideway corridor cycleway elevator escalator footway "
                            "path pedestrian service steps track"},
            {"area", "yes"}, {"access", "private"}, {"motor_vehicle", "no"}, {"motorcar", "no"},
            {"service", "alley driveway emergency_access parking parking_aisle private"}},
    [KG_STREETS_WALK] = {{"highway", UNUSED " bus_guideway cycleway motor"}, {"area", "yes"},
        {"access", "private"}, {"foot", "no"}, {"service", "private"}, {"sidewalk", "separate"},
        {"sidewalk:both", "separate"}, {"sidewalk:left", "separate"},
        {"sidewalk:right", "separate"}},
    [KG_STREETS_BIKE] = {{"highway", UNUSED
                             " bus_guideway corridor elevator escalator footway motor steps"},
        {"area", "yes"}, {"access", "private"}, {"bicycle", "no"}, {"service", "private"}},
};

const char *kg__tag(kg__tags tags, const char *key)
{
    for (size_t i = 0; i < tags.count; i++)
        if (strcmp(tags.pair[2 * i], key) == 0)
            return tags.pair[2 * i + 1];
    return NULL;
}

/* Whether a value contains one of some words. */
static bool contains(const char *value, const char *words)
{
    char word[32];

    for (const char *p = words; *p; p += *p == ' ') {
        const size_t length = strcspn(p, " ");

        memcpy(word, p, length);
        word[length] = '\0';
        if (strstr(value, word))
            return true;
        p += length;
    }
    return false;
}

bool kg__network_has(kg_streets_network network, kg__tags tags)
{
    for (size_t i = 0; i < sizeof rules[0] / sizeof rules[0][0] && rules[network][i].key; i++) {
        const char *value = kg__tag(tags, rules[network][i].key);

        if (value && contains(value, rules[network][i].words))
            return false;
    }
    return true;
}

static bool is_one_of(const char *value, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(value, *words) == 0)
            return true;
    return false;
}

int kg__network_direction(kg_streets_network network, kg__tags tags)
{
    static const char *const forward[] = {"yes", "true", "1", "F", NULL}, *const backward[] = {"-1",
                                                                              "reverse", "T", NULL};
    const char *oneway = kg__tag(tags, "oneway"), *junction = kg__tag(tags, "junction");

    if (network == KG_STREETS_WALK)
        return 0;
    if (oneway && is_one_of(oneway, backward))
        return -1;
    return (oneway && is_one_of(oneway, forward)) ||
           (junction && strcmp(junction, "roundabout") == 0);
}
