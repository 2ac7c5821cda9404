"""Options as keywords, on their way to the engine's table of options."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any

from ._cento import UsageError

_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(i?B)?\s*", re.IGNORECASE)
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def byte_size(size: int | str) -> int:
    """A number of bytes, or a text such as "2G".

    >>> byte_size("1.5M")
    1572864
    """
    if isinstance(size, (int, float)):
        return int(size)
    match = _SIZE.fullmatch(size)
    if match is None:
        error = UsageError(f'memory must be a size such as "2G" or a number of bytes, not {size!r}')
        error.option = "memory"
        raise error
    return int(float(match[1]) * _UNITS[match[2].upper()])


def plain_text(text: Any) -> Any:
    """A text, or a dict of part to text, for the engine. Raises TypeError for anything else."""
    if isinstance(text, str):
        return text
    if isinstance(text, Mapping) and all(isinstance(part, str) for part in text.values()):
        return dict(text)
    raise TypeError(f"the text must be a str, or a dict of part to text, not {type(text).__name__}")


def json_options(options: Mapping[str, Any]) -> dict[str, str]:
    """Each value as JSON; options that are None are left out."""
    return {name: json.dumps(_plain(value)) for name, value in options.items() if value is not None}


def _plain(value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (tuple, set, frozenset)):
        return list(value)
    return value


def run_options(
    threads: int | None, memory: int | str | None, temp_dir: str | os.PathLike[str] | None, strict: bool
) -> dict[str, str]:
    """What a job may use, as its table of options has it."""
    size = None if memory is None else byte_size(memory)
    return json_options({"threads": threads, "memory": size, "temp_dir": temp_dir, "strict": strict})
