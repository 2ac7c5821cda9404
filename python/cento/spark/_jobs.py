"""The jobs, as functions."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from .. import _cento
from .._given import json_options
from .._sources import Files, files
from ._blog import BlogFlow
from ._cuts import CutsFlow
from ._join import JoinFlow
from ._listing import list_pairs
from ._result import (
    SparkBlog,
    SparkCuts,
    SparkDedup,
    SparkPairs,
    SparkReuse,
    SparkScan,
    SparkSubstring,
    SparkThreads,
)
from ._reuse import ReuseFlow
from ._run import Run
from ._scan import ScanFlow
from ._shell import Found, ShellJob, options_of
from ._signing import pieces_in_parts
from ._stage_watch import StageWatcher
from ._substring import SubstringFlow
from ._threads import ThreadsFlow

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from .._options import (
        BlogOptions,
        DedupOptions,
        PairsOptions,
        ReuseOptions,
        ScanOptions,
        SubstringOptions,
        ThreadsOptions,
    )


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
        flow = JoinFlow(run.folder, run.signing("sign_part", False, sends_ids=True), run.groups)
        found = flow.run(run.documents(documents, False))
    listed = found.pairs
    if listed is None:
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

    The arguments are those of `pairs()`. What `against` contains is removed, too; nothing is removed from it. With
    `level="passage"` or `"sentence"` text is cut out of documents instead: `cuts` has what, and `clean` the shorter rows.
    """
    given = [documents] if against is None else [documents, against]
    if options.get("level") in ("passage", "sentence"):
        _cento.check_cut_task(json_options(options))
        with Run("dedup", given, folder, groups, memory, resume, options, {"text": text, "id": id}, progress) as run:
            cutting = CutsFlow(run.folder, run.signing("read_cut_part", True, needs_part_names=True), run.groups)
            inputs = run.documents(documents, True)
            cuts = cutting.run(inputs, None if against is None else run.documents(against, True))
            rows = pieces_in_parts(documents) if isinstance(documents, Files) else inputs.rows
            return SparkCuts(cuts, cutting, inputs, rows)
    _cento.check_task("dedup", json_options(options))
    with Run("dedup", given, folder, groups, memory, resume, options, {"text": text, "id": id}, progress) as run:
        flow = JoinFlow(run.folder, run.signing("sign_part", True), run.groups)
        inputs = run.documents(documents, True)
        found = flow.run(inputs, None if against is None else run.documents(against, True))
        return SparkDedup(found, flow, pieces_in_parts(documents) if isinstance(documents, Files) else inputs.rows)


def scan(
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
    **options: Unpack[ScanOptions],
) -> SparkScan:
    """Finds the passages that documents share, with their place on both sides, and all places of each.

    The arguments are those of `pairs()`. With `against`, only what documents share with those is found.
    """
    _cento.check_scan_task(json_options(options))
    given = [documents] if against is None else [documents, against]
    with Run("scan", given, folder, groups, memory, resume, options, {"text": text, "id": id}, progress) as run:
        flow = ScanFlow(run.folder, run.signing("read_scan_part", False, needs_part_names=True, sends_ids=True), run.groups)
        reference = None if against is None else run.documents(against, False)
        found = flow.run(run.documents(documents, False), reference)
    return SparkScan(found, flow.summary, run.folder.resumed)


def substring(
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
    **options: Unpack[SubstringOptions],
) -> SparkSubstring:
    """Finds every run of at least `min_tokens` tokens that also occurs elsewhere, in another document or in the same.

    The arguments are those of `pairs()`. With `against`, only what also occurs in those is found.
    """
    _cento.check_substring_task(json_options(options))
    given = [documents] if against is None else [documents, against]
    with Run("substring", given, folder, groups, memory, resume, options, {"text": text, "id": id}, progress) as run:
        flow = SubstringFlow(run.folder, run.signing("read_substring_part", False, needs_part_names=True), run.groups)
        reference = None if against is None else run.documents(against, False)
        found = flow.run(run.documents(documents, False), reference)
    return SparkSubstring(found, flow.summary, run.folder.resumed)


def blog(
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
    **options: Unpack[BlogOptions],
) -> SparkBlog:
    """Finds the documents that were put together from others, with the sentences and where these are, too.

    The arguments are those of `pairs()`. With `against`, only sentences of those are known.
    """
    _cento.check_blog_task(json_options(options))
    given = [documents] if against is None else [documents, against]
    with Run("blog", given, folder, groups, memory, resume, options, {"text": text, "id": id}, progress) as run:
        flow = BlogFlow(run.folder, run.signing("read_blog_part", False, needs_part_names=True), run.groups)
        reference = None if against is None else run.documents(against, False)
        found = flow.run(run.documents(documents, False), reference)
    return SparkBlog(found, flow.summary, run.folder.resumed)


def reuse(
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
    **options: Unpack[ReuseOptions],
) -> SparkReuse:
    """Finds for each sentence those of `against` that share most of its words; by default those of all other documents.

    The other arguments are those of `pairs()`. A document of `against` with the id of the asked one is not reported.
    """
    _cento.check_reuse_task(json_options(options))
    given = [documents] if against is None else [documents, against]
    with Run("reuse", given, folder, groups, memory, resume, options, {"text": text, "id": id}, progress) as run:
        flow = ReuseFlow(run.folder, run.signing("read_reuse_part", False, needs_part_names=True), run.groups)
        known = run.documents(documents if against is None else against, False)
        found = flow.run(run.documents(documents, False), known, against is None)
    return SparkReuse(found, flow.summary, run.folder.resumed)


