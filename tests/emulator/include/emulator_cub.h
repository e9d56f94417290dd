/* What konig uses of CUB, Thrust and libcu++, on the CPU: one thread, the plain way. */
#ifndef EMULATOR_CUB_H
#define EMULATOR_CUB_H

#include "cuda_runtime.h"
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>

namespace cuda
{
template <typename T = void> struct minimum {
    template <typename A> A operator()(A a, A b) const
    {
        return b < a ? b : a;
    }
};
template <typename T = void> struct maximum {
    template <typename A> A operator()(A a, A b) const
    {
        return a < b ? b : a;
    }
};
namespace std
{
using ::std::plus;
}
} // namespace cuda

namespace thrust
{
template <typename T> using maximum = ::cuda::maximum<T>;

template <typename T> struct counting_iterator {
    T first;
    explicit counting_iterator(T from) : first(from)
    {
    }
    T operator[](size_t i) const
    {
        return (T)(first + (T)i);
    }
};
template <typename Change, typename From> struct transform_iterator {
    From from;
    Change change;
    auto operator[](size_t i) const
    {
        return change(from[i]);
    }
};
template <typename Change, typename From>
transform_iterator<Change, From> make_transform_iterator(From from, Change change)
{
    return {from, change};
}
template <typename Change, typename To> struct transform_output_iterator {
    To to;
    Change change;
    struct place {
        To to;
        Change change;
        size_t i;
        template <typename T> void operator=(T value)
        {
            to[i] = change(value);
        }
    };
    place operator[](size_t i) const
    {
        return {to, change, i};
    }
};
template <typename Change, typename To>
transform_output_iterator<Change, To> make_transform_output_iterator(To to, Change change)
{
    return {to, change};
}
} // namespace thrust

namespace cub
{

template <typename T> struct DoubleBuffer {
    T *d_buffers[2] = {nullptr, nullptr};
    int selector = 0;
    DoubleBuffer() = default;
    DoubleBuffer(T *current, T *other) : d_buffers{current, other}
    {
    }
    T *Current() const
    {
        return d_buffers[selector];
    }
    T *Alternate() const
    {
        return d_buffers[selector ^ 1];
    }
};

/* The first of two calls asks for room. */
#define EMULATOR_ROOM(room, bytes)                                                                 \
    if (!(room)) {                                                                                 \
        (bytes) = 1;                                                                               \
        return cudaSuccess;                                                                        \
    }

struct DeviceRadixSort {
    /* The bits by which a key is sorted. */
    template <typename K> static auto bits_of(K key)
    {
        if constexpr (sizeof(K) == 8) {
            uint64_t bits;

            memcpy(&bits, &key, sizeof bits);
            if constexpr (std::is_floating_point_v<K>)
                return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
            else
                return std::is_signed_v<K> ? bits ^ (uint64_t)1 << 63 : bits;
        } else if constexpr (sizeof(K) == 4) {
            uint32_t bits;

            memcpy(&bits, &key, sizeof bits);
            if constexpr (std::is_floating_point_v<K>)
                return bits >> 31 ? ~bits : bits | (uint32_t)1 << 31;
            else
                return std::is_signed_v<K> ? bits ^ (uint32_t)1 << 31 : bits;
        } else if constexpr (sizeof(K) == 2) {
            return (uint16_t)((uint16_t)key ^ (std::is_signed_v<K> ? 0x8000 : 0));
        } else {
            return (uint8_t)((uint8_t)key ^ (std::is_signed_v<K> ? 0x80 : 0));
        }
    }
    template <typename K, typename Swap>
    static void sort(const K *key, size_t n, int from, int to, Swap move)
    {
        const uint64_t mask = to - from >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << (to - from)) - 1;
        std::vector<std::pair<uint64_t, size_t>> order(n);

        for (size_t i = 0; i < n; i++)
            order[i] = {(uint64_t)bits_of(key[i]) >> from & mask, i};
        std::sort(order.begin(), order.end());
        move(order);
    }
    template <typename K, typename V, typename N>
    static cudaError_t SortPairs(void *room, size_t &bytes, const K *key, K *sorted, const V *value,
        V *moved, N n, int from = 0, int to = 8 * sizeof(K), cudaStream_t = nullptr)
    {
        EMULATOR_ROOM(room, bytes)
        sort(key, (size_t)n, from, to, [&](const auto &order) {
            std::vector<K> keys(order.size());
            std::vector<V> values(order.size());

            for (size_t i = 0; i < order.size(); i++) {
                keys[i] = key[order[i].second];
                values[i] = value[order[i].second];
            }
            std::copy(keys.begin(), keys.end(), sorted);
            std::copy(values.begin(), values.end(), moved);
        });
        return cudaSuccess;
    }
    template <typename K, typename V, typename N>
    static cudaError_t SortPairs(void *room, size_t &bytes, DoubleBuffer<K> &keys,
        DoubleBuffer<V> &values, N n, int from = 0, int to = 8 * sizeof(K),
        cudaStream_t stream = nullptr)
    {
        EMULATOR_ROOM(room, bytes)
        SortPairs(room, bytes, (const K *)keys.Current(), keys.Alternate(),
            (const V *)values.Current(), values.Alternate(), n, from, to, stream);
        keys.selector ^= 1;
        values.selector ^= 1;
        return cudaSuccess;
    }
    template <typename K, typename N>
    static cudaError_t SortKeys(void *room, size_t &bytes, const K *key, K *sorted, N n,
        int from = 0, int to = 8 * sizeof(K), cudaStream_t = nullptr)
    {
        EMULATOR_ROOM(room, bytes)
        sort(key, (size_t)n, from, to, [&](const auto &order) {
            std::vector<K> keys(order.size());

            for (size_t i = 0; i < order.size(); i++)
                keys[i] = key[order[i].second];
            std::copy(keys.begin(), keys.end(), sorted);
        });
        return cudaSuccess;
    }
    template <typename K, typename N>
    static cudaError_t SortKeys(void *room, size_t &bytes, DoubleBuffer<K> &keys, N n, int from = 0,
        int to = 8 * sizeof(K), cudaStream_t stream = nullptr)
    {
        EMULATOR_ROOM(room, bytes)
        SortKeys(room, bytes, (const K *)keys.Current(), keys.Alternate(), n, from, to, stream);
        keys.selector ^= 1;
        return cudaSuccess;
    }
};

