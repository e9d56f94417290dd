#include "hints.h"

static const struct {
    const char *said, *tool;
} hints[] = {
    {"the option force_names", "--names"},
    {"the option ids", "--ids"},
    {"the option undirected", "--undirected"},
    {"the option parallel", "--parallel"},
    {"the option columns", "--columns"},
    {"the option format", "--input-format"},
    {"the format adjacency", "--input-format adjacency"},
    {"the format counted", "--input-format counted"},
    {"the format csv", "--input-format csv"},
    {"the format edges", "--input-format edges"},
    {"make one of this graph", "csr index makes one of this graph"},
    {"the file of a base of hierarchies:",
        "the file of a base of hierarchies, which csr index --metric-independent writes:"},
    {"the file of a hierarchy:", "the file of a hierarchy, which csr index writes:"},
    {"simplifying with mirrors", "csr simplify --mirrors"},
    {"another layout may do", "another --layout may do"},
    {"with a centre and a radius, or more seconds",
        "with --around and --radius, or more --seconds"},
    {"clusters want the layout dot", "--clusters wants --layout dot"},
    {"the layout sfdp takes this", "--layout sfdp takes this"},
    {"a centre and a radius draw the part", "--around V --radius R draws the part"},
    {"DOT may have any size", "-T dot writes DOT of any size"},
    {"DOT carries it", "-T dot writes it"},
    {"DOT can be written without", "DOT can be written without (-T dot)"},
    {"the option force tries", "--force tries"},
};

void hints_put(struct text *text, const char *message)
{
    const char *plain = message, *p = message;

    while (*p) {
        const char *hint = NULL;
        size_t length = 1;

        for (size_t i = 0; i < sizeof hints / sizeof *hints && !hint; i++)
            if (strncmp(p, hints[i].said, strlen(hints[i].said)) == 0) {
                hint = hints[i].tool;
                length = strlen(hints[i].said);
            }
        if (hint) {
            text_put(text, plain, (size_t)(p - plain));
            text_string(text, hint);
            plain = p + length;
        }
        p += length;
    }
    text_put(text, plain, (size_t)(p - plain));
}