def threads(
    documents: DataFrame | Files,
    folder: str,
    *,
    text: str | Sequence[str] | None = None,
    id: str | None = None,
    model: str | Mapping[str, Any] | None = None,
    groups: int | None = None,
    memory: int | str | None = None,
    resume: bool = False,
    progress: StageWatcher = None,
    **options: Unpack[ThreadsOptions],
) -> SparkThreads:
    """Finds the threads of a Q&A forum that ask the same. `model` is what `cento tune` wrote.

    The columns or fields that are read are the parts that are compared (title, description, …) unless `text` names
    others. The other arguments are those of `pairs()`.
    """
    learned = "" if model is None else model if isinstance(model, str) else json.dumps(dict(model))
    given: dict[str, Any] = {**options, "keep": options.get("keep") or "oldest"}
    if learned:
        given["model"] = learned
    _cento.check_threads(json_options(given))
    parts = text or _parts_in(documents, _cento.compared_parts(json_options(options), learned))
    with Run("threads", [documents], folder, groups, memory, resume, given, {"text": parts, "id": id}, progress) as run:
        flow = ThreadsFlow(run.folder, run.signing("sign_threads", True), run.groups)
        return SparkThreads(flow.run(run.documents(documents, True)), flow)


def _parts_in(documents: DataFrame | Files, parts: Sequence[str]) -> list[str] | None:
    """Those of the compared parts that the documents may have; None for the usual fields."""
    if isinstance(documents, Files):
        return None if "text_field" in documents.options else list(parts)
    return [name for name in parts if name in documents.columns] or None


_NOT_ON_SPARK = ("distance", "stats")


def _run_pairs(inputs: Files, folder: str, keywords: dict[str, Any], given: argparse.Namespace) -> Found:
    found = pairs(inputs, folder, **keywords)
    return Found(found, {"pairs": found.pairs.drop("a", "b")})


def _run_dedup(inputs: Files, folder: str, keywords: dict[str, Any], given: argparse.Namespace) -> Found:
    against = None if given.against is None else files(*given.against)
    found = dedup(inputs, folder, against=against, **keywords)
    if isinstance(found, SparkCuts):
        cuts = found.cuts.drop("document", "kept_document")
        return Found(found, {"cuts": cuts, **({"clean": found.clean} if found.has_rows else {})})
    return Found(found, {"removals": found.removals, **({"clean": found.clean} if found.has_rows else {})})


def _run_scan(inputs: Files, folder: str, keywords: dict[str, Any], given: argparse.Namespace) -> Found:
    against = None if given.against is None else files(*given.against)
    found = scan(inputs, folder, against=against, **keywords)
    return Found(found, {"passages": found.passages.drop("a", "b"), "documents": found.documents.drop("a", "b"),
                         "families": found.families})


def _run_substring(inputs: Files, folder: str, keywords: dict[str, Any], given: argparse.Namespace) -> Found:
    against = None if given.against is None else files(*given.against)
    found = substring(inputs, folder, against=against, **keywords)
    return Found(found, {"repeats": found.repeats.drop("document", "also_document")})


def _run_blog(inputs: Files, folder: str, keywords: dict[str, Any], given: argparse.Namespace) -> Found:
    against = None if given.against is None else files(*given.against)
    found = blog(inputs, folder, against=against, **keywords)
    return Found(found, {"reports": found.reports.drop("document")})


def _run_reuse(inputs: Files, folder: str, keywords: dict[str, Any], given: argparse.Namespace) -> Found:
    against = None if given.against is None else files(*given.against)
    found = reuse(inputs, folder, against=against, **keywords)
    return Found(found, {"reused": found.reused.drop("document", "row")})


def _run_threads(inputs: Files, folder: str, keywords: dict[str, Any], given: argparse.Namespace) -> Found:
    if given.options is not None:
        with open(given.options, encoding="utf-8") as file:
            keywords["model"] = file.read()
    found = threads(inputs, folder, **keywords)
    return Found(found, {"pairs": found.pairs.drop("a", "b"), "clusters": found.clusters})


SHELL_JOBS = (
    ShellJob("pairs", "find near-duplicate documents", "pairs/", options_of("pairs", _NOT_ON_SPARK), _run_pairs),
    ShellJob(
        "dedup", "remove near-duplicate documents, or repeated passages or sentences",
        "removals/ or cuts/, clean/ (of Parquet files)", options_of("dedup", _NOT_ON_SPARK), _run_dedup,
        lambda parser: parser.add_argument("--against", nargs="+", metavar="PATH", help="also remove what these contain"),
    ),
    ShellJob(
        "scan", "find passages that documents share", "passages/, documents/, families/", options_of("scan", ("stats",)),
        _run_scan,
        lambda parser: parser.add_argument("--against", nargs="+", metavar="PATH", help="find only what is also in these"),
    ),
    ShellJob(
        "substring", "find repeated runs of words", "repeats/", options_of("substring"), _run_substring,
        lambda parser: parser.add_argument("--against", nargs="+", metavar="PATH", help="find only what is also in these"),
    ),
    ShellJob(
        "blog", "find documents put together from others", "reports/", options_of("blog"), _run_blog,
        lambda parser: parser.add_argument("--against", nargs="+", metavar="PATH", help="only sentences of these are known"),
    ),
    ShellJob(
        "reuse", "find sentences that are reused from other documents", "reused/", options_of("reuse"), _run_reuse,
        lambda parser: parser.add_argument("--against", nargs="+", metavar="PATH", help="find only what is also in these"),
    ),
    ShellJob(
        "threads", "find threads of a forum that ask the same", "pairs/, clusters/ (of Parquet files)",
        options_of("threads"), _run_threads,
        lambda parser: parser.add_argument("--options", metavar="FILE", help="compare as `cento tune` learned"),
    ),
)
