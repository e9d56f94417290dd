/* The options that say how a graph is to be read. */
#include "common.h"
#include "values.h"

/* Two or three words with commas between. */
static const char *parse_columns(struct argp_state *state, const char *arg)
{
    int words = 1;
    bool empty = false;

    for (const char *p = arg; *p; p++) {
        words += *p == ',';
        empty = empty || (*p == ',' && (p == arg || p[1] == ',' || p[1] == '\0'));
    }
    if (words < 2 || words > 3 || empty)
        argp_error(state,
            "--columns '%s': expected the names or numbers of two or three columns, as in "
            "source,target or 1,2,4",
            arg);
    return arg;
}

/* The letters of a word of unitigs. */
static uint64_t parse_k(struct argp_state *state, const char *arg)
{
    uint64_t k;

    if (!value_number(arg, UINT32_MAX, &k) || k < 2)
        argp_error(state, "--k '%s': expected a number from 2 to %u", arg, UINT32_MAX);
    return k;
}

error_t parse_reading(int key, char *arg, struct argp_state *state, kg_read_options *read)
{
    switch (key) {
    case KEY_NAMES:
        read->force_names = 1;
        return 0;
    case KEY_COLUMNS:
        read->columns = parse_columns(state, arg);
        return 0;
    case KEY_IDS:
        read->ids = 1;
        return 0;
    case KEY_BOTH:
        read->both_directions = 1;
        return 0;
    case KEY_UNDIRECTED:
        read->undirected = 1;
        return 0;
    case 'k':
        read->k = parse_k(state, arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}
