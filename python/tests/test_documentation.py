"""The Python examples of the pages run, and print what the pages show."""

from __future__ import annotations

import contextlib
import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = ["docs/python.md", "README.md"]
# What a block that holds the words needs besides the package.
NEEDS = {
    "polars": re.compile(r"\bpolars\b|\bto_polars\b"),
    "pyarrow": re.compile(r"\bpyarrow\b|\bto_arrow\b|\bto_pandas\b"),
    "pandas": re.compile(r"\bpandas\b|\bto_pandas\b"),
    "duckdb": re.compile(r"\bduckdb\b"),
}


def blocks_of(page: str) -> list[tuple[int, str]]:
    """The line and the text of each block of Python."""
    content = (ROOT / page).read_text(encoding="utf-8")
    return [(content.count("\n", 0, block.start(1)) + 1, block.group(1)) for block in BLOCK.finditer(content)]


def is_there(module: str) -> bool:
    try:
        __import__(module)
    except ImportError:
        return False
    return True


class Page:
    """Runs the blocks of a page in their order, in one namespace and in a folder with the examples."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.blocks = blocks_of(name)
        self.namespace: dict[str, Any] = {}
        self.reports: list[str] = []
        shutil.copytree(ROOT / "examples", folder / "examples")

    def report_of(self, number: int) -> str:
        """What went wrong in a block; "" for nothing. Blocks before it run first, if what they need is installed."""
        with contextlib.chdir(self.folder):
            while len(self.reports) <= number:
                line, text = self.blocks[len(self.reports)]
                needed = [module for module, words in NEEDS.items() if words.search(text)]
                self.reports.append(self._run(line, text) if all(map(is_there, needed)) else "not run")
        return self.reports[number]

    def _run(self, line: int, text: str) -> str:
        test = doctest.DocTestParser().get_doctest(text, self.namespace, f"line {line}", self.name, line - 1)
        assert test.examples, f"{self.name}, line {line}: the block has no >>>, so nothing of it is tested"
        report: list[str] = []
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        runner.run(test, out=report.append, clear_globs=False)
        self.namespace.update(test.globs)
        return "".join(report)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    return {name: Page(name, tmp_path_factory.mktemp("page")) for name in PAGES}


def test_pages_have_examples() -> None:
    assert len(blocks_of("docs/python.md")) > 20


@pytest.mark.parametrize("script", ["scripts/python_tables.py", "bench/peers_page.py"])
def test_written_parts_are_up_to_date(script: str) -> None:
    done = subprocess.run([sys.executable, ROOT / script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("page", "number", "text"),
    [
        pytest.param(page, number, text, id=f"{page}:{line}")
        for page in PAGES
        for number, (line, text) in enumerate(blocks_of(page))
    ],
)
def test_block(pages: dict[str, Page], page: str, number: int, text: str) -> None:
    for module, words in NEEDS.items():
        if words.search(text):
            pytest.importorskip(module)
    report = pages[page].report_of(number)
    assert report == "", report
