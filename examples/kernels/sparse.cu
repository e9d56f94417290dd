/*
 * The product of a sparse matrix and a vector, in three ways. The matrix is in CSR: row r has the
 * columns col[row[r]] to col[row[r + 1] - 1], and their values.
 *
 * Most rows here have a few numbers, one of 512 has 2,048. A thread a row reads memory in pieces
 * and waits for the longest of 32 rows. A warp a row reads rows in one piece, but most lanes have
 * no number of a short row. Tiles of equally many numbers divide the work evenly.
 */
#include "course.cuh"

enum { THREADS = 256, LANES = 32, TILE = 2048, LONG = 2048, LONG_ROW = 512 };

static __global__ void sparse_thread(float *y, const unsigned *row, const unsigned *col,
    const float *value, const float *x, size_t n)
{
    const size_t r = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (r >= n)
        return;
    for (unsigned i = row[r]; i < row[r + 1]; i++)
        sum += value[i] * x[col[i]];
    y[r] = sum;
}

/* The sum of a warp's numbers, in lane 0. */
static __device__ float warp_sum(float sum)
{
    for (int step = LANES / 2; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    return sum;
}

static __global__ void sparse_warp(float *y, const unsigned *row, const unsigned *col,
    const float *value, const float *x, size_t n)
{
    const size_t r = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    const unsigned lane = threadIdx.x % LANES;
    float sum = 0;

    if (r >= n) /* for all lanes of the warp */
        return;
    for (unsigned i = row[r] + lane; i < row[r + 1]; i += LANES)
        sum += value[i] * x[col[i]];
    sum = warp_sum(sum);
    if (lane == 0)
        y[r] = sum;
}

/* The first row that ends behind number i of the matrix. */
static __device__ size_t row_of(const unsigned *row, size_t n, unsigned i)
{
    size_t low = 0, high = n;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (row[middle + 1] > i)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* A block multiplies TILE adjacent numbers, then its warps add up the rows of the tile. Two tiles
 * may add to the same row, so y is 0 at first. */
static __global__ void sparse_tile(float *y, const unsigned *row, const unsigned *col,
    const float *value, const float *x, size_t n)
{
    __shared__ float s_product[TILE];
    const unsigned begin = blockIdx.x * TILE, end = min(begin + TILE, row[n]);
    const unsigned lane = threadIdx.x % LANES;

    for (unsigned i = begin + threadIdx.x; i < end; i += THREADS)
        s_product[i - begin] = value[i] * x[col[i]];
    __syncthreads();
    for (size_t r = row_of(row, n, begin) + threadIdx.x / LANES; r < n && row[r] < end;
         r += THREADS / LANES) {
        const unsigned from = max(row[r], begin), to = min(row[r + 1], end);
        float sum = 0;

        for (unsigned i = from + lane; i < to; i += LANES)
            sum += s_product[i - begin];
        sum = warp_sum(sum);
        if (lane == 0 && from < to)
            atomicAdd(&y[r], sum);
    }
}

int main(int argc, char **argv)
{
    const size_t n = course_size(argc, argv, 10000, (size_t)1 << 23);
    std::vector<unsigned> row(n + 1), col;
    std::vector<float> value, x(n), expected(n);

    for (size_t r = 0; r < n; r++)
        x[r] = (float)(course_random(r) % 16);
    for (size_t r = 0; r < n; r++) {
        const size_t degree = r % LONG_ROW ? course_random(r + n) % 24 : (size_t)LONG;

        for (size_t i = 0; i < degree; i++) {
            col.push_back((unsigned)(course_random(col.size() + 2 * n) % n));
            value.push_back((float)(col.size() % 16));
            expected[r] += value.back() * x[col.back()]; /* below 2^24: exact in every order */
        }
        row[r + 1] = (unsigned)col.size();
    }
    const double numbers = (double)col.size();
    on_gpu<unsigned> d_row(row), d_col(col);
    on_gpu<float> d_value(value), d_x(x), d_y(n);
    exercise sparse("sparse", 8 * numbers + 12 * (double)n, "GB/s");
    auto right = [&] { return d_y.read() == expected; };

    sparse.forget = [&] { d_y.fill(0xff); };
    sparse.way(
        "a thread a row",
        [&] {
            sparse_thread<<<course_ceil(n, THREADS), THREADS>>>(d_y, d_row, d_col, d_value, d_x, n);
        },
        right);
    sparse.way(
        "a warp a row",
        [&] {
            sparse_warp<<<course_ceil(n * LANES, THREADS), THREADS>>>(
                d_y, d_row, d_col, d_value, d_x, n);
        },
        right);
    sparse.way(
        "a tile of numbers a block",
        [&] {
            CUDA(cudaMemsetAsync(d_y, 0, n * sizeof(float), 0));
            sparse_tile<<<course_ceil(col.size(), TILE), THREADS>>>(
                d_y, d_row, d_col, d_value, d_x, n);
        },
        right);
    return sparse.status();
}
