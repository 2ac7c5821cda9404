#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "index/index_view.hpp"
#include "index/segment/segment.hpp"
#include "index/segment/segment_builder.hpp"
#include "methods/blog/part_sentences.hpp"
#include "methods/qsign/reuse_digest.hpp"

namespace cento::testing {

/// A document as the texts of its parts.
using PartTexts = std::vector<std::string>;

inline std::vector<Part> parts_of(const PartTexts& texts) {
  std::vector<Part> parts;
  for (const std::string& text : texts) parts.push_back({"text", text});
  return parts;
}

/// The digest of documents with just what finding reused sentences needs.
inline DigestBatch reuse_digest(std::span<const PartTexts> documents, const IndexOptions& options) {
  DigestBatch batch;
  ReuseDigester digester(options);
  PartSentences sentences;
  for (const PartTexts& texts : documents) {
    batch.texts.push_back({batch.texts.size(), 0});
    batch.part_counts.push_back(static_cast<std::uint32_t>(texts.size()));
    for (const std::string& text : texts) {
      const std::size_t before = batch.contents.size();
      sentences.for_each(text, [&](const Span& bytes, std::span<const std::uint64_t> tokens) {
        digester.add(tokens, static_cast<std::uint32_t>(batch.contents.size()), batch);
        batch.contents.push_back(1);
        batch.spans.push_back(bytes);
      });
      batch.part_sizes.push_back(static_cast<std::uint32_t>(batch.contents.size() - before));
    }
  }
  return batch;
}

/// A view of documents in memory, numbered from 1, `in_segment` to a segment.
class ReuseIndex : public IndexView {
 public:
  ReuseIndex(const std::vector<PartTexts>& documents, std::size_t in_segment, const IndexOptions& options,
             std::optional<DocumentFrequencies> statistics = {})
      : options_(options), statistics_(std::move(statistics)) {
    for (std::size_t begin = 0; begin < documents.size(); begin += in_segment) {
      add_segment(std::span(documents).subspan(begin, std::min(in_segment, documents.size() - begin)), begin);
    }
  }

  void remove(std::uint32_t number) { removed_.push_back(number); }

  [[nodiscard]] const IndexOptions& options() const override { return options_; }
  [[nodiscard]] const DocumentFrequencies* statistics() const override { return statistics_ ? &*statistics_ : nullptr; }
  [[nodiscard]] std::span<const std::shared_ptr<const Segment>> segments() const override { return segments_; }
  [[nodiscard]] bool is_removed(std::uint32_t number) const override {
    return std::find(removed_.begin(), removed_.end(), number) != removed_.end();
  }
  [[nodiscard]] bool has_removed() const override { return !removed_.empty(); }
  [[nodiscard]] std::uint64_t documents() const override { return documents_ - removed_.size(); }
  [[nodiscard]] StoredDocument document(std::uint32_t number, Texts /*texts*/) const override {
    return {number, std::to_string(number), "{}", {}};
  }

 private:
  void add_segment(std::span<const PartTexts> documents, std::size_t first) {
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < documents.size(); ++i) numbers.push_back(static_cast<std::uint32_t>(first + i + 1));
    SegmentBuilder builder(0);
    builder.add(reuse_digest(documents, options_), numbers);
    segments_.push_back(Segment::of_bytes(builder.finish(1)));
    documents_ += documents.size();
  }

  IndexOptions options_;
  std::optional<DocumentFrequencies> statistics_;
  std::vector<std::shared_ptr<const Segment>> segments_;
  std::vector<std::uint32_t> removed_;
  std::uint64_t documents_ = 0;
};

inline IndexOptions reuse_options(unsigned signature_bits = 64, unsigned word_bits = 4) {
  IndexOptions options;
  options.reuse = true;
  options.signature_bits = signature_bits;
  options.word_bits = word_bits;
  return options;
}

}  // namespace cento::testing
