#include "installed.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

bool kg__installed_find(char *path, size_t size, const kg__installed *file)
{
    const char *const ways[][2] = {{".", file->from_library}, {".", file->from_program}};
    char own[PATH_BYTES];

    for (int program = 0; program < 2; program++) {
        if (!kg__own_file(own, sizeof own, program))
            continue;
        *strrchr(own, '/') = '\0';
        for (int i = 0; i < 2 && ways[program][i]; i++) {
            snprintf(path, size, "%s/%s/%s", own, ways[program][i], file->name);
            if (access(path, R_OK) == 0)
                return true;
        }
    }
    snprintf(path, size, "%s/%s", file->folder, file->name);
    return access(path, R_OK) == 0;
}
