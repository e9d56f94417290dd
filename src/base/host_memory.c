/*
 * How much memory the host can still give: the available memory of the system, or less if a control
 * group of the process allows less, as containers and batch systems do. A control group counts the
 * page cache of files that were read as used memory. The system gives back the inactive part of
 * that cache when memory is needed, so that part counts as free here.
 */
#include "base.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Versions 2 and 1 of control groups, at their usual mount points. */
static const struct hierarchy {
    bool is_second;
    const char *mount, *limit, *used, *inactive;
} hierarchies[] = {
    {true, "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"},
    {true, "/sys/fs/cgroup/unified", "memory.max", "memory.current", "inactive_file"},
    {false, "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
        "total_inactive_file"},
};

enum { PATH_BYTES = 4096, LINE_BYTES = 2048 };

/* The number in the line that begins with `key` and a blank; without a key, in the first line.
 * False if there is no such file, line or number ("max" is no number). */
static bool read_number(const char *path, const char *key, uint64_t *number)
{
    FILE *file = fopen(path, "re");
    const size_t length = strlen(key);
    char line[256];
    bool found = false;

    while (file && !found && fgets(line, sizeof line, file)) {
        const char *p = line + length;

        if (strncmp(line, key, length) != 0 || (length && *p != ' '))
            continue;
        p += strspn(p, " ");
        found = *p >= '0' && *p <= '9';
        *number = found ? strtoull(p, NULL, 10) : 0;
    }
    if (file)
        fclose(file);
    return found;
}

/* Reads a number from a file of one group. */
static bool read_group(const char *root, const struct hierarchy *h, const char *group,
    const char *name, const char *key, uint64_t *number)
{
    char path[PATH_BYTES];
    const int length = snprintf(path, sizeof path, "%s%s%s/%s", root, h->mount, group, name);

    return length < PATH_BYTES && read_number(path, key, number);
}

/* Lowers *left to the least that the group and all groups above it allow. A container may see the
 * host's path of its group without the groups on that path. Then only the mount itself counts,
 * which is the container's own group. */
static void ask_groups(const char *root, const struct hierarchy *h, char *group, uint64_t *left)
{
    for (char *end = group + strlen(group);; end = strrchr(group, '/')) {
        uint64_t limit, used, inactive;

        if (!end)
            return;
        *end = '\0';
        if (!read_group(root, h, group, h->limit, "", &limit) ||
            !read_group(root, h, group, h->used, "", &used))
            continue;
        if (read_group(root, h, group, "memory.stat", h->inactive, &inactive))
            used -= inactive < used ? inactive : used;
        limit -= used < limit ? used : limit;
        if (limit < *left)
            *left = limit;
    }
}

/* Whether a comma-separated list contains the word "memory". */
static bool has_memory(const char *list)
{
    const size_t length = strlen("memory");

    for (; list; list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL)
        if (strncmp(list, "memory", length) == 0 && (list[length] == ',' || list[length] == '\0'))
            return true;
    return false;
}

/* The path in a line of /proc/self/cgroup, "4:cpu,memory:/path" or "0::/path" of version 2, or NULL
 * if the line is for another hierarchy. "" is the root of all groups. */
static char *group_in(char *line, const struct hierarchy *h)
{
    char *list = strchr(line, ':'), *path = list ? strchr(list + 1, ':') : NULL;

    if (!path)
        return NULL;
    list++;
    *path++ = '\0';
    path[strcspn(path, "\n")] = '\0';
    if (h->is_second ? *list != '\0' : !has_memory(list))
        return NULL;
    return strcmp(path, "/") == 0 ? path + 1 : path;
}

uint64_t kg__host_available(const char *root)
{
    uint64_t left = UINT64_MAX / 8, kib;
    char path[512], line[LINE_BYTES];

    snprintf(path, sizeof path, "%s/proc/meminfo", root);
    if (read_number(path, "MemAvailable:", &kib))
        left = kib * 1024;
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    for (size_t i = 0; i < sizeof hierarchies / sizeof *hierarchies; i++) {
        FILE *file = fopen(path, "re");

        while (file && fgets(line, sizeof line, file)) {
            char *group = group_in(line, &hierarchies[i]);

            if (group)
                ask_groups(root, &hierarchies[i], group, &left);
        }
        if (file)
            fclose(file);
    }
    return left;
}
