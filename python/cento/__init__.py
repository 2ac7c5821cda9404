"""Finds repeated text in large collections: near-duplicates, shared passages, reused sentences, questions asked twice.

    >>> import cento
    >>> found = cento.pairs(["one two three four five six", "one two three four five six", "something else"])
    >>> [(pair.a.id, pair.b.id, pair.similarity) for pair in found.pairs]
    [('1', '2', 1.0)]

Every job takes a *source*: a path or glob (all formats that Cento reads), a list or generator of texts, of (id, text)
pairs or of dicts, or any table with an Arrow stream (pyarrow, polars, pandas, DuckDB, Hugging Face datasets).
"""

from __future__ import annotations

import atexit as _atexit

from ._cento import Error, InputError, Stopped, UsageError, stop_all_jobs as _stop_all_jobs
from ._comparison import Comparison, SharedPassage, compare
from ._evaluation import Evaluation, TunedModel, evaluate, tune
from ._index import Answer, Index, PassageAnswer, SimilarAnswer, StoredDocument
from ._jobs import dedup, pairs, scan, threads
from ._progress import Progress
from ._records import (
    Cluster,
    Cut,
    Family,
    ForumPair,
    Name,
    Pair,
    Passage,
    Records,
    Reject,
    Removal,
    Stretch,
)
from ._results import DedupResult, PairsResult, ScanResult, Summary, ThreadsResult
from ._sources import Files, files
from ._text import Token, sentences, signatures, tokens

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Cluster",
    "Comparison",
    "Cut",
    "DedupResult",
    "Error",
    "Evaluation",
    "Family",
    "Files",
    "ForumPair",
    "Index",
    "InputError",
    "Name",
    "Pair",
    "PairsResult",
    "Passage",
    "PassageAnswer",
    "Progress",
    "Records",
    "Reject",
    "Removal",
    "ScanResult",
    "SharedPassage",
    "SimilarAnswer",
    "Stopped",
    "StoredDocument",
    "Stretch",
    "Summary",
    "ThreadsResult",
    "Token",
    "TunedModel",
    "UsageError",
    "compare",
    "dedup",
    "evaluate",
    "files",
    "pairs",
    "scan",
    "sentences",
    "signatures",
    "threads",
    "tokens",
    "tune",
]

# A job that still runs when the interpreter ends could not report to it any more.
_atexit.register(_stop_all_jobs)
