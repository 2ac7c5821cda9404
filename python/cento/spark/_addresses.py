"""Files that are named by an address (`s3://…`, `hdfs://…`): the driver lists them, the tasks that read them fetch them."""

from __future__ import annotations

import contextlib
import errno
import fnmatch
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from .. import _cento
from ._folder import file_system

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_IN_PATHS = "/:@!$&'()*+,;=~"  # what an address may have in a path as it is
_COPIED_BYTES = 8 << 20
ALL_GROUPS = (1 << 62) - 1
Piece = tuple[str, bool, int, int]
"""A file, whether it was found in a folder, and which of its groups of rows are meant, if it is a table."""


class Found(NamedTuple):
    """A file as the driver finds it."""

    path: str
    size: int
    walked: bool  #: found in a folder, not named
    changed: int  #: when it was written, in nanoseconds


def is_address(path: str) -> bool:
    return _SCHEME.match(path) is not None


def local_path(path: str) -> str | None:
    """The path of a file of this machine; None for one that is elsewhere."""
    if not is_address(path):
        return path
    return str(file_system(path)[1]) if path.startswith("file://") else None


def files_at(address: str) -> list[Found]:
    """The files that an address names, as paths are expanded: folders are walked, and `*` and `[…]` match names. A `?`
    begins the options of the file system."""
    try:
        if address.startswith("file://"):
            return _local_files(address)
        return _remote_files(address)
    except _cento.Error:
        raise
    except (OSError, ValueError) as error:
        raise _cento.InputError(f"{address}: cannot read it: {error}") from error


def files_of(paths: Sequence[str]) -> list[Found]:
    """The files that paths of this machine name."""
    return [Found(path, size, walked, os.stat(path).st_mtime_ns) for path, size, walked in _cento.input_files(paths)]


def _local_files(address: str) -> list[Found]:
    # An address with a pattern is none for pyarrow; `%5B` is a bracket, and no pattern.
    path = local_path(quote(address, safe=_IN_PATHS + "%"))
    assert path is not None
    return [one._replace(path=f"file://{quote(one.path, safe=_IN_PATHS)}") for one in files_of([path])]


def _remote_files(address: str) -> list[Found]:
    import pyarrow.fs

    plain, _, options = address.partition("?")
    options = f"?{options}" if options else ""
    files, matches = _matches(plain, options)
    found: list[Found] = []
    for match in matches:
        path = file_system(match + options)[1].rstrip("/")
        info = files.get_file_info(path)
        if info.type == pyarrow.fs.FileType.NotFound:
            raise _cento.InputError(f"{address}: there is no such file")
        if info.type == pyarrow.fs.FileType.File:
            found.append(Found(match + options, info.size, False, info.mtime_ns or 0))
            continue
        below = _files_below(files, path)
        if not below:
            raise _cento.InputError(f"{address}: there is no file to read in this folder")
        base = match.rstrip("/")
        for one in below:
            name = f"{base}{quote(one.path[len(path):], safe=_IN_PATHS)}{options}"
            found.append(Found(name, one.size, True, one.mtime_ns or 0))
    return found


def _files_below(files: Any, folder: str) -> list[Any]:
    """All files below a folder in the order of their paths, without those that are hidden."""
    import pyarrow.fs

    infos = files.get_file_info(pyarrow.fs.FileSelector(folder, recursive=True))
    shown = [one for one in infos if one.is_file and "/." not in one.path[len(folder):]]
    return sorted(shown, key=lambda one: str(one.path))


def _matches(address: str, options: str) -> tuple[Any, list[str]]:
    """The addresses that match a pattern, and their file system; one without `*` and `[` matches itself."""
    import pyarrow.fs

    pattern = re.search(r"[*\[]", address)
    if pattern is None:
        return file_system(address + options)[0], [address]
    start, _, rest = address[: pattern.start()].rpartition("/")
    files, root = file_system(start + options)
    bases = [(start, str(root).rstrip("/"))]
    for name in f"{rest}{address[pattern.start():]}".split("/"):
        matching: list[tuple[str, str]] = []
        for base, folder in bases:
            for info in files.get_file_info(pyarrow.fs.FileSelector(folder, allow_not_found=True)):
                is_hidden = info.base_name.startswith(".") and not name.startswith(".")
                if not is_hidden and fnmatch.fnmatchcase(info.base_name, name):
                    matching.append((f"{base}/{quote(info.base_name, safe=_IN_PATHS)}", str(info.path)))
        bases = matching
    if not bases:
        raise _cento.InputError(f"{address}: no file matches this pattern")
    return files, sorted(base for base, _ in bases)


