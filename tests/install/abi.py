#!/usr/bin/env python3
"""Compares the binary interface of the public headers with that of the last release, which abi.txt
describes: a program that was compiled then must run with the library of today. What is new is no
matter; what is gone or has changed is, unless the version says that it may.

usage: abi.py [--write] DESCRIPTION VERSION INCLUDE_FOLDER... -- CC...

--write makes DESCRIPTION anew (scripts/abi does).
"""
import os
import re
import subprocess
import sys
import tempfile

SKIP = 77
# Headers of the C library, for which empty ones stand where only the declarations are looked at.
SYSTEM = ("limits.h", "stddef.h", "stdint.h", "stdio.h")
HEAD = "# The binary interface of konig {}, by scripts/abi; 64: with 64-bit edge ids.\n"


def declarations(includes, compiler, bits):
    """The text of all headers without comments and macros, and the names of numeric macros."""
    with tempfile.TemporaryDirectory() as empty:
        for name in SYSTEM:
            with open(os.path.join(empty, name), "w", encoding="ascii"):
                pass
        command = compiler + ["-E", "-P", "-nostdinc", f"-DKG_EDGE_BITS={bits}", "-x", "c", "-"]
        command += ["-I" + folder for folder in includes + [empty]]
        text = subprocess.run(command, input="#include <konig/konig.h>\n", check=True, text=True,
                              stdout=subprocess.PIPE).stdout
    macros = set()
    for folder in includes:
        for name in os.listdir(os.path.join(folder, "konig")):
            if name.endswith(".h") and name != "config.h":
                with open(os.path.join(folder, "konig", name), encoding="utf-8") as file:
                    macros.update(re.findall(
                        r"^#define +(KG_\w+) +(?:\d\w*|U?INT(?:32|64)?_MAX)$", file.read(), re.M))
    return re.sub(r"\s+", " ", text), sorted(macros)


def split(declaration):
    """[type, name] of each thing in a declaration such as "int a, b[3]" or "int (*f)(int)"."""
    pointer = re.fullmatch(r"(.*\(\*) ?(\w+)(\).*)", declaration)
    if pointer:
        return [(pointer[1] + pointer[3], pointer[2])]
    first, *others = declaration.split(",")
    base, name, length = re.fullmatch(r"(.*?[ *])(\w+)((?:\[.*\])?)", first.strip()).groups()
    found = [(base.strip() + length, name)]
    for other in others:
        star, name, length = re.fullmatch(r"(\**)(\w+)((?:\[.*\])?)", other.strip()).groups()
        found.append((base.strip(" *") + star + length, name))
    return found


def nameless(arguments):
    """The types of arguments."""
    return ", ".join(re.sub(r"(?<=[ *])\w+$", "", argument.strip()).strip()
                     if re.search(r"[ *]\w+$", argument.strip()) else argument.strip()
                     for argument in arguments.split(","))


def describe(includes, compiler, bits):
    """The lines that describe the interface: "what: how it is"."""
    text, macros = declarations(includes, compiler, bits)
    fixed, printed = [], []

    def value(what, expression):
        printed.append(f'printf("{what}: %lld\\n", (long long)({expression}));')

    value("pointer, bytes", "sizeof(void *)")
    for name in macros:
        value("constant " + name, name)
    for body in re.findall(r"\benum(?: \w+)? {(.*?)}", text):
        for member in body.split(","):
            name = member.split("=")[0].strip()
            value("constant " + name, name)
    for kind, body, name in re.findall(r"typedef (struct|union) \w+ {(.*?)} (\w+);", text):
        value(f"{kind} {name}, bytes", f"sizeof({name})")
        for declaration in body.split(";"):
            for of_type, field in split(declaration.strip()) if declaration.strip() else []:
                printed.append(f'printf("field {name}.{field}: {of_type} at %zu, %zu bytes\\n", '
                               f"offsetof({name}, {field}), sizeof((({name} *)0)->{field}));")
    plain = re.sub(r"\b(?:typedef )?(struct|union|enum)\b[^;]*?{.*?}[^;]*;", " ", text)
    for definition in re.findall(r"typedef ([^;]*);", plain):
        name = re.search(r"\b(kg_\w+) ?(?:\(|$)", definition)[1]
        fixed.append(f"type {name}: {definition}")
    plain = re.sub(r"\btypedef\b[^;]*;", " ", plain)
    for result, name, arguments in re.findall(r"([\w *]+?)\b(kg_\w+) ?\(([^;]*?)\);", plain):
        fixed.append(f"function {name}: {result.strip()} ({nameless(arguments)})")
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "abi")
        source = ("#include <konig/konig.h>\n#include <stddef.h>\n#include <stdio.h>\n"
                  "int main(void)\n{\n" + "\n".join(printed) + "\nreturn 0;\n}\n")
        subprocess.run(compiler + [f"-DKG_EDGE_BITS={bits}", "-x", "c", "-", "-o", program]
                       + ["-I" + folder for folder in includes], input=source, check=True,
                       text=True)
        out = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
    return sorted(fixed + out.splitlines())


def both(includes, compiler):
    narrow = describe(includes, compiler, 32)
    wide = sorted(set(describe(includes, compiler, 64)) - set(narrow))
    return narrow + ["64 " + line for line in wide]


def may_change(version, of_release):
    """Whether an interface may: with the first number, before 1.0 also with the second."""
    now, then = ([int(part) for part in text.split(".")] for text in (version, of_release))
    return now[:2] != then[:2] if now[0] == 0 else now[0] != then[0]


def main():
    arguments = sys.argv[1:]
    write = arguments[0] == "--write"
    at = arguments.index("--")
    (path, version, *includes), compiler = arguments[write:at], arguments[at + 1:]
    lines = both(includes, compiler)
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(HEAD.format(version) + "\n".join(lines) + "\n")
        return 0
    with open(path, encoding="utf-8") as file:
        head, *old = file.read().splitlines()
    released = re.search(r"konig ([0-9.]+\d)", head)[1]
    if [line for line in old if line.startswith("pointer")] != [
            line for line in lines if line.startswith("pointer")]:
        print("the description is of a machine with other pointers")
        return SKIP
    now = dict(line.split(": ", 1) for line in lines)
    bad = 0
    for line in old:
        what, was = line.split(": ", 1)
        if now.get(what) != was:
            print(f"{what}: was {was}, is {now.get(what, 'gone')}")
            bad += 1
    if bad and may_change(version, released):
        print(f"{bad} differences, which {version} may have to {released}")
        return 0
    if bad:
        print(f"Programs compiled with konig {released} break. If that is meant, the next release "
              "needs another second number\n(first, from 1.0 on) in meson.build; scripts/abi then "
              "describes the new interface, and CHANGELOG.md says it.")
    return bad > 0 or len(old) < 500


if __name__ == "__main__":
    sys.exit(main())
