"""How good a result is, judged by labels."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from . import _cento
from ._given import run_options
from ._progress import Watch, Watcher
from ._pyarrow import look_for_pyarrow
from ._records import Cluster, Cut, ForumPair, Pair, Passage, REJECT, Records, Reject, Stretch

Found = str | os.PathLike[str] | Records[Pair] | Records[ForumPair] | Records[Passage] | Records[Cluster]


class Evaluation:
    """A judgement: `measures` for programs; printed, a table for people."""

    def __init__(self, text: str, measures: str, rejected_lines: int) -> None:
        self.text = text
        self.measures: dict[str, Any] = json.loads(measures)
        self.rejected_lines = rejected_lines

    def __repr__(self) -> str:
        return self.text


def evaluate(
    found: Found,
    gold: str | os.PathLike[str],
    *,
    pairs: str | os.PathLike[str] | None = None,
    threshold: float = 0.5,
    closed: bool = False,
    recall: float = 0.5,
) -> Evaluation:
    """Judges records, or a file of them, by a file of what should be found, as `cento eval` does.

    >>> import cento, pathlib, tempfile
    >>> gold = pathlib.Path(tempfile.mkdtemp(), "gold.tsv")
    >>> gold.write_text("a_id\\tb_id\\tlabel\\nx\\ty\\t1\\nx\\tz\\t0\\n") > 0
    True
    >>> found = cento.pairs([("x", "one two three"), ("y", "one two three"), ("z", "four five six")])
    >>> cento.evaluate(found.pairs, gold).measures["f1"]
    1
    """
    if isinstance(found, Records):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
            for line in _lines(found):
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            return _judge(file.name, gold, pairs, threshold, closed, recall)
    return _judge(os.fspath(found), gold, pairs, threshold, closed, recall)


class TunedModel:
    """What `tune()` learned: pass it as `model=` to `threads()`. Printed, it says how good it is."""

    def __init__(self, result: Mapping[str, Any]) -> None:
        #: For `threads(model=…)`, and for `cento threads --options` in a file.
        self.model: dict[str, Any] = json.loads(result["model"])
        self.measures: dict[str, Any] = json.loads(result["measures"])
        self.text: str = result["text"]
        self.rejects: Records[Reject] = Records(result["rejects"], REJECT)

    def __repr__(self) -> str:
        return self.text


Labelled = str | os.PathLike[str] | Iterable[tuple[Any, Any, Any]] | Iterable[Mapping[str, Any]]


def tune(
    labelled: Labelled,
    *,
    pairs: str | os.PathLike[str] | None = None,
    scores: str | os.PathLike[str] | None = None,
    parts: Sequence[str] = (),
    compare: Sequence[str] = (),
    folds: int = 5,
    starts: int = 20,
    seed: int = 1,
    learns_words: bool = True,
    threads: int | None = None,
    memory: int | str | None = None,
    temp_dir: str | os.PathLike[str] | None = None,
    strict: bool = False,
    progress: Watcher = None,
) -> TunedModel:
    """Learns from labelled pairs when two questions are the same, as `cento tune` does.

    `labelled` is a file, or an iterable of (a, b, label) or of dicts with a, b and label; a and b are texts, or dicts of
    part to text.

    >>> import cento
    >>> asked = [
    ...     ("How do I boil an egg?", "How can I boil an egg?", True),
    ...     ("How do I boil an egg?", "Why is the sky blue?", False),
    ...     ("Is it cold?", "Is it cold today?", True),
    ...     ("Is it cold?", "Who won?", False),
    ... ]
    >>> tuned = cento.tune(asked, folds=2)
    >>> found = cento.threads(["Is it cold now?", "Is it cold?"], model=tuned.model)
    """
    options = {
        "pairs": "" if pairs is None else os.fspath(pairs),
        "scores": "" if scores is None else os.fspath(scores),
        "parts": list(parts),
        "compare": list(compare),
        "folds": folds,
        "starts": starts,
        "seed": seed,
        "learns_words": learns_words,
    }
    run = run_options(threads, memory, temp_dir, strict)
    with Watch(progress) as watch:
        if isinstance(labelled, (str, os.PathLike)):
            look_for_pyarrow()
            return TunedModel(_cento.tune({**options, "labelled": [os.fspath(labelled)]}, run, watch.callback))
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
            for number, pair in enumerate(labelled):
                file.write(json.dumps({"id": str(number + 1), **_label(pair)}, ensure_ascii=False) + "\n")
            file.flush()
            return TunedModel(_cento.tune({**options, "labelled": [file.name]}, run, watch.callback))


def _label(pair: Any) -> dict[str, Any]:
    if isinstance(pair, Mapping):
        return dict(pair)
    a, b, label = pair
    return {"a": a, "b": b, "label": int(label)}


def _judge(found: str, gold: Any, pairs: Any, threshold: float, closed: bool, recall: float) -> Evaluation:
    listed = "" if pairs is None else os.fspath(pairs)
    return Evaluation(*_cento.evaluate(os.fspath(gold), found, listed, threshold, closed, recall))


def _lines(records: Records[Any]) -> Iterator[dict[str, Any]]:
    """Records as the command writes them."""
    for record in records:
        if isinstance(record, Passage):
            yield {"a": _side(record.a), "b": _side(record.b), "similarity": record.similarity}
        elif isinstance(record, Cut):
            yield {"a": _side(record.cut), "b": _side(record.kept)}
        elif isinstance(record, Cluster):
            yield {"id": record.document.id, "cluster": record.kept.id}
        elif isinstance(record, (Pair, ForumPair)):
            yield {"a": record.a.id, "b": record.b.id, "similarity": record.similarity}
        else:
            raise TypeError(f"records of type {type(record).__name__} cannot be judged")


def _side(stretch: Stretch) -> dict[str, Any]:
    return {"id": stretch.id, "bytes": list(stretch.bytes)}
