/* open() that continues if a signal handler interrupts it: a FIFO is waited for. */
#ifndef KG_OPENED_H
#define KG_OPENED_H

#include <errno.h>
#include <fcntl.h>

/* New files get mode 0666, less the umask. */
static inline int kg__open(const char *path, int flags)
{
    int fd;

    do
        fd = open(path, flags | O_CLOEXEC, 0666);
    while (fd < 0 && errno == EINTR);
    return fd;
}

#endif
