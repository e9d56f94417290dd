/* The tokens of DOT, and a table of its edges' keys. */
#ifndef KG_DOT_SCAN_H
#define KG_DOT_SCAN_H

#include "../../../io/input.h"

/* A token that is one character is that character. */
enum {
    KG__DOT_END = 0,
    KG__DOT_ATOM = 256, /* a name, a number, a string or HTML */
    KG__DOT_ARROW,      /* -> */
    KG__DOT_LINE,       /* -- */
    KG__DOT_STRICT,     /* the words that are no names, in any case */
    KG__DOT_GRAPH,
    KG__DOT_DIGRAPH,
    KG__DOT_SUBGRAPH,
    KG__DOT_NODE,
    KG__DOT_EDGE
};

typedef struct kg__dot_scanner {
    const kg__input *input;
    const char *text; /* the file from its first byte on, with a zero after it */
    const char *p;    /* after the token */
    int kind;
    const char *at;    /* where the token begins */
    const char *bytes; /* [length] the value of an atom, valid until the next token is asked for */
    size_t length;
    char *scratch; /* [room] */
    uint64_t room;
} kg__dot_scanner;

/* The next token: [out] kind and at, and the bytes and length of an atom. */
kg_status kg__dot_next(kg__dot_scanner *s);

/* "file:line:column: " and the text; returns KG_FORMAT. */
kg_status kg__dot_fail(const kg__dot_scanner *s, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fails because the token is not what is expected here. */
kg_status kg__dot_unexpected(const kg__dot_scanner *s, const char *expected);

/* Numbers by keys. All zeros but ctx: empty. */
typedef struct kg__dot_map {
    kg_context *ctx;
    struct kg__dot_entry *cell; /* [1 << bits] */
    uint64_t count;
    unsigned bits;
} kg__dot_map;

/* value: [out] points to the key's number, which is UINT64_MAX if the key is new. Valid until the
 * next call. */
kg_status kg__dot_map_find(kg__dot_map *map, uint32_t a, uint32_t b, uint32_t c, uint64_t **value);

void kg__dot_map_destroy(kg__dot_map *map);

#endif
