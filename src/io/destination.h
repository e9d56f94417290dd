/* Finds the destination of an output with a given name, through links and names of descriptors. */
#ifndef KG_DESTINATION_H
#define KG_DESTINATION_H

#include <limits.h>
#include <stdbool.h>

/*
 * Follows the links at the end of path. The file that they lead to need not exist.
 *
 * to  [PATH_MAX] [out] the file to make or replace: not a link.
 * fd  [out] if path names a descriptor of this process (/dev/stdout, /dev/fd/3): a copy of it, to
 *     be closed, with the descriptor's place in the file. Otherwise -1.
 *
 * Returns 0 or an errno: ELOOP, ENAMETOOLONG; EBADF for a descriptor that cannot be written to;
 * EACCES for a link that another user has put into a folder for everybody.
 */
int kg__destination_find(const char *path, char to[PATH_MAX], int *fd);

/* Whether a file in that directory is a mount of its own. Then no other file can take its name. */
bool kg__is_mounted(const char *path, const char *directory);

#endif
