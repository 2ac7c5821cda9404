"""What can be passed as documents, and what cannot."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cento
import pytest

SAME = "one two three four five six seven"


def found_pairs(source: Any, **options: Any) -> list[tuple[str, str]]:
    return [(pair.a.id, pair.b.id) for pair in cento.pairs(source, **options).pairs]


def test_lists_of_texts_pairs_and_dicts() -> None:
    assert found_pairs([SAME, "else", SAME]) == [("1", "3")]
    assert found_pairs([("x", SAME), (7, SAME)]) == [("x", "7")]
    assert found_pairs({"x": SAME, "y": SAME}.items()) == [("x", "y")]
    assert found_pairs([{"text": SAME}, {"text": SAME}]) == [("1", "2")]
    assert found_pairs([{"key": 1, "body": SAME}, {"key": 2, "body": SAME}], text="body", id="key") == [("1", "2")]


def test_generators_larger_than_the_memory() -> None:
    """Forty megabytes of texts within sixteen of memory; read twice, so they are kept in a temporary file."""

    def texts() -> Iterator[str]:
        for number in range(2000):
            yield " ".join(f"word{number}x{place}" for place in range(1000)) + ". " + SAME + ". " + SAME + "."

    found = cento.scan(texts(), memory="64M", min_sentences=2, threads=2)
    assert found.summary.documents == 2000
    assert found.summary.text_bytes > 20_000_000


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "dictionary", "binary"])
def test_columns_of_every_kind_of_string(kind: str) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    types = {
        "string": pyarrow.string(),
        "large_string": pyarrow.large_string(),
        "string_view": pyarrow.string_view(),
        "dictionary": pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
        "binary": pyarrow.binary(),
    }
    column = pyarrow.array([SAME, "short", SAME, None]).cast(types[kind]) if kind != "binary" else None
    if column is None:
        column = pyarrow.array([SAME.encode(), b"short", SAME.encode(), None], pyarrow.binary())
    table = pyarrow.table({"text": column, "id": ["a", "b", "c", "d"]})
    found = cento.pairs(table)
    assert [(pair.a.id, pair.b.id) for pair in found.pairs] == [("a", "c")]
    (reject,) = found.rejects
    assert "row 4" in reject.place
    assert found_pairs(table.slice(1)) == []
    assert found_pairs(table.slice(0, 3)) == [("a", "c")]


def test_fields_of_structs_are_named_by_dots() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"page": [{"body": SAME, "n": 1}, {"body": SAME, "n": 2}]})
    assert found_pairs(table, text="page.body", id="page.n") == [("1", "2")]


def test_several_columns_become_parts() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    rain = "It rained all day. The river rose by a metre. Nobody had expected that."
    table = pyarrow.table({"title": ["x", "y"], "body": ["Begin. " + rain, rain]})
    (passage,) = cento.scan(table, text=["title", "body"]).passages
    assert (passage.a.part, passage.b.part) == ("body", "body")


def test_a_column_alone_is_texts() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    texts = [SAME, "else", SAME]
    columns = [polars.Series(texts), pandas.Series(texts), pyarrow.array(texts), pyarrow.chunked_array([texts])]
    for column in columns:
        assert found_pairs(column) == [("1", "3")]


def test_a_missing_column_is_named() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(cento.Error, match='"bodi"'):
        cento.pairs(pyarrow.table({"body": ["x"], "n": [1]}), text="bodi")


def test_a_column_of_numbers_is_no_text() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(cento.Error, match='"n"'):
        cento.pairs(pyarrow.table({"n": [1, 2]}), text="n")


def test_a_reader_is_read_once() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    reader = pyarrow.table({"text": [SAME, SAME]}).to_reader()
    result = cento.dedup(reader)
    assert result.summary.removed == 1
    with pytest.raises(cento.Error, match="once"):
        _ = result.clean


def test_bad_documents_are_rejected_and_returned() -> None:
    found = cento.pairs([SAME, "half of a pair \ud800", SAME, b"\xff\xfe", None])  # type: ignore[arg-type]
    assert [(pair.a.id, pair.b.id) for pair in found.pairs] == [("1", "3")]
    assert [reject.reason for reject in found.rejects] == [
        "the text is not valid UTF-8",
        "the text is not valid UTF-8",
        "the row has no text",
    ]
    assert found.summary.rejected_records == 3


def test_strict_makes_a_bad_document_an_error() -> None:
    with pytest.raises(cento.Error, match="UTF-8"):
        cento.pairs([SAME, "half of a pair \ud800"], strict=True)


def test_an_exception_of_the_generator_surfaces_unchanged() -> None:
    problem = KeyError("mine")

    def texts() -> Iterator[str]:
        yield SAME
        raise problem

    for job in (cento.pairs, cento.scan, cento.dedup):
        with pytest.raises(KeyError) as raised:
            job(texts())
        assert raised.value is problem


@pytest.mark.parametrize("source", [7, None, b"bytes", {"a": "dict"}, object()])
def test_what_holds_no_documents_is_refused(source: Any) -> None:
    with pytest.raises(TypeError, match="the source must be a path"):
        cento.scan(source)


@pytest.mark.parametrize("items", [[1, 2], [("id", "text", "more")], [SAME, ("id", SAME)], [("id", SAME), SAME]])
def test_items_of_another_kind_are_refused(items: Any) -> None:
    with pytest.raises(TypeError, match="documents must be strings"):
        cento.pairs(items)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(cento.Error, match="missing.jsonl"):
        cento.pairs(tmp_path / "missing.jsonl")


def test_nothing_at_all() -> None:
    assert cento.pairs([]).summary.documents == 0
    assert len(cento.scan([]).passages) == 0


def test_sources_are_freed() -> None:
    class Texts:
        alive = 0

        def __init__(self) -> None:
            Texts.alive += 1

        def __del__(self) -> None:
            Texts.alive -= 1

        def __iter__(self) -> Iterator[str]:
            yield SAME

    for _ in range(3):
        cento.pairs(Texts())
    gc.collect()
    assert Texts.alive == 0
