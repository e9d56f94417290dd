"""The peer NetworkX on grid maps. Argument: a file whose first line is width, height, the cost of a
diagonal step, the number of queries; then a line of width weights for each row, 0 a wall; then
lines start goal as cell numbers. 8 moves, corners forbidden. Prints the milliseconds of all
astar_path() calls, then each cost."""

import sys
import time

import networkx

with open(sys.argv[1], encoding="ascii") as file:
    width, height, diagonal, queries = file.readline().split()
    width, height, diagonal = int(width), int(height), float(diagonal)
    rows = [[int(w) for w in file.readline().split()] for _ in range(height)]
    asked = [[int(cell) for cell in file.readline().split()] for _ in range(int(queries))]


def free(x, y):
    return 0 <= x < width and 0 <= y < height and rows[y][x]


graph = networkx.DiGraph()
for y in range(height):
    for x in range(width):
        for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
            if free(x, y) and free(x + dx, y) and free(x, y + dy) and free(x + dx, y + dy):
                graph.add_edge((x, y), (x + dx, y + dy),
                               weight=rows[y + dy][x + dx] * (diagonal if dx and dy else 1))


def estimate(a, b):
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(dx, dy) + (diagonal - 1) * min(dx, dy)


spent, costs = 0.0, []
for start, goal in asked:
    ends = (start % width, start // width), (goal % width, goal // width)
    begin = time.perf_counter()
    path = networkx.astar_path(graph, *ends, heuristic=estimate, weight="weight")
    spent += time.perf_counter() - begin
    costs.append(networkx.path_weight(graph, path, "weight"))
print(1e3 * spent)
for cost in costs:
    print(repr(cost))
