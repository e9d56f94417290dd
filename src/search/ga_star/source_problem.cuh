/* The problem that a source describes, for NVRTC: its functions under the names of
 * konig/ga_star.h. */
#ifndef KG_GA_SOURCE_PROBLEM_CUH
#define KG_GA_SOURCE_PROBLEM_CUH

/* All blocks of a cooperative launch wait for one another. arrived: 0 before the launch. */
static __device__ __forceinline__ void wait_for_all(unsigned *arrived)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned ticket, end;

        __threadfence();
        ticket = atomicAdd(arrived, 1);
        end = ticket - ticket % gridDim.x + gridDim.x;
        while ((int)(kg__atomic_load(arrived) - end) < 0)
            ;
        __threadfence();
    }
    __syncthreads();
}

#include "ga_star_kernels.cuh"

struct given {
    typedef kg__ga_wide key;
    enum { WORDS = 2 };
    static __device__ __forceinline__ kg_ga_star_state state_of(key at)
    {
        return {{(uint64_t)at, (uint64_t)(at >> 64)}};
    }
    static __device__ __forceinline__ uint32_t measure(const kg__ga_problem *p, key from)
    {
#ifdef KG__GA_NO_ESTIMATE
        return 0;
#else
        const kg_ga_star_state state = state_of(from);

        return ::estimate(p->user, &state);
#endif
    }
    static __device__ __forceinline__ uint32_t bound(const kg__ga_problem *, uint32_t its)
    {
        return its;
    }
    static __device__ __forceinline__ bool goal(const kg__ga_problem *p, key at)
    {
        const kg_ga_star_state state = state_of(at);

        return ::is_goal(p->user, &state);
    }
    static __device__ __forceinline__ bool step(const kg__ga_problem *p, key from, uint32_t,
        unsigned move, key *to, uint32_t *to_its, uint32_t *cost)
    {
        const kg_ga_star_state state = state_of(from);
        kg_ga_star_state next = {{0, 0}};

        if (!::step(p->user, &state, move, &next, cost))
            return false;
        *to = (key)next.word[1] << 64 | next.word[0];
        *to_its = measure(p, *to);
        return true;
    }
};

#endif
