/* Readers of XML share this code, whether the build has a parser or not. */
#include "xml.h"
#include "../../../base/bisect.h"
#include <stdarg.h>
#include <string.h>

kg_status kg__xml_fail(const kg__xml *x, const char *format, ...)
{
    va_list list;
    kg_status status;

    va_start(list, format);
    status = kg__input_fail_as(x->input, x->start, x->at, x->shown, format, list);
    va_end(list);
    return status;
}

uint64_t kg__xml_place(const kg__xml *x, uint64_t index)
{
    const kg__xml_piece *piece =
        &x->piece[KG__LAST_WHERE(i, 0, x->pieces, x->piece[i].from <= index)];

    return piece->at + (index - piece->from);
}

const char *kg__xml_attribute(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

kg_status kg__xml_need(const kg__xml *x, const char **attributes, const char *name,
    const char *element, const char **value)
{
    *value = kg__xml_attribute(attributes, name);
    return *value ? KG_OK : kg__xml_fail(x, "this %s has no %s", element, name);
}
