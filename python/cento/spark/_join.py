"""Near-duplicates (papers ndd and threads): the exact join as stages of tasks.

    signed     a task a part         documents → sets of features, fingerprints of them
    classes    a task a group        equal fingerprints → which documents repeat an earlier one
    thinned    part, group, part     with `sct`: features of too many documents are left out of the sets
    shown N    part, then group      sets show features, rare ones propose pairs; what is common is shown last;
                                     with MinHash they show the bands of their sketches, once
    homes      a task a part         proposals → where each pair is compared; sets go there
    similar    part, then part       pairs are compared: similarities
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from ._blocks import Block, Kinds, attempt_of_task, begin_task, contents, numbers, outgoing, run_tasks, versions
from ._flow import Documents, Flow, counts_of, sums, union
from ._folder import RunFolder, write_blocks
from ._signing import SigningJob, as_stream, unpack

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_STEPS = ["signed", "classes", "count", "find commons", "thin", "show 0", "propose 0", "show 1", "propose 1", "show 2",
          "propose 2", "homes", "send", "compare"]


class Joined(NamedTuple):
    """What a join found, as data frames."""

    documents: DataFrame  #: of _signing.facts_schema(), with their numbers and their ids
    later: DataFrame  #: document, first, first_of_text
    similar: DataFrame | None  #: a, b, shared, size_a, size_b of first documents; None when only equal texts matter
    rejects: DataFrame
    steps: list[dict[str, Any]]


class JoinFlow(Flow):
    """The stages of the exact join."""

    def __init__(self, folder: RunFolder, job: SigningJob, groups: int) -> None:
        super().__init__(folder, job, groups)
        self.task: tuple[float, list[int], int, int, int] = (0.0, [0, 0], 1, 0, 0)
        self.sets: str = "sets"  #: what is stored of each part and joined

    def steps(self) -> list[str]:
        return _STEPS

    def run(self, documents: Documents, reference: Documents | None = None) -> Joined:
        signed = self.sign(documents, reference)
        self.task = (self.option("threshold"), self.begins, self.groups, 0, 0)
        classes = self.stage("classes", lambda: self._find_classes(signed))
        self._count_classes(classes)
        if self.option("sct") > 0:
            self._leave_out_common(classes)
        similar = self._similar(classes) if self.option("method") != "exact" else None
        steps = self.report()
        pairs = None if similar is None else unpack(
            similar.where("kind = 'similar'"), "a long, b long, shared long, size_a long, size_b long"
        )
        later = _later_rows(classes.where("kind = 'later'"))
        return Joined(self.documents(signed), later, pairs, self.rejects(signed), steps)

    def _find_classes(self, signed: DataFrame) -> DataFrame:
        given, memory = self.task, self.memory

        def work(group: int, kinds: Kinds) -> Iterator[Block]:
            members = kinds.get("members", [])
            parts = [block.part for block in members]
            found = _cento.JoinTask(*given).find_classes(parts, [block.bytes for block in members], memory, "")
            for kind in ("later", "sizes"):
                yield from outgoing(kind, group, found.pop(kind))
            yield counts_of(group, found)

        return run_tasks("classes", signed.where("kind = 'members'"), self.groups, work, self.parts)

    def _count_classes(self, classes: DataFrame) -> None:
        counts = sums(classes)
        self.summary["identical_documents"] = counts["identical"]
        self.summary["same_words_documents"] = counts["same_features"]
        sets = self.begins[-1] - counts["identical"] - counts["same_features"]
        self.task = (*self.task[:3], sets, counts["features"])

    def _leave_out_common(self, classes: DataFrame) -> None:
        thinned = self.stage("thinned", lambda: self._thin(classes.where("kind in ('later', 'sizes')")))
        counts = sums(thinned)
        for name in ("sct_features", "sct_occurrences"):
            self.summary[name] = counts.get(name, 0)
        self.sets = "thinned_sets"
        self.task = (*self.task[:4], counts.get("features", 0))

    def _thin(self, known: DataFrame) -> DataFrame:
        given, memory, most, read_sets = self.task, self.memory, self.option("sct"), self.stored("sets")
        folder = self.folder.path

        def count(part: int, kinds: Kinds) -> Iterator[Block]:
            later, sizes = contents(kinds, "later"), contents(kinds, "sizes")
            counted = _cento.JoinTask(*given).count_in_documents(part, read_sets(part), later, sizes)
            yield from outgoing("counted", part, counted)

        def find(group: int, kinds: Kinds) -> Iterator[Block]:
            blocks = kinds.get("counted", [])
            parts = [block.part for block in blocks]
            found = _cento.JoinTask(*given).find_commons(most, parts, [block.bytes for block in blocks], memory, "")
            yield from outgoing("commons", group, found.pop("commons"))
            yield counts_of(group, found)

        def thin(part: int, kinds: Kinds) -> Iterator[Block]:
            later, commons = contents(kinds, "later"), contents(kinds, "commons")
            thinned = _cento.JoinTask(*given).thin_sets(part, read_sets(part), later, commons)
            write_blocks(folder, "thinned_sets", part, attempt_of_task(), thinned.pop("sets"))
            yield from (block._replace(to=0) for block in kinds.get("counts", []))
            yield counts_of(part, thinned)

        counted = run_tasks("count", known, self.parts, count, self.groups)
        commons = run_tasks("find commons", counted, self.groups, find, self.parts)
        return run_tasks("thin", commons.union(known.where("kind = 'later'")), self.parts, thin, 1)

    def _similar(self, classes: DataFrame) -> DataFrame:
        later = classes.where("kind = 'later'")
        shown: list[DataFrame] = []
        has_sketches = self.option("method").startswith("minhash")
        slices = 0 if has_sketches else _cento.JoinTask(*self.task).slices

        def known(*kinds: str) -> DataFrame:
            return union([later, *(stage.where(stage.kind.isin(*kinds)) for stage in shown)])

        for slice in range(slices):
            shown.append(self.stage(f"shown{slice}", lambda: self._show(known("common_counts"), slice)))
        if has_sketches:
            shown.append(self.stage("shown0", lambda: self._show_bands(later)))
        else:
            shown.append(self.stage("commons", lambda: self._show(known("common_counts", "commons"), slices)))
        homes = self.stage("homes", lambda: self._find_homes(known("common_counts", "proposals"), slices))
        similar = self.stage("similar", lambda: self._compare(homes))
        counts = sums(union([*shown, similar]))
        self.summary["capped_features"] = counts["capped_features"]
        self.summary["candidate_pairs"] = counts["compared"]
        self.summary["verified_pairs"] = counts["similar"]
        return similar

    def _show(self, known: DataFrame, slice: int) -> DataFrame:
        given, memory, read_sets = self.task, self.memory, self.stored(self.sets)

        def show(part: int, kinds: Kinds) -> Iterator[Block]:
            later, counts = contents(kinds, "later"), contents(kinds, "common_counts")
            commons = contents(kinds, "commons")
            shown, _ = _cento.JoinTask(*given).show(part, read_sets(part), later, counts, commons, slice)
            yield from outgoing("shown", part, shown)

        def propose(group: int, kinds: Kinds) -> Iterator[Block]:
            found = _cento.JoinTask(*given).propose(slice, contents(kinds, "shown"), memory, "")
            yield from outgoing("proposals", group, found.pop("proposals"))
            yield from outgoing("commons", group, found.pop("commons"))
            yield from outgoing("common_counts", group, found.pop("counts"))
            yield counts_of(group, found)

        shown = run_tasks(f"show {slice}", known, self.parts, show, self.groups)
        return run_tasks(f"propose {slice}", shown, self.groups, propose, self.parts)

    def _show_bands(self, later: DataFrame) -> DataFrame:
        given, memory, read_sets = self.task, self.memory, self.stored("sets")
        method, recall = self.option("method"), self.option("recall")

        def show(part: int, kinds: Kinds) -> Iterator[Block]:
            shown = _cento.JoinTask(*given).show_bands(part, read_sets(part), contents(kinds, "later"), method, recall)
            yield from outgoing("shown", part, shown)

        def propose(group: int, kinds: Kinds) -> Iterator[Block]:
            found = _cento.JoinTask(*given).propose_by_bands(contents(kinds, "shown"), memory, "")
            yield from outgoing("proposals", group, found.pop("proposals"))
            yield counts_of(group, found)

        shown = run_tasks("show 0", later, self.parts, show, self.groups)
        return run_tasks("propose 0", shown, self.groups, propose, self.parts)

    def _find_homes(self, known: DataFrame, slices: int) -> DataFrame:
        given, read_sets = self.task, self.stored(self.sets)

        def work(part: int, kinds: Kinds) -> Iterator[Block]:
            later, counts = contents(kinds, "later"), contents(kinds, "common_counts")
            proposals = contents(kinds, "proposals")
            found = _cento.JoinTask(*given).find_homes(part, read_sets(part), later, counts, proposals, slices)
            for kind in ("pairs", "sets", "sent"):
                yield from outgoing(kind, part, found[kind])

        return run_tasks("homes", known, self.parts, work, self.parts)

    def _compare(self, homes: DataFrame) -> DataFrame:
        given, read_sets = self.task, self.stored(self.sets)

        def send(part: int, kinds: Kinds) -> Iterator[Block]:
            pairs, sent = contents(kinds, "pairs"), contents(kinds, "sent")
            found = _cento.JoinTask(*given).send_sets(part, read_sets(part), pairs, sent)
            for kind in ("pairs", "sets"):
                yield from outgoing(kind, part, found[kind])

        def compare(part: int, kinds: Kinds) -> Iterator[Block]:
            pairs, sets = contents(kinds, "pairs"), contents(kinds, "sets")
            columns, compared = _cento.JoinTask(*given).compare(part, read_sets(part), sets, pairs)
            yield Block("similar", part, 0, 0, _similar_table(columns))
            yield counts_of(part, {"compared": compared, "similar": len(columns[0]) // 4})

        sent = run_tasks("send", homes.where("kind in ('pairs', 'sent')"), self.parts, send, self.parts)
        return run_tasks("compare", sent.union(homes.where("kind = 'sets'")), self.parts, compare, 1)


def _similar_table(columns: Iterable[bytes]) -> bytes:
    import pyarrow

    names = ("a", "b", "shared", "size_a", "size_b")
    return as_stream(pyarrow.table({name: numbers(one).cast(pyarrow.int64()) for name, one in zip(names, columns)}))


def _later_rows(blocks: DataFrame) -> DataFrame:
    """Rows of a document and the first one with its features."""

    wanted = versions()

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        import pyarrow

        begin_task(wanted)
        for batch in batches:
            columns = _cento.later_columns(batch.column("block").to_pylist())
            arrays = [numbers(column).cast(pyarrow.int64()) for column in columns]
            yield pyarrow.RecordBatch.from_arrays(arrays, names=["document", "first", "first_of_text"])

    return blocks.select("block").mapInArrow(run, "document long, first long, first_of_text long")
