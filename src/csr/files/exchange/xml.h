/* XML as a sequence of elements and texts, for readers. */
#ifndef KG_XML_H
#define KG_XML_H

#include "../../../io/text_block.h"

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
    uint64_t at; /* where in the file the element or its end stands */
    kg_status status;
    void *parser;
};

/* Parses the file. The caller frees xml->text, after a failure too. KG_UNSUPPORTED: this build has
 * no parser of XML. */
kg_status kg__xml_parse(kg__xml *xml);

/* Fails with "file:line:column: ", the text, and the format, at the place xml->at. */
kg_status kg__xml_fail(const kg__xml *xml, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The value of an attribute that an element must have. KG_FORMAT: it does not have it. */
kg_status kg__xml_need(const kg__xml *xml, const char **attributes, const char *name,
    const char *element, const char **value);

/* The value of an attribute, or NULL. */
const char *kg__xml_attribute(const char **attributes, const char *name);

#endif
