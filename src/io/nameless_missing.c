/* For systems without files without a name. */
#include "nameless.h"
#include <errno.h>

int kg__nameless_open(const char *directory)
{
    (void)directory;
    return -1;
}

int kg__nameless_name(const char *name, int fd)
{
    (void)name;
    (void)fd;
    errno = ENOTSUP;
    return -1;
}
