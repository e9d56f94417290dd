/* XML as a sequence of elements and texts, for readers. */
#ifndef KG_XML_H
#define KG_XML_H

#include "../../../io/text_block.h"

/* From text[from] on, the bytes of the text stand in the file at `at` and behind it. */
typedef struct kg__xml_piece {
    uint64_t from, at;
} kg__xml_piece;

typedef struct kg__xml kg__xml;
struct kg__xml {
    const kg__input *input;
    uint64_t start;    /* of the text in it */
    const char *shown; /* how messages call the format: "GraphML" */
    /* Called with an element and its attributes, name, value, name, value, ..., NULL, and after the
         * element. Texts are UTF-8, valid during the call. */
    kg_status (*begin)(kg__xml *xml, const char *name, const char **attributes);
    kg_status (*end)(kg__xml *xml, const char *name);
    bool collects; /* text is collected; the reader sets this */
    char *text;    /* [used] with a zero after it */
    uint64_t used, room;
    bool keeps_places;    /* of the text in the file, for kg__xml_place() */
    kg__xml_piece *piece; /* [pieces] to be freed, as the text is */
    uint64_t pieces, piece_room;
    uint64_t at; /* where in the file the element or its end stands */
    kg_status status;
    void *parser;
};

/* Parses the file. The caller frees xml->text, after a failure too. KG_UNSUPPORTED: this build has
 * no parser of XML. */
kg_status kg__xml_parse(kg__xml *xml);

/* Where in the file text[index] stands. The line is exact, however the file is encoded. */
uint64_t kg__xml_place(const kg__xml *xml, uint64_t index);

/* Fails with "file:line:column: ", the text, and the format, at the place xml->at. */
kg_status kg__xml_fail(const kg__xml *xml, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The value of an attribute that an element must have. KG_FORMAT: it does not have it. */
kg_status kg__xml_need(const kg__xml *xml, const char **attributes, const char *name,
    const char *element, const char **value);

/* The value of an attribute, or NULL. */
const char *kg__xml_attribute(const char **attributes, const char *name);

#endif
