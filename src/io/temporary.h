/* Files that get their final names when they are complete. */
#ifndef KG_TEMPORARY_H
#define KG_TEMPORARY_H

#include <limits.h>
#include <stdbool.h>

typedef struct kg__temporary {
    char name[PATH_MAX + 32]; /* the current name; "" if none */
    int entry;                /* the entry in the table of such names, or -1 */
} kg__temporary;

/* Makes a new file in the directory of path. The file has no name if the file system allows that
 * and `named` is false. Returns its descriptor, or -1 with errno. */
int kg__temporary_open(kg__temporary *t, const char *path, bool named);

/* Gives the file, which is open as fd, a temporary name beside path unless it has one. False, with
 * errno, on failure. */
bool kg__temporary_name(kg__temporary *t, int fd, const char *path);

/* Renames the file from its temporary name to path, and replaces an earlier file of that name.
 * False, with errno, on failure. */
bool kg__temporary_rename(kg__temporary *t, const char *path);

/* Removes the file unless it was renamed. */
void kg__temporary_remove(kg__temporary *t);

#endif
