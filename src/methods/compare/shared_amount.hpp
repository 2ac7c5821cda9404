#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/part_passage.hpp"
#include "core/memory/plain_vector.hpp"
#include "methods/pdc/sentences/sentence_classes.hpp"

namespace cento {

/// How much of a document occurs in the other.
struct SharedAmount {
  std::uint64_t words = 0;         // tokens of the document
  std::uint64_t shared_words = 0;  // those that the other document also has, in a passage
  std::uint64_t sentences = 0;
  std::uint64_t lone_sentences = 0;  // sentences that match one of the other document but are in no passage

  /// The share of its words that are shared, 0 to 1; 0 if it has no words.
  [[nodiscard]] double share() const {
    return words == 0 ? 0 : static_cast<double>(shared_words) / static_cast<double>(words);
  }

  friend bool operator==(const SharedAmount&, const SharedAmount&) = default;
};

/// One of the two documents of a comparison.
enum class ComparedSide : std::uint8_t { a, b };

/// The words and sentences of a document; the other fields are 0.
[[nodiscard]] SharedAmount whole_amount(std::span<const AnalyzedPart> parts);

/// The words of two documents that occur in both: in a passage, and in the same order there in the other document. Each
/// counts once, however many passages contain it. They are counted as passages are added.
class SharedWords {
 public:
  SharedWords(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b);

  void add(const PartPassage& passage);

  [[nodiscard]] std::uint64_t in_a() const { return count_a_; }
  [[nodiscard]] std::uint64_t in_b() const { return count_b_; }

 private:
  using Marks = std::vector<PlainVector<std::uint8_t>>;  // for each token of each part

  std::span<const AnalyzedPart> a_;
  std::span<const AnalyzedPart> b_;
  Marks marks_a_;
  Marks marks_b_;
  std::uint64_t count_a_ = 0;
  std::uint64_t count_b_ = 0;
};

/// How many of these sentences, each counted once, no passage touches.
[[nodiscard]] std::uint64_t count_outside(std::vector<SentencePlace> sentences, ComparedSide side,
                                          std::span<const PartPassage> passages);

}  // namespace cento
