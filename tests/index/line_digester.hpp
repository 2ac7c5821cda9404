#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hash/mix64.hpp"
#include "index/digester.hpp"
#include "index/live/index_writer.hpp"

namespace cento::testing {

/// FNV-1a, mixed.
inline std::uint64_t line_hash(std::string_view line) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char byte : line) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  return mix64(hash);
}

/// A digester for tests of the index alone: each line is a sentence, found by its bytes.
class LineDigester : public Digester {
 public:
  using Digester::add;

  void add(AnalyzedDocument& analyzed, DigestBatch& out) override {
    const std::span<const Part> parts = analyzed.parts();
    Fingerprint text;
    const auto document = static_cast<std::uint32_t>(out.documents());
    for (const Part& part : parts) {
      const std::size_t before = out.sentences();
      add_lines(part.text, out);
      out.part_sizes.push_back(static_cast<std::uint32_t>(out.sentences() - before));
      text.low = mix64(text.low + line_hash(part.text) + 1);
    }
    out.texts.push_back(text);
    out.part_counts.push_back(static_cast<std::uint32_t>(parts.size()));
    out.keys_of(IndexTable::texts).push_back({text.low, document});
  }

 private:
  static void add_lines(std::string_view text, DigestBatch& out) {
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
      end = std::min(text.find('\n', begin), text.size());
      const std::uint64_t hash = line_hash(text.substr(begin, end - begin));
      const auto position = static_cast<std::uint32_t>(out.sentences());
      out.contents.push_back(stored_content(hash));
      out.spans.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
      out.keys_of(IndexTable::sentences).push_back({hash, position});
    }
  }
};

inline DigesterFactory line_digesters() {
  return [](const IndexOptions&, const DocumentFrequencies*) { return std::make_unique<LineDigester>(); };
}

struct Entry {
  std::string id;
  std::string text;
};

/// Adds entries one by one.
inline void add_each(IndexWriter& writer, const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) {
    DocumentBatch batch;
    writer.add(batch.add(batch.arena.store(entry.id), batch.arena.store(entry.text)));
  }
}

/// Adds entries as one batch.
inline void add_batch(IndexWriter& writer, const std::vector<Entry>& entries) {
  DocumentBatch batch;
  for (const Entry& entry : entries) batch.add(batch.arena.store(entry.id), batch.arena.store(entry.text));
  writer.add(batch, *writer.prepare(batch));
}

/// The ids and texts of all documents of a view, by number.
inline std::vector<std::pair<std::string, std::string>> documents_of(const IndexView& view) {
  std::vector<std::uint32_t> numbers;
  for (const auto& segment : view.segments()) {
    for (const std::uint32_t number : segment->numbers()) {
      if (!view.is_removed(number)) numbers.push_back(number);
    }
  }
  std::sort(numbers.begin(), numbers.end());
  std::vector<std::pair<std::string, std::string>> documents;
  for (const std::uint32_t number : numbers) {
    const StoredDocument stored = view.document(number, IndexView::Texts::yes);
    documents.emplace_back(stored.id, stored.parts.front().text);
  }
  return documents;
}

/// The numbers of the documents that have a line, according to the tables of the segments.
inline std::vector<std::uint32_t> with_line(const IndexView& view, std::string_view line) {
  std::vector<std::uint32_t> found;
  for (const auto& segment : view.segments()) {
    for (const KeyTable::Entry& entry : segment->table(IndexTable::sentences).find(line_hash(line))) {
      const std::uint32_t number = segment->numbers()[segment->place_of(entry.value).document];
      if (!view.is_removed(number)) found.push_back(number);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace cento::testing
