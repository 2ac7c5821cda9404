"""The durable index."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from . import _cento
from ._given import json_options, plain_text, run_options
from ._progress import Watch, Watcher
from ._results import JobResult
from ._sources import Source, documents_of

if TYPE_CHECKING:
    from ._options import AskOptions, IndexOptions

Text = str | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SimilarAnswer:
    """A document of the index that is similar to the one that was asked about."""

    id: str
    similarity: float
    contained_a: float
    contained_b: float


@dataclass(frozen=True, slots=True)
class PassageAnswer:
    """A passage of the text that was asked about, and where it occurs in the index."""

    id: str
    part_a: str
    part_b: str
    sentences_a: tuple[int, int]
    bytes_a: tuple[int, int]
    sentences_b: tuple[int, int]
    bytes_b: tuple[int, int]
    matched: int
    similarity: float


@dataclass(frozen=True, slots=True)
class _PickledAnswer:
    """What a pickled answer holds, in the form of a native one."""

    rows: tuple[list[Any], list[Any], list[Any], bool]

    def identical(self) -> list[Any]:
        return self.rows[0]

    def similar(self) -> list[Any]:
        return self.rows[1]

    def passages(self) -> list[Any]:
        return self.rows[2]

    def is_incomplete(self) -> bool:
        return self.rows[3]

    def is_empty(self) -> bool:
        return not any(self.rows[:3])


class Answer:
    """What an index knows about a text. Its lists are made when they are first used, since they may be long."""

    __slots__ = ("_identical", "_native", "_passages", "_similar")

    _native: _cento.Answer | _PickledAnswer
    _identical: list[str] | None
    _similar: list[SimilarAnswer] | None
    _passages: list[PassageAnswer] | None

    def __init__(self, native: _cento.Answer | _PickledAnswer) -> None:
        self._native = native
        self._identical = None
        self._similar = None
        self._passages = None

    @property
    def identical(self) -> list[str]:
        """Ids of the documents with the same text."""
        if self._identical is None:
            self._identical = self._native.identical()
        return self._identical

    @property
    def similar(self) -> list[SimilarAnswer]:
        """Documents that are similar as a whole."""
        if self._similar is None:
            self._similar = [SimilarAnswer(*one) for one in self._native.similar()]
        return self._similar

    @property
    def passages(self) -> list[PassageAnswer]:
        """Passages that the text shares with documents."""
        if self._passages is None:
            self._passages = [_passage(one) for one in self._native.passages()]
        return self._passages

    @property
    def is_incomplete(self) -> bool:
        """Whether limits left something out."""
        return self._native.is_incomplete()

    def __bool__(self) -> bool:
        return not self._native.is_empty()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._all() == other._all()

    __hash__: ClassVar[None]  # type: ignore[assignment]  # the lists may be changed

    def __repr__(self) -> str:
        return (
            f"Answer(identical={self.identical!r}, similar={self.similar!r}, passages={self.passages!r}, "
            f"is_incomplete={self.is_incomplete!r})"
        )

    def __reduce__(self) -> Any:
        native = self._native
        rows = (native.identical(), native.similar(), native.passages(), native.is_incomplete())
        return Answer, (_PickledAnswer(rows),)

    def _all(self) -> tuple[Any, ...]:
        return self.identical, self.similar, self.passages, self.is_incomplete


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document of an index. Its texts are empty in a list without texts."""

    id: str
    parts: dict[str, str]
    metadata: dict[str, Any]

    @property
    def text(self) -> str:
        return "\n".join(self.parts.values())


def _passage(row: tuple[Any, ...]) -> PassageAnswer:
    id, part_a, part_b, a, b, matched, similarity = row
    return PassageAnswer(id, part_a, part_b, a[:2], a[2:], b[:2], b[2:], matched, similarity)


def _stored(row: Mapping[str, Any]) -> StoredDocument:
    parts = {name: text or "" for name, text in row["parts"].items()}
    return StoredDocument(row["id"], parts, json.loads(row["metadata"]))


