"""Contexts, and the lives of the C objects that were made with them.

A context of the C library serves one thread at a time, and so do the objects that were made with
it. Here a lock guards each context: a call holds it, and other threads wait for it. While C works,
other threads of Python run.

A C object is a Resource. It counts its users: the Python object that stands for it, the arrays
that lie in it, and the resources that were made with it. The last one to go frees it, whatever the
order in which Python's garbage collector takes them. A finaliser may run at any time, also while
its thread is within C: what it gives up waits in a list until the context is free.
"""
from __future__ import annotations

import collections
import os
import tempfile
import threading
import weakref
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import numpy as np

from ._konig import ffi, lib
from .errors import BY_STATUS, Error

Progress = Callable[[str, int, int], object]

EDGE = np.dtype(np.uint32 if lib.KG_EDGE_BITS == 32 else np.uint64)
VERTEX = np.dtype(np.uint32)


class Single:
    """What stands for a C object, alone: a copy is the object itself, for nothing of it changes."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(f'a {type(self).__name__} cannot be pickled: pickle the arrays that it gives')


class Resource(Single):
    """A C object."""

    __slots__ = ('pointer', 'destroy', 'parent', 'users', 'kept')

    def __init__(self, pointer: Any, destroy: Any, parent: Resource | None) -> None:
        self.pointer, self.destroy, self.parent, self.users = pointer, destroy, parent, 1
        self.kept: Any = None  # arrays of the caller in which it lies
        if parent is not None:
            parent.users += 1

    def drop(self) -> None:
        """One user less. The context must be held."""
        self.users -= 1
        if self.users == 0:
            self.destroy(self.pointer)
            if self.parent is not None:
                self.parent.drop()


class Guard(Single):
    """The lock of a context, and what waits to be dropped. Lives as long as any object of the
    context."""

    def __init__(self) -> None:
        self.lock: Any = threading.RLock()
        self.dropped: collections.deque[Resource] = collections.deque()
        self.broken = False
        guards.add(self)

    def held(self) -> Any:
        """The lock, for a with statement."""
        if self.broken:
            raise RuntimeError(
                'another thread was at work with this context when the process was forked: make a '
                'new context, and its objects, in the child')
        if self.lock._is_owned():
            raise RuntimeError('this context is at work: a progress function cannot call it')
        return self.lock

    def tidy(self) -> None:
        """Drops what waits, unless the context is at work. Never waits itself."""
        while (self.dropped and not self.broken and not self.lock._is_owned()
               and self.lock.acquire(blocking=False)):
            try:
                while self.dropped:
                    self.dropped.popleft().drop()
            finally:
                self.lock.release()

    def drop(self, resource: Resource) -> None:
        """Drops a resource, now or when the call that is at work has ended."""
        self.dropped.append(resource)
        self.tidy()


guards: weakref.WeakSet[Guard] = weakref.WeakSet()


def after_fork() -> None:
    """In the child: contexts at work in other threads, which are gone, will never be free."""
    for guard in guards:
        guard.broken = not guard.lock.acquire(blocking=False)
        if not guard.broken:
            guard.lock.release()


os.register_at_fork(after_in_child=after_fork)


class Owned(Single):
    """A Python object that stands for a C object."""

    def __init__(self, context: Context, resource: Resource) -> None:
        self.context = context
        self._guard = context._guard
        self._resource = resource

    #: Names of attributes that tell all of the object, if a pickle consists of them. Without its C
    #: object the unpickled one must need nothing else.
    _facts: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        if not self._facts:
            return super().__reduce__()
        return recall, (type(self), {name: getattr(self, name) for name in self._facts})

    @property
    def pointer(self) -> Any:
        return self._resource.pointer

    def __del__(self) -> None:
        resource = getattr(self, '_resource', None)
        if resource is not None:
            self._guard.drop(resource)


def recall(kind: Any, facts: dict[str, Any]) -> Any:
    """An object without a C object, from a pickle."""
    result = kind.__new__(kind)
    Owned.__init__(result, default_context(), None)  # type: ignore[arg-type]
    result.__dict__.update(facts)
    for fact in facts.values():
        if isinstance(fact, np.ndarray):
            lock(fact)
    return result


def written(write: Callable[[str], object]) -> bytes:
    """The bytes of the file that a method writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'file')
        write(path)
        with open(path, 'rb') as file:
            return file.read()


class Lent(Single):
    """Memory of a C object, for NumPy, which keeps this as the base of the array. It keeps the C
    object, but not the Python object that stands for it, which may keep the array."""

    def __init__(self, owner: Owned, address: int, shape: tuple[int, ...], dtype: np.dtype[Any]):
        self._guard = owner._guard
        with self._guard.held():
            owner._resource.users += 1
        self._resource = owner._resource
        self.__array_interface__ = {
            'version': 3, 'shape': shape, 'typestr': dtype.str, 'descr': dtype.descr,
            'data': (address, True)}

    def __del__(self) -> None:
        resource = getattr(self, '_resource', None)
        if resource is not None:
            self._guard.drop(resource)


