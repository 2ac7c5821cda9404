"""What Cento takes for a sentence and a word."""

from __future__ import annotations

from typing import NamedTuple

from . import _cento


class Token(NamedTuple):
    """A word: its place in UTF-8 bytes, and a number that is equal for words that compare as equal."""

    begin: int
    end: int
    hash: int


def sentences(text: str) -> list[tuple[int, int]]:
    """The sentences of a text, as half-open ranges of UTF-8 bytes.

    >>> import cento
    >>> text = "One came. Two went!"
    >>> [text.encode()[begin:end].decode() for begin, end in cento.sentences(text)]
    ['One came.', 'Two went!']
    """
    return _cento.sentences(text)


def tokens(text: str) -> list[Token]:
    """The words of a text; each Han or kana character is one. Upper and lower case compare as equal.

    >>> import cento
    >>> first, second = cento.tokens("Word word")
    >>> first.hash == second.hash, second.begin
    (True, 5)
    """
    return [Token(*token) for token in _cento.tokens(text)]


def signatures(text: str, method: str = "shingle:5") -> list[int]:
    """The features that a text is compared by, by the names that `pairs()` takes as its method.

    >>> import cento
    >>> a, b = (set(cento.signatures(text, "shingle:2")) for text in ("one two three four", "one two three five"))
    >>> len(a & b) / len(a | b)
    0.5
    """
    return list(_cento.signatures(text, method))