struct DeviceScan {
    template <typename From, typename To, typename Op, typename N>
    static cudaError_t InclusiveScan(
        void *room, size_t &bytes, From from, To to, Op op, N n, cudaStream_t = nullptr)
    {
        EMULATOR_ROOM(room, bytes)
        auto sum = from[0];

        for (size_t i = 0; i < (size_t)n; i++) {
            if (i)
                sum = op(sum, from[i]);
            to[i] = sum;
        }
        return cudaSuccess;
    }
    template <typename From, typename To, typename Op, typename T, typename N>
    static cudaError_t ExclusiveScan(
        void *room, size_t &bytes, From from, To to, Op op, T first, N n, cudaStream_t = nullptr)
    {
        EMULATOR_ROOM(room, bytes)
        T sum = first;

        for (size_t i = 0; i < (size_t)n; i++) {
            const T next = op(sum, (T)from[i]);

            to[i] = sum;
            sum = next;
        }
        return cudaSuccess;
    }
    template <typename T, typename To, typename N>
    static cudaError_t ExclusiveSum(
        void *room, size_t &bytes, T *from, To to, N n, cudaStream_t stream = nullptr)
    {
        return ExclusiveScan(
            room, bytes, from, to, std::plus<>(), (std::remove_const_t<T>)0, n, stream);
    }
};

struct DeviceReduce {
    template <typename From, typename T, typename N, typename Op>
    static cudaError_t Reduce(
        void *room, size_t &bytes, From from, T *to, N n, Op op, T first, cudaStream_t = nullptr)
    {
        EMULATOR_ROOM(room, bytes)
        for (size_t i = 0; i < (size_t)n; i++)
            first = op(first, (T)from[i]);
        *to = first;
        return cudaSuccess;
    }
    template <typename From, typename T, typename N>
    static cudaError_t Min(void *room, size_t &bytes, From from, T *to, N n, cudaStream_t = nullptr)
    {
        EMULATOR_ROOM(room, bytes)
        *to = *std::min_element(from, from + n);
        return cudaSuccess;
    }
    template <typename From, typename T, typename N>
    static cudaError_t Max(void *room, size_t &bytes, From from, T *to, N n, cudaStream_t = nullptr)
    {
        EMULATOR_ROOM(room, bytes)
        *to = *std::max_element(from, from + n);
        return cudaSuccess;
    }
};

struct DeviceSelect {
    template <typename From, typename Flag, typename To, typename Count, typename N>
    static cudaError_t Flagged(void *room, size_t &bytes, From from, Flag flag, To to, Count *count,
        N n, cudaStream_t = nullptr)
    {
        size_t kept = 0;

        EMULATOR_ROOM(room, bytes)
        for (size_t i = 0; i < (size_t)n; i++)
            if (flag[i])
                to[kept++] = from[i];
        *count = (Count)kept;
        return cudaSuccess;
    }
    template <typename From, typename To, typename Count, typename N, typename Is>
    static cudaError_t If(void *room, size_t &bytes, From from, To to, Count *count, N n, Is is,
        cudaStream_t = nullptr)
    {
        size_t kept = 0;

        EMULATOR_ROOM(room, bytes)
        for (size_t i = 0; i < (size_t)n; i++)
            if (is(from[i]))
                to[kept++] = from[i];
        *count = (Count)kept;
        return cudaSuccess;
    }
    template <typename From, typename To, typename Count, typename N>
    static cudaError_t Unique(
        void *room, size_t &bytes, From from, To to, Count *count, N n, cudaStream_t = nullptr)
    {
        size_t kept = 0;

        EMULATOR_ROOM(room, bytes)
        for (size_t i = 0; i < (size_t)n; i++)
            if (i == 0 || !(from[i] == from[i - 1]))
                to[kept++] = from[i];
        *count = (Count)kept;
        return cudaSuccess;
    }
};

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_WARP_SCANS };

template <typename T, int threads, BlockScanAlgorithm = BLOCK_SCAN_RAKING> struct BlockScan {
    struct TempStorage {
        T value[threads];
    };
    TempStorage &room;
    explicit BlockScan(TempStorage &of) : room(of)
    {
    }
    void ExclusiveSum(T mine, T &before, T &all)
    {
        room.value[threadIdx.x] = mine;
        __syncthreads();
        before = all = 0;
        for (int i = 0; i < threads; i++) {
            if (i == (int)threadIdx.x)
                before = all;
            all += room.value[i];
        }
        __syncthreads();
    }
};

template <typename T, int threads> struct BlockReduce {
    typedef typename BlockScan<T, threads>::TempStorage TempStorage;
    TempStorage &room;
    explicit BlockReduce(TempStorage &of) : room(of)
    {
    }
    T Sum(T mine)
    {
        T before, all;

        BlockScan<T, threads>(room).ExclusiveSum(mine, before, all);
        return all;
    }
};

} // namespace cub

#endif
