/* Used by all kernels: the number of a thread, and words that threads share. This file includes no
 * other, so that NVRTC can compile it too. */
#ifndef KG_DEVICE_CUH
#define KG_DEVICE_CUH

/* Threads per block, unless there is a reason for another number. */
enum { KG__BLOCK = 256 };

static __device__ __forceinline__ uint64_t kg__item(void)
{
    return (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

/*
 * A word of 4 or 8 bytes that other threads read or write while the kernel runs: relaxed atomic
 * loads and stores. kg__atomic_load() and kg__atomic_store() are for global memory and the whole
 * device. kg__atomic_load_near() is for shared memory and the block.
 *
 * KG__RELAXED_LOAD() loads `bits` bits into a register of the constraint's kind, and copies them to
 * `word`.
 */
#define KG__RELAXED_LOAD(word, where, bits, constraint, address)                                   \
    do {                                                                                           \
        uint##bits##_t kg__bits;                                                                   \
                                                                                                   \
        asm volatile("ld.relaxed." where ".b" #bits " %0, [%1];"                                   \
                     : "=" constraint(kg__bits)                                                    \
                     : "l"(address)                                                                \
                     : "memory");                                                                  \
        memcpy(&(word), &kg__bits, sizeof kg__bits);                                               \
    } while (0)

/* The same for a word of either size. */
#define KG__RELAXED_LOAD_WORD(word, where, address)                                                \
    do {                                                                                           \
        static_assert(sizeof(word) == 4 || sizeof(word) == 8, "a word");                           \
        if constexpr (sizeof(word) == 4)                                                           \
            KG__RELAXED_LOAD(word, where, 32, "r", address);                                       \
        else                                                                                       \
            KG__RELAXED_LOAD(word, where, 64, "l", address);                                       \
    } while (0)

template <typename T> static __device__ __forceinline__ T kg__atomic_load(const T *from)
{
    T word;

    KG__RELAXED_LOAD_WORD(word, "gpu.global", __cvta_generic_to_global(from));
    return word;
}

template <typename T> static __device__ __forceinline__ T kg__atomic_load_near(const T *s_from)
{
    T word;

    KG__RELAXED_LOAD_WORD(word, "cta.shared", __cvta_generic_to_shared(s_from));
    return word;
}

template <typename T> static __device__ __forceinline__ void kg__atomic_store(T *to, T word)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a word");

    if constexpr (sizeof(T) == 4) {
        uint32_t bits;

        memcpy(&bits, &word, sizeof bits);
        asm volatile(
            "st.relaxed.gpu.global.b32 [%0], %1;" ::"l"(__cvta_generic_to_global(to)), "r"(bits)
            : "memory");
    } else {
        uint64_t bits;

        memcpy(&bits, &word, sizeof bits);
        asm volatile(
            "st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(__cvta_generic_to_global(to)), "l"(bits)
            : "memory");
    }
}

#endif
