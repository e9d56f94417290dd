/* Replaces zstd.c if konig is built without libzstd. */
#include "packed.h"

const kg__packing kg__zstd = {
    .name = "zstd",
    .endings = ".zst ",
    .missing = "libzstd",
    .unpack_command = "zstd -dc FILE",
    .magic = {0x28, 0xb5, 0x2f, 0xfd},
    .magic_bytes = 4,
};
