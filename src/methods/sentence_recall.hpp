#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "align/edges.hpp"
#include "methods/sentence_sequence.hpp"
#include "methods/sentence_sets.hpp"
#include "read/document.hpp"
#include "text/tokens.hpp"

namespace cento {

/// Memory for the sentences of a window.
struct WindowMemory {
  std::vector<Sentence> sentences;
  Tokens tokens;
  Features words;
};

struct RecallOptions {
  std::uint64_t memory_bytes = std::uint64_t{1} << 28;  // for words; the rest goes to a file
  std::string temp_dir;                                 // empty: the system's
  /// Texts of at least this many bytes are cut into words a piece at a time when they are added.
  std::size_t long_text_bytes = ~std::size_t{0};
};

/// Fetches the words of some sentences in a second reading of the collection, which is cheaper than to keep those of
/// all. They are in memory up to a budget, then in a temporary file.
class SentenceRecall {
 public:
  /// `sequence` must outlive it.
  SentenceRecall(const SentenceSequence& sequence, const RecallOptions& options);
  ~SentenceRecall();

  /// Asks for the tokens of sentences. Any number of threads.
  void want_tokens(ContentId content, const SentenceRange& sentences);

  /// Asks for the text from a sentence on, a few bytes of it. One thread.
  void want_text(Position sentence);

  /// Called before reading, after everything that is wanted was said.
  void begin_reading();

  [[nodiscard]] bool wants_anything() const;

  /// As BatchSteps::work and BatchSteps::take, for the same inputs as before; the batch that was read must live until it
  /// is added.
  [[nodiscard]] std::shared_ptr<void> read(const DocumentBatch& batch);
  void add(void* read_batch);

  /// Throws Error when texts that were there in the first reading were not in the second.
  void finish();

  /// The sentences of a range, if all were wanted and read; without sentences otherwise. They lie in `memory` until its
  /// next use. Any number of threads, as text().
  [[nodiscard]] SentenceWindow window(ContentId content, const SentenceRange& sentences, WindowMemory& memory) const;

  /// The beginning of a text that was wanted, at most kTextBytes. It may lie in `scratch` until its next use.
  [[nodiscard]] std::string_view text(Position sentence, Features& scratch) const;
  static constexpr std::size_t kTextBytes = 160;

 private:
  struct Batch;
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
  std::unique_ptr<Tools> tools_;  // while reading
  std::vector<std::atomic<std::uint64_t>> wanted_;  // a bit a position
  std::vector<Position> texts_;                     // positions whose text is wanted, ascending once reading begins
  SentenceSets sentences_;                          // a word that tells the bytes, and two a token
  SentenceSets beginnings_;                         // of texts, eight bytes a word
  bool is_read_ = false;
  std::vector<std::atomic<std::uint8_t>> is_taken_;  // by content: some thread has it
};

}  // namespace cento
