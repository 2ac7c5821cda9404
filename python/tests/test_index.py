"""The durable index."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import cento
import pytest
from conftest import RAIN


@pytest.fixture
def index(tmp_path: Path, news: list[tuple[str, str]]) -> Iterator[cento.Index]:
    with cento.Index(tmp_path / "archive") as index:
        index.add(news)
        yield index


def test_an_index_answers(index: cento.Index) -> None:
    answer = index.ask("So it was. " + RAIN)
    assert {passage.id for passage in answer.passages} == {"monday", "weekly"}
    assert index.ask(RAIN + "Shops closed early.").identical == ["monday"]
    assert not index.ask("Nothing of this is known anywhere.")


def test_many_questions_at_once_get_the_same_answers(index: cento.Index, news: list[tuple[str, str]]) -> None:
    texts = [text for _, text in news] * 50 + ["Nothing of this is known anywhere."]
    expected = [index.ask(text) for text in texts]
    for threads in (None, 1, 2, 7):
        assert index.ask_many(texts, threads=threads) == expected
    assert index.ask_many([]) == []
    with pytest.raises(cento.UsageError, match="threads must be a whole number"):
        index.ask_many(texts, threads=-1)


def test_control_c_ends_many_questions(index: cento.Index) -> None:
    """In a process of its own, whatever the shell lets this one do with signals."""
    code = """
import os, signal, sys, threading, time, cento
signal.signal(signal.SIGINT, signal.default_int_handler)
questions = [" ".join(f"Sentence {n} has {p} words." for p in range(100)) for n in range(200)] * 200
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
begin = time.monotonic()
try:
    while True: cento.Index(sys.argv[1]).ask_many(questions, threads=2)
except KeyboardInterrupt:
    print(time.monotonic() - begin < 5)
"""
    done = subprocess.run([sys.executable, "-c", code, index.folder], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_questions_of_another_kind_are_refused(index: cento.Index) -> None:
    assert index.ask_many([("monday", RAIN + "Shops closed early.")])[0].identical == []
    for question in (None, b"bytes", 7, {"part": 7}):
        with pytest.raises(TypeError, match="the text must be a str"):
            index.ask(question)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an iterable of texts"):
        index.ask_many("abc")


def test_documents_come_back_as_they_were(index: cento.Index, news: list[tuple[str, str]], tmp_path: Path) -> None:
    assert len(index) == 3
    assert [(document.id, document.text) for document in index] == news
    assert [document.id for document in index.list()] == ["monday", "tuesday", "weekly"]
    stored = index.get("monday")
    assert stored is not None
    assert stored.text == news[0][1]
    assert index.get("never") is None
    assert "monday" in index
    assert index.export(tmp_path / "all.jsonl") == 3
    lines = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(line["id"], line["text"]) for line in lines] == news


def test_documents_without_ids_are_refused(index: cento.Index) -> None:
    """They would be numbered anew with each call, and replace each other."""
    pyarrow = pytest.importorskip("pyarrow")
    for source in (["a text"], iter(["a text"]), [{"text": "x"}], pyarrow.table({"text": ["x"]})):
        with pytest.raises(cento.UsageError, match="need ids of their own"):
            index.add(source)
    assert len(index) == 3


def test_other_columns_of_a_table_become_metadata(index: cento.Index) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    index.add(pyarrow.table({"id": ["new"], "text": ["A text."], "year": [1900]}))
    stored = index.get("new")
    assert stored is not None
    assert stored.metadata == {"year": 1900}


def test_removed_documents_are_gone(index: cento.Index) -> None:
    assert index.remove("monday")
    assert not index.remove("monday")
    assert {passage.id for passage in index.ask("So it was. " + RAIN).passages} == {"weekly"}


def test_an_index_is_durable(index: cento.Index, tmp_path: Path) -> None:
    assert index.verify() == []
    index.backup(tmp_path / "copy")
    index.merge()
    with cento.Index(tmp_path / "copy") as copy:
        assert len(copy) == 3
    with cento.Index(tmp_path / "archive") as other:
        other.add([("friday", "A new text on Friday.")])
    assert len(index) == 3
    index.refresh()
    assert len(index) == 4


def test_the_options_of_an_index_cannot_change(index: cento.Index) -> None:
    with pytest.raises(cento.UsageError, match="cannot change"):
        cento.Index(index.folder, match="near")


def test_a_closed_index_says_so(index: cento.Index) -> None:
    index.close()
    index.close()
    for use in (lambda: index.ask("x"), lambda: len(index), lambda: index.add([("x", "y")]), lambda: index.remove("x")):
        with pytest.raises(cento.Error, match="the index is closed"):
            use()


def test_a_generator_that_fails_adds_nothing(index: cento.Index) -> None:
    def texts() -> Iterator[tuple[str, str]]:
        yield ("new", "A text that must not stay.")
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        index.add(texts())
    assert len(index) == 3
    index.refresh()
    assert "new" not in index


def test_a_generator_may_not_use_the_index_it_is_added_to(index: cento.Index) -> None:
    def texts() -> Iterator[tuple[str, str]]:
        yield ("new", "A text.")
        index.ask("x")

    with pytest.raises(cento.Error, match="being added to it"):
        index.add(texts())


def test_threads_and_asyncio_may_share_an_index(index: cento.Index) -> None:
    expected = index.ask("So it was. " + RAIN)
    answers: list[cento.Answer] = []
    threads = [threading.Thread(target=lambda: answers.append(index.ask("So it was. " + RAIN))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 8

    async def ask() -> cento.Answer:
        return await asyncio.to_thread(index.ask, "So it was. " + RAIN)

    assert asyncio.run(ask()) == expected


def test_answers_are_values(index: cento.Index) -> None:
    index.add([("rain", "It rained all day. The river rose by a metre. Nobody had expected that.")])
    answer = index.ask("They say so. It rained all day. The river rose by a metre. Nobody had expected that.")
    assert answer.passages and answer == pickle.loads(pickle.dumps(answer))
    assert repr(answer) == repr(pickle.loads(pickle.dumps(answer)))
    assert answer != index.ask("Nothing of that.") and not index.ask("Nothing of that.")


def test_an_index_is_not_shared_by_fork_or_pickle(index: cento.Index) -> None:
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(index)
    child = os.fork()
    if child == 0:
        try:
            index.ask("x")
        except cento.Error as error:
            os._exit(0 if "forked" in str(error) else 2)
        os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_no_index_and_a_damaged_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(cento.Error):
        cento.Index(tmp_path / "file")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "catalog.sqlite").write_bytes(b"not a catalog" * 100)
    with pytest.raises(cento.Error):
        cento.Index(tmp_path / "bad")
