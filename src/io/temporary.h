/* Files that get their final names when they are complete. */
#ifndef KG_TEMPORARY_H
#define KG_TEMPORARY_H

#include <limits.h>
#include <stdbool.h>

typedef struct kg__temporary {
    char name[PATH_MAX + 32]; /* that it has so far; "" if none */
    int entry;                /* of the table of such names, or -1 */
} kg__temporary;

/* Makes a new file in the directory of path, without a name where the file system allows that and
 * none is wanted. Returns its descriptor, or -1 with errno. */
int kg__temporary_open(kg__temporary *t, const char *path, bool named);

/* Gives the file, which is open as fd, a temporary name beside path unless it has one. False, with
 * errno, where that fails. */
bool kg__temporary_name(kg__temporary *t, int fd, const char *path);

/* Gives the file, which has a temporary name, the name path; a file that had that name before is
 * replaced. False, with errno, where that fails. */
bool kg__temporary_rename(kg__temporary *t, const char *path);

/* Removes the file unless it was renamed. */
void kg__temporary_remove(kg__temporary *t);

#endif
