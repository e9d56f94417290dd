/* Replaces gzip.c if konig is built without libdeflate. */
#include "packed.h"

const kg__packing kg__gzip = {
    .name = "gzip",
    .endings = ".gz .bgz ",
    .missing = "libdeflate",
    .unpack_command = "gunzip -c FILE",
    .magic = {0x1f, 0x8b},
    .magic_bytes = 2,
};
