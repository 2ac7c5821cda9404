#!/usr/bin/env python3
"""Checks that the sources follow the flow: a folder of src/ includes only itself and earlier steps.

    check_includes.py [--root DIR] [--jobs N]

Also: src/ includes nothing of apps/, includes are relative to src/, headers include no third-party header, nothing
includes a library that docs/design.md decided against, no two headers define a type of the same name (a program with
both would confuse them), and every header compiles alone.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

from include_graph import IncludeGraph, includes_of, source_files
from passed_checks import PassedChecks

# The folders that includes start from, as in the build.
INCLUDE_FOLDERS = ["include", "src", "apps", "apps/cli"]

# In the order data visits them; core, which all may include, comes first.
STEPS = ["core", "read", "text", "sign", "join", "align", "group", "index", "write", "methods", "engine", "study",
         "arrow_files"]

# The plug-in, whose headers are its own and may include those of the library that it is for. They are compiled with it,
# where that library is.
PLUGIN = "arrow_files"
PLUGIN_LIBRARY = ("arrow/", "parquet/")

# The folder of include/ with the public headers, which every step may include.
PUBLIC = "cento"

# docs/design.md, "Dependencies", says why.
DECIDED_AGAINST = ("gumbo.h", "libxml/", "rocksdb/", "absl/", "utf8proc.h", "httplib.h")

# A type at the start of a line of a header, which is its definition unless the line ends with a semicolon.
DEFINED_TYPE = re.compile(r"^(?:struct|class|enum class|union) (?:\[\[\w+\]\] |CENTO_VISIBLE )?(\w+)(?!\w*::)(?!.*;$)",
                          re.MULTILINE)

COMPILER = os.environ.get("CXX", "g++")
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra"]


def complaints_about_step(step, name):
    """What is wrong with a file of src/`step` including "name" (at most one sentence)."""
    folder = name.split("/")[0]
    if folder == PUBLIC:
        return
    if folder not in STEPS:
        yield f'"{name}" is not in a step of src/: write includes from src/ on, and nothing of apps/'
    elif step in STEPS and STEPS.index(folder) > STEPS.index(step):
        yield f'"{name}" belongs to {folder}/, a later step than {step}/'
    elif step == "core" and folder != "core":
        yield f'"{name}" is not in core/, and core/ includes nothing else'


def is_standard(name):
    """Whether a header belongs to the language, or to the compiler, as those of vector instructions do."""
    return ("." not in name and "/" not in name) or name.endswith("mmintrin.h")


def complaints_about_angled(path, name):
    if name.startswith(DECIDED_AGAINST):
        yield f"<{name}> is of a library that docs/design.md decided against"
    elif name.startswith(PLUGIN_LIBRARY):
        if path.parent.name != PLUGIN:
            yield f"<{name}> is for src/{PLUGIN} alone"
    elif path.suffix == ".hpp" and not is_standard(name):
        yield f"<{name}> is a third-party header: keep it in the source file"


def check_order(root):
    """All complaints about the includes of src/, each with its file."""
    src = root / "src"
    for path in source_files(src):
        step = path.relative_to(src).parts[0]
        quoted, angled = includes_of(path)
        found = [text for name in quoted for text in complaints_about_step(step, name)]
        found += [f'"{name}" does not exist' for name in quoted
                  if not (src / name).is_file() and not (root / "include" / name).is_file() and not found]
        found += [text for name in angled for text in complaints_about_angled(path, name)]
        for text in found:
            yield f"{path.relative_to(root)}: {text}"


def headers_of(root):
    return [path for path in source_files(root / "include", root / "src", root / "apps") if path.suffix == ".hpp"]


def check_type_names(root):
    """Complaints about types that two headers define."""
    first = {}
    for path in headers_of(root):
        for name in DEFINED_TYPE.findall(path.read_text(encoding="utf-8")):
            if first.setdefault(name, path) != path:
                yield f"{path.relative_to(root)}: {first[name].relative_to(root)} defines a type {name}, too"


def compile_alone(root, header):
    """The compiler's messages about a header by itself; "" if it compiles."""
    folders = [f"-I{root / folder}" for folder in INCLUDE_FOLDERS]
    command = [COMPILER, *FLAGS, *folders, "-include", str(header), "-x", "c++", os.devnull]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    return f"{header.relative_to(root)} does not compile alone:\n{done.stderr}"


def check_headers(root, jobs):
    """How many headers were compiled, and the complaints."""
    headers = [path for path in headers_of(root) if path.parent != root / "src" / PLUGIN]
    graph = IncludeGraph([root / folder for folder in INCLUDE_FOLDERS])
    version = subprocess.run([COMPILER, "-dumpfullversion"], capture_output=True, text=True, check=True).stdout
    passed = PassedChecks(root / "build" / "checks" / "headers.json")
    return passed.run(jobs, headers, lambda header: graph.fingerprint(header, version, *FLAGS),
                      lambda header: compile_alone(root, header))


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--root", type=Path, default=Path(__file__).parent.parent)
    ask.add_argument("--jobs", type=int, default=os.cpu_count())
    options = ask.parse_args()
    root = options.root.resolve()
    complaints = [*check_order(root), *check_type_names(root)]
    compiled, alone = check_headers(root, options.jobs)
    for complaint in complaints + alone:
        print(complaint, file=sys.stderr)
    print(f"{compiled} headers compiled alone (the others did not change)")
    return 1 if complaints or alone else 0


if __name__ == "__main__":
    sys.exit(main())
