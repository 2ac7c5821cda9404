#!/usr/bin/env python3
"""Runs the commands of ```console blocks in Markdown files and compares their output with the page.

    console_blocks.py --cento build/release/cento [--update] PAGE…

A PAGE is a Markdown file, or a folder of them.

A line that starts with "$ " is a command, the lines up to the next one are its output (standard output and error
together). The commands run in a folder that holds a copy of examples/, with `cento` on the PATH, block after block.
Times, rates and memory are not compared. --update writes the real output into the pages instead.
"""

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
VARYING = re.compile(r"\b\d+(?:\.\d+)?(?: ?(?:ns|µs|ms|s|min)\b| ?[kMG]?B/s| documents/s| [kMG]?B of memory)")
COMMAND_SECONDS = 60


def commands_of(block):
    """The (command, output) pairs of a block."""
    pieces = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    return list(zip(pieces[1::2], pieces[2::2]))


def masked(output):
    """The output without what differs between runs."""
    return VARYING.sub("…", output)


class Runner:
    """Runs commands in a separate folder."""

    def __init__(self, cento, folder):
        self.folder = Path(folder)
        path = f"{Path(cento).resolve().parent}:{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"}
        shutil.copytree(ROOT / "examples", self.folder / "examples")

    def output_of(self, command):
        done = subprocess.run(command, shell=True, executable="/bin/bash", cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=COMMAND_SECONDS)
        text = done.stdout.decode("utf-8", "replace")
        return text if not text or text.endswith("\n") else text + "\n"


def refreshed(page, output_of):
    """The page's text with each command's output replaced by that of `output_of`, unless only times differ."""
    def refresh(match):
        lines = []
        for command, said in commands_of(match.group(1)):
            real = output_of(command)
            lines.append(f"$ {command}\n{said if masked(said) == masked(real) else real}")
        return "".join(lines)
    return BLOCK.sub(refresh, page)


def pages_in(paths):
    """The Markdown files that the paths name, folders walked."""
    return [page for path in paths for page in (sorted(path.rglob("*.md")) if path.is_dir() else [path])]


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--cento", type=Path, required=True)
    ask.add_argument("--update", action="store_true")
    ask.add_argument("pages", nargs="+", type=Path, metavar="PAGE")
    options = ask.parse_args()
    differing = 0
    for page in pages_in(options.pages):
        said = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            real = refreshed(said, Runner(options.cento, folder).output_of)
        if real == said:
            continue
        differing += 1
        if options.update:
            page.write_text(real, encoding="utf-8")
            print(f"{page}: updated")
        else:
            sys.stdout.writelines(difflib.unified_diff(said.splitlines(True), real.splitlines(True), str(page), "real"))
    if differing and not options.update:
        print("The output in the pages differs from that of the commands: check the difference, then run "
              "scripts/console_blocks.py --update.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
