#!/usr/bin/env python3
"""Writes the code that bench/python.py measures, and its number of lines, into docs/peers.md.

    peers_page.py [--check]

--check writes nothing: it fails if the page differs from what would be written.
"""

import argparse
import sys
from pathlib import Path

from page import markdown_table, with_between

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "peers.md"
# The title of each peer, the package to install, and what it returns.
PEERS = {
    "cento": ("Cento", "`pip install .` in a clone", "pairs"),
    "rensa": ("rensa", "`rensa`", "pairs"),
    "datasketch": ("datasketch", "`datasketch`", "pairs"),
    "semhash": ("semhash", "`semhash`, and a model from Hugging Face", "removed texts with the kept one"),
    "datatrove": ("datatrove", "`datatrove[processing]` and `spacy`", "removed documents"),
    "text_dedup": ("text-dedup", "`text-dedup`", "the kept documents"),
}


def code_of(name):
    return (HERE / "python_peers" / f"with_{name}.py").read_text(encoding="utf-8")


def lines_of(code):
    """Lines that are not empty."""
    return sum(1 for line in code.splitlines() if line.strip())


def lines_table():
    rows = [[title, package, str(lines_of(code_of(name))), result] for name, (title, package, result) in PEERS.items()]
    return "\n".join(markdown_table(["", "install", "lines of code", "what it returns"], "llrl", rows)) + "\n"


def written(content):
    content = with_between(content, "lines of code", lines_table())
    for name in PEERS:
        content = with_between(content, f"code with {name}", f"```py\n{code_of(name)}```\n")
    return content


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--check", action="store_true")
    check = ask.parse_args().check
    content = PAGE.read_text(encoding="utf-8")
    if not check:
        PAGE.write_text(written(content), encoding="utf-8")
    elif written(content) != content:
        print(f"The code in {PAGE.name} is out of date: run bench/peers_page.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
