/* Runs a fuzz target on the files named, for builds without a fuzzer. */
#include "fuzz.h"
#include <stdio.h>

int main(int count, char **path)
{
    for (int i = 1; i < count; i++) {
        static uint8_t bytes[1 << 20];
        FILE *file = fopen(path[i], "rb");
        size_t size;

        if (!file) {
            perror(path[i]);
            return 1;
        }
        size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        fprintf(stderr, "%s\n", path[i]);
        LLVMFuzzerTestOneInput(bytes, size);
    }
    return count < 2; /* a run of nothing proves nothing */
}
