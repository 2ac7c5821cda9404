#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "align/edges.hpp"
#include "core/memory/memory_budget.hpp"
#include "methods/pdc/sentences/recalled_sentences.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"
#include "methods/pdc/sentences/sentence_sets.hpp"
#include "read/document.hpp"

namespace cento {

struct RecallOptions {
  MemoryPart memory = std::uint64_t{1} << 28;  // for words; the rest goes to a file
  std::string temp_dir;                        // empty: the system default
  /// Texts of at least this many bytes are cut into words a piece at a time when they are added.
  std::size_t long_text_bytes = ~std::size_t{0};
};

/// Fetches the words of some sentences in a second reading of the collection, which is cheaper than keeping those of
/// all. They are in memory up to a budget, then in a temporary file.
class SentenceRecall {
 public:
  /// The result for a batch of documents.
  struct Batch;

  /// `sequence` must outlive this.
  SentenceRecall(const SentenceSequence& sequence, const RecallOptions& options);
  ~SentenceRecall();

  /// Requests the tokens of sentences. Any number of threads.
  void want_tokens(ContentId content, const SentenceRange& sentences);

  /// Requests the text from a sentence on, a few bytes of it. One thread.
  void want_text(Position sentence);

  /// Called before reading, after everything was requested.
  void begin_reading();

  [[nodiscard]] bool wants_anything() const;

  /// As the `work` and `take` of a BatchStep, for the same inputs as before; the batch that was read must live until it
  /// is added.
  [[nodiscard]] std::shared_ptr<Batch> read(const DocumentBatch& batch);
  void add(const Batch& batch);

  /// Throws Error when texts of the first reading were missing in the second.
  void finish();

  /// The sentences of a range, if all were requested and read; otherwise without sentences. They are in `memory` until
  /// its next use. Any number of threads, like text().
  [[nodiscard]] SentenceWindow window(ContentId content, const SentenceRange& sentences, WindowMemory& memory) const;

  /// The beginning of a requested text, at most kTextBytes. It may be in `scratch` until its next use.
  [[nodiscard]] std::string_view text(Position sentence, Features& scratch) const;
  static constexpr std::size_t kTextBytes = 160;

 private:
  struct Tools;

  [[nodiscard]] bool wants_tokens(Position position) const {
    return (wanted_[position / 64].load(std::memory_order_relaxed) >> (position % 64) & 1U) != 0;
  }
  [[nodiscard]] bool wants_content(ContentId content) const;
  template <typename Use>
  void for_each_slice_recalled(ContentId content, std::string_view text, Batch& out, const Use& use);
  void add_lists(const Batch& batch);

  const SentenceSequence& sequence_;
  std::size_t long_text_bytes_;
  MemoryPart memory_;
  std::unique_ptr<Tools> tools_;                    // while reading
  std::vector<std::atomic<std::uint64_t>> wanted_;  // one bit per position
  std::vector<Position> texts_;                     // positions whose text is wanted, ascending once reading begins
  SentenceSets sentences_;                          // one word for the bytes, and two per token
  SentenceSets beginnings_;                         // of texts, eight bytes per word
  bool is_read_ = false;
  std::vector<std::atomic<std::uint8_t>> is_taken_;  // by content: whether a thread has taken it
};

}  // namespace cento
