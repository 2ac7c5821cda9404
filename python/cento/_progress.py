"""How far a job is: for a callback, or for people who watch."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is. `share` is that of the phase's current step, from 0 to 1, or None when it is not known."""

    phase: str
    share: float | None
    documents: int


Watcher = Callable[[Progress], object] | bool | None


class _Bar(Protocol):
    def show(self, now: Progress) -> None: ...

    def close(self) -> None: ...


class _Line:
    """A line on standard error that is written again and again."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, now: Progress) -> None:
        share = "" if now.share is None else f" {now.share:4.0%}"
        line = f"cento: {now.phase}{share}, {now.documents:,} documents"
        self._write(line)

    def close(self) -> None:
        self._write("")
        self._write("", end="\r")

    def _write(self, line: str, end: str = "") -> None:
        blank = " " * max(0, self._width - len(line))
        self._width = len(line)
        try:
            sys.stderr.write(f"\r{line}{blank}{end}")
            sys.stderr.flush()
        except (OSError, ValueError):
            pass  # nobody watches any more


class _Tqdm:
    def __init__(self, tqdm: Any) -> None:
        self._bar = tqdm(total=1.0, bar_format="{desc} {percentage:3.0f}%|{bar}|", leave=False, file=sys.stderr)

    def show(self, now: Progress) -> None:
        self._bar.set_description(f"{now.phase}, {now.documents:,} documents", refresh=False)
        self._bar.n = now.share or 0.0
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


def _new_bar() -> _Bar:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line()
    return _Tqdm(tqdm)


def somebody_watches() -> bool:
    """Whether lines on standard error have a reader now: a terminal or a notebook."""
    if "ipykernel" in sys.modules:
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


class Watch:
    """Turns the engine's reports into calls of the user's function, or into a bar while somebody watches."""

    def __init__(self, watcher: Watcher) -> None:
        self._call = watcher if callable(watcher) else None
        self._wants_bar = watcher is True or (watcher is None and somebody_watches())
        self._bar: _Bar | None = None

    @property
    def callback(self) -> Callable[[str, float, int], None] | None:
        return self._report if self._call is not None or self._wants_bar else None

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()

    def _report(self, phase: str, share: float, documents: int) -> None:
        now = Progress(phase, share if share >= 0 else None, documents)
        if self._call is not None:
            self._call(now)
            return
        if self._bar is None:
            self._bar = _new_bar()
        self._bar.show(now)
