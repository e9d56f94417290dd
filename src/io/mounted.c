/*
 * Whether a file is a mount of its own. If so, its mount has another number than its directory's,
 * as /proc says. Without /proc, the file may still be seen to lie on another device.
 */
#include "destination.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns 0 if it is not known. */
static int mount_of(const char *path)
{
    char name[40], line[80];
    int fd = open(path, O_PATH | O_CLOEXEC), number = 0;
    FILE *file;

    if (fd < 0)
        return 0;
    snprintf(name, sizeof name, "/proc/self/fdinfo/%d", fd);
    file = fopen(name, "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "mnt_id: %d", &number) == 1)
            break;
    if (file)
        fclose(file);
    close(fd);
    return number;
}

bool kg__is_mounted(const char *path, const char *directory)
{
    const int own = mount_of(path), around = mount_of(directory);
    struct stat file, above;

    if (own && around)
        return own != around;
    return stat(path, &file) == 0 && stat(directory, &above) == 0 && file.st_dev != above.st_dev;
}
