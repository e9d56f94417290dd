"""Lifetimes, threads, forks, interrupts."""
import copy
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import weakref

import konig
import numpy as np
import pytest


def test_views_outlive_their_graph():
    context = konig.Context()
    graph = konig.generate.random(100_000, 5, seed=1, context=context)
    walk = graph.euler()
    views = [graph.row, graph.col, graph.sources, graph.degrees()[0], graph.components()[1],
             walk.edges, graph.spanning_tree(), graph.reverse().original]
    copies = [view.copy() for view in views]
    gone = weakref.ref(graph), weakref.ref(walk), weakref.ref(context)
    del graph, walk, context
    assert [ref() for ref in gone] == [None] * 3  # at once: there are no circles
    others = [konig.generate.random(100_000, 5, seed=seed) for seed in range(3)]
    gc.collect()
    for view, copy in zip(views, copies):
        assert (view == copy).all()
    assert len(others) == 3


def test_slices_keep_the_memory():
    part = konig.generate.torus(300, 300).euler().edges[10:20][::2]
    copy = part.copy()
    gc.collect()
    konig.generate.torus(300, 300)
    assert (part == copy).all()


def test_memory_goes_back():
    context = konig.Context()
    graph = konig.generate.random(100_000, 5, context=context)
    low = context.memory[0]
    for _ in range(5):
        graph.euler().edges.sum()
        graph.reverse()
    assert context.memory[0] <= 2 * low


def test_borrowed_arrays_stay():
    row, col = np.array([0, 1, 2], np.uint32), np.array([1, 0], np.uint32)
    row.flags.writeable = col.flags.writeable = False
    kept = weakref.ref(col)
    graph = konig.Graph.from_csr(row, col)
    view = graph.col
    del col, graph
    gc.collect()
    assert kept() is not None and view.tolist() == [1, 0]
    del view
    gc.collect()
    assert kept() is None


def test_circles_of_objects():
    """The collector may finalise a graph before its walk."""
    for _ in range(50):
        graph = konig.generate.torus(5, 5, context=konig.Context(threads=1))
        circle = [graph, graph.euler()]
        circle.append(circle)
        graph.circle = circle
        del graph, circle
    gc.collect()


def test_threads_share_a_graph():
    graph = konig.generate.random(50_000, 5, seed=2)
    expected = graph.euler().edges.copy()
    wrong = []

    def work():
        for _ in range(5):
            walk = graph.euler()
            if not (walk.edges == expected).all() or graph.components()[0] < 1:
                wrong.append(walk)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_each_thread_has_a_context():
    contexts = {konig.default_context()}
    thread = threading.Thread(target=lambda: contexts.add(konig.default_context()))
    thread.start()
    thread.join()
    assert len(contexts) == 2


def test_python_runs_meanwhile():
    """C works without the lock of the interpreter."""
    graph = konig.generate.random(1_000_000, 5, seed=2, context=konig.Context(device='cpu'))
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.perf_counter()
    graph.euler()
    end = time.perf_counter()
    done.set()
    thread.join()
    assert sum(begin < at < end for at in ticks) >= 3


def test_progress():
    told = []
    context = konig.Context(progress=lambda *what: told.append(what))
    konig.generate.random(2_000_000, 5, context=context).euler()
    assert told and all(isinstance(what, str) and done >= 0 for what, done, total in told)


def test_progress_that_raises_ends_the_call():
    class Enough(Exception):
        pass

    def stop(what, done, total):
        if armed:
            raise Enough(what)

    armed = False
    context = konig.Context(progress=stop)
    graph = konig.generate.random(1000, 5, context=context)
    armed = True
    with pytest.raises(Enough):
        konig.generate.random(3_000_000, 5, context=context).euler()
    armed = False
    assert len(graph.euler()) == graph.m  # the context serves on


def test_progress_cannot_call_its_context():
    errors = []

    def call(what, done, total):
        try:
            context.memory
        except RuntimeError as error:
            errors.append(error)

    context = konig.Context(progress=call)
    konig.generate.random(2_000_000, 5, context=context).euler()
    assert errors


