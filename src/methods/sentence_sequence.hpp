#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "align/families.hpp"
#include "align/passage.hpp"
#include "core/executor.hpp"
#include "core/plain_vector.hpp"
#include "core/span.hpp"
#include "core/spillable_memory.hpp"
#include "methods/near_sentences.hpp"
#include "methods/sentence_sets.hpp"
#include "methods/sentence_spans.hpp"
#include "read/document.hpp"
#include "sign/feature_store.hpp"

namespace cento {

struct AnalyzedText;

/// Dense number of a distinct text: parts of documents whose bytes are equal are one content.
using ContentId = std::uint32_t;

/// A part of a document.
struct PartOfDocument {
  DocId document = 0;
  std::uint32_t part = 0;

  friend bool operator==(const PartOfDocument&, const PartOfDocument&) = default;
  friend bool operator<(const PartOfDocument& x, const PartOfDocument& y) {
    return x.document != y.document ? x.document < y.document : x.part < y.part;
  }
};

struct SequenceOptions {
  std::uint64_t memory_bytes = std::uint64_t{1} << 28;  // for the places of sentences; the rest goes to a file
  std::string temp_dir;                                 // empty: the system's
  std::uint64_t class_bytes = ~std::uint64_t{0};        // classes that take more are in a file, too
  std::optional<NearSentenceOptions> near;              // set: sentences that are not identical may match, too
  bool keep_edge_words = false;                         // for may_begin_alike(); as much memory again
  /// Texts of at least this many bytes are cut and hashed a piece at a time when they are added, so that what is made
  /// of a text on its way stays small.
  std::size_t long_text_bytes = ~std::size_t{0};
};

/// The sentences of a collection in one sequence, content after content, each with its class: the same number for
/// sentences that are identical after folding. Before and behind each content stands a class of its own. Contents are
/// numbered by where they first stand in the input, so that nothing depends on the number of threads. Beside the memory
/// of the options four bytes a sentence are held until forget_classes(), and about 60 a part of a document.
class SentenceSequence {
 public:
  /// `executor` must outlive it. Throws UsageError as SentenceSigner does.
  SentenceSequence(const SequenceOptions& options, LocalExecutor& executor);
  ~SentenceSequence();

  /// Cuts and hashes the sentences of a batch; called on any thread, as BatchSteps::work.
  [[nodiscard]] std::shared_ptr<void> read(const DocumentBatch& batch);

  /// Takes what read() gave; called in input order, as BatchSteps::take, while the batch that was read still lives.
  /// Throws Error beyond 2^31 sentences.
  void add(const void* read_batch);

  /// Gives back what reading took. Called once, after everything was added.
  void end_reading();

  /// Finds the classes. Called once, after end_reading(). With options for near sentences, those of equal
  /// features are one class. Sentences without words are each a class of their own.
  void find_classes();

  /// The pairs of classes that are near each other, after find_classes(); none without options for them.
  [[nodiscard]] std::vector<NearPair> find_near();
  [[nodiscard]] const JoinCounts& near_counts() const { return near_counts_; }

  /// Gives the memory of the classes and of the words at the edges of sentences back: they may no longer be asked for.
  void forget_classes();

  /// How many positions there are.
  [[nodiscard]] std::size_t positions() const { return begins_.back(); }
  /// The class of each position. kRepeats is set if the sentence stands at several.
  [[nodiscard]] std::span<const std::uint32_t> classes() const { return {classes_.data(), classes_.size()}; }
  static constexpr std::uint32_t kRepeats = std::uint32_t{1} << 31U;
  /// Whether the sentence at a position stands elsewhere in the sequence, too.
  [[nodiscard]] bool repeats(Position position) const { return (classes_[position] & kRepeats) != 0; }

