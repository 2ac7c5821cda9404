from semhash import SemHash


def near_duplicates(texts):
    result = SemHash.from_records(records=texts).self_deduplicate(threshold=0.8)
    return [(duplicate.duplicate_of, duplicate.record) for duplicate in result.filtered]
