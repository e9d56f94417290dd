#!/usr/bin/env python3
"""Times konig's readers of text and of packed text in one run, and prints tables.

usage: bench_formats.py LIBKONIG FOLDER_OF_TOOLS SCRATCH [--quick]

One random graph is written in every format. Each reader takes its turn, files come from the page
cache, and the best of some runs counts. Beside the packed files stands what libdeflate and libzstd
take to unpack them on one thread into memory that is there, and nothing else; beside the plain ones
what SciPy, igraph and NetworkX take to read them, where these are installed. Every reader must find
the same number of edges.
"""
import ctypes
import ctypes.util
import math
import os
import subprocess
import sys
import time
import zlib

from library import Library

RUNS = 4
NETWORKX_SHARE = 20  # NetworkX reads one line in so many: it needs a kilobyte an edge


class Konig(Library):
    def __init__(self, path, threads):
        super().__init__(path, threads)
        self.lib.kg_graph_edges.restype = ctypes.c_uint64

    def read(self, path):
        graph = ctypes.c_void_p()
        begin = time.perf_counter()
        self.check(self.lib.kg_graph_read(
            ctypes.byref(graph), self.context, path.encode(), None))
        seconds = time.perf_counter() - begin
        edges = self.lib.kg_graph_edges(graph)
        self.lib.kg_graph_destroy(graph)
        return seconds, edges


def library(name):
    path = ctypes.util.find_library(name)
    return ctypes.CDLL(path) if path else None


def pack_gzip(text):
    """One member, as gzip writes."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    return packer.compress(text) + packer.flush()


def pack_zstd(text, zstd):
    """One frame, as zstd writes."""
    zstd.ZSTD_compressBound.restype = zstd.ZSTD_compress.restype = ctypes.c_size_t
    bound = zstd.ZSTD_compressBound(ctypes.c_size_t(len(text)))
    to = ctypes.create_string_buffer(bound)
    size = zstd.ZSTD_compress(to, ctypes.c_size_t(bound), text, ctypes.c_size_t(len(text)), 3)
    return to.raw[:size]


def unpack_gzip(packed, to, deflate):
    """Of one member: libdeflate's seconds."""
    deflate.libdeflate_alloc_decompressor.restype = ctypes.c_void_p
    unpacker = ctypes.c_void_p(deflate.libdeflate_alloc_decompressor())
    begin = time.perf_counter()
    code = deflate.libdeflate_gzip_decompress(unpacker, packed, ctypes.c_size_t(len(packed)), to,
                                              ctypes.c_size_t(len(to)), None)
    seconds = time.perf_counter() - begin
    deflate.libdeflate_free_decompressor(unpacker)
    return seconds if code == 0 else sys.exit(f"libdeflate: {code}")


def unpack_zstd(packed, to, zstd):
    zstd.ZSTD_decompress.restype = ctypes.c_size_t
    begin = time.perf_counter()
    size = zstd.ZSTD_decompress(to, ctypes.c_size_t(len(to)), packed, ctypes.c_size_t(len(packed)))
    seconds = time.perf_counter() - begin
    return seconds if size == len(to) else sys.exit(f"libzstd: {size}")


def best_of(functions):
    """The least seconds of each, by turns. A function returns seconds and a number of edges."""
    best = [math.inf] * len(functions)
    edges = set()
    for _ in range(RUNS):
        for i, function in enumerate(functions):
            seconds, count = function()
            best[i] = min(best[i], seconds)
            edges.add(count)
    if len(edges - {None}) > 1:
        sys.exit(f"readers do not agree on the number of edges: {edges}")
    return best


def timed(function, count):
    begin = time.perf_counter()
    result = function()
    return time.perf_counter() - begin, count(result)


def print_plain(konigs, paths):
    """Returns the seconds of one thread for each format."""
    functions = [lambda p=path, k=konig: k.read(p) for path in paths for konig in konigs]
    best = best_of(functions)
    print("| format | MB | 1 thread, ms | MB/s | of the edge list's rate | 2 threads, ms |")
    print("|---|--:|--:|--:|--:|--:|")
    size = [os.path.getsize(path) for path in paths]
    for i, path in enumerate(paths):
        one, two = best[2 * i:2 * i + 2]
        rate = size[i] / one / (size[0] / best[0])
        print(f"| `.{path.rsplit('.', 1)[1]}` | {size[i] / 1e6:.0f} | {1e3 * one:.0f} | "
              f"{size[i] / one / 1e6:.0f} | {rate:.2f} | {1e3 * two:.0f} |", flush=True)


