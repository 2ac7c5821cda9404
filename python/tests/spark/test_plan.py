"""A plan says before a run what the run then does."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cento
import cento.spark
import pyarrow
import pyarrow.parquet
import pytest
from cento.spark import _plan, _plan_table

from .conftest import frame_of
from .test_scan_on_spark import some_articles

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "cento.spark", "plan"]
DEFAULTS: dict[str, Any] = {"threshold": 0.8, "method": "shingle:5"}


def text_like_english(words: random.Random) -> str:
    """Words whose frequencies follow Zipf's law."""
    ranks = (int(math.exp(words.uniform(0, math.log(30000)))) for _ in range(words.randrange(100, 2000)))
    return " ".join(f"{'etaoinshrdlu'[rank % 12]}{rank}" for rank in ranks)


def write_collection(path: Path, count: int) -> int:
    """A tenth of the documents are near-duplicates of others. Gives the bytes of text."""
    words = random.Random(5)
    texts: list[str] = []
    for number in range(count):
        if number % 10 == 9:
            changed = texts[number // 2].split()
            changed[words.randrange(len(changed))] = "changed"
            texts.append(" ".join(changed))
        else:
            texts.append(text_like_english(words))
    table = pyarrow.table({"id": [f"d{number}" for number in range(count)], "text": texts})
    pyarrow.parquet.write_table(table, path, row_group_size=50)
    return sum(len(text.encode()) for text in texts)


def within(factor: float, one: float, other: float) -> bool:
    return one <= other * factor and other <= one * factor


@pytest.mark.slow
@pytest.mark.parametrize(("job", "options"), [
    ("pairs", {}), ("dedup", {"threshold": 0.5}), ("dedup", {"method": "exact"}),
])
def test_the_run_does_what_the_plan_says(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, job: str, options: dict[str, Any]
) -> None:
    monkeypatch.setattr("cento.spark._signing.PART_BYTES", 800_000)
    text_bytes = write_collection(tmp_path / "texts.parquet", 400)
    files = cento.files(tmp_path / "texts.parquet")
    amount = _plan.amount_of_files(files, None, None)
    assert amount.documents == 400 and within(1.2, amount.text_bytes, text_bytes)
    planned = _plan.plan(job, amount, 3, 2, {**DEFAULTS, **options})
    found = getattr(cento.spark, job)(files, str(tmp_path / "run"), groups=3, **options)
    done = {path.parent.name for path in (tmp_path / "run").glob("*/_stage.json")}
    assert set(planned.stages) == done
    steps = [(step.step, step.tasks) for step in planned.steps if not step.is_by_spark]
    assert steps == [(step["step"], step["tasks"]) for step in found.steps]
    assert amount.partitions > 1
    assert within(3, planned.shuffled_bytes, found.summary["shuffled_bytes"])
    written = sum(path.stat().st_size for path in (tmp_path / "run").rglob("*") if path.is_file())
    assert within(3, planned.written_bytes, written)


@pytest.mark.slow
@pytest.mark.parametrize("match", ["near", "exact"])
def test_the_steps_of_a_scan_are_those_of_the_plan(spark: SparkSession, tmp_path: Path, match: Any) -> None:
    articles = some_articles(1, 40)
    planned = _plan.plan("scan", _plan.Amount(30000, 40, 3), 2, 2, {"match": match})
    found = cento.spark.scan(frame_of(spark, articles, 3), str(tmp_path / "run"), groups=2, match=match)
    done = {path.parent.name for path in (tmp_path / "run").glob("*/_stage.json")}
    assert set(planned.stages) == done
    steps = [(step.step, step.tasks) for step in planned.steps if not step.is_by_spark]
    assert steps == [(step["step"], step["tasks"]) for step in found.steps]


def test_plans_grow_with_the_text_and_shrink_with_cores() -> None:
    amount = _plan.amount_of_size("10G", "1M", None)
    assert (amount.documents, amount.partitions) == (1_000_000, 320)
    plans = [_plan.plan("pairs", amount, None, cores, DEFAULTS) for cores in (2, 20)]
    assert plans[0].shuffled_bytes == plans[1].shuffled_bytes > amount.text_bytes / 3
    assert within(1.5, plans[0].seconds, plans[1].seconds * 10)
    double = _plan.plan("pairs", amount._replace(text_bytes=2 * amount.text_bytes), None, 2, DEFAULTS)
    assert double.shuffled_bytes == pytest.approx(2 * plans[0].shuffled_bytes, rel=0.1)
    assert double.memory_bytes > plans[0].memory_bytes


def test_every_job_with_a_plan_has_its_stages_in_order() -> None:
    for job, costs in _plan_table.COSTS.items():
        stages = [cost.stage for cost in costs]
        assert stages == sorted(stages, key=stages.index), job
        assert all(cost.by in ("part", "group", "both", "Spark") and min(cost[3:]) >= 0 for cost in costs), job


def run(*arguments: str | Path, program: list[str] = COMMAND) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*program, *map(str, arguments)], capture_output=True, text=True)


def test_a_plan_in_a_shell_needs_no_spark(tmp_path: Path) -> None:
    done = run("pairs", "--size", "10T", "--documents", "1G", "--partitions", "4000", "--groups", "2000", "--cores", "128")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "1,000,000,000 documents, 11.0 TB of text, in 4,000 parts; 128 cores"
    assert lines[2].split("  ")[0] == "stage"
    assert [line.split()[:2] for line in lines[3:5]] == [["signed", "signed"], ["classes", "classes"]]
    assert "minutes, and 8 seconds for Spark to start" in lines[-1]


@pytest.mark.parametrize(("arguments", "said"), [
    (["--size", "1P"], "memory must be a size"),
    ([], "a plan needs --input or --size"),
    (["--size", "1G", "--cores", "0"], "must be at least 1"),
    (["--size", "1G", "--documents", "many"], "--documents must be a number"),
    (["--input", "/nowhere/at/all.jsonl"], "there is no such file"),
])
def test_wrong_plans_are_refused(arguments: list[str], said: str) -> None:
    done = run("pairs", *arguments)
    assert done.returncode in (1, 2) and said in done.stderr


def test_the_page_shows_the_plan_that_is_printed() -> None:
    page = (ROOT / "docs" / "spark.md").read_text(encoding="utf-8")
    shown = page.partition("<!-- spark plan begin -->\n```text\n$ cento spark plan ")[2].partition("```")[0]
    arguments, _, printed = shown.partition("\n")
    assert printed and run(*arguments.split()).stdout == printed, f"cento spark plan {arguments} prints something else"


def test_what_breaks_is_said() -> None:
    amount = _plan.amount_of_size("100T", "10G", None)
    text = _plan.as_text(_plan.plan("dedup", amount, None, 1000, DEFAULTS))
    assert "Too many documents: a run has at most 4,294,967,295" in text
    assert "use fewer and larger parts (--partitions) and groups (--groups)" in text


def test_the_command_of_the_package_runs_spark_too(tmp_path: Path) -> None:
    """Where the package is in a folder of its own, as `pip install --target` leaves it."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "cento").symlink_to(Path(cento.__file__).parent)
    command = tmp_path / "bin" / "cento"
    command.write_text((ROOT / "python" / "command" / "cento").read_text().replace("#!python", f"#!{sys.executable}", 1))
    command.chmod(0o755)
    done = run("spark", "plan", "dedup", "--size", "1G", program=[str(command)])
    assert done.returncode == 0, done.stderr
    assert done.stdout == run("dedup", "--size", "1G").stdout
    assert run("--version", program=[str(command)]).stdout.startswith("cento ")