def lock(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The array, read-only from now on."""
    array.flags.writeable = False
    return array


def lent(owner: Owned, pointer: Any, shape: int | tuple[int, ...],
         dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """The array at a pointer that the owner lends: read-only, no copy, and it keeps the owner."""
    shape = (shape,) if isinstance(shape, int) else shape
    if pointer == ffi.NULL or 0 in shape:
        return lock(np.empty(shape, dtype))
    return np.asarray(Lent(owner, int(ffi.cast('uintptr_t', pointer)), shape, dtype))


class Call(threading.local):
    """The call that a thread has at work, for its progress function."""

    context: Context | None = None
    error: BaseException | None = None


current = Call()


def remember(kind: type[BaseException], error: BaseException, trace: TracebackType) -> None:
    current.error = error


@ffi.def_extern(name='konig_progress', error=1, onerror=remember)  # type: ignore[untyped-decorator]
def on_progress(user: Any, what: Any, done: int, total: int) -> int:
    # That Python code runs at all is what lets an interrupt be heard: it is raised here.
    context = current.context
    if context is not None and context._progress is not None:
        context._progress(ffi.string(what).decode('utf-8', 'replace'), done, total)
    return 0


class Bars:
    """Shows the progress as bars of tqdm, one for each kind of work."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm
        self.make, self.bar, self.what = tqdm, None, ''

    bar: Any

    def __call__(self, what: str, done: int, total: int) -> None:
        if self.bar is None or what != self.what or done < self.bar.n:
            self.close()
            self.bar, self.what = self.make(desc=what, total=total or None), what
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
            self.bar = None


class Context(Single):
    """Which device works, with how many threads and within how much memory.

    Every thread has a context of its own by default, `konig.default_context()`. Objects of one
    context wait for each other; those of different contexts work at the same time.

    Args:
        device: "auto", "cpu", "cuda" or "cuda:N"; None: $KONIG_DEVICE, else "auto".
        threads: CPU threads, 1 to 1024; 0: as many as there are processors.
        memory_limit: bytes that the context may hold at once; 0: no limit.
        progress: called as progress(what, done, total) at most some ten times a second while work
            goes on (total 0: unknown); an exception that it raises ends the call and comes out of
            it. True: bars of tqdm, which must be installed.

    Raises:
        ValueError: no such device, or a number out of its range.
        DeviceError: the device cannot be had.

    >>> context = konig.Context(device='cpu', threads=2)
    >>> context.device, context.threads
    ('cpu', 2)
    """

    def __init__(self, device: str | None = None, threads: int = 0, memory_limit: int = 0,
                 progress: Progress | bool | None = None) -> None:
        for name, number in ('threads', threads), ('memory_limit', memory_limit):
            if not isinstance(number, int) or not 0 <= number < 2**63:
                raise ValueError(f'{name} is {number!r}: expected an int from 0 on')
        if threads > 1024:
            raise ValueError(f'threads is {threads}: expected 0 to 1024')
        if not (progress is None or isinstance(progress, bool) or callable(progress)):
            raise TypeError(f'progress is {progress!r}: expected a function, or True')
        self._bars = Bars() if progress is True else None
        self._progress: Progress | None = (
            self._bars if progress is True else progress if callable(progress) else None)
        name = ffi.NULL if device is None else ffi.new('char[]', text('device', device))
        options = ffi.new('kg_context_options *', {
            'device': name, 'threads': threads, 'memory_limit': memory_limit,
            'progress': lib.konig_progress})
        out = ffi.new('kg_context **')
        status = lib.kg_context_create(out, options)
        if status != lib.KG_OK:
            message = string(lib.kg_context_message(out[0]))
            lib.kg_context_destroy(out[0])
            raise BY_STATUS[status](message)
        asked = device or os.environ.get('KONIG_DEVICE') or 'auto'
        # Not "auto", whose arrays lie in host memory.
        self._on_device, self._automatic = asked.startswith('cuda'), asked == 'auto'
        self._guard = Guard()
        self._resource = Resource(out[0], lib.kg_context_destroy, None)
        self._message = self._warning = ''
        self._given = device, threads, memory_limit, progress

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._given

    def __del__(self) -> None:
        resource = getattr(self, '_resource', None)
        if resource is not None:
            self._guard.drop(resource)

    @property
    def pointer(self) -> Any:
        return self._resource.pointer

    @property
    def device(self) -> str:
        """The device in force, "cpu" or "cuda:0"; for "auto" that of the last call."""
        with self._guard.held():
            return string(lib.kg_context_device(self.pointer))

    @property
    def threads(self) -> int:
        """The threads that CPU work uses."""
        with self._guard.held():
            return int(lib.kg_context_threads(self.pointer))

    @property
    def memory(self) -> tuple[int, int]:
        """Bytes of host memory that the context holds now, and the most that it ever held."""
        with self._guard.held():
            use = lib.kg_context_memory(self.pointer)
            return use.current, use.peak

    @property
    def timing(self) -> list[tuple[str, float]]:
        """The stages of the calls since the last clear_timing(), and the milliseconds of each."""
        with self._guard.held():
            count, rows = lib.kg_context_stages(self.pointer), lib.kg_context_timing(self.pointer)
            return [(string(rows[i].stage), rows[i].ms) for i in range(count)]

    def record_kernels(self, record: bool = True) -> None:
        """Whether launches of kernels are recorded from now on; at first they are not."""
        with self._guard.held():
            lib.kg_context_record_kernels(self.pointer, record)

    @property
    def kernels(self) -> list[dict[str, Any]]:
        """The kernels whose launches were recorded since the last clear_timing(): name, grid,
        block, registers, static_shared and dynamic_shared (bytes), occupancy, launches, ms."""
        with self._guard.held():
            count = ffi.new('size_t *')
            rows = lib.kg_context_kernels(self.pointer, count)
            return [{'name': string(row.name), 'grid': tuple(row.grid), 'block': tuple(row.block),
                     'registers': row.registers, 'static_shared': row.static_shared,
                     'dynamic_shared': row.dynamic_shared, 'occupancy': row.occupancy,
                     'launches': row.launches, 'ms': row.ms}
                    for row in (rows[i] for i in range(count[0]))]

    def clear_timing(self) -> None:
        """Forgets the stages and the kernels."""
        with self._guard.held():
            lib.kg_context_clear_timing(self.pointer)

    def call(self, function: Any, *arguments: Any, answers: tuple[int, ...] = ()) -> int:
        """Calls C. Returns KG_OK or one of the answers; raises for any other status."""
        with self._guard.held():
            outer, current.context, current.error = current.context, self, None
            try:
                status: int = function(*arguments)
            finally:
                error, current.context, current.error = current.error, outer, None
                if self._bars is not None:
                    self._bars.close()
            self._message = string(lib.kg_context_message(self.pointer)) if status else ''
            self._warning = '' if status else string(lib.kg_context_warning(self.pointer))
        self._guard.tidy()
        if error is not None:
            raise error
        if status != lib.KG_OK and status not in answers:
            raise BY_STATUS.get(status, Error)(self._message or string(
                lib.kg_status_string(status)))
        return status

    def make(self, kind: str, destroy: Any, function: Any, *arguments: Any,
             parent: Resource | None = None, answers: tuple[int, ...] = ()) -> tuple[Owned, int]:
        """Calls C for an object of that type, its first argument. Returns it and the status."""
        out = ffi.new(f'{kind} **')
        made = None
        try:
            status = self.call(function, out, *arguments, answers=answers)
        finally:
            if out[0] != ffi.NULL:
                with self._guard.held():
                    made = Owned(self, Resource(out[0], destroy, parent or self._resource))
        if made is None:
            raise Error(f'konig made no {kind}')
        return made, status


def whole_text(name: str, value: str | bytes, encoded: bytes) -> bytes:
    """A text for C, which would end it at a NUL."""
    if b'\0' in encoded:
        raise ValueError(f'{name} is {value!r}: expected no NUL in it')
    return encoded


def text(name: str, value: str) -> bytes:
    """A str for C."""
    if not isinstance(value, str):
        raise TypeError(f'{name} is {value!r}: expected a str')
    return whole_text(name, value, value.encode('utf-8', 'surrogateescape'))


def file_name(path: str | bytes | os.PathLike[str]) -> bytes:
    """The path of a file for C."""
    return whole_text('path', os.fspath(path), os.fsencode(path))


def string(text: Any) -> str:
    return '' if text == ffi.NULL else ffi.string(text).decode('utf-8', 'replace')


class Default(threading.local):
    context: Context | None = None

    def __init__(self) -> None:
        self.of_device: dict[int, Context] = {}


default = Default()


def default_context() -> Context:
    """This thread's own context, which calls use that are given none."""
    if default.context is None:
        default.context = Context()
    return default.context


def device_context(number: int) -> Context:
    """A context for arrays that lie on a GPU: the thread's own, or one that it has beside it if
    that is of "auto"."""
    if not default_context()._automatic:
        return default_context()
    if number not in default.of_device:
        default.of_device[number] = Context(device=f'cuda:{number}')
    return default.of_device[number]
