"""The row of a table that each JSON line of Cento's records should be."""

import json


def side(record, prefix):
    """A passage's place in a document."""
    return {
        prefix + "first_sentence": record["sentences"][0],
        prefix + "end_sentence": record["sentences"][1],
        prefix + "begin": record["bytes"][0],
        prefix + "end": record["bytes"][1],
    }


def stretch(record, prefix):
    return {
        prefix + "id": record["id"],
        prefix + "place": record.get("place"),
        prefix + "part": record.get("part"),
        **side(record, prefix),
    }


def named_pair(record):
    return {
        "a_id": record["a"],
        "a_place": record.get("a_place"),
        "b_id": record["b"],
        "b_place": record.get("b_place"),
        "similarity": record["similarity"],
    }


def pair(record):
    return {**named_pair(record), "contained_a": record["contained_a"], "contained_b": record["contained_b"]}


def parts(record):
    return [{"part": part, "similarity": value} for part, value in record["parts"].items()]


def forum_pair(record):
    return {**named_pair(record), "parts": parts(record)}


def cluster(record):
    return {
        "id": record["id"],
        "place": record.get("place"),
        "cluster": record["cluster"],
        "cluster_place": record.get("cluster_place"),
        "is_kept": record["kept"],
        "similarity": record["similarity"],
    }


def removal(record):
    return {
        "id": record["id"],
        "place": record["place"],
        "duplicate_of": record["kept"],
        "kept_place": record["kept_place"],
        "similarity": record["similarity"],
        "contained": record["contained"],
        "contained_by": record["contained_by"],
        "reason": record["reason"],
    }


def cut(record):
    return {**stretch(record, ""), **stretch(record["kept"], "kept_"), "reason": record["reason"]}


def passage(record):
    return {
        **stretch(record["a"], "a_"),
        **stretch(record["b"], "b_"),
        "matched": record["matched"],
        "similarity": record["similarity"],
    }


def family(record):
    return {
        "family": record["family"],
        "documents": record["documents"],
        "sentences": record["sentences"],
        "is_boilerplate": record.get("boilerplate", False),
        "text": record["text"],
        "places": [stretch(place, "") for place in record["places"]],
    }


def sentence(record, prefix=""):
    return {
        prefix + "part": record.get("part"),
        prefix + "sentence": record["sentence"],
        prefix + "begin": record["bytes"][0],
        prefix + "end": record["bytes"][1],
    }


def match(record):
    return {**sentence(record), **sentence(record["there"], "there_")}


def report(record):
    sources = [
        {
            "id": source["id"],
            "place": source.get("place"),
            "collisions": source["collisions"],
            "matches": [match(one) for one in source["matches"]],
        }
        for source in record["sources"]
    ]
    return {
        "id": record["id"],
        "place": record.get("place"),
        "sentences": record["sentences"],
        "known": record["known"],
        "sources": sources,
        "sources_unlisted": record["sources_unlisted"],
    }


def run_of_tokens(record, prefix):
    return {
        prefix + "id": record["id"],
        prefix + "place": record.get("place"),
        prefix + "part": record.get("part"),
        prefix + "first_token": record["tokens"][0],
        prefix + "end_token": record["tokens"][1],
        prefix + "begin": record["bytes"][0],
        prefix + "end": record["bytes"][1],
    }


def repeat(record):
    return {**run_of_tokens(record, ""), **run_of_tokens(record["also"], "also_"), "is_first": record["first"]}


def known(record, prefix=""):
    metadata = json.dumps(record["metadata"], ensure_ascii=False, separators=(",", ":"))
    return {prefix + "id": record["id"], prefix + "metadata": metadata}


def similar(record):
    return {**known(record), **{name: record[name] for name in ("similarity", "contained_a", "contained_b")}}


def answer_passage(record):
    return {
        "a_part": record["a"].get("part"),
        **side(record["a"], "a_"),
        **known(record["b"], "b_"),
        "b_part": record["b"].get("part"),
        **side(record["b"], "b_"),
        "matched": record["matched"],
        "similarity": record["similarity"],
    }


def blog_source(record):
    return {**known(record), "collisions": record["collisions"], "matches": [match(one) for one in record["matches"]]}


def reused(record):
    there = record["there"]
    return {
        **sentence(record),
        **known(there, "there_"),
        **sentence(there, "there_"),
        "overlap": record["overlap"],
    }


def asked_before(record):
    return {**known(record), "similarity": record["similarity"], "parts": parts(record)}


def listed(record, name, row):
    return [row(one) for one in record[name]] if name in record else None


LEFT_OUT = ("identical", "documents_with_passages", "places", "repetitive_texts", "candidates", "reused")


def answer(record):
    blog = record.get("blog")
    left_out = record.get("left_out", {})
    return {
        "id": record["id"],
        "identical": [known(one) for one in record["identical"]],
        "similar": listed(record, "similar", similar),
        "passages": listed(record, "passages", answer_passage),
        "blog_sentences": blog and blog["sentences"],
        "blog_known": blog and blog["known"],
        "blog_is_duplicate": blog and blog["duplicate"],
        "blog_sources": blog and [blog_source(one) for one in blog["sources"]],
        "blog_sources_unlisted": blog and blog["sources_unlisted"],
        "reused": listed(record, "reused", reused),
        "asked_before": listed(record, "asked_before", asked_before),
        **{"left_out_" + name: left_out.get(name, 0) for name in LEFT_OUT},
        "is_incomplete": record.get("incomplete", False),
    }


def rounded(value):
    """Numbers of JSON lines have six significant digits."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, list):
        return [rounded(one) for one in value]
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return value