  [[nodiscard]] std::size_t contents() const { return begins_.size() - 1; }
  /// The positions of a content's sentences.
  [[nodiscard]] Position begin_of(ContentId content) const { return begins_[content]; }
  [[nodiscard]] Position end_of(ContentId content) const { return begins_[content + 1] - 1; }
  [[nodiscard]] std::uint32_t sentences_of(ContentId content) const { return end_of(content) - begin_of(content); }
  [[nodiscard]] std::span<const std::uint32_t> classes_of(ContentId content) const {
    return classes().subspan(begin_of(content), sentences_of(content));
  }
  [[nodiscard]] ContentId content_of(Position position) const {
    ContentId content = content_of_block_[position / kBlock];
    while (position >= begins_[content + 1]) ++content;
    return content;
  }
  /// The bytes of the sentences of a range, all together.
  [[nodiscard]] Span bytes_of(ContentId content, const SentenceRange& range, Features& scratch) const;

  /// Whether two texts may have three words or more in common from the begin of these sentences on, or up to their end:
  /// false is sure, true nearly so.
  [[nodiscard]] bool may_begin_alike(Position a, Position b) const;
  [[nodiscard]] bool may_end_alike(Position a, Position b) const;

  /// The content with these bytes; contents() if there is none.
  [[nodiscard]] ContentId find_content(const Fingerprint& text) const;

  [[nodiscard]] std::size_t documents() const { return first_part_.size() - 1; }
  [[nodiscard]] std::uint32_t parts_of(DocId document) const {
    return first_part_[document + 1] - first_part_[document];
  }
  [[nodiscard]] ContentId content_of(const PartOfDocument& part) const {
    return content_of_part_[first_part_[part.document] + part.part];
  }
  /// The parts that have a content, ascending.
  [[nodiscard]] std::span<const PartOfDocument> parts_with(ContentId content) const {
    return {parts_.data() + first_of_content_[content], parts_.data() + first_of_content_[content + 1]};
  }

  /// Sentences of all contents; those of identical texts once.
  [[nodiscard]] std::uint64_t sentences() const { return sentences_; }
  [[nodiscard]] std::uint64_t distinct_sentences() const { return distinct_; }
  [[nodiscard]] std::uint64_t spilled_bytes() const {
    return spilled_bytes_ + spans_.spilled_bytes() + (edge_words_ ? edge_words_->spilled_bytes() : 0);
  }

 private:
  struct Batch;
  struct ThreadTools;
  struct Interning;
  struct TextTable;
  static constexpr std::size_t kBlock = 64;  // positions for which content_of() has one entry

  void read_text(std::string_view text, ThreadTools& tools, Batch& out);
  void read_slice(std::string_view slice, std::uint32_t offset, ThreadTools& tools, Batch& out);
  template <typename Use>
  void for_each_piece(std::string_view text, const Use& use);
  void sign_new(std::string_view text, const AnalyzedText& slice, SentenceSigner& signer, Batch& out);
  void add_content(const Batch& batch, std::size_t first, std::size_t count, std::span<const std::uint64_t> spans);
  void add_sentences(const Batch& batch, std::size_t first, std::size_t count, Position begin);
  void add_long_text(std::string_view text);
  void index_contents();
  void list_parts();

  LocalExecutor& executor_;
  std::unique_ptr<NearSentences> near_;  // null: only identical sentences match
  JoinCounts near_counts_;
  std::unique_ptr<Interning> interning_;  // until the classes are found
  std::unique_ptr<TextTable> texts_;
  bool keep_edge_words_ = false;
  std::size_t long_text_bytes_;
  PlainVector<Position> begins_;  // of each content, and one behind the last
  SentenceSpans spans_;
  PlainVector<std::uint32_t> first_part_;  // of each document, in content_of_part_
  PlainVector<ContentId> content_of_part_;
  SpillableMemory class_memory_;
  SpillableVector<std::uint32_t> classes_;
  std::optional<PositionWords> edge_words_;  // 8 bits of the hash of its first three words, then of its last three
  PlainVector<ContentId> content_of_block_;
  PlainVector<std::uint32_t> first_of_content_;  // in parts_
  PlainVector<PartOfDocument> parts_;
  std::uint64_t sentences_ = 0;
  std::uint64_t distinct_ = 0;
  std::uint64_t spilled_bytes_ = 0;
};

}  // namespace cento
