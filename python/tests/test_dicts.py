"""Dicts are read as lines of JSON are."""

from __future__ import annotations

import datetime
import decimal
import json
import pickle
import random
import types
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cento
import pytest

SAME = "one two three four five six seven"
OLD = {"id": "old", "text": SAME, "date": datetime.date(2001, 1, 1)}
NEW = {"id": "new", "text": SAME, "date": datetime.datetime(2024, 5, 31, 12, 30)}

TEXTS = ["", "short", SAME, SAME + ".", 'with "quotes", \\ and\nlines', "学校的圆顶", "\ud800 half", "\x00", "<p>one two</p>"]
KEYS = ["id", "url", "text", "content", "body", "html", "title", "year", "a", "b", "m", "no", "ключ"]


def some_value(random: random.Random, depth: int = 0) -> Any:
    kinds = ["text"] * 6 + ["whole", "real", "truth", "none", "list", "dict", "texts"]
    kind = random.choice(kinds)
    if kind == "text":
        return random.choice(TEXTS)
    if kind == "texts":
        return [random.choice(TEXTS) for _ in range(random.randrange(3))]
    if kind == "list":
        return [some_value(random, depth + 1) for _ in range(random.randrange(3))] if depth < 3 else []
    if kind == "dict":
        return {key: some_value(random, depth + 1) for key in random.sample(KEYS, 2)} if depth < 3 else {}
    values = {"whole": random.choice([0, -7, 2**70]), "real": random.choice([0.5, 1e300, 1e-7, float("nan")])}
    return values.get(kind, None if kind == "none" else random.random() < 0.5)


def some_dicts(random: random.Random, *, with_ids: bool) -> list[dict[str, Any]]:
    rows = []
    for number in range(random.randrange(1, 8)):
        row = {key: some_value(random) for key in random.sample(KEYS, random.randrange(1, 7))}
        if with_ids:
            row["id"] = random.choice([f"d{number}", number])
        rows.append(row)
    return rows


def stored(source: Any, folder: Path, text: Any) -> tuple[Any, ...]:
    """What an index makes of documents."""
    with cento.Index(folder) as index:
        try:
            reasons = [reject.reason for reject in index.add(source, text=text).rejects]
        except cento.Error as error:  # files that yield nothing are an error, lists are not
            assert "yields no documents" in str(error)
            return ()
        documents = [(document.id, document.parts, document.metadata) for document in index.list(texts=True)]
        return (documents, reasons) if documents else ()


