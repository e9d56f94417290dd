/* Replaces mpi_open.c if konig is built without MPI. */
#include "comm.h"
#include "row.h"

kg_status kg_comm_mpi(kg_comm **comm)
{
    if (!comm)
        return KG_ARGUMENT;
    *comm = kg__comm_allocate(0, 1);
    if (*comm)
        snprintf((*comm)->message, sizeof(*comm)->message,
            "this konig was built without MPI: install an MPI's files for developers, such as "
            "Debian's libopenmpi-dev or libmpich-dev, and build it with -Dmpi=enabled");
    return KG_MISSING;
}
