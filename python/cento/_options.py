"""The options of each job as keywords with types. Written by scripts/python_options.py from the engine's tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict


class FileOptions(TypedDict, total=False):
    """Options of `files()`."""

    #: format of all inputs, see `cento formats`; default: by content and name
    format: Literal["warc", "arc", "parquet", "arrow", "stackexchange", "reuters", "trec", "jsonl", "html", "run", "qrels", "text", "csv", "tsv"]
    #: JSONL, CSV, tables: fields that hold the text; each becomes a part; default: text, content, body, ...
    text_field: Sequence[str]
    #: JSONL, CSV, tables: field that holds the id; default: id, _id, docno, ...
    id_field: str
    #: plain text: one document per line (lines) or paragraph (paragraphs), or split at matches of a regex
    split: str
    #: text and HTML: convert from this charset; default: as declared or detected
    charset: str
    #: reject larger documents; at least 1; default: 64M
    max_document: int


class ScanOptions(TypedDict, total=False):
    """Options of `scan()`."""

    #: when sentences match: exact, near or loose; default: near
    match: Literal["exact", "near", "loose"]
    #: near: features of a sentence, shingle:N, spot:K or imatch:A:B; default: shingle:3
    signature: str
    #: near: minimum Jaccard similarity of matching sentences (τ); greater than 0 and at most 1; default: 0.9
    threshold: float
    #: minimum number of matched sentences in a passage (γ); a whole number of at least 1; default: 3
    min_sentences: int
    #: changed, inserted, split or merged sentences that a passage may span (g); a whole number from 0 to 100;
    #: default: 1
    gap: int
    #: end passages at whole sentences or at the last shared word: sentence or word; default: word
    edges: Literal["sentence", "word"]
    #: also find what a document repeats within itself
    within: bool
    #: list document pairs of passages in at most K documents; `all`: of all passages, as in the paper (K); a
    #: whole number of documents, or all; default: 20
    pairs_up_to: int | Literal["all"]
    #: mark families in more than N documents as boilerplate; a whole number of at least 0; default: 50
    boilerplate: int
    #: count documents that share at least this much as near-duplicates; a number from 0 to 1; default: 0.8
    near_duplicate: float
    #: tables of `cento stats`, for signatures that need them; default: count the inputs
    stats: str


class BlogOptions(TypedDict, total=False):
    """Options of `spark.blog()`."""

    #: blog: ignore words that occur in more documents than this; below 1: a share of them (DF); greater than 0;
    #: default: 0.6
    df_cutoff: float
    #: blog: ignore sentences that occur more often than this; a whole number of at least 2; default: 300
    max_repeats: int
    #: blog: report documents with more known sentences than this (δ); a whole number of at least 0; default: 3
    collisions: int


class ReuseOptions(TypedDict, total=False):
    """Options of `spark.reuse()`."""

    #: find reused sentences by words, which misses none, or by bit signatures: words or qsign; default: words
    reuse_by: Literal["words", "qsign"]
    #: word overlap from 0 to 1, or as printed in the paper: normalised or paper; default: normalised
    overlap: Literal["normalised", "paper"]
    #: minimum word overlap of a reused sentence (θ); greater than 0; default: 0.7
    theta: float
    #: qsign: target recall, which determines the bits; greater than 0 and at most 1; default: 0.9
    recall: float
    #: qsign: determine the bits from this rate of false hits instead (ρ); greater than 0 and at most 1
    false_hits: float
    #: qsign: other words in a reused sentence (k); at least 0; default: from theta
    extra_words: float
    #: qsign: number of bits in which signatures may differ, instead of the above (d); a whole number of at
    #: least 0
    distance: int
    #: maximum number of sentences reported for each, best first; a whole number of at least 1; default: 20
    limit: int
    #: weights of words: even, or rarity, log N/df by their counts in the documents that are reused; default:
    #: even
    weights: Literal["even", "rarity"]
    #: reuse: bits of a sentence's signature for qsign: 16, 32, 64, 128, or 0 for none (m); a whole number from
    #: 0 to 128; default: 128
    signature_bits: int
    #: reuse: bits that each word sets in a signature (l); a whole number from 1 to 64; default: 4
    word_bits: int


class PairsOptions(TypedDict, total=False):
    """Options of `pairs()`."""

    #: shingle:N, ndd or other features: find all pairs; minhash[:K], simhash: verify candidates found by
    #: sketches; exact: identical texts; default: shingle:5
    method: str
    #: minhash, simhash: features to sketch and verify; default: shingle:5
    features: str
    #: minimum Jaccard similarity (τ); greater than 0 and at most 1; default: 0.8
    threshold: float
    #: keep 1 feature in 2^K, by its hash (k); a whole number from 0 to 32; default: 0, all
    sample: int
    #: ignore features that occur in more than N documents (SCT); a whole number of at least 0; default: no
    #: limit
    sct: int
    #: minhash: recall at the threshold; greater than 0 and less than 1; default: 0.95
    recall: float
    #: simhash: how many of 64 bits may differ between candidates; a whole number from 0 to 31; default: 3
    distance: int
    #: tables of `cento stats`, for features that need them and for sct; default: count the inputs
    stats: str
    #: which document to keep: first, longest, newest, oldest or field:NAME[:min|max]; default: first
    keep: str
    #: for more than N identical documents, list only pairs with the first; a whole number of at least 0;
    #: default: 100
    pairs_up_to: int


class DedupOptions(TypedDict, total=False):
    """Options of `dedup()`."""

    #: what to remove: document, or passage or sentence, which are cut from the texts; default: document
    level: Literal["document", "passage", "sentence"]
    #: passage: minimum number of consecutive sentences that occur earlier (γ); a whole number of at least 1;
    #: default: 3
    min_sentences: int
    #: passage, sentence: minimum number of words in them, so that "Yes." stays; a whole number of at least 0;
    #: default: 3
    min_tokens: int
    #: shingle:N, ndd or other features: find all pairs; minhash[:K], simhash: verify candidates found by
    #: sketches; exact: identical texts; default: shingle:5
    method: str
    #: minhash, simhash: features to sketch and verify; default: shingle:5
    features: str
    #: minimum Jaccard similarity (τ); greater than 0 and at most 1; default: 0.8
    threshold: float
    #: keep 1 feature in 2^K, by its hash (k); a whole number from 0 to 32; default: 0, all
    sample: int
    #: ignore features that occur in more than N documents (SCT); a whole number of at least 0; default: no
    #: limit
    sct: int
    #: minhash: recall at the threshold; greater than 0 and less than 1; default: 0.95
    recall: float
    #: simhash: how many of 64 bits may differ between candidates; a whole number from 0 to 31; default: 3
    distance: int
    #: tables of `cento stats`, for features that need them and for sct; default: count the inputs
    stats: str
    #: which document to keep: first, longest, newest, oldest or field:NAME[:min|max]; default: first
    keep: str


class ThreadsOptions(TypedDict, total=False):
    """Options of `threads()`."""

    #: parts to compare and their weights (θ); default: title=0.4,description|body|text=0.2,answer=0.4
    parts: str
    #: how to compare a part, e.g. title=words*idf+grams:3*idf or answer=shingle:3/contained
    compare: Sequence[str]
    #: minimum similarity of duplicates (τ); greater than 0 and at most 1; default: 0.5
    threshold: float
    #: penalty if numbers differ; a number from 0 to 1; default: 0.05
    number_guard: float
    #: penalty if only one is negated; a number from 0 to 1; default: 0.05
    negation_guard: float
    #: which thread represents a cluster: oldest, answered (most answers), first, longest, newest or
    #: field:NAME[:min|max]; default: oldest
    keep: str
    #: how to partition the index: by document or by term; the result is the same; default: document
    by: Literal["document", "term"]
    #: for more than N identical threads, list only pairs with the first; a whole number of at least 0; default:
    #: 100
    pairs_up_to: int


class SubstringOptions(TypedDict, total=False):
    """Options of `cento.spark.substring()`."""

    #: substring: minimum length of a run, in tokens (N); a whole number from 1 to 65536; default: 50
    min_tokens: int


class CompareOptions(TypedDict, total=False):
    """Options of `compare()`."""

    #: when sentences match: exact, near or loose; default: near
    match: Literal["exact", "near", "loose"]
    #: near: features of a sentence, shingle:N, spot:K or imatch:A:B; default: shingle:3
    signature: str
    #: near: minimum Jaccard similarity of matching sentences (τ); greater than 0 and at most 1; default: 0.9
    threshold: float
    #: minimum number of matched sentences in a passage (γ); a whole number of at least 1; default: 3
    min_sentences: int
    #: changed, inserted, split or merged sentences that a passage may span (g); a whole number from 0 to 100;
    #: default: 1
    gap: int
    #: end passages at whole sentences or at the last shared word: sentence or word; default: word
    edges: Literal["sentence", "word"]
    #: also find what a document repeats within itself
    within: bool


class IndexOptions(TypedDict, total=False):
    """Options of a new `Index`."""

    #: keep data for passages
    passages: bool
    #: passages: when sentences match, exact or near; default: exact
    match: Literal["exact", "near"]
    #: near: features of a sentence, shingle:N, spot:K or imatch:A:B; default: shingle:3
    signature: str
    #: near: minimum Jaccard similarity of matching sentences (τ); greater than 0 and at most 1; default: 0.9
    threshold: float
    #: keep fingerprints of sentences as in paper blog
    blog: bool
    #: blog: ignore words in more than this share of the documents in the statistics; from 1 on, a number; at
    #: least 0; default: 0.6
    df_cutoff: float
    #: keep data for near-duplicate documents
    documents: bool
    #: documents: features to sketch and compare, see docs/signatures.md; default: shingle:5
    features: str
    #: documents: minimum Jaccard similarity to find; greater than 0 and at most 1; default: 0.8
    least_similarity: float
    #: documents: target recall at that similarity; greater than 0 and less than 1; default: 0.95
    recall: float
    #: keep the words of sentences, which finding reused ones needs
    reuse: bool
    #: reuse: bits of a sentence's signature for qsign: 16, 32, 64, 128, or 0 for none (m); a whole number from
    #: 0 to 128; default: 128
    signature_bits: int
    #: reuse: bits that each word sets in a signature (l); a whole number from 1 to 64; default: 4
    word_bits: int


class AskOptions(TypedDict, total=False):
    """Options of `Index.ask()`."""

    #: report near-duplicate documents, if the index keeps what that needs
    documents: bool
    #: report shared passages, if the index keeps what that needs
    passages: bool
    #: maximum number of answers of each kind, best first; a whole number of at least 1; default: 20
    limit: int
    #: minimum number of matched sentences in a passage (γ); a whole number of at least 1; default: 3
    min_sentences: int
    #: changed, inserted, split or merged sentences that a passage may span (g); a whole number from 0 to 100;
    #: default: 1
    gap: int