def print_packed(konigs, plain, scratch, tools):
    deflate, zstd = library("deflate"), library("zstd")
    with open(plain, "rb") as file:
        text = file.read()
    to = ctypes.create_string_buffer(len(text))
    rows = []
    if deflate:
        rows += [("gzip, one member", "one.edges.gz", pack_gzip(text)),
                 ("BGZF", "b.edges.gz", None)]
    if zstd:
        rows += [("zstd, one frame", "one.edges.zst", pack_zstd(text, zstd)),
                 ("zstd, frames of 256 KiB", "b.edges.zst", None)]
    print("| packed edge list | MB | unpacked alone, ms | 1 thread, ms | 2 threads, ms | "
          "2 threads, times as fast | text, MB/s |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    bare = {}
    for name, file, packed in rows:
        path = f"{scratch}/{file}"
        if packed is None:
            subprocess.run([f"{tools}/csr", "convert", plain, "-o", path], check=True)
        else:
            with open(path, "wb") as out:
                out.write(packed)
        functions = [lambda k=konig: k.read(path) for konig in konigs]
        if packed is not None:
            library_of, unpack = ((deflate, unpack_gzip) if path.endswith(".gz")
                                  else (zstd, unpack_zstd))
            functions.append(lambda: (unpack(packed, to, library_of), None))
        best = best_of(functions)
        kind = file.rsplit(".", 1)[1]
        bare[kind] = best[2] if packed is not None else bare[kind]
        print(f"| {name} | {os.path.getsize(path) / 1e6:.0f} | {1e3 * bare[kind]:.0f} | "
              f"{1e3 * best[0]:.0f} | {1e3 * best[1]:.0f} | {best[0] / best[1]:.2f} | "
              f"{len(text) / best[1] / 1e6:.0f} |", flush=True)
        os.unlink(path)


def copy_lines(path, to, share):
    """One line in `share`, without comments."""
    with open(path) as lines, open(to, "w") as out:
        out.writelines(line for i, line in enumerate(lines)
                       if i % share == 0 and not line.startswith("#"))


def print_peers(konig, scratch):
    plain, matrix = f"{scratch}/f.edges", f"{scratch}/f.mtx"
    print("| peer | format | its ms | konig, 1 thread, ms | ratio |")
    print("|---|---|--:|--:|--:|")

    def row(name, path, function, count, share=1):
        best = best_of([lambda: konig.read(path), lambda: timed(function, count)])
        print(f"| {name} | `.{path.rsplit('.', 1)[1]}`{f', 1 / {share} of it' if share > 1 else ''}"
              f" | {1e3 * best[1]:.0f} | {1e3 * best[0]:.0f} | {best[1] / best[0]:.0f} |",
              flush=True)

    try:
        import scipy
        import scipy.io
        row(f"SciPy {scipy.__version__} `mmread`", matrix, lambda: scipy.io.mmread(matrix),
            lambda m: m.nnz)
    except ImportError:
        pass
    try:
        import igraph
        bare = f"{scratch}/bare.edges"
        copy_lines(plain, bare, 1)
        row(f"igraph {igraph.__version__} `Read_Edgelist`", bare,
            lambda: igraph.Graph.Read_Edgelist(bare), lambda g: g.ecount())
        os.unlink(bare)
    except ImportError:
        pass
    try:
        import networkx
        few = f"{scratch}/few.edges"
        copy_lines(plain, few, NETWORKX_SHARE)
        row(f"NetworkX {networkx.__version__} `read_edgelist`", few,
            lambda: networkx.read_edgelist(few, create_using=networkx.MultiDiGraph, nodetype=int),
            lambda g: g.number_of_edges(), NETWORKX_SHARE)
        os.unlink(few)
    except ImportError:
        pass


def main():
    path, tools, scratch = sys.argv[1:4]
    vertices = "20000" if "--quick" in sys.argv else "2000000"
    graph = f"{scratch}/f.kcsr"
    formats = [f"{scratch}/f.{ending}" for ending in ("edges", "csv", "mtx", "gr", "txt")]
    subprocess.run([f"{tools}/csr", "generate", "random", "--vertices", vertices, "--max-degree",
                    "7", "-o", graph], check=True)
    for file in formats:
        subprocess.run([f"{tools}/csr", "convert", graph, "-o", file], check=True)
    konigs = [Konig(path, 1), Konig(path, 2)]
    print_plain(konigs, formats)
    print()
    print_packed(konigs, formats[0], scratch, tools)
    print()
    print_peers(konigs[0], scratch)
    for file in formats + [graph]:
        os.unlink(file)


if __name__ == "__main__":
    main()
