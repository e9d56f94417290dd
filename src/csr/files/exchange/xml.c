/* What readers of XML share, with a parser and without. */
#include "xml.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

kg_status kg__xml_fail(const kg__xml *x, const char *format, ...)
{
    char what[256];
    size_t length;
    va_list list;

    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    length = strlen(what);
    snprintf(what + length, sizeof what - length, " (read as %s)", x->shown);
    return kg__input_fail(x->input, x->start, x->at, what);
}

const char *kg__xml_attribute(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}
