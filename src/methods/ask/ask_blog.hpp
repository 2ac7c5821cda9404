#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/digest.hpp"
#include "index/index_view.hpp"
#include "methods/ask/index_questions.hpp"

namespace cento {

/// The decision of paper blog against an index: how many of a document's sentences are known from it. One for each
/// thread.
class BlogAsker {
 public:
  /// `view` must outlive this.
  BlogAsker(const IndexView& view, const QuestionOptions& options) : view_(view), options_(options) {}

  /// `asked` is the digest of one document. Adds to `answer`.
  void ask(const DigestBatch& asked, std::uint32_t but_number, IndexAnswer& answer);

 private:
  /// Where a sentence of the query document is known from: its first occurrence in each document.
  struct KnownSentence {
    std::uint32_t sentence = 0;  // of the query document
    IndexedPlace source;
    std::uint32_t position = 0;  // in the source's segment
  };

  void look_up(std::span<const IndexKey> keys);
  [[nodiscard]] bool is_everybodys(std::size_t key, std::uint32_t but_number) const;
  bool list_places(std::span<const IndexKey> keys, std::size_t key, std::uint32_t but_number);
  void list_sources(const DigestBatch& asked, BlogReport& report);
  [[nodiscard]] BlogSentence own_place(const DigestBatch& asked, std::uint32_t sentence) const;
  [[nodiscard]] BlogSentence other_place(const KnownSentence& known) const;

  const IndexView& view_;
  QuestionOptions options_;
  std::vector<std::vector<std::span<const KeyTable::Entry>>> places_;  // by segment and key
  std::vector<KnownSentence> known_;
};

}  // namespace cento