class Index:
    """A durable index of documents in a folder, which grows and answers. Made if there is none yet.

    >>> import cento, tempfile
    >>> rain = "It rained all day. The river rose by a metre. Nobody had expected that."
    >>> with cento.Index(tempfile.mkdtemp()) as index:
    ...     added = index.add([("monday", rain), ("tuesday", "The sun came back.")])
    ...     index.ask("They say so. " + rain).passages[0].id
    'monday'
    """

    def __init__(self, folder: str | os.PathLike[str], **options: Unpack[IndexOptions]) -> None:
        self.folder: str = os.fspath(folder)
        given = json_options(options)
        if os.path.exists(os.path.join(self.folder, "catalog.sqlite")):
            if given:
                raise _cento.UsageError(f"the index {self.folder} exists, and its options cannot change")
            self._index = _cento.Index.open(self.folder)
        else:
            self._index = _cento.Index.create(self.folder, given)

    def __enter__(self) -> Index:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the use of the index. What was added is safe on disk already."""
        self._index.close()

    def __reduce__(self) -> Any:
        raise TypeError("an index cannot be pickled; open it by its folder where it is needed")

    def __len__(self) -> int:
        return len(self._index)

    def __repr__(self) -> str:
        return f"cento.Index({self.folder!r})"

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and self._index.get(id) is not None

    def __iter__(self) -> Iterator[StoredDocument]:
        return iter(self.list(texts=True))

    def add(
        self,
        source: Source,
        *,
        text: str | Sequence[str] | None = None,
        id: str | None = None,
        threads: int | None = None,
        memory: int | str | None = None,
        temp_dir: str | os.PathLike[str] | None = None,
        strict: bool = False,
        progress: Watcher = None,
    ) -> JobResult:
        """Adds documents; one whose id exists replaces the old one. When it returns they are safe on disk."""
        documents = documents_of(source, text, id)
        documents.require_ids()
        documents.wants_metadata = True
        with Watch(progress) as watch:
            run = run_options(threads, memory, temp_dir, strict)
            return JobResult(self._index.add(documents.open(), run, watch.callback))

    def ask(self, text: Text, *, id: str = "", **options: Unpack[AskOptions]) -> Answer:
        """What the index knows about a text. A document with the same id is taken for the text itself."""
        return Answer(self._index.ask(id, plain_text(text), json_options(options)))

    def ask_many(
        self, texts: Iterable[Text | tuple[str, Text]], *, threads: int | None = None, **options: Unpack[AskOptions]
    ) -> list[Answer]:
        """The same for many texts, or (id, text) pairs, at once and on many threads. Answers are in their order."""
        if isinstance(texts, str):
            raise TypeError("ask_many() takes an iterable of texts; ask() takes one")
        pairs = (text if isinstance(text, tuple) else ("", text) for text in texts)
        questions = [(id, plain_text(text)) for id, text in pairs]
        run = run_options(threads, None, None, False)
        return [Answer(one) for one in self._index.ask_many(questions, json_options(options), run)]

    def get(self, id: str) -> StoredDocument | None:
        """The document with this id, as it was added."""
        row = self._index.get(id)
        return None if row is None else _stored(row)

    def list(self, *, texts: bool = False) -> Sequence[StoredDocument]:
        """All documents, in the order in which they were added."""
        return [_stored(row) for row in self._index.documents(texts)]

    def export(self, path: str | os.PathLike[str]) -> int:
        """Writes all documents as JSON lines, and returns how many."""
        documents = self.list(texts=True)
        temporary = f"{os.fspath(path)}.partial"
        try:
            with open(temporary, "x", encoding="utf-8") as out:
                for document in documents:
                    line = {"id": document.id, **document.parts, **_metadata_of(document)}
                    out.write(json.dumps(line, ensure_ascii=False) + "\n")
            os.replace(temporary, path)
        except BaseException:
            if os.path.exists(temporary):
                os.unlink(temporary)
            raise
        return len(documents)

    def remove(self, id: str) -> bool:
        """Removes the document with this id; whether there was one."""
        return self._index.remove(id)

    def refresh(self) -> None:
        """Shows what others have added since the index was opened."""
        self._index.refresh()

    def verify(self) -> Sequence[str]:
        """Reads everything and returns what is wrong, a sentence each."""
        return self._index.verify()

    def backup(self, folder: str | os.PathLike[str]) -> None:
        """Copies the index into a new folder, while others may read and write it."""
        self._index.back_up(os.fspath(folder))

    def merge(self) -> None:
        """Merges all segments into one, without removed documents."""
        self._index.merge()


def _metadata_of(document: StoredDocument) -> dict[str, Any]:
    """Fields that would not hide the id or a part."""
    return {name: value for name, value in document.metadata.items() if name != "id" and name not in document.parts}
