#include "installed.h"
#include <dlfcn.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <unistd.h>

bool kg__own_file(char *path, size_t size, bool program)
{
    static const char here;
    Dl_info own, other;
    ssize_t length;

    if (getauxval(AT_SECURE))
        return false;
    if (program) { /* dladdr() would give the name that the caller chose */
        length = readlink("/proc/self/exe", path, size - 1);
        path[length > 0 ? length : 0] = '\0';
    } else if (dladdr(&here, &own) && dladdr((void *)getauxval(AT_PHDR), &other) &&
               own.dli_fbase != other.dli_fbase) {
        length = snprintf(path, size, "%s", own.dli_fname);
    } else {
        return false;
    }
    return length > 0 && (size_t)length < size && path[0] == '/';
}
