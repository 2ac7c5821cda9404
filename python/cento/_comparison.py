"""Two documents side by side."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from . import _cento
from ._given import json_options, plain_text

if TYPE_CHECKING:
    from ._options import CompareOptions

Text = str | Mapping[str, str]

_COLOURS = ("#cfe8ff", "#ffe3b8", "#d5f2d0", "#f3d3ef", "#ffd6d1", "#e2dcff")


@dataclass(frozen=True, slots=True)
class SharedPassage:
    """A passage that two texts share: half-open ranges of sentences and UTF-8 bytes on both sides."""

    part_a: str
    sentences_a: tuple[int, int]
    bytes_a: tuple[int, int]
    part_b: str
    sentences_b: tuple[int, int]
    bytes_b: tuple[int, int]
    matched: int
    similarity: float


def _shared(row: tuple[Any, ...]) -> SharedPassage:
    part_a, a, part_b, b, matched, similarity = row
    return SharedPassage(part_a, a[:2], a[2:], part_b, b[:2], b[2:], matched, similarity)


class Comparison:
    """What two documents have in common. A notebook shows them side by side."""

    def __init__(self, a: Text, b: Text, result: Mapping[str, Any]) -> None:
        self._texts = (a, b)
        self.passages: list[SharedPassage] = [_shared(row) for row in result["passages"]]
        #: The share of each text that the passages cover.
        self.share_a: float = result["share_a"]
        self.share_b: float = result["share_b"]
        self.same_words: bool = result["same_words"]

    def __repr__(self) -> str:
        passages = "1 passage" if len(self.passages) == 1 else f"{len(self.passages)} passages"
        return f"<Comparison: {passages}, {self.share_a:.0%} of a, {self.share_b:.0%} of b>"

    def _repr_html_(self) -> str:
        sides = [
            _side_html(text, [(p.part_a, p.bytes_a) if side == 0 else (p.part_b, p.bytes_b) for p in self.passages])
            for side, text in enumerate(self._texts)
        ]
        cells = "".join(f'<td style="vertical-align:top;text-align:left;width:50%">{side}</td>' for side in sides)
        return f'<table style="width:100%;table-layout:fixed"><tr>{cells}</tr></table>'


def _side_html(text: Text, passages: list[tuple[str, tuple[int, int]]]) -> str:
    parts = {"": text} if isinstance(text, str) else text
    shown = []
    for name, content in parts.items():
        spans = [(begin, end, number) for number, (part, (begin, end)) in enumerate(passages) if part in ("", name)]
        title = f"<b>{html.escape(name)}</b><br>" if name else ""
        shown.append(title + _marked(content.encode(), sorted(spans)))
    return "<hr>".join(shown)


def _marked(text: bytes, spans: list[tuple[int, int, int]]) -> str:
    """The text with its passages coloured and numbered; where two overlap, the first goes on."""
    out: list[str] = []
    at = 0
    for begin, end, number in spans:
        if end <= at:
            continue
        begin = max(begin, at)
        out.append(_escaped(text[at:begin]))
        colour = _COLOURS[number % len(_COLOURS)]
        out.append(f'<mark style="background:{colour}"><sup>{number + 1}</sup>{_escaped(text[begin:end])}</mark>')
        at = end
    out.append(_escaped(text[at:]))
    return "".join(out)


def _escaped(text: bytes) -> str:
    return html.escape(text.decode(errors="replace")).replace("\n", "<br>")


def compare(a: Text, b: Text, **options: Unpack[CompareOptions]) -> Comparison:
    """Compares two texts, or two dicts of part to text, sentence by sentence.

    >>> import cento
    >>> same = "It rained all day. The river rose by a metre. Nobody had expected that."
    >>> comparison = cento.compare(same + " Shops closed.", "A short week. " + same)
    >>> comparison.passages[0].sentences_b, round(comparison.share_a, 2)
    ((1, 4), 0.88)
    """
    plain_a = plain_text(a)
    plain_b = plain_text(b)
    return Comparison(plain_a, plain_b, _cento.compare(plain_a, plain_b, json_options(options)))
