#!/usr/bin/env python3
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the man pages of programs: one for each command, from what the command itself says of its options.

    packaging/man-pages.py FOLDER PROGRAM...

PROGRAM is a path; its command line is read with --experimental-dump-help, so that page and --help cannot differ.
"""

import json
import os
import re
import subprocess
import sys


# They have no `help exit-codes`.
TOOLS_WITHOUT_COMMANDS = ["backgroundassetsd"]


def escaped(text):
    """Text as roff takes it, on lines of its own."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def marked(text):
    """The same, with what stands between grave accents in bold."""
    parts = text.split("`")
    return "".join("\\fB" + escaped(part) + "\\fR" if index % 2 else escaped(part) for index, part in enumerate(parts))


def shown(name):
    return {"long": "--", "short": "-", "longWithSingleDash": "-"}[name["kind"]] + name["name"]


def is_shown(argument):
    return argument.get("shouldDisplay", True)


def synopsis(path, arguments, has_subcommands):
    words = ["\\fB" + escaped(" ".join(path)) + "\\fR"]
    for argument in filter(is_shown, arguments):
        value = "\\fI" + escaped(argument.get("valueName", "value")) + "\\fR"
        if argument["kind"] == "positional":
            word = value
        else:
            word = "\\fB" + escaped(shown(argument["preferredName"])) + "\\fR"
            if argument["kind"] == "option":
                word += " " + value
        if argument["isRepeating"]:
            word += " ..."
        words.append("[" + word + "]" if argument["isOptional"] else word)
    if has_subcommands:
        words.append("\\fIcommand\\fR")
    return " ".join(words)


def option(argument):
    value = argument.get("valueName", "value")
    if argument["kind"] == "positional":
        head = "\\fI" + escaped(value) + "\\fR"
    else:
        suffix = " \\fI" + escaped(value) + "\\fR" if argument["kind"] == "option" else ""
        names = sorted(argument["names"], key=lambda name: name["kind"] != "short")
        head = ", ".join("\\fB" + escaped(shown(name)) + "\\fR" + suffix for name in names)
    text = argument.get("abstract", "")
    if argument.get("allValues"):
        text += " One of: " + ", ".join(argument["allValues"]) + "."
    if argument.get("defaultValue") and argument["kind"] == "option":
        text += " Without it: " + argument["defaultValue"] + "."
    return ".TP\n" + head + "\n" + (marked(text.strip()) or "\\&") + "\n"


def discussion(text):
    """Paragraphs, and below a heading in capitals, or indented, lines as they stand."""
    result = []
    is_plain = False
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.split("\n")
        if re.fullmatch(r"[A-Z][A-Z ]+", lines[0]):
            result.append(".SH " + lines[0])
            lines = lines[1:]
            is_plain = True
        else:
            is_plain = all(line.startswith(" ") for line in lines)
            result.append(".PP")
        indented = [line for line in lines if line.startswith(" ")]
        if is_plain or indented:
            result += [".nf"] + [marked(line) for line in lines] + [".fi"]
        else:
            result.append(marked(" ".join(line.strip() for line in lines)))
    return "\n".join(result) + "\n"


def page(path, command, version, siblings):
    arguments = command.get("arguments", [])
    subcommands = [sub for sub in command.get("subcommands", []) if sub["commandName"] != "help"]
    name = "-".join(path)
    text = '.TH "%s" 1 "" "Background Assets %s" "User Commands"\n' % (escaped(name.upper()), escaped(version))
    text += ".SH NAME\n%s \\- %s\n" % (escaped(name), marked(command.get("abstract", "").rstrip(".")))
    text += ".SH SYNOPSIS\n" + synopsis(path, arguments, bool(subcommands)) + "\n"
    body = command.get("discussion", "")
    sections = re.split(r"\n\s*\n(?=[A-Z][A-Z ]+\n)", "\n\n" + body.strip("\n"), maxsplit=1)
    text += ".SH DESCRIPTION\n" + marked(command.get("abstract", "")) + "\n"
    if sections[0].strip():
        text += discussion(sections[0])
    if subcommands:
        text += ".SH COMMANDS\n"
        for sub in subcommands:
            text += ".TP\n\\fB%s\\fR(1)\n%s\n" % (escaped(name + "-" + sub["commandName"]), marked(sub.get("abstract", "")))
    if any(map(is_shown, arguments)):
        text += ".SH OPTIONS\n" + "".join(option(argument) for argument in arguments if is_shown(argument))
    if len(sections) > 1:
        text += discussion(sections[1])
    text += ".SH EXIT STATUS\n0 when it worked; "
    if path[0] in TOOLS_WITHOUT_COMMANDS:
        text += "the others are those of \\fBsysexits.h\\fR(3head).\n"
    else:
        text += "\\fB%s help exit\\-codes\\fR lists the others.\n" % escaped(path[0])
    others = [other for other in siblings if other != name]
    if others:
        text += ".SH SEE ALSO\n" + ",\n".join("\\fB%s\\fR(1)" % escaped(other) for other in others) + "\n"
    return name, text


def write(folder, path, command, version, siblings):
    name, text = page(path, command, version, siblings)
    with open(os.path.join(folder, name + ".1"), "w", encoding="utf-8") as file:
        file.write(text)
    subcommands = [sub for sub in command.get("subcommands", []) if sub["commandName"] != "help"]
    for sub in subcommands:
        write(folder, path + [sub["commandName"]], sub, version, [name])


def graft(commands):
    """Puts the commands of `ba pair` in their place: they are another program's, which `ba` starts."""
    debug = commands.get("backgroundassets-debug")
    tool = commands.get("ba")
    if not debug or not tool:
        return
    pair = next(command for command in debug["subcommands"] if command["commandName"] == "pair")
    tool["subcommands"] = [pair if command["commandName"] == "pair" else command for command in tool["subcommands"]]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.strip())
    folder, programs = sys.argv[1], sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    names = [os.path.basename(program) for program in programs]
    commands, versions = {}, {}
    for program, name in zip(programs, names):
        help_text = subprocess.run([program, "--experimental-dump-help"], check=True, stdout=subprocess.PIPE).stdout
        version = subprocess.run([program, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        commands[name] = json.loads(help_text)["command"]
        versions[name] = version.split()[-1]
    graft(commands)
    for name in names:
        write(folder, [commands[name]["commandName"]], commands[name], versions[name], names)


main()