def facts_of(path: str) -> tuple[int, int]:
    """What shows that a file has changed: its size and when it was written."""
    plain = local_path(path)
    if plain is not None:
        known = os.stat(plain)
        return known.st_size, known.st_mtime_ns
    files, inside = file_system(path)
    info = files.get_file_info(inside)
    return info.size or 0, info.mtime_ns or 0


def open_file(path: str) -> Any:
    """A file for pyarrow, which reads of it what it needs."""
    import pyarrow

    plain = local_path(path)
    if plain is not None:
        return pyarrow.memory_map(plain)
    files, inside = file_system(path)
    return files.open_input_file(inside)


def is_table(path: str) -> bool:
    """Whether it is a Parquet file."""
    plain = local_path(path)
    with open(plain, "rb") if plain is not None else open_file(path) as file:
        return bytes(file.read(4)) == b"PAR1"


def group_rows(path: str) -> list[int]:
    """How many rows each group of a Parquet file has; none for other formats."""
    plain = local_path(path)
    if plain is not None:
        return _cento.group_rows(plain)
    if not is_table(path):
        return []
    known = _metadata(open_file(path))
    return [known.row_group(group).num_rows for group in range(known.num_row_groups)]


def _metadata(file: Any) -> Any:
    import pyarrow.parquet

    return pyarrow.parquet.ParquetFile(file).metadata


@contextlib.contextmanager
def fetched(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The same pieces of files of this machine. What is elsewhere is copied to a temporary folder, for as long as it is
    needed; of a large table only the groups of rows that are wanted."""
    with contextlib.ExitStack() as stack:
        folder: str | None = None
        here: list[Piece] = []
        for number, (path, walked, first, end) in enumerate(pieces):
            plain = local_path(path)
            if plain is None:
                folder = folder or stack.enter_context(tempfile.TemporaryDirectory(prefix="cento-"))
                os.mkdir(f"{folder}/{number}")
                plain = f"{folder}/{number}/{os.path.basename(file_system(path)[1])}"
                _fetch(path, plain, first, end)
            here.append((plain, walked, first, end))
        yield here


def _fetch(path: str, target: str, first: int, end: int) -> None:
    files, inside = file_system(path)
    try:
        with open(target, "wb") as out:
            begins = _begins_of_groups(path) if first > 0 or end < ALL_GROUPS else []
            if begins:
                with files.open_input_file(inside) as file:
                    _copy_groups(file, out, begins, first, end)
            else:
                with files.open_input_stream(inside, compression=None) as stream:
                    shutil.copyfileobj(stream, out, _COPIED_BYTES)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise
        raise _cento.InputError(f"{path}: cannot read it: {error}") from error


def _copy_groups(file: Any, out: Any, begins: Sequence[int], first: int, end: int) -> None:
    """A table whose file has holes where the other groups of rows are: places and numbers of rows stay the same."""
    size = file.size()
    end = min(end, len(begins) - 1)
    _copy(file, out, 0, begins[0])
    _copy(file, out, begins[first], begins[end])
    _copy(file, out, begins[-1], size)
    out.truncate(size)


def _begins_of_groups(path: str) -> list[int]:
    """Where each group of rows begins, and where the last ends; nothing for a table that has them in another order."""
    metadata = _metadata(open_file(path))
    begins, end = [], 4
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        columns = [group.column(column) for column in range(group.num_columns)]
        starts = [_start_of(column) for column in columns]
        begins.append(min(starts, default=end))
        end = max((start + column.total_compressed_size for start, column in zip(starts, columns)), default=end)
    begins.append(end)
    return begins if begins == sorted(begins) else []


def _start_of(column: Any) -> int:
    dictionary = column.dictionary_page_offset
    return int(column.data_page_offset if dictionary is None else min(dictionary, column.data_page_offset))


def _copy(file: Any, out: Any, begin: int, end: int) -> None:
    file.seek(begin)
    out.seek(begin)
    while begin < end:
        content = file.read(min(_COPIED_BYTES, end - begin))
        if not content:
            return
        out.write(content)
        begin += len(content)
