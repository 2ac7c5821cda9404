#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "align/edges.hpp"
#include "methods/sentence_sequence.hpp"
#include "read/document.hpp"

namespace cento {

/// Fetches the words of some sentences in a second reading of the collection, which is cheaper than to keep those of
/// all.
class SentenceRecall {
 public:
  /// `sequence` must outlive it.
  explicit SentenceRecall(const SentenceSequence& sequence);
  ~SentenceRecall();

  /// Asks for the tokens of sentences. Any number of threads.
  void want_tokens(ContentId content, const SentenceRange& sentences);

  /// Asks for the text from a sentence on, a few bytes of it. One thread.
  void want_text(Position sentence);

  /// Forgets wishes, evenly over the collection, until the rest takes about so many bytes. Called before reading;
  /// returns how many sentences were forgotten.
  std::uint64_t limit_to(std::uint64_t bytes);

  [[nodiscard]] bool wants_anything() const;

  /// As BatchSteps::work and BatchSteps::take, for the same inputs as before.
  [[nodiscard]] std::shared_ptr<void> read(const DocumentBatch& batch);
  void add(void* read_batch);

  /// Throws Error when texts that were there in the first reading were not in the second.
  void finish() const;

  /// The sentences of a range, if all are there; without sentences otherwise.
  [[nodiscard]] SentenceWindow window(ContentId content, const SentenceRange& sentences) const;

  /// The beginning of a text that was wanted, at most kTextBytes.
  [[nodiscard]] std::string_view text(Position sentence) const;
  static constexpr std::size_t kTextBytes = 160;

 private:
  struct Recalled;
  struct Batch;

  [[nodiscard]] bool wants_tokens(Position position) const {
    return (wanted_[position / 64].load(std::memory_order_relaxed) >> (position % 64) & 1U) != 0;
  }
  [[nodiscard]] bool wants_content(ContentId content) const;
  std::unique_ptr<Recalled> recall(ContentId content, std::string_view text) const;

  const SentenceSequence& sequence_;
  std::vector<std::atomic<std::uint64_t>> wanted_;   // a bit a position
  std::vector<Position> texts_;                      // positions whose text is wanted, ascending once reading begins
  std::vector<std::unique_ptr<Recalled>> recalled_;  // by content
  std::vector<std::atomic<std::uint8_t>> is_taken_;  // by content: some thread has it
};

}  // namespace cento
