"""Near-duplicates (papers ndd and threads): the exact join as stages of tasks.

    signed     a task a part         documents → sets of features, fingerprints of them
    classes    a task a group        equal fingerprints → which documents repeat an earlier one
    thinned    part, group, part     with `sct`: features of too many documents are left out of the sets
    proposed   part, group, …        sets show features, rare ones propose pairs; what is common is shown last;
                                     with MinHash they show the bands of their sketches, once
    similar    parts, one by one     proposals → where each pair is compared; sets go there and are compared; where pairs
                                     are listed they go to the parts of both documents, which know their names
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _cento
from ._blocks import Block, Kinds, attempt_of_task, begin_task, contents, numbers, outgoing, run_tasks, versions
from ._flow import Documents, Flow, counts_of, sums, union
from ._folder import RunFolder, read_blocks, read_table, write_blocks, write_table
from ._naming import (
    PAIR_COLUMNS,
    blocks_by_part,
    blocks_of,
    classes_of_part,
    later_names,
    names_of_part,
    pairs_with_names,
    with_names_of_a,
)
from ._signing import SigningJob, as_stream, unpack

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

_STEPS = ["signed", "classes", "count", "find commons", "thin", "show 0", "propose 0", "show 1", "propose 1", "show 2",
          "propose 2", "homes", "send", "compare", "name a", "name b"]
# What parts keep when it arrives, before they show the first slice of features, and before each further one.
_KEPT_FIRST = ("later",)
_KEPT_LATER = ("proposals", "commons", "common_counts")


class Joined(NamedTuple):
    """What a join found, as data frames."""

    documents: DataFrame  #: of _signing.facts_schema(), with their numbers and their ids
    later: DataFrame  #: document, first, first_of_text
    similar: DataFrame | None  #: a, b, shared, size_a, size_b of first documents; None when only equal texts matter
    pairs: DataFrame | None  #: of documents, with their names, where tasks listed them
    rejects: DataFrame
    steps: list[dict[str, Any]]


class JoinFlow(Flow):
    """The stages of the exact join."""

    def __init__(self, folder: RunFolder, job: SigningJob, groups: int) -> None:
        super().__init__(folder, job, groups)
        self.task: tuple[float, list[int], int, int, int] = (0.0, [0, 0], 1, 0, 0)
        self.sets: str = "sets"  #: what is stored of each part and joined
        self.lists_pairs: bool = False  #: whether tasks list them

    def steps(self) -> list[str]:
        return _STEPS

    def run(self, documents: Documents, reference: Documents | None = None) -> Joined:
        signed = self.sign(documents, reference)
        self.task = (self.option("threshold"), self.begins, self.groups, 0, 0)
        self.lists_pairs = self.job.sends_ids and self.with_id in (0, self.begins[-1])
        classes = self.stage("classes", lambda: self._find_classes(signed))
        self._count_classes(classes)
        if self.option("sct") > 0:
            self._leave_out_common(classes)
        similar = self._similar(classes) if self.option("method") != "exact" else None
        steps = self.report()
        listed = None
        if similar is not None and self.lists_pairs:
            listed = unpack(similar.where("kind = 'pairs'"), PAIR_COLUMNS)
        pairs = None if similar is None else unpack(
            similar.where("kind = 'similar'"), "a long, b long, shared long, size_a long, size_b long"
        )
        later = _later_rows(classes.where("kind = 'later'"))
        return Joined(self.documents(signed), later, pairs, listed, self.rejects(signed), steps)

    def _find_classes(self, signed: DataFrame) -> DataFrame:
        given, memory = self.task, self.memory

        def work(group: int, kinds: Kinds) -> Iterator[Block]:
            members = kinds.get("members", [])
            parts = [block.part for block in members]
            ids = {"ids": [(block.part, block.bytes) for block in kinds.get("ids", [])]}
            yield from outgoing("repeated_ids", group, _cento.find_repeated_ids(ids, len(given[1]) - 1, memory, ""))
            found = _cento.JoinTask(*given).find_classes(parts, [block.bytes for block in members], memory, "")
            for kind in ("later", "sizes"):
                yield from outgoing(kind, group, found.pop(kind))
            yield counts_of(group, found)

        return run_tasks("classes", signed.where("kind in ('members', 'ids')"), self.groups, work, self.parts)

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
        has_sketches = self.option("method").startswith("minhash")
        slices = 0 if has_sketches else _cento.JoinTask(*self.task).slices
        propose = self._propose_by_bands if has_sketches else self._propose
        proposed = self.stage("proposed", lambda: propose(later, slices))
        known = proposed.where("kind in ('proposals', 'common_counts')")
        if self.lists_pairs:
            known = known.union(classes.where("kind = 'repeated_ids'"))
        similar = self.stage("similar", lambda: self._compare(known, slices))
        counts = sums(union([proposed, similar]))
        self.summary["capped_features"] = counts["capped_features"]
        self.summary["candidate_pairs"] = counts["compared"]
        self.summary["verified_pairs"] = counts["similar"]
        return similar

    def _propose(self, later: DataFrame, slices: int) -> DataFrame:
        """All slices one after another, then what is common. What a part learns in one is kept for the next."""
        blocks = later
        for slice in range(slices + 1):
            blocks = self._show(blocks, slice, slices)
        return blocks

    def _show(self, known: DataFrame, slice: int, slices: int) -> DataFrame:
        given, memory, read_sets = self.task, self.memory, self.stored(self.sets)
        keep, kept = self._keeper(), self._kept()

        def show(part: int, kinds: Kinds) -> Iterator[Block]:
            keep(part, slice, kinds)
            counts = kept("common_counts", part, range(1, slice + 1))
            commons = kept("commons", part, range(1, slice + 1)) if slice == slices else []
            later = kept("later", part, range(1))
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

    def _propose_by_bands(self, later: DataFrame, slices: int) -> DataFrame:
        given, memory, read_sets, keep = self.task, self.memory, self.stored("sets"), self._keeper()
        method, recall = self.option("method"), self.option("recall")

        def show(part: int, kinds: Kinds) -> Iterator[Block]:
            keep(part, 0, kinds)
            shown = _cento.JoinTask(*given).show_bands(part, read_sets(part), contents(kinds, "later"), method, recall)
            yield from outgoing("shown", part, shown)

        def propose(group: int, kinds: Kinds) -> Iterator[Block]:
            found = _cento.JoinTask(*given).propose_by_bands(contents(kinds, "shown"), memory, "")
            yield from outgoing("proposals", group, found.pop("proposals"))
            yield counts_of(group, found)

        shown = run_tasks("show 0", later, self.parts, show, self.groups)
        return run_tasks("propose 0", shown, self.groups, propose, self.parts)

    def _keeper(self) -> Callable[[int, int, Kinds], None]:
        """For tasks: keeps what arrived at a part before it shows a slice."""
        folder = self.folder.path

        def keep(part: int, slice: int, kinds: Kinds) -> None:
            for kind in _KEPT_FIRST if slice == 0 else _KEPT_LATER:
                write_blocks(folder, f"{kind}{slice}", part, attempt_of_task(), contents(kinds, kind))

        return keep

    def _kept(self) -> Callable[[str, int, Iterable[int]], list[Any]]:
        """For tasks: the blocks of a kind that a part kept before it showed these slices."""
        folder = self.folder.path

        def kept(kind: str, part: int, slices: Iterable[int]) -> list[Any]:
            return [block for slice in slices for block in read_blocks(folder, f"{kind}{slice}", part)]

        return kept

    def _compare(self, known: DataFrame, slices: int) -> DataFrame:
        given, read_sets, kept, lists_pairs = self.task, self.stored(self.sets), self._kept(), self.lists_pairs
        folder, read_early_sets, name = self.folder.path, self.stored("early_sets"), self._names()

        def find_homes(part: int, kinds: Kinds) -> Iterator[Block]:
            shown = range(1, slices + 1)
            later, counts = kept("later", part, range(1)), kept("common_counts", part, shown)
            proposals = kept("proposals", part, shown) + contents(kinds, "proposals")
            found = _cento.JoinTask(*given).find_homes(part, read_sets(part), later,
                                                       counts + contents(kinds, "common_counts"), proposals, slices)
            for kind in ("pairs", "sets", "sent"):
                yield from outgoing(kind, part, found[kind])
            if lists_pairs:
                yield from name.tell_firsts(part, contents(kinds, "repeated_ids"))

        def send(part: int, kinds: Kinds) -> Iterator[Block]:
            write_blocks(folder, "early_sets", part, attempt_of_task(), contents(kinds, "sets"))
            pairs, sent = contents(kinds, "pairs"), contents(kinds, "sent")
            found = _cento.JoinTask(*given).send_sets(part, read_sets(part), pairs, sent)
            for kind in ("pairs", "sets"):
                yield from outgoing(kind, part, found[kind])
            if lists_pairs:
                name.keep_classes(part, contents(kinds, "member_names"))

        def compare(part: int, kinds: Kinds) -> Iterator[Block]:
            pairs, sets = contents(kinds, "pairs"), read_early_sets(part) + contents(kinds, "sets")
            columns, compared = _cento.JoinTask(*given).compare(part, read_sets(part), sets, pairs)
            similar = _similar_table(columns)
            if lists_pairs:
                yield from outgoing("similar", part, blocks_by_part(similar, "a", given[1]))
            else:
                yield Block("similar", part, 0, 0, as_stream(similar))
            yield counts_of(part, {"compared": compared, "similar": similar.num_rows})

        homes = run_tasks("homes", known, self.parts, find_homes, self.parts)
        sent = run_tasks("send", homes, self.parts, send, self.parts)
        compared = run_tasks("compare", sent, self.parts, compare, self.parts)
        if not lists_pairs:
            return compared
        named = run_tasks("name a", compared, self.parts, name.name_a, self.parts)
        return run_tasks("name b", named, self.parts, name.name_b, 1)

    def _names(self) -> NamingTasks:
        return NamingTasks(self.folder.path, self.begins, self.option("pairs_up_to") if self.lists_pairs else 0)


class NamingTasks:
    """What tasks do that list pairs of documents with their names (_naming.py)."""

    def __init__(self, folder: str, begins: list[int], pairs_up_to: int) -> None:
        self._folder, self._begins, self._pairs_up_to = folder, begins, pairs_up_to

    def tell_firsts(self, part: int, repeated: list[Any]) -> Iterator[Block]:
        """Names the documents of a part, and tells the parts of others which of these repeat theirs."""
        begin = self._begins[part]
        names = names_of_part(read_table(self._folder, "facts", part), begin, begin, repeated)
        later = later_names(names, begin, read_blocks(self._folder, "later0", part))
        write_table(self._folder, "own_names", part, attempt_of_task(), names)
        yield from outgoing("member_names", part, blocks_by_part(later, "first", self._begins))

    def keep_classes(self, part: int, members: list[Any]) -> None:
        names = read_table(self._folder, "own_names", part)
        later = later_names(names, self._begins[part], read_blocks(self._folder, "later0", part))
        classes = classes_of_part(names, later, members)
        write_table(self._folder, "named_classes", part, attempt_of_task(), classes)

    def name_a(self, part: int, kinds: Kinds) -> Iterator[Block]:
        similar = contents(kinds, "similar")
        if similar:
            rows = with_names_of_a(similar, self._classes(part), self._pairs_up_to)
            yield from outgoing("named", part, blocks_by_part(rows, "b", self._begins))

    def name_b(self, part: int, kinds: Kinds) -> Iterator[Block]:
        pairs = pairs_with_names(contents(kinds, "named"), self._classes(part), self._pairs_up_to)
        yield from outgoing("pairs", part, ((0, block) for block in blocks_of(pairs)))

    def _classes(self, part: int) -> Any:
        return read_table(self._folder, "named_classes", part)


def _similar_table(columns: Iterable[bytes]) -> pyarrow.Table:
    import pyarrow

    names = ("a", "b", "shared", "size_a", "size_b")
    return pyarrow.table({name: numbers(one).cast(pyarrow.int64()) for name, one in zip(names, columns)})


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
