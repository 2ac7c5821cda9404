#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "methods/substring/substring.hpp"
#include "methods/word_documents.hpp"

namespace cento::testing {

/// A document as the words of its parts.
using PartWords = std::vector<Words>;

/// The results: both lists of SubstringFinder::find().
struct Ranges {
  std::vector<RepeatedRange> all;
  std::vector<RepeatedRange> later;

  friend bool operator==(const Ranges&, const Ranges&) = default;
};

inline std::ostream& operator<<(std::ostream& out, const RunPlace& place) {
  return out << place.document << "/" << place.part << " tokens " << place.tokens.begin << ".." << place.tokens.end
             << " bytes " << place.bytes.begin << ".." << place.bytes.end;
}

inline std::ostream& operator<<(std::ostream& out, const Ranges& ranges) {
  for (const auto* list : {&ranges.all, &ranges.later}) {
    out << (list == &ranges.all ? "all" : "later") << ":\n";
    for (const RepeatedRange& range : *list) {
      out << "  " << range.place << " also " << range.also << (range.is_first ? " first" : "") << "\n";
    }
  }
  return out;
}

/// Batches of documents of several parts, `in_batch` to a batch.
class PartWordBatches {
 public:
  explicit PartWordBatches(const std::vector<PartWords>& documents, std::size_t in_batch = 3) {
    for (const PartWords& words : documents) {
      if (all_.empty() || all_.back().documents.size() == in_batch) all_.emplace_back();
      std::vector<Part> parts;
      for (const Words& part : words) parts.push_back({"part", texts_.emplace_back(text_of(part))});
      all_.back().add("document", parts);
    }
  }

  [[nodiscard]] const std::deque<DocumentBatch>& all() const { return all_; }

 private:
  std::deque<std::string> texts_;
  std::deque<DocumentBatch> all_;
};

inline SubstringOptions options_for(std::uint32_t min_tokens) {
  SubstringOptions options;
  options.min_tokens = min_tokens;
  return options;
}

struct RepeatedText {
  std::vector<RepeatedRange> ranges;
  std::vector<RepeatedRange> later;
  SubstringCounts counts;
};

inline RepeatedText find_in(SubstringFinder& finder) {
  RepeatedText found;
  found.counts = finder.find([&](const RepeatedRange& range) { found.ranges.push_back(range); },
                             [&](const RepeatedRange& range) { found.later.push_back(range); });
  return found;
}

inline RepeatedText find_text(const std::vector<PartWords>& documents, const SubstringOptions& options,
                              std::size_t references = 0) {
  SubstringFinder finder(options);
  const std::vector<PartWords> reference(documents.begin(),
                                         documents.begin() + static_cast<std::ptrdiff_t>(references));
  const PartWordBatches reference_batches(reference);
  for (const DocumentBatch& batch : reference_batches.all()) finder.add(*finder.sign(batch));
  if (references > 0) finder.end_reference();
  const std::vector<PartWords> rest(documents.begin() + static_cast<std::ptrdiff_t>(references), documents.end());
  const PartWordBatches batches(rest);
  for (const DocumentBatch& batch : batches.all()) finder.add(*finder.sign(batch));
  return find_in(finder);
}

inline Ranges find(const std::vector<PartWords>& documents, const SubstringOptions& options) {
  RepeatedText found = find_text(documents, options);
  return {std::move(found.ranges), std::move(found.later)};
}

inline Ranges find(const std::vector<PartWords>& documents, std::uint32_t min_tokens) {
  return find(documents, options_for(min_tokens));
}

/// Where a run of words begins.
struct At {
  DocId document = 0;
  std::uint32_t part = 0;
  std::uint32_t token = 0;

  friend auto operator<=>(const At&, const At&) = default;
};

inline RunPlace place_of(const std::vector<PartWords>& documents, const At& at, std::uint32_t length) {
  const Words& words = documents[at.document][at.part];
  const auto bytes_before = [&](std::uint32_t count) {
    return static_cast<std::uint32_t>(text_of(Words(words.begin(), words.begin() + count)).size());
  };
  const std::uint32_t begin = at.token == 0 ? 0 : bytes_before(at.token) + 1;
  return {at.document, at.part, {at.token, at.token + length}, {begin, bytes_before(at.token + length)}};
}

}  // namespace cento::testing
