"""The folder of a run: the output of each stage, as Parquet, with what it was made of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _cento
from ._blocks import SCHEMA, versions

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
        write_json(f"{self.path}/run.json", {"made_of": self.made_of, "facts": dict(facts), "versions": versions()})

    def stage(self, name: str, make: Callable[[], DataFrame]) -> DataFrame:
        """The blocks of a stage: those that are there, or those that `make()` gives."""
        path = f"{self.path}/{name}"
        if self._read(f"{path}/{_DONE}") is None:
            make().write.partitionBy("kind").option("compression", "none").mode("overwrite").parquet(path)
            write_json(f"{path}/{_DONE}", {"made_of": self.made_of})
        else:
            self.resumed.append(name)
        return self.spark.read.schema(SCHEMA).parquet(path).select("kind", "part", "seq", "key", "block")

    def _read(self, path: str) -> Any:
        import pyarrow.fs

        if self._files.get_file_info(_plain(path)).type == pyarrow.fs.FileType.NotFound:
            return None
        with self._files.open_input_stream(_plain(path)) as stream:
            return json.loads(stream.read())


def write_json(path: str, facts: Mapping[str, Any]) -> None:
    files = _files_at(path)
    files.create_dir(_plain(path).rpartition("/")[0], recursive=True)
    with files.open_output_stream(_plain(path)) as stream:
        stream.write(json.dumps(facts, indent=2).encode())


def _plain(path: str) -> str:
    return path.split("://", 1)[1] if "://" in path else path


def _files_at(path: str) -> Any:
    import pyarrow.fs

    return pyarrow.fs.FileSystem.from_uri(path)[0] if "://" in path else pyarrow.fs.LocalFileSystem()


def write_sets(folder: str, part: int, attempt: int, blocks: Sequence[bytes]) -> None:
    """The sets of a part, in a file of its own that every task can map; whoever writes it writes the same."""
    import pyarrow

    files, path = _files_at(folder), _sets_file(folder, part)
    files.create_dir(path.rpartition("/")[0], recursive=True)
    unfinished = f"{path}.{attempt}"
    schema = pyarrow.schema([("block", pyarrow.binary())])
    with files.open_output_stream(unfinished) as stream, pyarrow.ipc.new_file(stream, schema) as writer:
        for block in blocks:
            writer.write_batch(pyarrow.record_batch([pyarrow.array([block], pyarrow.binary())], schema=schema))
    files.move(unfinished, path)


def read_sets(folder: str, part: int) -> list[Any]:
    """The blocks that write_sets() wrote, as buffers."""
    import pyarrow
    import pyarrow.fs

    files, path = _files_at(folder), _sets_file(folder, part)
    if files.get_file_info(path).type == pyarrow.fs.FileType.NotFound:
        return []
    is_local = isinstance(files, pyarrow.fs.LocalFileSystem)
    file = pyarrow.memory_map(path) if is_local else files.open_input_file(path)
    reader = pyarrow.ipc.open_file(file)
    return [reader.get_batch(number).column(0)[0].as_buffer() for number in range(reader.num_record_batches)]


def _sets_file(folder: str, part: int) -> str:
    return f"{_plain(folder)}/sets/part-{part:05d}.arrow"
