"""What goes wrong on executors is said in one sentence that names what to change; Spark's own error is its cause."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cento
import cento.spark
import pyspark
import pytest
from cento.spark._faults import in_sentences

from .conftest import frame_of, some_documents

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

MEMORY_SETTINGS = "spark.executor.memoryOverhead.*spark.executor.cores.*more partitions.*groups="


@pytest.mark.slow
def test_a_task_gets_no_memory(spark: SparkSession, work: str) -> None:
    """As where spark.executor.pyspark.memory is set: memory is refused."""

    def rows(batches: Any) -> Iterator[Any]:
        import resource

        for batch in batches:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            most = pages * resource.getpagesize() + (64 << 20)
            resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
            held = [bytearray(1 << 20) for _ in range(10_000)]
            yield batch if held else None

    frame = spark.range(2).coalesce(1).mapInArrow(rows, "text string")
    with pytest.raises(cento.Error, match=f"a task got no more memory: .*{MEMORY_SETTINGS}") as error:
        cento.spark.pairs(frame, work)
    assert type(error.value.__cause__).__module__.startswith(("pyspark", "py4j"))


@pytest.mark.parametrize("said", [
    "    signed = sign(source)\nMemoryError",
    "    signed = sign(source)\nRuntimeError: Resource temporarily unavailable",
    "pyarrow.lib.ArrowException: Unknown error: Failed to launch worker thread: Resource temporarily unavailable",
    "cento.Error: the Arrow stream cannot be read: Out of memory: . Detail: Python exception: Traceback (most recent call last):",
    "ImportError: libparquet.so.2600: failed to map segment from shared object",
])
def test_what_kernels_and_libraries_say_without_memory(said: str) -> None:
    with pytest.raises(cento.Error, match="a task got no more memory"), in_sentences("/runs/one"):
        raise RuntimeError(f"An exception was thrown from the Python worker.\nTraceback (most recent call last):\n{said}\n")


def test_a_worker_is_killed(spark: SparkSession, work: str) -> None:
    def rows(batches: Any) -> Iterator[Any]:
        for batch in batches:
            os.kill(os.getpid(), 9)
            yield batch

    frame = spark.range(2).selectExpr("'one two' as text").mapInArrow(rows, "text string")
    with pytest.raises(cento.Error, match=f"a Python worker of Spark died.*{MEMORY_SETTINGS}") as error:
        cento.spark.pairs(frame, work)
    assert "Python worker exited unexpectedly" in str(error.value.__cause__)


PROGRAM_OF_A_KILLED_EXECUTOR = """
import os, sys
from pathlib import Path
from pyspark.sql import SparkSession
import cento, cento.spark

