#!/usr/bin/env python3
"""Writes a shell's completion of a tool from what the tool's --help says.

usage: make.py bash|zsh|fish TOOL PROGRAM FILE

TOOL is the name under which the program is installed. What --help lists is completed: commands,
options with their descriptions, and the values of options whose description names them ("adjacency,
edges, kcsr or dot").
"""
import re
import subprocess
import sys

OPTION = re.compile(r"  (?:-(?P<short>\S)(?:, )?|    )"
                    r"(?:--(?P<long>[a-z-]+)(?:(?P<optional>\[)?=(?P<value>\w[\w,:=]*)\]?)?|"
                    r" ?(?P<apart>[A-Z]\S*))?(?:  +(?P<text>\S.*))?$")
WORD = r"[a-z0-9][\w.:-]*"
CHOICE = re.compile(rf"((?:{WORD}(?: \([a-z ]+\))?, )*{WORD}(?: \([a-z ]+\))? or {WORD})")
TEXT_COLUMN = 29


class Option:
    def __init__(self, found):
        self.short, self.long = found["short"], found["long"]
        self.value, self.optional = found["value"] or found["apart"], bool(found["optional"])
        self.text = found["text"] or ""

    def names(self):
        short, long = self.short, self.long
        return (["-" + short] if short else []) + (["--" + long] if long else [])

    def choices(self):
        listed = self.value in ("NAME", "FORMAT", "KIND", "4|8", "1|sqrt2")
        return choices_in(self.text) if listed else []


def choices_in(text):
    """The words of "expected a, b (default) or c"; none where a text holds no such list. A word
    with a capital letter is a pattern."""
    found = CHOICE.search(text)
    words = re.split(r", | or ", found[1]) if found else []
    return [re.sub(r" \(.*\)$", "", word) for word in words if not re.search("[A-Z]", word)]


class Command:
    """One page of --help."""

    def __init__(self, program, name):
        page = subprocess.run([program] + ([name] if name else []) + ["--help"],
                              stdout=subprocess.PIPE, check=True).stdout.decode()
        self.name = name
        self.argument = re.match(r"Usage: .*\[OPTION\.\.\.\] ?\[?(\w*)", page)[1]
        self.options = []
        self.commands = []
        if "COMMAND [OPTION...]" in page.split("\n")[0]:
            self.commands = re.findall(r"^  \S+ ([a-z-]+)  +(\S.*)$", page, re.M)
        for line in page.split("\n"):
            found = OPTION.match(line)
            if found and (found["short"] or found["long"]):
                self.options.append(Option(found))
            elif line.startswith(" " * TEXT_COLUMN) and self.options:
                text = self.options[-1].text
                self.options[-1].text = (text + " " if text else "") + line.strip()
        kinds = re.search(r"KIND is ([^;.]*)", page.replace("\n", " "))
        self.kinds = choices_in(kinds[1]) if kinds and self.argument == "KIND" else []


def read(program):
    """The pages of a tool: its own, and one for each command."""
    own = Command(program, "")
    return own, [Command(program, name) for name, _ in own.commands] or [own]


# ---- bash ----------------------------------------------------------------------------------------


def bash(tool, own, commands):
    function = "_" + tool.replace("-", "_")
    out = [f"# bash completion of {tool}", "", function + "()", "{",
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} "
           "command='' options='' i", "",
           "    [ \"$word\" != = ] || word=''",
           "    [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}"]
    if own.commands:
        names = " ".join(name for name, _ in own.commands)
        out += ["    for ((i = 1; i < COMP_CWORD; i++)); do",
                "        case ${COMP_WORDS[i]} in",
                f"        {names.replace(' ', ' | ')}) command=${{COMP_WORDS[i]}} && break ;;",
                "        esac", "    done",
                "    if [ -z \"$command\" ]; then",
                f"        COMPREPLY=($(compgen -W '{names} help --help --version' -- \"$word\"))",
                "        return", "    fi"]
    out += ["    case $command:$before in"]
    for command in commands:
        for option in command.options:
            if option.value and not option.optional:
                label = " | ".join(f"{command.name}:{name}" for name in option.names())
                action = f"-W '{' '.join(option.choices())}'"
                if option.value.startswith("FILE"):
                    action = "-f"
                out += [f"    {label})"]
                out += ["        compopt -o filenames"] if action == "-f" else []
                out += [f"        COMPREPLY=($(compgen {action} -- \"$word\"))",
                        "        return", "        ;;"]
    out += ["    esac", "    case $command in"]
    for command in commands:
        names = " ".join(name for option in command.options for name in option.names()
                         if len(name) > 2 or not option.long)
        out += [f"    '{command.name}') options='{names}' ;;"]
    out += ["    esac", "    if [[ $word == -* ]]; then",
            "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))"]
    for command in commands:
        if command.kinds:
            out += [f"    elif [ \"$command\" = '{command.name}' ]; then",
                    f"        COMPREPLY=($(compgen -W '{' '.join(command.kinds)}' -- \"$word\"))"]
    out += ["    else", "        compopt -o filenames",
            "        COMPREPLY=($(compgen -f -- \"$word\"))", "    fi", "}",
            f"complete -F {function} {tool}", ""]
    return "\n".join(out)


