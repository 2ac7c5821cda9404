"""Tables of docs/benchmarks.md: the machine, the layout, and where they go."""

import os
import platform
import re
import subprocess
from pathlib import Path

BUSY_SHARE = 0.5
RULES = {"l": "---", "r": "---:"}


def machine_is_busy():
    """Whether other work uses the processor; call it before the measurement itself does."""
    return os.getloadavg()[0] > BUSY_SHARE * os.cpu_count()


def machine():
    """The processor and compiler that the numbers come from."""
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    compiler = subprocess.run(["g++", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    return f"{model.group(1) if model else platform.machine()}; {compiler}"


def verdict(is_met):
    return "yes" if is_met else "**no**"


def markdown_table(header, alignment, rows):
    """The lines of a table; `alignment` has `l` or `r` for each column."""
    yield "| " + " | ".join(header) + " |"
    yield "| " + " | ".join(RULES[side] for side in alignment) + " |"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def with_between(content, mark, text):
    """The content of a page with the text between the marks `<!-- MARK begin -->` and `<!-- MARK end -->` replaced."""
    marked = re.compile(rf"(?<=<!-- {mark} begin -->\n).*?(?=<!-- {mark} end -->)", re.DOTALL)
    return marked.sub(lambda _: f"\n{text}\n", content)


def write_between(page, mark, text):
    """Replaces the text between the marks of a page."""
    page.write_text(with_between(page.read_text(encoding="utf-8"), mark, text), encoding="utf-8")