spark = SparkSession.builder.master("local-cluster[1,1,1024]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("OFF")


def kill_the_executor(batches):
    for batch in batches:
        daemon = Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()
        os.kill(int(daemon[1]), 9)
        yield batch


try:
    cento.spark.pairs(spark.range(2).selectExpr("'a b' as text").mapInArrow(kill_the_executor, "text string"), sys.argv[1])
except cento.Error as error:
    print(error)
    assert "ExecutorLostFailure" in str(error.__cause__)
"""


@pytest.mark.slow
def test_an_executor_is_killed(tmp_path: Path) -> None:
    environment = {
        **os.environ, "SPARK_HOME": str(Path(pyspark.__file__).parent), "SPARK_SCALA_VERSION": "2.13",
        "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable, "SPARK_WORKER_DIR": str(tmp_path / "workers"),
        "SPARK_LOCAL_DIRS": str(tmp_path / "local"), "PYSPARK_SUBMIT_ARGS": "--conf spark.task.maxFailures=1 pyspark-shell",
    }
    command = [sys.executable, "-c", PROGRAM_OF_A_KILLED_EXECUTOR, str(tmp_path / "run")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=200)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "executors died (Command exited with code 137)" in done.stdout
    assert "spark.executor.memoryOverhead" in done.stdout


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 200 kB, where it may be mounted."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    if os.getuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", folder]).returncode != 0:
        pytest.skip("disks cannot be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.slow
def test_the_disk_of_the_run_is_full(spark: SparkSession, tiny_disk: Path) -> None:
    frame = frame_of(spark, some_documents(3, 1500), 2)
    with pytest.raises(cento.Error, match=f"the disk of the run's folder {tiny_disk}/run is full: make room and resume"):
        cento.spark.pairs(frame, str(tiny_disk / "run"))


@pytest.mark.slow
def test_the_disk_of_the_run_is_full_when_spark_writes(spark: SparkSession, tiny_disk: Path) -> None:
    rows = spark.range(0, 100000, 1, 1).selectExpr("uuid()")
    with pytest.raises(cento.Error, match="the disk of the run's folder /runs/one is full"), in_sentences("/runs/one"):
        rows.write.parquet(str(tiny_disk / "rows"))


def test_the_disk_of_the_driver_is_full(tmp_path: Path) -> None:
    with pytest.raises(cento.Error, match="the disk of the run's folder /runs/one is full"), in_sentences("/runs/one"):
        with open("/dev/full", "w") as out:
            out.write("x" * 10000)


PROGRAM_OF_A_FULL_DISK = """
import sys
from pyspark.sql import SparkSession
import cento, cento.spark

builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
spark = builder.config("spark.local.dir", sys.argv[2]).getOrCreate()
spark.sparkContext.setLogLevel("OFF")
try:
    cento.spark.pairs(spark.range(0, 9000, 1, 2).selectExpr("concat_ws(' ', uuid(), uuid()) as text"), sys.argv[1])
except cento.Error as error:
    print(error)
    assert "No space left on device" in str(error.__cause__)
"""


@pytest.mark.slow
def test_the_disk_of_spark_is_full(tmp_path: Path, tiny_disk: Path) -> None:
    command = [sys.executable, "-c", PROGRAM_OF_A_FULL_DISK, str(tmp_path / "run"), str(tiny_disk)]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, env=environment)
    assert "the disk for Spark's own files is full" in done.stdout, done.stdout + done.stderr[-3000:]
    assert "spark.local.dir" in done.stdout and "SPARK_LOCAL_DIRS" in done.stdout


def other_package(folder: Path, changed: Callable[[Path], None]) -> str:
    """An interpreter whose Cento was changed."""
    package = folder / "cento"
    shutil.copytree(Path(cento.__file__).parent, package, ignore=shutil.ignore_patterns("bin", "lib", "__pycache__"))
    changed(package)
    python = folder / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={folder}:$PYTHONPATH exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    return str(python)


def another_version(package: Path) -> None:
    (package / "__init__.py").write_text((package / "__init__.py").read_text() + '\n__version__ = "0.0.7"\n')


def without_a_module(package: Path) -> None:
    (package / "spark" / "_blocks.py").unlink()


def without_a_function(package: Path) -> None:
    blocks = package / "spark" / "_blocks.py"
    blocks.write_text(blocks.read_text() + "\ndel begin_task\n")


@pytest.mark.slow
@pytest.mark.parametrize(("changed", "said"), [
    (another_version, "the driver runs Cento .* and this executor Cento 0.0.7 .*: ship the same package to both"),
    (without_a_module, "an executor has another version of Cento than the driver .*: ship the same package to both"),
    (without_a_function, "an executor has another version of Cento than the driver .*: ship the same package to both"),
])
def test_executors_have_another_version(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: Callable[[Path], None], said: str
) -> None:
    monkeypatch.setattr(spark.sparkContext, "pythonExec", other_package(tmp_path / "other", changed))
    with pytest.raises(cento.Error, match=said) as error:
        cento.spark.pairs(frame_of(spark, [("a", "one two three")], 1), str(tmp_path / "run"))
    assert error.value.__cause__ is not None


def test_java_is_gone() -> None:
    with pytest.raises(cento.Error, match="Spark's Java process has ended.*spark.driver.memory"), in_sentences("/runs/one"):
        raise ConnectionRefusedError(111, "Connection refused")


def test_other_errors_stay_as_they_are(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), in_sentences("/runs/one"):
        raise ZeroDivisionError
    with pytest.raises(cento.UsageError, match="no such option"), in_sentences("/runs/one"):
        raise cento.UsageError("no such option")
