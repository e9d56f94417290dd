/* Escapes in JSON's strings. */
#ifndef KG_JSON_ESCAPE_H
#define KG_JSON_ESCAPE_H

#include <stdint.h>

/* Reads the escape at p, after its backslash, in a text that ends with a zero. code: [out] its
 * character; a surrogate if its other half is missing. Returns the escape's end, or NULL if it is
 * not an escape. */
const char *kg__json_escape(const char *p, uint32_t *code);

#endif
