import cento


def near_duplicates(texts):
    found = cento.pairs(texts, threshold=0.8, method="minhash")
    return [(pair.a.id, pair.b.id) for pair in found.pairs]
