#!/usr/bin/env python3
"""A graph of torch's tensors on a GPU, its walk as one, interleaved with torch's kernels on a
stream of torch's: milliseconds from the tensors to the walk, and those of the search's stages, the
median of some rounds after one to warm up. Each walk is compared with the CPU's.

usage: bench_torch.py [VERTICES] [ROUNDS]
"""
import statistics
import sys
import time

import konig
import torch


def main():
    vertices = int(sys.argv[1]) if len(sys.argv) > 1 else 10 << 20
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    host = konig.generate.random(vertices, 7, seed=1, context=konig.Context(device='cpu'))
    expected = torch.from_numpy(host.euler().steps.view('i4').copy()).cuda()
    gpu, stream = konig.Context(device='cuda'), torch.cuda.Stream()
    row = torch.from_numpy(host.row.view('i4').copy()).cuda()
    kept = torch.from_numpy(host.col.view('i4').copy()).cuda()
    torch.cuda.synchronize()
    times, alone, wrong = [], [], 0
    for _ in range(rounds + 1):
        with torch.cuda.stream(stream):
            col = kept + 1  # the targets are there only once these two kernels have run
            col -= 1
            stream.synchronize()
            begin = time.perf_counter()
            graph = konig.Graph.from_csr(row, col, context=gpu, stream=stream)
            walk = graph.euler(verify=False)
            steps = torch.from_dlpack(walk.device_steps(stream)).view(torch.int32)
            stream.synchronize()
            times.append(1e3 * (time.perf_counter() - begin))
            col = kept + 3
            col -= 3  # and now konig waits for torch on the device alone
            again = konig.Graph.from_csr(row, col, context=gpu, stream=stream).euler(verify=False)
            both = torch.from_dlpack(again.device_steps(stream)).view(torch.int32)
            wrong += int((steps != expected).sum()) + int((both != expected).sum())
            del steps, both, again
        gpu.clear_timing()
        graph.euler(verify=False).device_steps(stream)
        alone.append(sum(ms for stage, ms in gpu.timing if stage[0] in '1234567'))
    times, alone = times[1:], alone[1:]
    print(f'{host.m} edges, torch {torch.__version__}: tensors in, walk out '
          f'{statistics.median(times):.2f} ms (best {min(times):.2f}); stages 1 to 7 by the '
          f'device\'s clock {statistics.median(alone):.2f} ms; {wrong} edges out of place')
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