def test_bars():
    pytest.importorskip('tqdm')
    context = konig.Context(progress=True)
    assert konig.generate.random(2_000_000, 5, context=context).n == 2_000_000


def test_copies():
    """A copy is the object itself: two would give the C object back twice."""
    graph = konig.Graph.from_edges([0, 1, 2, 0], [1, 2, 0, 0])
    walk = graph.euler()
    room = konig.grid.Map([[1, 1], [1, 1]])
    for one in graph, walk, room, graph.context:
        for twin in copy.copy(one), copy.deepcopy(one), copy.deepcopy([one])[0]:
            assert twin is one
    del one, twin
    gc.collect()
    others = [konig.generate.random(1000, 7, seed=seed) for seed in range(50)]
    assert (graph.n, graph.m, len(walk), len(others)) == (3, 4, 4, 50)


def in_child(graph, pipe):
    fresh = konig.generate.random(300_000, 5, seed=3, context=graph.context)
    pipe.send((graph.euler().edges.sum(), len(fresh.euler())))


@pytest.mark.parametrize('device', ['cpu', 'auto'])
@pytest.mark.filterwarnings('ignore:.*fork:DeprecationWarning')
def test_fork(device):
    """A child uses what its parent made, and more, though the parent's threads are gone, and its
    GPU with them."""
    context = konig.Context(device=device)
    graph = konig.generate.random(300_000, 5, seed=3, context=context)
    expected = graph.euler().edges.sum(), graph.m
    here, there = multiprocessing.Pipe()
    child = multiprocessing.get_context('fork').Process(target=in_child, args=(graph, there))
    child.start()
    assert here.poll(60), 'the child does not answer'
    assert here.recv() == expected
    child.join(10)
    assert child.exitcode == 0


@pytest.mark.filterwarnings('ignore:.*fork:DeprecationWarning')
def test_fork_while_another_thread_works():
    """A context that another thread was using says so in the child, instead of waiting."""
    begun, go_on = threading.Event(), threading.Event()

    def hold(what, done, total):
        begun.set()
        go_on.wait(30)

    context = konig.Context(device='cpu', progress=hold)
    thread = threading.Thread(
        target=lambda: konig.generate.random(2_000_000, 5, context=context))
    thread.start()
    assert begun.wait(30)
    child = os.fork()
    if child == 0:
        try:
            context.memory
        except RuntimeError as error:
            os._exit(0 if 'forked' in str(error) else 1)
        os._exit(2)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    go_on.set()
    thread.join()
    assert status == 0


@pytest.mark.filterwarnings('ignore:.*fork:DeprecationWarning')
def test_fork_of_a_process_with_a_gpu():
    try:
        graph = konig.generate.random(300_000, 5, seed=3, context=konig.Context(device='cuda'))
    except konig.DeviceError as error:
        pytest.skip(f'no GPU: {error}')
    expected = graph.euler().edges.sum()
    child = os.fork()
    if child == 0:
        for use in graph.euler, lambda: konig.Context(device='cuda'):
            try:
                use()
            except konig.DeviceError as error:
                if 'forked' in str(error):
                    continue
            os._exit(1)
        here = konig.Context(device='auto')
        again = konig.generate.random(300_000, 5, seed=3, context=here)
        os._exit(0 if again.euler().edges.sum() == expected else 2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert graph.euler().edges.sum() == expected


INTERRUPTED = '''
import os, signal, threading, konig
signal.signal(signal.SIGINT, signal.default_int_handler) # a background process ignores it
threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    while True:
        konig.generate.random(6_000_000, 9).euler()
except KeyboardInterrupt:
    graph = konig.generate.random(1000, 5)
    assert len(graph.euler()) == graph.m
    print("heard")
'''


def test_interrupt():
    child = subprocess.run([sys.executable, '-c', INTERRUPTED], timeout=120, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert (child.stdout, child.stderr) == ('heard\n', '')


def test_no_signal_is_taken():
    child = '''
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import konig
konig.generate.torus(4, 4).euler()
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
'''
    assert subprocess.check_output([sys.executable, '-c', child], text=True) == 'True\n'
