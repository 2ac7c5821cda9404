#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "index/index_view.hpp"
#include "index/segment/segment_builder.hpp"
#include "methods/ask/index_digester.hpp"
#include "methods/part_documents.hpp"

namespace cento::testing {

/// An index in memory, with documents numbered from 1.
class MemoryIndex : public IndexView {
 public:
  explicit MemoryIndex(IndexOptions options, const DocumentFrequencies* statistics = nullptr)
      : options_(std::move(options)), statistics_(statistics) {}

  /// Adds documents as one segment.
  void add(const PartTexts& documents) {
    std::vector<NamedTexts> named;
    for (const std::vector<std::string>& texts : documents) {
      NamedTexts& parts = named.emplace_back();
      for (const std::string& text : texts) parts.emplace_back("text", text);
    }
    add_named(named);
  }

  /// The same for documents whose parts have names.
  using NamedTexts = std::vector<std::pair<std::string, std::string>>;
  void add_named(const std::vector<NamedTexts>& documents) {
    const std::unique_ptr<Digester> digester = index_digesters()(options_, statistics_);
    DigestBatch batch;
    std::vector<std::uint32_t> numbers;
    for (const NamedTexts& texts : documents) {
      StoredDocument document{static_cast<std::uint32_t>(stored_.size()) + 1, "", "{}", {}};
      document.id = "document " + std::to_string(document.number);
      std::vector<Part> parts;
      for (const auto& [name, text] : texts) {
        document.parts.push_back({name, text});
        parts.push_back({name, text});
      }
      digester->add(parts, batch);
      numbers.push_back(document.number);
      stored_.push_back(std::move(document));
    }
    SegmentBuilder builder(0);
    builder.add(batch, numbers);
    segments_.push_back(Segment::of_bytes(builder.finish(1)));
  }

  void remove(std::uint32_t number) { removed_.insert(number); }

  [[nodiscard]] const IndexOptions& options() const override { return options_; }
  [[nodiscard]] const DocumentFrequencies* statistics() const override { return statistics_; }
  [[nodiscard]] std::span<const std::shared_ptr<const Segment>> segments() const override { return segments_; }
  [[nodiscard]] bool is_removed(std::uint32_t number) const override { return removed_.contains(number); }
  [[nodiscard]] bool has_removed() const override { return !removed_.empty(); }
  [[nodiscard]] std::uint64_t documents() const override { return stored_.size() - removed_.size(); }
  [[nodiscard]] StoredDocument document(std::uint32_t number, Texts) const override { return stored_.at(number - 1); }

 private:
  IndexOptions options_;
  const DocumentFrequencies* statistics_;
  std::vector<StoredDocument> stored_;
  std::vector<std::shared_ptr<const Segment>> segments_;
  std::set<std::uint32_t> removed_;
};

}  // namespace cento::testing
