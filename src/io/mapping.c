/*
 * Mapped files. If a mapped file becomes shorter, or its disk fails, its pages can no longer be
 * read, and the system sends SIGBUS. If zeros replaced the pages, data that had been checked would
 * give wrong answers, so the program must end. The table tells the program's signal handler which
 * file it was.
 */
#include "mapping.h"
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { ENTRIES = 64, NAME_BYTES = 256 };

/* begin and end are atomic. An entry is free while begin is 0, and complete once end is set. */
static struct entry {
    uintptr_t begin, end;
    dev_t device;
    ino_t inode;
    char name[NAME_BYTES];
} table[ENTRIES];

/* Claims a free entry. NULL: there is none. */
static struct entry *claim(uintptr_t begin)
{
    for (int i = 0; i < ENTRIES; i++) {
        uintptr_t none = 0;

        if (__atomic_compare_exchange_n(
                &table[i].begin, &none, begin, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return &table[i];
    }
    return NULL;
}

void kg__mapping_create(void **map, const kg__input *input)
{
    struct stat file;
    struct entry *entry;

    *map = NULL;
    if (fstat(input->fd, &file) != 0)
        return;
    *map = mmap(NULL, input->size, PROT_READ, MAP_PRIVATE, input->fd, 0);
    if (*map == MAP_FAILED) {
        *map = NULL;
        return;
    }
    entry = claim((uintptr_t)*map);
    if (!entry) {
        munmap(*map, input->size);
        *map = NULL;
        return;
    }
    entry->device = file.st_dev;
    entry->inode = file.st_ino;
    snprintf(entry->name, sizeof entry->name, "%s", input->shown);
    __atomic_store_n(&entry->end, (uintptr_t)*map + input->size, __ATOMIC_RELEASE);
}

void kg__mapping_destroy(void *map)
{
    for (int i = 0; map && i < ENTRIES; i++) {
        struct entry *entry = &table[i];

        if (__atomic_load_n(&entry->begin, __ATOMIC_RELAXED) == (uintptr_t)map) {
            uintptr_t end = __atomic_exchange_n(&entry->end, 0, __ATOMIC_RELAXED);

            /* Another thread is freeing an entry without an end: that thread has unmapped the file,
             * and the system has used its address again for this one. */
            if (end) {
                munmap(map, end - (uintptr_t)map);
                __atomic_store_n(&entry->begin, 0, __ATOMIC_RELEASE);
                return;
            }
        }
    }
}

bool kg__mapping_has(dev_t device, ino_t inode)
{
    for (int i = 0; i < ENTRIES; i++)
        if (__atomic_load_n(&table[i].end, __ATOMIC_ACQUIRE) && table[i].device == device &&
            table[i].inode == inode)
            return true;
    return false;
}

const char *kg__mapping_file(const void *address)
{
    uintptr_t at = (uintptr_t)address;

    for (int i = 0; i < ENTRIES; i++)
        if (at < __atomic_load_n(&table[i].end, __ATOMIC_ACQUIRE) &&
            at >= __atomic_load_n(&table[i].begin, __ATOMIC_RELAXED))
            return table[i].name;
    return NULL;
}
