/* Finds where an output that is asked for by name goes, through links and names of descriptors. */
#ifndef KG_DESTINATION_H
#define KG_DESTINATION_H

#include <limits.h>
#include <stdbool.h>

/*
 * Follows the links that path ends in. The file that they lead to need not exist.
 *
 * to  [PATH_MAX] [out] what is to be made or replaced: not a link.
 * fd  [out] where path is a name of a descriptor of this process (/dev/stdout, /dev/fd/3): a copy
 *     of it, to be closed; it stands where the descriptor stands. Else -1.
 * Returns 0 or an errno: ELOOP, ENAMETOOLONG; EBADF for a descriptor that cannot be written to;
 * EACCES for a link that another user has put into a folder for everybody.
 */
int kg__destination_find(const char *path, char to[PATH_MAX], int *fd);

/* Whether a file, which lies in that directory, is a mount of its own: no other can take its name
 * then. */
bool kg__is_mounted(const char *path, const char *directory);

#endif
