/* JSON, read value by value (RFC 8259). */
#ifndef KG_JSON_H
#define KG_JSON_H

#include "../../base/base.h"

/* A deeper value is an error. */
enum { KG__JSON_DEPTH = 64 };

/* Zeros after a text. */
enum { KG__JSON_PAD = 16 };

typedef struct kg__json {
    kg_context *ctx;
    const char *shown;       /* the file in messages */
    const char *begin, *end; /* the text, followed by zeros */
    const char *at;          /* the next byte to read */
    char *text;              /* [length] the last string, terminated */
    size_t length;
    uint64_t room;
} kg__json;

/* Fails with KG_FORMAT at a place of the text. */
kg_status kg__json_fail(const kg__json *json, const char *place, const char *what);
/* The first character of the next value; 0 at the end. */
char kg__json_peek(kg__json *json);
/* Reads { or [. */
kg_status kg__json_open(kg__json *json, char bracket);
/* Goes to the next member or element. more: [out] false after the closing bracket. first: [in, out]
 * true before the first. */
kg_status kg__json_next(kg__json *json, char bracket, bool *first, bool *more);
/* Reads the name of a member, and the colon. */
kg_status kg__json_name(kg__json *json);
kg_status kg__json_string(kg__json *json);
kg_status kg__json_number(kg__json *json, double *number);
/* Skips the next value. */
kg_status kg__json_skip(kg__json *json);

#endif