@pytest.mark.parametrize("seed", range(60))
def test_dicts_give_what_lines_of_json_give(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    rows = some_dicts(chance, with_ids=True)
    text = chance.choice([None, None, "title", "m.text", ["title", "body"], ["html", "m.html"]])
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert stored(rows, tmp_path / "a", text) == stored(path, tmp_path / "b", text)


@pytest.mark.parametrize("seed", range(30))
def test_ids_and_reasons_without_an_index(seed: int, tmp_path: Path) -> None:
    rows = some_dicts(random.Random(seed), with_ids=False) + [{"text": SAME}] * 2
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    of_rows, of_lines = cento.pairs(rows, threshold=0.1), cento.pairs(path, threshold=0.1)

    def numbered(id: str) -> str:
        return id.removeprefix(f"{path}:")

    assert [(pair.a.id, pair.b.id, pair.similarity) for pair in of_rows.pairs] == [
        (numbered(pair.a.id), numbered(pair.b.id), pair.similarity) for pair in of_lines.pairs
    ]
    assert [reject.reason for reject in of_rows.rejects] == [reject.reason for reject in of_lines.rejects]
    assert of_rows.summary.text_bytes == of_lines.summary.text_bytes


def test_the_newest_dict_is_kept() -> None:
    assert cento.dedup([OLD, NEW], keep="newest").clean == [NEW]
    assert cento.dedup([NEW, OLD], keep="oldest").clean == [OLD]
    assert [one.document.id for one in cento.dedup(iter([OLD, NEW]), keep="newest").removals] == ["old"]
    rated = [{"text": SAME, "stars": 3}, {"text": SAME, "stars": 5.5}, {"text": SAME, "stars": 4}]
    assert cento.dedup(rated, keep="field:stars").clean == rated[1:2]


def test_threads_know_their_fields(tmp_path: Path) -> None:
    asked = [
        {"id": 1, "title": "How do I boil an egg?", "body": "Soft, please.", "answer": "Six minutes.", "date": "2020-01-01"},
        {"id": 2, "title": "How do I boil an egg?", "body": "Soft, please.", "answer": "Six minutes!", "date": "2010-01-01"},
        {"id": 3, "title": "Why is the sky blue?", "body": "It is.", "answer": "Light.", "date": "2015-01-01"},
    ]
    found = cento.threads(asked)
    assert [(pair.a.id, pair.b.id) for pair in found.pairs] == [("1", "2")]
    assert set(next(iter(found.pairs)).parts) == {"title", "description", "answer"}
    assert [member.kept.id for member in found.clusters] == ["2", "2"], "the oldest"
    path = tmp_path / "asked.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in asked))
    assert cento.threads(path).pairs.to_pylist() == cento.threads(iter(asked)).pairs.to_pylist()


def test_fields_inside_dicts_and_pages() -> None:
    rows = [{"id": "x", "m": {"t": SAME}}, {"id": "y", "m": {"t": SAME}}]
    assert [(pair.a.id, pair.b.id) for pair in cento.pairs(rows, text="m.t").pairs] == [("x", "y")]
    pages = [{"html": f"<html><p>{SAME}</p></html>"}, {"text": SAME}]
    assert len(cento.pairs(pages).pairs) == 1


def test_values_of_many_types_become_metadata(tmp_path: Path) -> None:
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")
    name = uuid.UUID(int=7)
    row: dict[Any, Any] = {
        "id": name,
        "text": SAME,
        "day": datetime.date(2024, 5, 31),
        "moment": datetime.datetime(2024, 5, 31, 12, tzinfo=datetime.UTC),
        "stamp": pandas.Timestamp("2024-05-31"),
        "never": pandas.NaT,
        "price": decimal.Decimal("1.50"),
        "small": numpy.float32(0.5),
        "count": numpy.int64(7),
        "is_new": numpy.bool_(True),
        "shape": numpy.array([1, 2]),
        "when": numpy.datetime64("2024-05-31"),
        "bytes": b"abc",
        "nested": types.MappingProxyType({"a": (1, None)}),
        "left out": object(),
        3: "three",
    }
    with cento.Index(tmp_path / "index") as index:
        index.add([row, types.MappingProxyType({"id": numpy.int64(5), "text": "else"})])
        (first, second) = index.list()
    assert (first.id, second.id) == (str(name), "5")
    assert first.metadata == {
        "day": "2024-05-31",
        "moment": "2024-05-31T12:00:00+00:00",
        "stamp": "2024-05-31T00:00:00",
        "never": None,
        "price": 1.5,
        "small": 0.5,
        "count": 7,
        "is_new": True,
        "shape": [1, 2],
        "when": "2024-05-31",
        "bytes": "abc",
        "nested": {"a": [1, None]},
        "3": "three",
    }


def test_ids_of_pairs_may_be_numbers_of_numpy_and_uuids() -> None:
    numpy = pytest.importorskip("numpy")
    name = uuid.UUID(int=9)
    (pair,) = cento.pairs([(numpy.int32(4), SAME), (name, SAME)]).pairs
    assert (pair.a.id, pair.b.id) == ("4", str(name))
    items: list[Any] = [(True, SAME), (1.5, SAME), (b"x", SAME)]
    for item in items:
        with pytest.raises(TypeError, match="documents must be strings"):
            cento.pairs([item])


def test_texts_of_unknown_types_are_refused() -> None:
    for row in ({"text": object()}, {"id": object(), "text": SAME}):
        with pytest.raises(TypeError, match="document 1 has a value of type <class 'object'>"):
            cento.pairs([row])
    with pytest.raises(TypeError, match="documents must be strings"):
        cento.pairs([{"text": SAME}, SAME])  # type: ignore[arg-type]


def test_a_dict_within_itself_is_an_error() -> None:
    row: dict[str, Any] = {"text": SAME}
    row["again"] = row
    with pytest.raises(RecursionError):
        cento.pairs([row])


def test_dicts_that_change_while_they_are_read() -> None:
    class Odd(datetime.date):
        def isoformat(self) -> str:
            row.clear()
            return "2024-01-01"

    row: dict[str, Any] = {"day": Odd(2024, 1, 1), "text": SAME}
    assert cento.pairs([row]).summary.documents == 1


def test_an_index_rejects_dicts_without_an_id(tmp_path: Path) -> None:
    with cento.Index(tmp_path / "index") as index:
        rows: list[dict[str, Any]] = [{"id": "x", "text": SAME}, {"text": SAME}, {"id": None, "text": SAME}]
        added = index.add(rows)
        assert [reject.reason for reject in added.rejects] == ["the record has no id"] * 2
        assert len(index) == 1


def test_generators_of_dicts_are_read_once_and_kept() -> None:
    def rows() -> Iterator[dict[str, Any]]:
        for number in range(500):
            yield {"id": number, "text": f"Begin {number}. {SAME}. Middle. {SAME} again. End.", "n": number}

    assert cento.scan(rows(), min_sentences=2, memory="40M", threads=2).summary.documents == 500


def test_errors_are_those_of_the_package() -> None:
    for error in (cento.Error("x"), cento.UsageError("y")):
        assert type(error).__module__ == "cento"
        assert repr(pickle.loads(pickle.dumps(error))) == repr(error)


def test_too_little_memory_is_refused_as_by_the_command() -> None:
    with pytest.raises(cento.UsageError, match="memory must be at least 32M for scan on 2 threads, not 1K"):
        cento.scan([SAME], memory="1K", threads=2)
    with pytest.raises(cento.UsageError, match="for threads on 1 thread, not 16M"):
        cento.threads([SAME], memory="16M", threads=1)


def test_an_index_below_missing_folders_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(cento.Error, match=r"cannot write the folder .*a/b/c.cento: No such file or directory"):
        cento.Index(tmp_path / "a" / "b" / "c.cento")


def test_a_damaged_table_is_described_once(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "x.parquet"
    path.write_bytes(b"PAR1 and no more PAR1")
    with pytest.raises(cento.Error) as raised:
        cento.pairs(path)
    assert str(raised.value).count(str(path)) == 1
