/* Finds the installed files that libkonig opens or starts. */
#ifndef KG_INSTALLED_H
#define KG_INSTALLED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct kg__installed {
    const char *name;
    const char *folder;       /* as configured */
    const char *from_library; /* relative path of that folder from libkonig's; NULL: none */
    const char *from_program; /* the same from the programs' folder */
} kg__installed;

/* Writes the path of an installed file. Searches the folder of libkonig, the folder of the program,
 * the relative path from each of them, so that an installation can be moved, and last the
 * configured folder. Never searches the current directory. False: the file is in none of them. */
bool kg__installed_find(char *path, size_t size, const kg__installed *file);

/* Writes the absolute path of the program, or of libkonig as a shared library. False: the path is
 * not known, or the program has more rights than its caller, who may have linked the program into a
 * folder of their own. */
bool kg__own_file(char *path, size_t size, bool program);

#endif
