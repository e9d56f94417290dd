#!/usr/bin/env python3
"""Checks that the ELF files of an installation are hardened, by reading them.

usage: hardening.py OPTIMIZATION BUILD_FOLDER   installs and checks everything; meson's command is
                                                in $MESON
       hardening.py OPTIMIZATION FILE...        checks libraries, programs and archives

OPTIMIZATION is Meson's option: FORTIFY needs an optimising compiler, and the GNU C library. Where
the files are not 64-bit and little-endian, the exit status is 77.
"""
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile

X86_64, AARCH64 = 62, 183
# The bits of the GNU property that says which functions may be jumped to, what its type is, and
# with which instructions such a function begins.
PROPERTY = {X86_64: (0xc0000002, 3), AARCH64: (0xc0000000, 3)}
LANDING = {X86_64: [b"\xf3\x0f\x1e\xfa"], AARCH64: [b"\x5f\x24\x03\xd5", b"\x3f\x23\x03\xd5"]}
# A store to the page that a large frame has just reached: or $0,(%rsp) by GCC; by clang
# sub $4096,%rsp and mov $0,(%rsp).
PROBES = [b"\x48\x83\x0c\x24\x00",
          b"\x48\x81\xec\x00\x10\x00\x00\x48\xc7\x04\x24\x00\x00\x00\x00"]
# These are small: they have no large frames, and level 2 of FORTIFY finds no call to check.
SMALL = r"konig-graphviz|libkonig(64)?-mpi\.so.*"


class Elf:
    """A 64-bit little-endian ELF file."""

    def __init__(self, data):
        self.data = data
        (self.type, self.machine, _, _, segments, sections, _, _, segment_bytes, segment_count,
         section_bytes, section_count, _) = struct.unpack_from("<HHIQQQIHHHHHH", data, 16)
        self.segments = [struct.unpack_from("<IIQQQQQQ", data, segments + i * segment_bytes)
                         for i in range(segment_count)]
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", data, sections + i * section_bytes)
                         for i in range(section_count)]

    def segments_of(self, kind):
        return [segment for segment in self.segments if segment[0] == kind]

    def section_data(self, section):
        return self.data[section[4]:section[4] + section[5]]

    def dynamic(self):
        return dict(pair for section in self.sections if section[1] == 6
                    for pair in struct.iter_unpack("<QQ", self.section_data(section)))

    def symbols(self):
        """(name, type, section, value) of each symbol."""
        for section in self.sections:
            if section[1] not in (2, 11):
                continue
            names = self.section_data(self.sections[section[6]])
            for name, info, _, where, value, _ in struct.iter_unpack("<IBBHQQ",
                                                                     self.section_data(section)):
                yield names[name:names.index(0, name)].decode(), info & 15, where, value

    def landings(self):
        """What the object says of its jumps: the bits of its GNU property."""
        kind, bits = PROPERTY[self.machine]
        for section in self.sections:
            note = self.section_data(section)
            if section[1] == 7 and note[12:16] == b"GNU\0" and note[8:12] == b"\5\0\0\0":
                at = 16
                while at + 8 <= len(note):
                    found, size = struct.unpack_from("<II", note, at)
                    if found == kind:
                        return struct.unpack_from("<I", note, at + 8)[0] & bits
                    at += 8 + (size + 7) // 8 * 8
        return 0

    def code(self, address, size):
        for _, _, offset, begin, _, bytes_in_file, _, _ in self.segments_of(1):
            if begin <= address < begin + bytes_in_file:
                return self.data[offset + address - begin:][:size]
        return b""


def faults_of_binary(elf, name_of_file, optimised):
    """What is wrong with a program or a shared library."""
    dynamic, symbols = elf.dynamic(), list(elf.symbols())
    flags, flags_1 = dynamic.get(30, 0), dynamic.get(0x6ffffffb, 0)
    names = {name for name, _, _, _ in symbols}
    program = elf.segments_of(3)
    stack = elf.segments_of(0x6474e551)
    if elf.type != 3 or (program and not flags_1 & 0x08000000):
        yield "is not position-independent"
    if not elf.segments_of(0x6474e552):
        yield "has no RELRO"
    if not (flags & 8 or flags_1 & 1):
        yield "binds its symbols lazily"
    if not stack or stack[0][1] & 1:
        yield "has an executable stack"
    if any(segment[1] & 3 == 3 for segment in elf.segments_of(1)):
        yield "has a segment that can be written and executed"
    if 22 in dynamic or flags & 4:
        yield "relocates its code"
    if "__stack_chk_fail" not in names:
        yield "has no stack protector"
    small = re.fullmatch(SMALL, name_of_file)
    checked = any(re.fullmatch(r"__(?!stack)\w+_chk", name) for name in names)
    if optimised and b"GLIBC_2" in elf.data and not small and not checked:
        yield "has no checked call by FORTIFY"
    if elf.machine in LANDING:
        bare = [name for name, kind, where, value in symbols if kind == 2 and where and
                re.fullmatch(r"kg_[a-z]\w*|main", name) and
                elf.code(value, 4) not in LANDING[elf.machine]]
        if bare:
            yield f"has {len(bare)} functions without a landing instruction, such as {bare[0]}()"
    # The pages that guard a stack of ARM are larger than konig's frames.
    if elf.machine == X86_64 and not small and not any(
            probe in elf.data[s[2]:s[2] + s[5]] for s in elf.segments_of(1) if s[1] & 1
            for probe in PROBES):
        yield "does not probe the stack of large frames"


def faults_of_archive(data):
    """What is wrong with an archive: one object without the mark takes it from a whole program."""
    at, objects, bare = 8, 0, []
    while at < len(data):
        size = int(data[at + 48:at + 58])
        member = data[at + 60:at + 60 + size]
        if member.startswith(b"\x7fELF"):
            elf = Elf(member)
            objects += 1
            if elf.machine in PROPERTY and elf.landings() != PROPERTY[elf.machine][1]:
                bare += [name for name, kind, _, _ in elf.symbols() if kind == 4] or ["one"]
        at += 60 + size + size % 2
    if not objects:
        yield "has no ELF objects"
    if bare:
        yield f"has {len(bare)} objects without protected jumps, such as {bare[0]}"


def check(paths, optimised):
    """Checks the ELF files among paths: how many there are, and whether all are in order."""
    files, good = 0, True
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        if data.startswith(b"!<arch>\n"):
            faults = faults_of_archive(data)
        elif data.startswith(b"\x7fELF\2\1"):
            faults = faults_of_binary(Elf(data), os.path.basename(path), optimised)
        else:
            continue
        faults = list(faults)
        files += 1
        good = good and not faults
        print(f"{os.path.basename(path)}: {'; '.join(faults) or 'hardened'}")
    return files, good


def installed(root):
    for folder, _, names in os.walk(root):
        paths = (os.path.join(folder, name) for name in names)
        yield from (path for path in paths if not os.path.islink(path))


def main():
    optimised, path = sys.argv[1] not in ("0", "plain"), sys.argv[2]
    if not os.path.isdir(path):
        files, good = check(sys.argv[2:], optimised)
    else:
        with tempfile.TemporaryDirectory() as root:
            subprocess.run(shlex.split(os.environ.get("MESON", "meson")) +
                           ["install", "-C", path, "--no-rebuild", "--quiet", "--destdir", root],
                           check=True)
            files, good = check(sorted(installed(root)), optimised)
    return (0 if good else 1) if files else 77


if __name__ == "__main__":
    sys.exit(main())
