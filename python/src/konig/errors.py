"""What goes wrong: an exception for each kind of failure, with the witness where there is one."""
from __future__ import annotations

import re
from typing import Any

from ._konig import lib


class Error(Exception):
    """What konig says of a call that failed. All exceptions of konig's own are of this class."""


class ArgumentError(Error, ValueError):
    """An argument is out of its stated range."""


class MemoryLimit(Error, MemoryError):
    """Out of memory, or past the context's memory limit."""


class TooLarge(Error, OverflowError):
    """A count or a sum does not fit its type."""


class FileError(Error, OSError):
    """A file cannot be opened, read, created or written."""


class FormatError(Error, ValueError):
    """A file is not what its format says.

    Attributes:
        file: the file's name as the message has it, or None.
        line: the line, from 1, or None.
        column: the place in the line, from 1, or None.
    """

    file: str | None = None
    line: int | None = None
    column: int | None = None

    def __init__(self, message: str) -> None:
        super().__init__(message)
        place = re.match(r'(.+?):(\d+)(?::(\d+))?: ', message)
        if place:
            self.file, self.line = place[1], int(place[2])
            self.column = int(place[3]) if place[3] else None


class Unsupported(Error, NotImplementedError):
    """Not in this build, or not for this graph."""


class DeviceError(Error, RuntimeError):
    """The device that was asked for cannot be had, or failed."""


class InternalError(Error, RuntimeError):
    """A self-check failed: a bug in konig."""


class MissingLibrary(Error, RuntimeError):
    """A library or program that this needs is not there; the text says what to install."""


class Cancelled(Error, RuntimeError):
    """The call was asked to end."""


class LimitReached(Error, RuntimeError):
    """Stopped at a limit that the caller set, or that a picture or a table has."""


class NoSolution(Error):
    """What was asked for does not exist; the text says why."""


class Witnessed(NoSolution):
    """What does not exist, with the reason in attributes."""

    def __init__(self, message: str, **witness: Any) -> None:
        super().__init__(message)
        for name, value in witness.items():
            setattr(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args, self.__dict__


class NoEulerWalk(Witnessed):
    """There is no Euler circuit or path.

    Attributes:
        reason: "unbalanced", "disconnected" or "is circuit" (a path was asked for).
        count: how many vertices stand in the way ("unbalanced").
        vertices: the smallest of them, at most 10.
        degrees: the out-degree and the in-degree of each; equal in undirected graphs.
        edges: two edges that are not connected ("disconnected").
        components: weak components that have edges ("disconnected").
    """

    reason: str = ''
    count: int = 0
    vertices: tuple[int, ...] = ()
    degrees: tuple[tuple[int, int], ...] = ()
    edges: tuple[int, ...] = ()
    components: int = 0


class NoRoute(Witnessed):
    """No walk along the edges can use them all.

    Attributes:
        reason: "disconnected" or "one way".
        components: how many components have edges, weak ones or strong ones.
        vertices: the smallest vertex of each component, at most 10; "one way": no walk leads from
            the first to the second.
    """

    reason: str = ''
    components: int = 0
    vertices: tuple[int, ...] = ()


BY_STATUS: dict[int, type[Error]] = {
    lib.KG_NO_SOLUTION: NoSolution,
    lib.KG_LIMIT: LimitReached,
    lib.KG_ARGUMENT: ArgumentError,
    lib.KG_MEMORY: MemoryLimit,
    lib.KG_OVERFLOW: TooLarge,
    lib.KG_IO: FileError,
    lib.KG_FORMAT: FormatError,
    lib.KG_UNSUPPORTED: Unsupported,
    lib.KG_DEVICE: DeviceError,
    lib.KG_FULL: LimitReached,
    lib.KG_INTERNAL: InternalError,
    lib.KG_CANNOT_OPEN: FileError,
    lib.KG_CANNOT_CREATE: FileError,
    lib.KG_MISSING: MissingLibrary,
    lib.KG_CANCELLED: Cancelled,
}
