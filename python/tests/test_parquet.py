"""Parquet and Arrow files are read with the libraries of pyarrow, wherever it is installed, without importing it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import cento
import pytest

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = Path(cento.__file__).parent
COMMAND = Path(sys.executable).parent / "cento"
SAME = "one two three four five six seven"
ROWS = [{"id": "x", "text": SAME, "n": 1}, {"id": "y", "text": "else", "n": 2}, {"id": "z", "text": SAME, "n": 3}]

FIND_PAIRS = """
import sys, cento
found = cento.pairs(sys.argv[1])
print([(pair.a.id, pair.b.id) for pair in found.pairs], [reject.reason for reject in found.rejects])
print("pyarrow" in sys.modules)
"""

pytestmark = pytest.mark.skipif(
    not (PACKAGE / "lib" / "libcento_arrow_files.so").exists(), reason="the package was built without pyarrow"
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "x.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(ROWS), path)
    return path


@pytest.fixture
def lonely(tmp_path: Path) -> Path:
    """A folder with a copy of the package and nothing beside it."""
    shutil.copytree(PACKAGE, tmp_path / "site" / "cento")
    return tmp_path / "site"


def run(*command: str | Path, site: Path) -> str:
    """What a command prints, with errors, when Python looks for packages in a folder first."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    return done.stdout


def test_parquet_is_read_without_importing_pyarrow(table: Path, tmp_path: Path) -> None:
    assert run(sys.executable, "-c", FIND_PAIRS, table, site=tmp_path) == "[('x', 'z')] []\nFalse\n"


def test_arrow_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.arrow"
    whole = pyarrow.Table.from_pylist(ROWS)
    with pyarrow.ipc.new_file(path, whole.schema) as out:
        out.write_table(whole)
    assert [(pair.a.id, pair.b.id) for pair in cento.pairs(path).pairs] == [("x", "z")]


def test_the_command_reads_and_writes_parquet(table: Path, tmp_path: Path) -> None:
    subprocess.run([COMMAND, "dedup", "--quiet", table, "-o", tmp_path / "clean.parquet"], check=True)
    assert parquet.read_table(tmp_path / "clean.parquet").to_pylist() == ROWS[:2]


def test_pyarrow_may_be_installed_elsewhere(table: Path, lonely: Path) -> None:
    assert run(sys.executable, "-c", FIND_PAIRS, table, site=lonely) == "[('x', 'z')] []\nFalse\n"
    assert '{"a":"x","b":"z"' in run(sys.executable, COMMAND, "pairs", "--quiet", table, site=lonely)


def test_without_pyarrow_a_sentence_says_what_to_do(table: Path, lonely: Path) -> None:
    said = run(sys.executable, "-S", "-c", FIND_PAIRS, table, site=lonely)
    wanted = "Parquet and Arrow files need the Python package pyarrow 26.0, which is not installed: "
    assert wanted + "`pip install 'cento-text[arrow]'`, or pass pyarrow.parquet.read_table(path) instead of the path" in said
    said = run(sys.executable, "-S", COMMAND, "pairs", table, site=lonely)
    assert wanted + "`pip install 'cento-text[arrow]'`\n" in said


def test_another_version_of_pyarrow_is_named(table: Path, lonely: Path) -> None:
    (lonely / "pyarrow").mkdir()
    (lonely / "pyarrow" / "__init__.py").touch()
    (lonely / "pyarrow" / "libarrow.so.2100").touch()
    for command in ([sys.executable, "-c", FIND_PAIRS], [sys.executable, COMMAND, "pairs"]):
        assert "need the Python package pyarrow 26.0, but pyarrow 21.0 is installed" in run(*command, table, site=lonely)


def test_the_versions_of_pyarrow_agree() -> None:
    """What builds the package, what its users are told to install, and what the tests use."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (builds,) = [wanted for wanted in project["build-system"]["requires"] if wanted.startswith("pyarrow")]
    (tests,) = re.findall(r"^pyarrow.*", (ROOT / "python" / "requirements-test.txt").read_text(), re.MULTILINE)
    assert project["project"]["optional-dependencies"]["arrow"] == [builds]
    assert tests == builds.replace(" ", "")


def test_the_command_imports_nothing(tmp_path: Path) -> None:
    """Its script becomes the program at once: whatever it would import here fails."""
    (tmp_path / "cento").mkdir()
    (tmp_path / "cento" / "__init__.py").write_text("raise SystemExit('imported')")
    assert run(sys.executable, COMMAND, "--version", site=tmp_path).startswith("cento ")
