/*
 * Opens libkonig-mpi, so that libkonig itself needs no MPI: most programs that link libkonig do not
 * run under mpirun.
 */
#include "../base/system/installed.h"
#include "comm.h"
#include "row.h"
#include <dlfcn.h>
#include <installed_paths.h>

enum { PATH_BYTES = 4096 };

/* A comm that only has a message, or NULL. */
static kg_comm *make_failed(const char *library, const char *why)
{
    kg_comm *comm = kg__comm_allocate(0, 1);

    if (comm)
        snprintf(comm->message, sizeof comm->message,
            "MPI cannot be used, because its part of konig, '%.600s', cannot be opened: %s; the "
            "environment variable KONIG_MPI may say where it is",
            library, why);
    return comm;
}

kg_status kg_comm_mpi(kg_comm **comm)
{
    static const kg__installed file = {KG__MPI_LIBRARY, KG__LIBDIR, NULL, KG__LIB_FROM_BIN};
    const char *library = secure_getenv("KONIG_MPI"), *why;
    char path[PATH_BYTES];
    kg__comm_mpi_open_fn *open = NULL;
    void *handle;

    if (!comm)
        return KG_ARGUMENT;
    if (!library) {
        kg__installed_find(path, sizeof path, &file);
        library = path;
    }
    /* MPI opens plugins of its own, which look for its symbols in the global scope. */
    handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    if (handle) /* ISO C cannot convert an object's address to a function's */
        *(void **)&open = dlsym(handle, KG__COMM_MPI_OPEN);
    if (open)
        return open(comm);
    why = dlerror();
    *comm = make_failed(library, why ? why : "it is not konig's");
    return KG_MISSING;
}
