"""The jobs give what the command gives, and options are those of the command."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import cento
import pytest
from conftest import DOME, RAIN

COMMAND = Path(sys.executable).parent / "cento"


def run_command(*arguments: str | Path) -> str:
    done = subprocess.run([COMMAND, *map(str, arguments), "--quiet"], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def many() -> list[tuple[str, str]]:
    """Documents in which sentences of others occur."""

    def sentence(number: int) -> str:
        return f"Sentence {number} of many says {number} things about {number} birds. "

    return [(f"d{i}", "".join(sentence((i // 3 + j) % 40) for j in range(12))) for i in range(90)]


def written(path: Path, documents: list[tuple[str, str]]) -> Path:
    path.write_text("".join(json.dumps({"id": id, "text": text}) + "\n" for id, text in documents), encoding="utf-8")
    return path


def test_scan_finds_the_passage_on_both_sides(news: list[tuple[str, str]]) -> None:
    found = cento.scan(news)
    (passage,) = found.passages
    texts = dict(news)
    for side in (passage.a, passage.b):
        begin, end = side.bytes
        assert texts[side.id].encode()[begin:end].decode() == RAIN.strip()
    assert found.summary.passages == 1
    assert [(pair.a.id, pair.b.id) for pair in found.documents] == [("monday", "weekly")]
    (family,) = found.families
    assert [place.id for place in family.places] == ["monday", "weekly"]


def test_scan_gives_what_the_command_gives(tmp_path: Path, many: list[tuple[str, str]]) -> None:
    run_command("scan", written(tmp_path / "in.jsonl", many), "-o", tmp_path / "found", "--match", "exact")
    expected = [json.loads(line) for line in (tmp_path / "found" / "passages.jsonl").read_text().splitlines()]
    found = cento.scan(many, match="exact")
    assert len(found.passages) == len(expected) > 100
    for passage, line in zip(found.passages, expected, strict=True):
        assert (passage.a.id, list(passage.a.bytes)) == (line["a"]["id"], line["a"]["bytes"])
        assert (passage.b.id, list(passage.b.bytes)) == (line["b"]["id"], line["b"]["bytes"])
    families = (tmp_path / "found" / "families.jsonl").read_text().splitlines()
    assert [family.name for family in found.families] == [json.loads(line)["family"] for line in families]
    places = [len(json.loads(line)["places"]) for line in families]
    assert [len(family.places) for family in found.families] == places


def test_pairs_gives_what_the_command_gives(tmp_path: Path, many: list[tuple[str, str]]) -> None:
    path = written(tmp_path / "in.jsonl", many)
    lines = [json.loads(line) for line in run_command("pairs", path, "--threshold", "0.5").splitlines()]
    for source in (many, path, str(path), cento.files(path), cento.files(tmp_path)):
        found = cento.pairs(source, threshold=0.5)
        pairs = [(pair.a.id, pair.b.id) for pair in found.pairs]
        assert pairs == [(line["a"], line["b"]) for line in lines]
        assert [pair.similarity for pair in found.pairs] == pytest.approx([line["similarity"] for line in lines], abs=1e-6)


def test_results_do_not_depend_on_threads_or_memory(many: list[tuple[str, str]]) -> None:
    first = cento.scan(many, threads=1).passages.to_pylist()
    assert first == cento.scan(many, threads=3, memory="64M").passages.to_pylist()


def test_against_lists_only_what_is_shared_with_the_reference() -> None:
    found = cento.scan([("mine", RAIN)], against=[("theirs", "So. " + RAIN), ("other", DOME)])
    assert [(passage.a.id, passage.b.id) for passage in found.passages] == [("theirs", "mine")] or [
        (passage.a.id, passage.b.id) for passage in found.passages
    ] == [("mine", "theirs")]


def test_threads_of_a_forum(tmp_path: Path) -> None:
    asked = [
        {"id": "1", "title": "How do I boil an egg?", "description": "Soft, please.", "answer": "Six minutes."},
        {"id": "2", "title": "How do I boil an egg?", "description": "Soft, please.", "answer": "Six minutes!"},
        {"id": "3", "title": "Why is the sky blue?", "description": "At noon.", "answer": "Light is scattered."},
    ]
    found = cento.threads(asked, text=["title", "description", "answer"])
    (pair,) = found.pairs
    assert (pair.a.id, pair.b.id) == ("1", "2")
    assert set(pair.parts) == {"title", "description", "answer"}
    assert {cluster.document.id for cluster in found.clusters} == {"1", "2"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"treshold": 0.5}, 'there is no option "treshold"; did you mean "threshold"?'),
        ({"threshold": 7}, "threshold must be greater than 0 and at most 1, not 7"),
        ({"threshold": "much"}, 'threshold must be greater than 0 and at most 1, not "much"'),
        ({"match": "nearly"}, 'match must be exact, near or loose, not "nearly"'),
        ({"min_sentences": 0}, "min_sentences must be a whole number of at least 1, not 0"),
        ({"threads": -1}, "threads must be a whole number from 0 to 1024, not -1"),
        ({"memory": "much"}, "memory must be a size such as \"2G\" or a number of bytes, not 'much'"),
    ],
)
def test_a_wrong_option_is_refused_with_a_sentence(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(cento.UsageError) as raised:
        cento.scan(["some text"], **options)  # type: ignore[arg-type]
    assert str(raised.value) == sentence
    assert raised.value.option == next(iter(options))


def test_errors_have_fields() -> None:
    with pytest.raises(cento.InputError) as raised:
        cento.pairs("no-such-file.jsonl")
    assert raised.value.place == "no-such-file.jsonl"
    with pytest.raises(cento.InputError) as raised:
        cento.pairs(["Some words.", None], strict=True)  # type: ignore[arg-type]
    assert raised.value.place == "table, row 2"
    assert pickle.loads(pickle.dumps(raised.value)).place == "table, row 2"
    assert isinstance(raised.value, cento.Error)
    assert cento.InputError("made by hand").place is None


def test_pairs_up_to_takes_a_number_or_all(news: list[tuple[str, str]]) -> None:
    assert len(cento.scan(news, pairs_up_to="all").passages) == len(cento.scan(news, pairs_up_to=5).passages) == 1


def test_options_that_are_none_are_left_out(news: list[tuple[str, str]]) -> None:
    assert len(cento.scan(news, match=None).passages) == 1  # type: ignore[arg-type]


def test_compare_locates_what_texts_share() -> None:
    comparison = cento.compare("A. " + DOME, DOME)
    (passage,) = comparison.passages
    begin, end = passage.bytes_a
    assert ("A. " + DOME).encode()[begin:end].decode() == DOME
    assert comparison.share_b == 1.0


def test_comparison_is_escaped_in_a_notebook() -> None:
    shown = cento.compare("<script>one</script> two three. " + RAIN, RAIN)._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown
    assert shown.count("<mark") == 2


def test_sentences_and_tokens_are_of_bytes() -> None:
    assert [DOME.encode()[begin:end].decode() for begin, end in cento.sentences(DOME)] == [
        "学校的圆顶在春天修好了。",
        "孩子们很高兴。",
        "老师也来看了。",
    ]
    assert [DOME.encode()[token.begin : token.end].decode() for token in cento.tokens(DOME)][:2] == ["学", "校"]


def test_the_package_brings_the_command() -> None:
    done = subprocess.run([COMMAND, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"cento {cento.__version__}\n"


def test_importing_needs_no_other_package() -> None:
    code = "import sys, cento; print([name for name in ('numpy', 'pandas', 'polars', 'pyarrow') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_signatures_are_what_pairs_compares() -> None:
    texts = [RAIN + "Shops closed.", RAIN + "Shops opened again."]
    a, b = (set(cento.signatures(text, "shingle:3")) for text in texts)
    (pair,) = cento.pairs(texts, method="shingle:3", threshold=0.1).pairs
    assert pair.similarity == pytest.approx(len(a & b) / len(a | b))


def test_results_are_judged_by_labels(tmp_path: Path, news: list[tuple[str, str]]) -> None:
    gold = tmp_path / "gold.tsv"
    gold.write_text("a_id\tb_id\tlabel\nmonday\tweekly\t1\nmonday\ttuesday\t1\n")
    found = cento.scan(news)
    judged = cento.evaluate(found.documents, gold)
    assert (judged.measures["tp"], judged.measures["fn"]) == (1, 1)
    assert "F1" in repr(judged)


def test_a_model_is_learned_from_labels(tmp_path: Path) -> None:
    words = ["boil an egg", "bake some bread", "mend a bike", "paint a wall", "learn to swim", "plant a tree"]
    asked: list[tuple[str, str, bool]] = []
    for number, task in enumerate(words):
        asked.append((f"How do I {task}?", f"What is the best way to {task}?", True))
        asked.append((f"How do I {task}?", f"How do I {words[number - 1]}?", False))
    path = tmp_path / "labelled.jsonl"
    lines = [{"id": str(number + 1), "a": a, "b": b, "label": int(label)} for number, (a, b, label) in enumerate(asked)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run_command("tune", path, "-o", tmp_path / "options.json", "--folds", "2", "--starts", "3")
    tuned = cento.tune(asked, folds=2, starts=3)
    assert tuned.model == json.loads((tmp_path / "options.json").read_text()) == cento.tune(path, folds=2, starts=3).model
    found = cento.threads([("x", "How do I swim?"), ("y", "How do I swim?")], model=tuned.model)
    assert [(pair.a.id, pair.b.id) for pair in found.pairs] == [("x", "y")]
