"""The jobs, as functions."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

from .. import _cento
from .._given import json_options
from .._sources import Files, files
from ._join import JoinFlow
from ._listing import list_pairs
from ._result import SparkDedup, SparkPairs
from ._run import Run
from ._shell import Found, ShellJob, options_of
from ._signing import pieces_in_parts
from ._stage_watch import StageWatcher

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from .._options import DedupOptions, PairsOptions


def pairs(
    documents: DataFrame | Files,
    folder: str,
    *,
    text: str | Sequence[str] | None = None,
    id: str | None = None,
    groups: int | None = None,
    memory: int | str | None = None,
    resume: bool = False,
    progress: StageWatcher = None,
    **options: Unpack[PairsOptions],
) -> SparkPairs:
    """Finds all pairs of near-duplicate documents, each with its verified similarity.

    `documents` is a data frame, or `cento.files(…)`, which are opened where tasks run. `folder` is where the stages of the
    run are kept, which driver and executors reach by the same name. `groups` is the number of tasks that group features
    (by default as many as there are partitions), `memory` what one of them may hold before it uses temporary files. With
    `resume=True` stages that are there are not made again. `progress` is a function that gets a `StageProgress` when a
    stage begins and ends and twice a second meanwhile; True writes lines on standard error, None only to a terminal.
    """
    _cento.check_task("pairs", json_options(options))
    with Run("pairs", [documents], folder, groups, memory, resume, options, {"text": text, "id": id}, progress) as run:
        flow = JoinFlow(run.folder, run.signing("sign_part", False), run.groups)
        found = flow.run(run.documents(documents, False))
    listed = list_pairs(found.documents, found.later, found.similar, flow.option("pairs_up_to"))
    return SparkPairs(listed, found.rejects, flow.summary, found.steps, run.folder.resumed)


def dedup(
    documents: DataFrame | Files,
    folder: str,
    *,
    against: DataFrame | Files | None = None,
    text: str | Sequence[str] | None = None,
    id: str | None = None,
    groups: int | None = None,
    memory: int | str | None = None,
    resume: bool = False,
    progress: StageWatcher = None,
    **options: Unpack[DedupOptions],
) -> SparkDedup:
    """Finds which documents to remove so that no two near-duplicates stay; every removed one was compared with the one
    that stays.

    The arguments are those of `pairs()`. What `against` contains is removed, too; nothing is removed from it.
    """
    _cento.check_task("dedup", json_options(options))
    given = [documents] if against is None else [documents, against]
    with Run("dedup", given, folder, groups, memory, resume, options, {"text": text, "id": id}, progress) as run:
        flow = JoinFlow(run.folder, run.signing("sign_part", True), run.groups)
        inputs = run.documents(documents, True)
        found = flow.run(inputs, None if against is None else run.documents(against, True))
        return SparkDedup(found, flow, pieces_in_parts(documents) if isinstance(documents, Files) else inputs.rows)


_NEEDS_THE_COLLECTION = ("features", "recall", "distance", "sct", "stats")


def _run_pairs(inputs: Files, folder: str, keywords: dict[str, Any], given: argparse.Namespace) -> Found:
    found = pairs(inputs, folder, **keywords)
    return Found(found, {"pairs": found.pairs.drop("a", "b")})


def _run_dedup(inputs: Files, folder: str, keywords: dict[str, Any], given: argparse.Namespace) -> Found:
    against = None if given.against is None else files(*given.against)
    found = dedup(inputs, folder, against=against, **keywords)
    return Found(found, {"removals": found.removals, **({"clean": found.clean} if found.has_rows else {})})


SHELL_JOBS = (
    ShellJob("pairs", "find near-duplicate documents", "pairs/", options_of("pairs", _NEEDS_THE_COLLECTION), _run_pairs),
    ShellJob(
        "dedup", "remove near-duplicate documents", "removals/, clean/ (of Parquet files)",
        options_of("dedup", (*_NEEDS_THE_COLLECTION, "level", "min_sentences", "min_tokens")), _run_dedup,
        lambda parser: parser.add_argument("--against", nargs="+", metavar="PATH", help="also remove what these contain"),
    ),
)
