#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/memory/freed_memory.hpp"
#include "core/memory/plain_vector.hpp"
#include "core/parallel/executor.hpp"
#include "core/spill/groups.hpp"
#include "methods/pdc/sentence_batch.hpp"
#include "methods/pdc/sentences/hashed_position.hpp"
#include "methods/pdc/sentences/near_sentences.hpp"
#include "methods/pdc/sentences/sentence_kernels.hpp"
#include "methods/pdc/sentences/sentence_reader.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// How the reader of a sequence reads.
[[nodiscard]] inline SentenceReaderOptions reader_options(const SequenceOptions& options, std::size_t workers) {
  return {options.near, options.keep_edge_words, options.long_text_bytes, workers};
}

/// Makes a SentenceSequence: numbers the sentences in the order of the input, and regroups them by hash to find their
/// classes. Under any executor that has the operations of LocalExecutor.
template <typename Executor>
class SequenceRun {
 public:
  /// `reader` made the batches and reads long texts. All arguments but the options must outlive this.
  SequenceRun(const SequenceOptions& options, SentenceReader& reader, SentenceSequence& sequence, Executor& executor)
      : reader_(reader), sequence_(sequence), executor_(executor) {
    if (options.near) near_.emplace(*options.near, executor);
    interning_.emplace(executor);
  }

  /// Takes the sentences of a batch, in the order of the input, while the documents that were read still exist. Throws
  /// Error beyond 2^31 sentences.
  void add(const SentenceBatch& batch) {
    std::size_t sentence = 0;
    std::size_t span_word = 0;
    std::vector<Position>& positions = interning_->positions;
    positions.clear();
    for (const SentenceBatch::Text& text : batch.texts) {
      const auto [content, is_new] = sequence_.add_part(text.fingerprint);
      if (is_new && !text.unread.empty()) {
        add_long_text(text.unread);
      } else if (is_new) {
        add_sentences(batch, sentence, text.sentences);
        sequence_.end_content(std::span(batch.spans).subspan(span_word, text.span_words));
      }
      // A text that was read although it is known has its signatures at the sentences of the first one.
      const std::vector<SignedSentences::Entry>& entries = batch.signatures.entries;
      while (positions.size() < entries.size() && entries[positions.size()].sentence < sentence + text.sentences) {
        const auto number = entries[positions.size()].sentence - static_cast<std::uint32_t>(sentence);
        positions.push_back(sequence_.begin_of(content) + number);
      }
      sentence += text.sentences;
      span_word += text.span_words;
    }
    if (near_) near_->add(batch.signatures, positions);
    for (const std::uint32_t parts : batch.parts) sequence_.end_document(parts);
  }

  /// Frees what adding needed, because sorting needs the memory. Called once, after everything was added.
  void end_adding() { release(interning_->positions); }

  /// Finds the classes. Called once, after end_adding(). With options for near sentences, those with equal features are
  /// one class. Each sentence without words is a class by itself.
  void find_classes() {
    const std::span<std::uint32_t> classes = sequence_.start_classes();
    executor_.for_each_range(classes.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      std::iota(classes.data() + begin, classes.data() + end, static_cast<std::uint32_t>(begin));
    });
    std::atomic<std::uint64_t> distinct = 0;
    interning_->sentences.for_each_batch([&](std::span<const HashedPosition> sentences, std::size_t) {
      std::uint64_t groups = 0;
      for_each_group(sentences, SameHash(), [&](std::span<const HashedPosition> group) {
        ++groups;
        name_class(group, classes, SentenceSequence::kRepeats);
      });
      distinct += groups;
    });
    if (near_) near_->merge_equal(classes, SentenceSequence::kRepeats);
    spilled_bytes_ += interning_->sentences.spilled_bytes();
    interning_.reset();
    sequence_.end_classes(distinct);
  }

  /// The pairs of classes that are near each other, after find_classes(); none without options for near sentences.
  [[nodiscard]] std::vector<NearPair> find_near() {
    if (!near_) return {};
    std::vector<NearPair> pairs = near_->find(sequence_.classes(), SentenceSequence::kRepeats);
    near_counts_ = near_->counts();
    spilled_bytes_ += near_counts_.spilled_bytes;
    near_.reset();
    return pairs;
  }

  [[nodiscard]] const JoinCounts& near_counts() const { return near_counts_; }
  [[nodiscard]] std::uint64_t spilled_bytes() const { return spilled_bytes_; }

 private:
  /// What is needed until the classes are found.
  struct Interning {
    explicit Interning(Executor& executor)
        : sentences(executor.template regroup<HashedPosition>(kLikelySentences, HashOfPosition{})) {}

    typename Executor::template Regrouping<HashedPosition, HashOfPosition> sentences;
    std::vector<Position> positions;  // of the signed sentences of a batch
  };

  static constexpr std::uint64_t kLikelySentences = std::uint64_t{1} << 24U;  // the number is not known while reading

  /// Adds sentences of the new content and returns the position of the first.
  Position add_sentences(const SentenceBatch& batch, std::size_t first, std::size_t count) {
    const Position begin = sequence_.add_sentences(batch, first, count);
    write_sentences(std::span<const std::uint64_t>(batch.hashes).subspan(first, count), begin,
                    interning_->sentences.writer(0));
    return begin;
  }

  /// A text whose sentences are not read yet.
  void add_long_text(std::string_view text) {
    PlainVector<Span> spans;
    reader_.for_each_piece(text, [&](const SentenceBatch& piece) {
      const Position begin = add_sentences(piece, 0, piece.hashes.size());
      if (near_) {
        std::vector<Position> positions;
        for (const SignedSentences::Entry& entry : piece.signatures.entries)
          positions.push_back(begin + entry.sentence);
        near_->add(piece.signatures, positions);
      }
      spans.insert(spans.end(), piece.last_spans.begin(), piece.last_spans.end());
    });
    PlainVector<std::uint64_t> packed;
    pack_sentence_spans(spans, packed);
    sequence_.end_content(packed);
  }

  SentenceReader& reader_;
  SentenceSequence& sequence_;
  Executor& executor_;
  std::optional<NearSentences<Executor>> near_;  // none: only identical sentences match
  std::optional<Interning> interning_;           // until the classes are found
  JoinCounts near_counts_;
  std::uint64_t spilled_bytes_ = 0;
};

extern template class SequenceRun<LocalExecutor>;

}  // namespace cento
