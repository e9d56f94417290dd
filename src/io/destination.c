/*
 * Finds the file that an output's name leads to. If the system itself followed a link to a
 * descriptor, such as /dev/stdout, it would open the file behind the descriptor again, at its
 * beginning. A copy of the descriptor keeps its place in the file, and its append mode.
 */
#include "destination.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { LINKS_MOST = 40 }; /* as many as the system follows */

enum { PROC_MAGIC = 0x9fa0 }; /* PROC_SUPER_MAGIC of <linux/magic.h>, which may be missing */

enum { NO_DESCRIPTOR = -1, OTHERS_DESCRIPTOR = -2 };

/* Returns the number of the descriptor that path names: the folder /proc/self/fd, under any of its
 * names, lists them by number. OTHERS_DESCRIPTOR: the descriptor belongs to another process. */
static int descriptor_named(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t digits = slash ? strspn(slash + 1, "0123456789") : 0;
    char directory[PATH_MAX];
    struct stat here, own;
    struct statfs system;
    int fd, number = NO_DESCRIPTOR;

    if (digits == 0 || digits > 9 || slash[1 + digits])
        return NO_DESCRIPTOR;
    memcpy(directory, path, (size_t)(slash + 1 - path));
    directory[slash + 1 - path] = '\0';
    fd = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return NO_DESCRIPTOR;
    if (fstatfs(fd, &system) == 0 && system.f_type == PROC_MAGIC && fstat(fd, &here) == 0) {
        bool ours = stat("/proc/self/fd", &own) == 0 && own.st_ino == here.st_ino;

        ours |= stat("/proc/thread-self/fd", &own) == 0 && own.st_ino == here.st_ino;
        number = ours ? atoi(slash + 1) : OTHERS_DESCRIPTOR;
    }
    close(fd);
    return number;
}

/* A copy of a descriptor that can be written to. Returns 0 or errno. */
static int copy_descriptor(int number, int *fd)
{
    int flags = fcntl(number, F_GETFL);

    if (flags < 0)
        return errno;
    if ((flags & O_ACCMODE) == O_RDONLY || flags & O_PATH)
        return EBADF;
    *fd = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return *fd < 0 ? errno : 0;
}

/* Whether the system follows links of that owner in a directory. Linux with fs.protected_symlinks
 * does not follow links that other users have put into a folder for everybody, such as /tmp. */
static bool follows(const struct stat *directory, uid_t owner)
{
    const mode_t shared = S_ISVTX | S_IWOTH;

    return (directory->st_mode & shared) != shared || owner == geteuid() ||
           owner == directory->st_uid;
}

/* Reads the target of a link. before: the length of the directory at the beginning of `to`. *length
 * 0: it is not a link, or does not exist. Returns 0 or errno. */
static int read_link(const char *to, size_t before, char link[PATH_MAX], ssize_t *length)
{
    const int fd = open(to, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    struct stat file, directory;
    int error = 0;

    *length = 0;
    if (fd < 0)
        return errno == ENOENT ? 0 : errno;
    snprintf(link, PATH_MAX, "%.*s.", (int)before, to);
    if (fstat(fd, &file) != 0 || stat(link, &directory) != 0)
        error = errno;
    else if (S_ISLNK(file.st_mode) && !follows(&directory, file.st_uid))
        error = EACCES;
    else if (S_ISLNK(file.st_mode) && (*length = readlinkat(fd, "", link, PATH_MAX)) < 0)
        error = errno;
    close(fd);
    return error;
}

int kg__destination_find(const char *path, char to[PATH_MAX], int *fd)
{
    char link[PATH_MAX];

    *fd = -1;
    if (strlen(path) >= PATH_MAX)
        return ENAMETOOLONG;
    strcpy(to, path);
    for (int links = 0; links <= LINKS_MOST; links++) {
        int number = descriptor_named(to), error;
        const char *slash = strrchr(to, '/');
        size_t before = slash ? (size_t)(slash + 1 - to) : 0;
        ssize_t length;

        if (number >= 0)
            return copy_descriptor(number, fd);
        if (number == OTHERS_DESCRIPTOR)
            return 0;
        error = read_link(to, before, link, &length);
        if (error || !length)
            return error;
        if (link[0] == '/')
            before = 0;
        if (before + (size_t)length >= PATH_MAX)
            return ENAMETOOLONG;
        memcpy(to + before, link, (size_t)length);
        to[before + (size_t)length] = '\0';
    }
    return ELOOP;
}
