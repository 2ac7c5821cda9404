"""Tables of records."""

from __future__ import annotations

import copy
import gc
import pickle

import cento
import pytest


def test_records_are_tables_for_every_library(news: list[tuple[str, str]]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    found = cento.scan(news)
    table = pyarrow.table(found.passages)
    assert table == found.passages.to_arrow()
    assert table.column_names == found.passages.columns
    assert table["a_id"].to_pylist() == ["monday"]
    families = found.families.to_arrow().to_pylist()
    assert [place["id"] for place in families[0]["places"]] == ["monday", "weekly"]


def test_records_outlive_the_result(news: list[tuple[str, str]]) -> None:
    passages = cento.scan(news).passages
    assert len(list(passages)) == len(list(passages)) == len(passages) == 1


def test_polars_and_pandas(news: list[tuple[str, str]]) -> None:
    pytest.importorskip("polars")
    pytest.importorskip("pandas")
    found = cento.scan(news)
    assert found.passages.to_polars()["b_id"].to_list() == ["weekly"]
    assert found.documents.to_pandas()["a_id"].tolist() == ["monday"]


def test_many_records_come_in_batches() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    found = cento.pairs(["the same words in all"] * 600, pairs_up_to=1000)
    assert len(found.pairs) == 600 * 599 // 2
    reader = pyarrow.RecordBatchReader.from_stream(found.pairs)
    batches = list(reader)
    assert len(batches) > 1
    assert sum(batch.num_rows for batch in batches) == len(found.pairs)
    ids = [(pair.a.id, pair.b.id) for pair in found.pairs]
    assert ids == list(zip(pyarrow.table(found.pairs)["a_id"].to_pylist(), pyarrow.table(found.pairs)["b_id"].to_pylist()))


def test_large_families_are_one_row() -> None:
    rain = "It rained all day. The river rose by a metre. Nobody had expected that."
    count = 30_000
    found = cento.scan([f"Number {number}. {rain}" for number in range(count)], match="exact")
    largest = max(found.families, key=lambda family: family.documents)
    assert len(largest.places) == largest.documents == count
    assert [place.id for place in largest.places] == [str(number + 1) for number in range(count)]


def test_records_cannot_be_pickled_and_say_so(news: list[tuple[str, str]]) -> None:
    with pytest.raises(TypeError, match="records cannot be pickled"):
        pickle.dumps(cento.scan(news).passages)


def test_the_summary_is_a_mapping_with_attributes(news: list[tuple[str, str]]) -> None:
    summary = cento.scan(news).summary
    assert summary.documents == summary["documents"] == 3
    assert dict(summary)["passages"] == 1
    with pytest.raises(AttributeError, match="there is no count 'pasages'"):
        _ = summary.pasages


def test_records_are_ordinary_objects(news: list[tuple[str, str]]) -> None:
    found = cento.scan(news)
    passage = next(iter(found.passages))
    assert passage == copy.deepcopy(passage) == pickle.loads(pickle.dumps(passage))
    assert passage in {passage}
    assert not gc.is_tracked(passage)  # the collector need not look at what cannot refer back


def test_values_of_columns(news: list[tuple[str, str]]) -> None:
    found = cento.scan(news)
    passage = next(iter(found.passages))
    assert list(found.passages.values("b_id", "similarity")) == [(passage.b.id, passage.similarity)]
    with pytest.raises(cento.UsageError, match="there is no column 'b'; the columns are a_id, "):
        found.passages.values("b")
    with pytest.raises(cento.UsageError, match="'places' holds lists"):
        found.families.values("places")
