"""The folder of a run: the output of each stage, as Parquet, with what it was made of."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _cento
from ._blocks import SCHEMA, array_of_block, versions
from ._stage_watch import StageWatch

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# How Hadoop calls file systems for which pyarrow has another name.
_SCHEMES = {"s3a": "s3", "s3n": "s3", "abfss": "abfs"}
# While a task writes blocks, Java holds what is not yet written of each kind. Usually it looks after a hundred rows how many
# bytes these have.
_FEW_LARGE_ROWS = {
    "compression": "none",
    "parquet.block.size": str(16 << 20),
    "parquet.block.size.row.check.min": "1",
    "parquet.page.size.row.check.min": "1",
    "parquet.page.size.check.estimate": "false",
}
_DONE = "_stage.json"  # Spark reads no file whose name begins like that


def fingerprint(facts: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


class RunFolder:
    """Stages that are done are not computed again when the run is resumed with the same options and inputs."""

    def __init__(self, spark: SparkSession, path: str, facts: Mapping[str, Any], resume: bool) -> None:
        self.spark: SparkSession = spark
        self.path: str = path
        self.made_of: str = fingerprint({**facts, "versions": versions()})
        self.resumed: list[str] = []
        self.watch: StageWatch = StageWatch(spark, False)
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
        if self.is_done(name):
            self.watch.keep(name)
        else:
            with self.watch.stage(name, lambda: size_of(path)):
                make().write.partitionBy("kind").options(**_FEW_LARGE_ROWS).mode("overwrite").parquet(path)
            self.end(name)
        return self.spark.read.schema(SCHEMA).parquet(path).select("kind", "part", "seq", "key", "block")

    def table(self, name: str, make: Callable[[], DataFrame]) -> DataFrame:
        """The same for rows of other columns."""
        path = f"{self.path}/{name}"
        if self.is_done(name):
            self.watch.keep(name)
        else:
            with self.watch.stage(name, lambda: size_of(path)):
                make().write.mode("overwrite").parquet(path)
            self.end(name)
        return self.spark.read.parquet(path)

    def is_done(self, name: str) -> bool:
        """Whether a stage is there from an earlier run; that is noted."""
        if self._read(f"{self.path}/{name}/{_DONE}") is None:
            return False
        self.resumed.append(name)
        return True

    def end(self, name: str) -> None:
        write_json(f"{self.path}/{name}/{_DONE}", {"made_of": self.made_of})

    def _read(self, path: str) -> Any:
        import pyarrow.fs

        files, plain = file_system(path)
        if files.get_file_info(plain).type == pyarrow.fs.FileType.NotFound:
            return None
        with files.open_input_stream(plain) as stream:
            return json.loads(stream.read())


def size_of(folder: str) -> int:
    """The bytes of the files below a folder."""
    import pyarrow.fs

    files, plain = file_system(folder)
    below = files.get_file_info(pyarrow.fs.FileSelector(plain, recursive=True, allow_not_found=True))
    return sum(info.size or 0 for info in below)


def absolute_folder(spark: SparkSession, folder: str) -> str:
    """The folder as driver, executors and Spark itself find it: where there is no scheme, in Spark's default file
    system."""
    if "://" in folder:
        return folder.rstrip("/")
    java: Any = spark
    default = str(java._jsc.hadoopConfiguration().get("fs.defaultFS") or "file:///")
    if default.startswith("file:"):
        return os.path.abspath(folder)
    return f"{default.rstrip('/')}/{folder.strip('/')}"


def write_json(path: str, facts: Mapping[str, Any]) -> None:
    files, plain = file_system(path)
    files.create_dir(plain.rpartition("/")[0], recursive=True)
    with files.open_output_stream(plain) as stream:
        stream.write(json.dumps(facts, indent=2).encode())


def file_system(path: str) -> tuple[Any, str]:
    """The file system of a path, and its name in there."""
    import pyarrow.fs

    if "://" not in path:
        return pyarrow.fs.LocalFileSystem(), path
    scheme, _, rest = path.partition("://")
    files, plain = pyarrow.fs.FileSystem.from_uri(f"{_SCHEMES.get(scheme, scheme)}://{rest}")
    return files, plain


def _write_file(folder: str, name: str, part: int, attempt: int, schema: Any, batches: Iterable[Any]) -> None:
    """A file of a part that every task can map. It appears whole; whoever writes it writes the same."""
    import pyarrow
    import pyarrow.fs

    files, path = file_system(_part_file(folder, name, part))
    files.create_dir(path.rpartition("/")[0], recursive=True)
    unfinished = f"{path}.{attempt}"
    with files.open_output_stream(unfinished) as stream, pyarrow.ipc.new_file(stream, schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
    is_local = isinstance(files, pyarrow.fs.LocalFileSystem)  # where a move replaces what is there, at once
    if not is_local and files.get_file_info(path).type != pyarrow.fs.FileType.NotFound:
        files.delete_file(path)  # of an attempt whose executor then died
    files.move(unfinished, path)


def _open_file(folder: str, name: str, part: int) -> Any:
    """A reader of such a file; None when there is none."""
    import pyarrow
    import pyarrow.fs

    files, path = file_system(_part_file(folder, name, part))
    if files.get_file_info(path).type == pyarrow.fs.FileType.NotFound:
        return None
    is_local = isinstance(files, pyarrow.fs.LocalFileSystem)
    return pyarrow.ipc.open_file(pyarrow.memory_map(path) if is_local else files.open_input_file(path))


def _part_file(folder: str, name: str, part: int) -> str:
    return f"{folder}/{name}/part-{part:05d}.arrow"


def write_blocks(folder: str, name: str, part: int, attempt: int, blocks: Sequence[Any]) -> None:
    """What stays with a part under a name: bytes or buffers."""
    import pyarrow

    schema = pyarrow.schema([("block", pyarrow.binary())])
    batches = (pyarrow.record_batch([array_of_block(block)], schema=schema) for block in blocks)
    _write_file(folder, name, part, attempt, schema, batches)


def read_blocks(folder: str, name: str, part: int) -> list[Any]:
    """The blocks that write_blocks() wrote, as buffers; none when nothing was written."""
    reader = _open_file(folder, name, part)
    if reader is None:
        return []
    return [reader.get_batch(number).column(0)[0].as_buffer() for number in range(reader.num_record_batches)]


def write_table(folder: str, name: str, part: int, attempt: int, table: Any) -> None:
    _write_file(folder, name, part, attempt, table.schema, table.to_batches())


def read_table(folder: str, name: str, part: int) -> Any:
    """What write_table() wrote; None when nothing was written for the part."""
    reader = _open_file(folder, name, part)
    return None if reader is None else reader.read_all()
