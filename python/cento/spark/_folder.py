"""The folder of a run: the output of each stage, as Parquet, with what it was made of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .. import _cento
from ._blocks import versions

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_DONE = "stage.json"


def fingerprint(facts: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


class RunFolder:
    """Stages that are done are not computed again when the run is resumed with the same options and inputs."""

    def __init__(self, spark: SparkSession, path: str, facts: Mapping[str, Any], resume: bool) -> None:
        self.spark = spark
        self.path = path.rstrip("/")
        self.made_of = fingerprint({**facts, "versions": versions()})
        self.resumed: list[str] = []
        self.timings: list[dict[str, Any]] = []
        self._files = _files_at(self.path)
        known = self._read(f"{self.path}/run.json")
        if known is not None and not resume:
            raise _cento.UsageError(
                f"{self.path} has a run already: name another folder, or resume it with resume=True"
            )
        if known is not None and known["made_of"] != self.made_of:
            raise _cento.UsageError(
                f"{self.path} has stages of other options, inputs or another version of Cento: name another folder"
            )
        self._write(f"{self.path}/run.json", {"made_of": self.made_of, "facts": dict(facts), "versions": versions()})

    def stage(self, name: str, make: Callable[[], tuple[DataFrame, list[str]]]) -> DataFrame:
        """The rows of a stage: those that are there, or those that `make()` gives, written divided by its columns."""
        path = f"{self.path}/{name}"
        if self._read(f"{path}/{_DONE}") is None:
            rows, divided_by = make()
            rows.write.partitionBy(*divided_by).option("compression", "none").mode("overwrite").parquet(path)
            self._write(f"{path}/{_DONE}", {"made_of": self.made_of})
        else:
            self.resumed.append(name)
        return self.spark.read.parquet(path)

    def note(self, name: str, facts: Mapping[str, Any]) -> None:
        self._write(f"{self.path}/{name}", facts)

    def _read(self, path: str) -> Any:
        import pyarrow.fs

        if self._files.get_file_info(_plain(path)).type == pyarrow.fs.FileType.NotFound:
            return None
        with self._files.open_input_stream(_plain(path)) as stream:
            return json.loads(stream.read())

    def _write(self, path: str, facts: Mapping[str, Any]) -> None:
        self._files.create_dir(_plain(path).rpartition("/")[0], recursive=True)
        with self._files.open_output_stream(_plain(path)) as stream:
            stream.write(json.dumps(facts, indent=2).encode())


def _plain(path: str) -> str:
    return path.split("://", 1)[1] if "://" in path else path


def _files_at(path: str) -> Any:
    import pyarrow.fs

    return pyarrow.fs.FileSystem.from_uri(path)[0] if "://" in path else pyarrow.fs.LocalFileSystem()


def read_blocks(path: str) -> list[bytes]:
    """The blocks of one part, in their order, read where a task runs."""
    import pyarrow.fs
    import pyarrow.parquet

    files = _files_at(path)
    chosen = [
        info.path
        for info in files.get_file_info(pyarrow.fs.FileSelector(_plain(path), allow_not_found=True))
        if info.path.endswith(".parquet")
    ]
    blocks: list[tuple[int, bytes]] = []
    for name in chosen:
        table = pyarrow.parquet.read_table(name, columns=["seq", "block"], filesystem=files, partitioning=None)
        blocks += zip(table.column("seq").to_pylist(), table.column("block").to_pylist())
    return [block for _, block in sorted(blocks, key=lambda one: one[0])]
