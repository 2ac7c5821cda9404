#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "index/segment/segment.hpp"
#include "index/segment/segment_builder.hpp"

namespace cento::testing {

/// A sentence, part and document as plain values: the expected contents of a segment.
struct PlainSentence {
  Span span;
  std::uint32_t content = 0;
  BitSignature bits;
  std::vector<std::uint32_t> words;
  std::vector<std::pair<IndexTable, std::uint64_t>> hashes;  // of tables whose values are positions
};
using PlainPart = std::vector<PlainSentence>;
struct PlainDocument {
  std::uint32_t number = 0;
  Fingerprint text;
  std::vector<PlainPart> parts;
  std::vector<std::uint64_t> bands;
  std::vector<std::uint32_t> thread = {};  // its record; empty: none are kept
};
using PlainDocuments = std::vector<PlainDocument>;

constexpr std::uint64_t kOptionsHash = 4711;
enum class Kept : bool { least, all };  // without or with bits, words and threads

inline void add_to_batch(const PlainDocument& document, Kept kept, DigestBatch& batch) {
  const auto ordinal = static_cast<std::uint32_t>(batch.documents());
  batch.texts.push_back(document.text);
  batch.keys_of(IndexTable::texts).push_back({document.text.low, ordinal});
  for (const std::uint64_t band : document.bands) batch.keys_of(IndexTable::documents).push_back({band, ordinal});
  if (kept == Kept::all && !document.thread.empty()) {
    batch.thread_sizes.push_back(static_cast<std::uint32_t>(document.thread.size()));
    batch.threads.insert(batch.threads.end(), document.thread.begin(), document.thread.end());
  }
  batch.part_counts.push_back(static_cast<std::uint32_t>(document.parts.size()));
  for (const PlainPart& part : document.parts) {
    batch.part_sizes.push_back(static_cast<std::uint32_t>(part.size()));
    for (const PlainSentence& sentence : part) {
      const auto position = static_cast<std::uint32_t>(batch.sentences());
      for (const auto& [table, hash] : sentence.hashes) batch.keys_of(table).push_back({hash, position});
      batch.contents.push_back(sentence.content);
      batch.spans.push_back(sentence.span);
      if (kept == Kept::least) continue;
      batch.bits.push_back(sentence.bits);
      batch.word_counts.push_back(static_cast<std::uint32_t>(sentence.words.size()));
      batch.words.insert(batch.words.end(), sentence.words.begin(), sentence.words.end());
    }
  }
}

inline void add_to_builder(const PlainDocuments& documents, Kept kept, SegmentBuilder& builder) {
  DigestBatch batch;
  std::vector<std::uint32_t> numbers;
  for (const PlainDocument& document : documents) {
    add_to_batch(document, kept, batch);
    numbers.push_back(document.number);
  }
  builder.add(batch, numbers);
}

inline std::vector<std::byte> segment_bytes(const PlainDocuments& documents, Kept kept = Kept::all,
                                            std::size_t threads = 1) {
  SegmentBuilder builder(kOptionsHash);
  add_to_builder(documents, kept, builder);
  return builder.finish(threads);
}

/// Documents with the next numbers, some of which are skipped. Hashes repeat often.
inline PlainDocuments random_documents(std::mt19937_64& random, std::size_t count, std::uint32_t first_number = 0) {
  const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); };
  const auto hash = [&] { return below(4) == 0 ? 0x0123'4567'89ab'0000 + below(3) * 0x10000 : random(); };
  const auto sentence = [&](std::uint32_t last_end) {
    PlainSentence made;
    made.span.begin = last_end + (below(8) == 0 ? below(100'000) : below(3));
    made.span.end = made.span.begin + below(300);
    made.content = static_cast<std::uint32_t>(random());
    made.bits = {{random(), random()}};
    for (std::uint32_t i = below(6); i > 0; --i) made.words.push_back(static_cast<std::uint32_t>(random()));
    std::sort(made.words.begin(), made.words.end());
    made.hashes.emplace_back(IndexTable::sentences, hash());
    if (below(5) != 0) made.hashes.emplace_back(IndexTable::blog, hash());
    for (const std::uint32_t word : made.words)
      made.hashes.emplace_back(IndexTable::words, word * std::uint64_t{0x1'0000'0001});
    return made;
  };
  PlainDocuments documents(count);
  for (PlainDocument& document : documents) {
    document.number = first_number += 1 + below(3);
    document.text = {hash(), random()};
    for (std::uint32_t i = below(4); i > 0; --i) document.bands.push_back(hash());
    for (std::uint32_t i = 1 + below(3); i > 0; --i) document.thread.push_back(static_cast<std::uint32_t>(random()));
    document.parts.resize(below(4));
    for (PlainPart& part : document.parts) {
      std::uint32_t end = 0;
      for (std::uint32_t i = below(7); i > 0; --i) end = part.emplace_back(sentence(end)).span.end;
    }
  }
  return documents;
}

using TableRows = std::map<IndexTable, std::multimap<std::uint64_t, std::uint32_t>>;  // key -> values

inline TableRows expected_rows(const PlainDocuments& documents) {
  TableRows rows;
  std::uint32_t ordinal = 0;
  std::uint32_t position = 0;
  for (const PlainDocument& document : documents) {
    rows[IndexTable::texts].emplace(KeyTable::key_of(document.text.low), ordinal);
    for (const std::uint64_t band : document.bands)
      rows[IndexTable::documents].emplace(KeyTable::brief_key(KeyTable::key_of(band)), ordinal);
    for (const PlainPart& part : document.parts) {
      for (const PlainSentence& sentence : part) {
        for (const auto& [table, hash] : sentence.hashes) rows[table].emplace(KeyTable::key_of(hash), position);
        ++position;
      }
    }
    ++ordinal;
  }
  return rows;
}

inline void expect_tables(const Segment& segment, const PlainDocuments& documents) {
  TableRows rows = expected_rows(documents);
  for (std::size_t i = 0; i < kIndexTables; ++i) {
    const auto table = static_cast<IndexTable>(i);
    ASSERT_EQ(segment.table(table).size(), rows[table].size());
    for (auto row = rows[table].begin(); row != rows[table].end();) {
      const std::uint64_t key = row->first;
      std::multiset<std::uint32_t> expected;
      for (; row != rows[table].end() && row->first == key; ++row) expected.insert(row->second);
      std::vector<std::uint32_t> found;
      segment.table(table).for_each_found(key << 16U, [&](std::uint32_t value) { found.push_back(value); });
      ASSERT_EQ(found, std::vector<std::uint32_t>(expected.begin(), expected.end()));
    }
  }
}

inline void expect_sentence(const Segment& segment, std::uint32_t position, const PlainSentence& sentence, Kept kept) {
  EXPECT_EQ(segment.contents()[position], sentence.content);
  const auto words = segment.words_of(position);
  if (kept == Kept::least) {
    EXPECT_TRUE(words.empty());
    return;
  }
  EXPECT_EQ(segment.bits()[position], sentence.bits);
  EXPECT_EQ(std::vector<std::uint32_t>(words.begin(), words.end()), sentence.words);
}

inline void expect_part(const Segment& segment, std::uint32_t document, std::uint32_t part, const PlainPart& expected,
                        Kept kept) {
  const SentenceRange positions = segment.positions_of(document, part);
  ASSERT_EQ(positions.size(), expected.size());
  PlainVector<Span> spans;
  segment.spans_of(document, part, spans);
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    const SegmentPlace place = segment.place_of(positions.begin + i);
    EXPECT_EQ(place.document, document);
    EXPECT_EQ(place.part, part);
    EXPECT_EQ(place.sentence, i);
    EXPECT_EQ(spans[i], expected[i].span);
    const Span rest = {expected[i].span.begin, expected.back().span.end};
    EXPECT_EQ(segment.bytes_of(document, part, {i, positions.size()}), rest);
    expect_sentence(segment, positions.begin + i, expected[i], kept);
  }
}

/// Expects that the segment returns these documents.
inline void expect_holds(const Segment& segment, const PlainDocuments& documents, Kept kept) {
  ASSERT_EQ(segment.documents(), documents.size());
  std::uint32_t position = 0;
  for (std::uint32_t i = 0; i < documents.size(); ++i) {
    const PlainDocument& expected = documents[i];
    EXPECT_EQ(segment.numbers()[i], expected.number);
    EXPECT_EQ(segment.ordinal_of(expected.number), i);
    EXPECT_EQ(segment.texts()[i], expected.text);
    const auto thread = kept == Kept::all ? expected.thread : std::vector<std::uint32_t>();
    const auto stored = segment.thread_of(i);
    EXPECT_EQ(std::vector<std::uint32_t>(stored.begin(), stored.end()), thread);
    ASSERT_EQ(segment.parts_of(i), expected.parts.size());
    for (std::uint32_t part = 0; part < expected.parts.size(); ++part) {
      EXPECT_EQ(segment.positions_of(i, part).begin, position);
      expect_part(segment, i, part, expected.parts[part], kept);
      position += static_cast<std::uint32_t>(expected.parts[part].size());
    }
  }
  EXPECT_EQ(segment.sentences(), position);
  EXPECT_EQ(segment.has_words(), kept == Kept::all && position > 0);
  expect_tables(segment, documents);
}

}  // namespace cento::testing
