/*
 * A BLAS library for a test, which the loader finds in place of the system's. It has dgemm_ alone.
 * That takes its arguments as a Fortran routine does, with the lengths of the two strings last.
 */
#include <stdio.h>
#include <stdlib.h>

typedef void dgemm(const char *turn_a, const char *turn_b, const int *rows, const int *columns,
    const int *inner, const double *factor, const double *a, const int *stride_a, const double *b,
    const int *stride_b, const double *before, double *product, const int *stride, size_t length_a,
    size_t length_b);
dgemm dgemm_;

/* Arrays hold columns. Ends the program where an argument is not what it must be. */
void dgemm_(const char *turn_a, const char *turn_b, const int *rows, const int *columns,
    const int *inner, const double *factor, const double *a, const int *stride_a, const double *b,
    const int *stride_b, const double *before, double *product, const int *stride, size_t length_a,
    size_t length_b)
{
    if (length_a != 1 || length_b != 1 || *turn_a != 'N' || *turn_b != 'N' || *factor != 1 ||
        *before != 0 || *stride_a < *rows || *stride_b < *inner || *stride < *rows) {
        fprintf(stderr, "fake BLAS: wrong arguments: strings of %zu and %zu\n", length_a, length_b);
        exit(99);
    }
    fprintf(stderr, "fake BLAS: %d x %d by %d\n", *rows, *inner, *columns);
    for (int j = 0; j < *columns; j++)
        for (int i = 0; i < *rows; i++) {
            double sum = 0;

            for (int k = 0; k < *inner; k++)
                sum += a[k * *stride_a + i] * b[j * *stride_b + k];
            product[j * *stride + i] = sum;
        }
}
