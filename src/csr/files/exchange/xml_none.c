/* A build without libexpat reads no XML. */
#include "xml.h"

kg_status kg__xml_parse(kg__xml *x)
{
    return kg__fail(x->input->ctx, KG_UNSUPPORTED,
        "%s: this is %s, which this build cannot read: install libexpat1-dev (Debian's name) and "
        "build konig with -Dexpat=enabled",
        x->input->shown, x->shown);
}