# ---- zsh -----------------------------------------------------------------------------------------


def zsh_text(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")


def zsh_specification(option):
    names = option.names()
    exclusive = f"({' '.join(names)})" if len(names) > 1 else ""
    value = ""
    if option.value:
        kind = f"({' '.join(option.choices())})" if option.choices() else " "
        if option.value.startswith("FILE"):
            kind = "_files"
        value = ("::" if option.optional else ":") + zsh_text(option.value) + ":" + kind
    long = "=-" if option.optional else "="
    return [f"'{exclusive}{name}{(long if name.startswith('--') else '+') if value else ''}"
            f"[{zsh_text(option.text)}]{value}'" for name in names]


def zsh(tool, own, commands):
    out = [f"#compdef {tool}", ""]
    for command in commands:
        function = "_" + tool + ("-" + command.name if command.name else "")
        rest = f"'*:kind:({' '.join(command.kinds)})'" if command.kinds else "'*:file:_files'"
        lines = [part for option in command.options for part in zsh_specification(option)]
        out += [f"{function}()", "{", "    _arguments -s \\"]
        out += ["        " + line + " \\" for line in lines] + ["        " + rest, "}", ""]
    if own.commands:
        out += [f"_{tool}()", "{", "    local -a commands=("]
        out += [f"        '{name}:{zsh_text(text)}'" for name, text in own.commands]
        out += ["        'help:what a command does'", "    )", ""]
        out += ["    if ((CURRENT == 2)); then", "        _describe command commands",
                "        return", "    fi", "    shift words", "    ((CURRENT--))",
                "    case $words[1] in"]
        out += [f"    {name}) _{tool}-{name} ;;" for name, _ in own.commands]
        out += ["    help) _describe command commands ;;", "    esac", "}", ""]
    return "\n".join(out + [f"_{tool} \"$@\"", ""])


# ---- fish ----------------------------------------------------------------------------------------


def fish_text(text):
    return text.replace("\\", "\\\\").replace("'", "\\'")


def fish(tool, own, commands):
    out = [f"# fish completion of {tool}", f"complete -c {tool} -f"]
    known = " ".join(name for name, _ in own.commands)
    first = f"complete -c {tool} -n 'not __fish_seen_subcommand_from {known} help'"
    for name, text in own.commands:
        out += [f"{first} -a {name} -d '{fish_text(text)}'"]
    if own.commands:
        out += [f"{first} -a help -d 'what a command does'"]
        out += [f"complete -c {tool} -n '__fish_seen_subcommand_from help' -a '{known}'"]
    for command in commands:
        seen = f" -n '__fish_seen_subcommand_from {command.name}'" if command.name else ""
        rest = f"-a '{' '.join(command.kinds)}'" if command.kinds else "-F"
        out += [f"complete -c {tool}{seen} {rest}"]
        for option in command.options:
            names = f" -s {option.short}" if option.short else ""
            names += f" -l {option.long}" if option.long else ""
            value = ""
            if option.value and not option.optional:
                value = f" -x -a '{' '.join(option.choices())}'" if option.choices() else " -x"
                if option.value.startswith("FILE"):
                    value = " -r -F"
            out += [f"complete -c {tool}{seen}{names}{value} -d '{fish_text(option.text)}'"]
    return "\n".join(out + [""])


def main():
    shell, tool, program, path = sys.argv[1:]
    text = {"bash": bash, "zsh": zsh, "fish": fish}[shell](tool, *read(program))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
