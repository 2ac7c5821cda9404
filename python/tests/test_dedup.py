"""Deduplication returns the user's own rows."""

from __future__ import annotations

import copy
from typing import Any

import cento
import pytest


def test_items_of_a_list_stay_as_they_are(repeated: list[dict[str, object]]) -> None:
    result = cento.dedup(repeated, text="body", id="url")
    assert result.clean == [repeated[0], repeated[2]]
    assert [row["duplicate_of"] for row in result.removed] == ["x", "x"]
    assert [row["reason"] for row in result.removed] == ["same words", "identical"]
    assert [row["cluster"] for row in result.annotated] == ["x", "x", None, "x"]


def test_texts_without_ids() -> None:
    result = cento.dedup(["one two three", "four five six", "one two three"])
    assert result.clean == ["one two three", "four five six"]
    assert [(one.document.id, one.duplicate_of.id) for one in result.removals] == [("3", "1")]


def test_the_document_to_keep_can_be_chosen(repeated: list[dict[str, object]]) -> None:
    longer = {**repeated[0], "url": "v", "body": "The same old news again today. And then some more of it."}
    result = cento.dedup([*repeated, longer], text="body", id="url", keep="longest", method="shingle:2", threshold=0.4)
    assert [row["url"] for row in result.clean] == ["z", "v"]


def same_rows(table: Any) -> list[dict[str, object]]:
    """The rows of any kind of table, as dicts."""
    if hasattr(table, "to_pylist"):
        return table.to_pylist()  # type: ignore[no-any-return]
    if hasattr(table, "to_dicts"):
        return table.to_dicts()  # type: ignore[no-any-return]
    return table.to_dict("records")  # type: ignore[no-any-return]


@pytest.mark.parametrize("library", ["pyarrow", "polars", "pandas", "duckdb"])
def test_a_table_stays_a_table_of_its_kind(library: str, repeated: list[dict[str, object]]) -> None:
    pytest.importorskip(library)
    pyarrow = pytest.importorskip("pyarrow")
    table: Any = pyarrow.Table.from_pylist(repeated)
    if library == "polars":
        import polars

        table = polars.DataFrame(table)
    elif library == "pandas":
        table = table.to_pandas()
    elif library == "duckdb":
        import duckdb

        table = duckdb.from_arrow(table)
    result = cento.dedup(table, text="body", id="url")
    assert same_rows(result.clean) == [repeated[0], repeated[2]]
    removed = same_rows(result.removed)
    assert [(row["url"], row["stars"], row["duplicate_of"]) for row in removed] == [("y", 1, "x"), ("w", 2, "x")]
    if library != "duckdb":
        assert type(result.clean) is type(table)


def test_a_higher_threshold_gives_what_a_new_run_gives() -> None:
    texts = [" ".join(f"w{(i * 7 + j * (1 + i % 3)) % 23}" for j in range(30)) for i in range(60)]
    low = cento.dedup(texts, method="shingle:1", threshold=0.3)
    assert low.summary.removed > 0
    for threshold in (0.3, 0.5, 0.7, 0.9, 1.0):
        again = low.rethreshold(threshold)
        fresh = cento.dedup(texts, method="shingle:1", threshold=threshold)
        assert again.removals.to_pylist() == fresh.removals.to_pylist()
        assert again.clean == fresh.clean


def test_a_lower_threshold_is_refused() -> None:
    result = cento.dedup(["one two", "one two"], threshold=0.8)
    with pytest.raises(cento.UsageError, match="threshold must be from 0.8"):
        result.rethreshold(0.5)


def test_rows_that_repeat_an_id_are_told_apart() -> None:
    rows = [("a", "one two three"), ("a", "one two three"), ("a", "four five six")]
    result = cento.dedup(rows)
    assert result.clean == [rows[0], rows[2]]


def test_passages_are_cut() -> None:
    rain = "It rained all day. The river rose by a metre. Nobody had expected that. "
    result = cento.dedup([("a", rain), ("b", "New. " + rain)], level="passage")
    (cut,) = result.cuts
    assert (cut.cut.id, cut.kept.id) == ("b", "a")
    with pytest.raises(cento.UsageError):
        result.rethreshold(0.9)


def test_against_removes_what_the_reference_holds() -> None:
    result = cento.dedup(["one two three four", "five six seven eight"], against=["five six seven eight"])
    assert result.clean == ["one two three four"]
    assert [removal.reason for removal in result.removals] == ["reference"]


def test_a_query_is_not_run_again() -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    relation = duckdb.sql("select i % 50 as n, 'text number ' || (i % 50) as text from range(100) t(i) order by random()")
    result = cento.dedup(relation)
    assert sorted(row["n"] for row in result.clean.to_pylist()) == list(range(50))


def test_a_list_that_changes_afterwards_changes_nothing() -> None:
    texts = ["one two three", "one two three", "four five six"]
    result = cento.dedup(texts)
    texts.insert(0, "a new one")
    assert result.clean == ["one two three", "four five six"]


def test_rows_beside_a_reference_are_in_no_cluster_of_it() -> None:
    result = cento.dedup([("x", "foo bar"), ("y", "one two three")], against=[("ref", "one two three")])
    assert [(row["cluster"], row["reason"]) for row in result.annotated] == [(None, None), ("ref", "reference")]


def test_columns_of_the_same_name_stay() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    rows = [{"text": "one two", "cluster": 7}, {"text": "one two", "cluster": 8}]
    for source in (rows, pyarrow.Table.from_pylist(rows), polars.DataFrame(rows), polars.DataFrame(rows).to_pandas()):
        (removed,) = cento.dedup(source).removed if isinstance(source, list) else same_rows(cento.dedup(source).removed)
        assert (removed["cluster"], removed["cento_cluster"], removed["duplicate_of"]) == (8, "1", "1")


def test_the_newest_row_of_a_table_is_kept() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    rows = [{"id": "a", "text": "one two", "date": "2001-01-01"}, {"id": "b", "text": "one two", "date": "2002-01-01"}]
    table = pyarrow.Table.from_pylist(rows)
    assert cento.dedup(table, keep="newest").clean.to_pylist() == rows[1:]
    assert cento.dedup(table, keep="field:date:min").clean.to_pylist() == rows[:1]
    with pytest.raises(cento.UsageError, match='keep="newest" needs further fields'):
        cento.dedup([("a", "one two"), ("b", "one two")], keep="newest")


def test_results_can_be_copied() -> None:
    summary = cento.dedup(["one two", "one two"]).summary
    assert copy.deepcopy(summary) == summary


def test_iterators_are_gone_afterwards() -> None:
    result = cento.dedup(iter(["one two three", "one two three"]))
    assert result.summary.removed == 1
    with pytest.raises(cento.Error, match="iterator"):
        _ = result.clean
