"""The jobs: one function each, with the options of the command line as keywords."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from . import _cento
from ._given import json_options, run_options
from ._progress import Watch, Watcher
from ._results import DedupResult, PairsResult, ScanResult, ThreadsResult
from ._sources import Source, documents_of

if TYPE_CHECKING:
    from ._options import DedupOptions, PairsOptions, ScanOptions, ThreadsOptions

_Path = str | os.PathLike[str]


def scan(
    source: Source,
    *,
    text: str | Sequence[str] | None = None,
    id: str | None = None,
    against: Source | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    temp_dir: _Path | None = None,
    strict: bool = False,
    progress: Watcher = None,
    **options: Unpack[ScanOptions],
) -> ScanResult:
    """Finds the passages that documents share, with their place on both sides.

    >>> import cento
    >>> rain = "It rained all day. The river rose by a metre. Nobody had expected that. "
    >>> found = cento.scan([("monday", rain + "Shops closed."), ("weekly", "A short week. " + rain)])
    >>> passage, = found.passages
    >>> passage.a.id, passage.b.id, passage.b.sentences
    ('monday', 'weekly', (1, 4))
    """
    documents = documents_of(source, text, id)
    reference = None if against is None else documents_of(against, text, id)
    with Watch(progress) as watch:
        run = run_options(threads, memory, temp_dir, strict)
        known = None if reference is None else reference.open()
        found = _cento.scan(documents.open(), json_options(options), known, run, watch.callback)
    return ScanResult(found, [documents] if reference is None else [reference, documents])


def pairs(
    source: Source,
    *,
    text: str | Sequence[str] | None = None,
    id: str | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    temp_dir: _Path | None = None,
    strict: bool = False,
    progress: Watcher = None,
    **options: Unpack[PairsOptions],
) -> PairsResult:
    """Finds all pairs of near-duplicate documents, each with its verified similarity.

    >>> import cento
    >>> texts = {"a": "one two three four five six seven", "b": "one two three four five six eight"}
    >>> found = cento.pairs(texts.items(), method="shingle:2", threshold=0.5)
    >>> [(pair.a.id, pair.b.id, round(pair.similarity, 2)) for pair in found.pairs]
    [('a', 'b', 0.71)]
    """
    documents = documents_of(source, text, id)
    with Watch(progress) as watch:
        run = run_options(threads, memory, temp_dir, strict)
        return PairsResult(_cento.pairs(documents.open(), json_options(options), run, watch.callback))


def dedup(
    source: Source,
    *,
    text: str | Sequence[str] | None = None,
    id: str | None = None,
    against: Source | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    temp_dir: _Path | None = None,
    strict: bool = False,
    progress: Watcher = None,
    **options: Unpack[DedupOptions],
) -> DedupResult:
    """Finds what to remove so that nothing repeats; every removed document was compared with the one that stays.

    >>> import cento
    >>> rows = [{"url": "x", "body": "Same old news."}, {"url": "y", "body": "Same old news!"}]
    >>> result = cento.dedup(rows, text="body", id="url")
    >>> result.removed[0]["duplicate_of"], result.removed[0]["reason"], result.clean
    ('x', 'same words', [{'url': 'x', 'body': 'Same old news.'}])
    """
    documents = documents_of(source, text, id)
    reference = None if against is None else documents_of(against, text, id)
    documents.hold()
    keep = options.get("keep", "first")
    if keep not in ("first", "longest"):
        documents.need_metadata(f'keep="{keep}"')
    with Watch(progress) as watch:
        run = run_options(threads, memory, temp_dir, strict)
        known = None if reference is None else reference.open()
        found = _cento.dedup(documents.open(), json_options(options), known, run, watch.callback)
    return DedupResult(found, documents, reference)


def threads(
    source: Source,
    *,
    text: str | Sequence[str] | None = None,
    id: str | None = None,
    model: str | Mapping[str, Any] | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    temp_dir: _Path | None = None,
    strict: bool = False,
    progress: Watcher = None,
    **options: Unpack[ThreadsOptions],
) -> ThreadsResult:
    """Finds the threads of a Q&A forum that ask the same. `model` is what `cento tune` wrote.

    The fields that are read are the parts that are compared (title, description, …) unless `text` names others.

    >>> import cento
    >>> asked = [
    ...     {"id": "1", "title": "How do I boil an egg?", "description": "Soft, please.", "answer": "Six minutes."},
    ...     {"id": "2", "title": "How do I boil an egg?", "description": "Soft, please.", "answer": "Six minutes!"},
    ... ]
    >>> [(pair.a.id, pair.b.id) for pair in cento.threads(asked).pairs]
    [('1', '2')]
    """
    documents = documents_of(source, text, id)
    learned = "" if model is None else model if isinstance(model, str) else json.dumps(dict(model))
    documents.usual_parts = _cento.compared_parts(json_options(options), learned)
    documents.wants_metadata = True
    with Watch(progress) as watch:
        run = run_options(threads, memory, temp_dir, strict)
        return ThreadsResult(_cento.threads(documents.open(), json_options(options), learned, run, watch.callback))
