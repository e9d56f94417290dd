/*
 * A graph whose edges have lengths as a problem of 64 bits.
 *
 * A key is a vertex, and above its 32 bits the current part of its row. A row longer than
 * KG__GA_PART is expanded part by part, by a move that costs nothing. So a vertex with many edges
 * does not keep one thread busy while others wait.
 */
#ifndef KG_GA_PROBLEM_GRAPH_H
#define KG_GA_PROBLEM_GRAPH_H

#include <math.h>

/* A lower bound of a path's cost by the triangle inequality: the difference of two distances of one
 * landmark, `far` minus `near`. Either may be unknown. */
KG__INLINE uint32_t kg__ga_beyond(uint32_t far, uint32_t near)
{
    if (near >= KG__GA_TOO_FAR)
        return 0;
    return far == KG__GA_NEVER ? KG__GA_NEVER : far > near ? far - near : 0;
}

/* The straight line from a vertex to the goal, times the scale. */
KG__INLINE uint32_t kg__ga_straight(const kg__ga_problem *p, uint64_t v)
{
    const double x = p->place[2 * v] - p->goal_place[0], y = p->place[2 * v + 1] - p->goal_place[1];
    const double line = sqrt(x * x + y * y) * p->scale;

    return line < (double)KG__GA_TOO_FAR ? (uint32_t)line : KG__GA_TOO_FAR;
}

KG__INLINE uint32_t kg__ga_measure_graph_narrow(const kg__ga_problem *p, uint64_t key)
{
    const uint64_t v = key & 0xffffffff;
    uint32_t most = p->place ? kg__ga_straight(p, v) : 0;

    for (unsigned i = 0; i < p->marks; i++) {
        const uint32_t mark = p->mark[v * p->marks + i];
        const uint32_t from = kg__ga_beyond(p->goal_mark[i], mark);
        const uint32_t to = kg__ga_beyond(mark, p->goal_mark[i]);

        if ((p->both || i < p->marks / 2) && from > most)
            most = from;
        if ((p->both || i >= p->marks / 2) && to > most)
            most = to;
    }
    return most;
}

KG__INLINE uint32_t kg__ga_bound_graph_narrow(const kg__ga_problem *p, uint32_t measure)
{
    (void)p;
    return measure;
}

KG__INLINE bool kg__ga_goal_graph_narrow(const kg__ga_problem *p, uint64_t key)
{
    return key == p->target.word[0];
}

/* The entries of the part, and after them the next part. */
KG__INLINE bool kg__ga_step_graph_narrow(const kg__ga_problem *p, uint64_t from, uint32_t measure,
    unsigned move, uint64_t *to, uint32_t *to_measure, uint32_t *cost)
{
    const uint64_t v = from & 0xffffffff;
    const uint64_t i = p->row[v] + (from >> 32) * KG__GA_PART + move;

    if (i >= p->row[v + 1])
        return false;
    if (move == KG__GA_PART) {
        *to = from + (UINT64_C(1) << 32);
        *to_measure = measure;
        *cost = 0;
        return true;
    }
    *to = p->col[i];
    *to_measure = kg__ga_measure_graph_narrow(p, *to);
    *cost = p->toll ? p->toll[i] : 1;
    return true;
}

#endif
