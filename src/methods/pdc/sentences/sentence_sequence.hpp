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
#include "core/memory/memory_budget.hpp"
#include "core/memory/plain_vector.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/span.hpp"
#include "methods/pdc/sentences/sentence_sets.hpp"
#include "methods/pdc/sentences/sentence_signer.hpp"
#include "methods/pdc/sentences/sentence_spans.hpp"
#include "read/document.hpp"
#include "sign/feature_store.hpp"

namespace cento {

struct SentenceBatch;

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
  MemoryPart memory = std::uint64_t{1} << 28;   // for the places of sentences; the rest goes to a file
  std::string temp_dir;                         // empty: the system default
  MemoryPart class_memory = ~std::uint64_t{0};  // classes that take more are also in a file
  std::optional<NearSentenceOptions> near;      // set: sentences that are not identical may also match
  bool keep_edge_words = false;                 // for may_begin_alike(); doubles the memory
  /// Texts of at least this many bytes are cut and hashed a piece at a time when they are added, so that the
  /// intermediate data of a text stays small.
  std::size_t long_text_bytes = ~std::size_t{0};
};

/// The sentences of a collection in one sequence, content after content, each with its class: the same number for
/// sentences that are identical after folding. A unique class precedes and follows each content. Contents are numbered
/// by their first occurrence in the input, so that nothing depends on the number of threads. Besides the memory of the
/// options, four bytes per sentence are held until forget_classes(), and about 60 per part of a document. Made by
/// SequenceRun.
class SentenceSequence {
 public:
  /// The result for a batch of documents.
  using Batch = SentenceBatch;

  explicit SentenceSequence(const SequenceOptions& options);
  ~SentenceSequence();

  // Storing, in the order of the input: the parts of some documents, then the end of each document; after a part with a
  // new text, its sentences and the end of the content.

  struct AddedPart {
    ContentId content;
    bool is_new;  // its sentences are added next
  };
  AddedPart add_part(const Fingerprint& text);
  void end_document(std::uint32_t parts);
  /// Adds some sentences of a batch, the next ones of the new content, and returns the position of the first. Throws
  /// Error beyond 2^31 sentences.
  Position add_sentences(const Batch& batch, std::size_t first, std::size_t count);
  /// Ends the new content; `spans` are those of its sentences, packed.
  void end_content(std::span<const std::uint64_t> spans);

  /// After everything was added: the classes of all positions, to be set. A class is the first position of the
  /// sentence, with kRepeats if it has several.
  [[nodiscard]] std::span<std::uint32_t> start_classes();
  /// After the classes were set: makes everything below available.
  void end_classes(std::uint64_t distinct_sentences);

  /// Frees the memory of the classes and of the words at the edges of sentences, which are then no longer available.
  void forget_classes();

  /// The number of positions.
  [[nodiscard]] std::size_t positions() const { return begins_.back(); }
  /// The class of each position. kRepeats is set if the sentence occurs at several.
  [[nodiscard]] std::span<const std::uint32_t> classes() const { return {classes_.data(), classes_.size()}; }
  static constexpr std::uint32_t kRepeats = std::uint32_t{1} << 31U;
  /// Whether the sentence at a position also occurs elsewhere in the sequence.
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
  /// The bytes of the sentences of a range, from the first to the last.
  [[nodiscard]] Span bytes_of(ContentId content, const SentenceRange& range, Features& scratch) const;

  /// Whether two texts may have three or more words in common from the begin of these sentences on, or up to their end:
  /// false is certain, true nearly so.
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

  /// Sentences of all contents; those of identical texts count once.
  [[nodiscard]] std::uint64_t sentences() const { return sentences_; }
  [[nodiscard]] std::uint64_t distinct_sentences() const { return distinct_; }
  [[nodiscard]] std::uint64_t spilled_bytes() const {
    return spilled_bytes_ + spans_.spilled_bytes() + (edge_words_ ? edge_words_->spilled_bytes() : 0);
  }

 private:
  struct TextTable;
  static constexpr std::size_t kBlock = 64;  // positions for which content_of() has one entry

  void index_contents();
  void list_parts();

  std::unique_ptr<TextTable> texts_;
  bool keep_edge_words_ = false;
  PlainVector<Position> begins_;  // of each content, then one past the last
  Position open_end_ = 0;         // of the sentences of the new content so far
  SentenceSpans spans_;
  PlainVector<std::uint32_t> first_part_;  // of each document, in content_of_part_
  PlainVector<ContentId> content_of_part_;
  SpillableMemory class_memory_;
  SpillableVector<std::uint32_t> classes_;
  std::optional<PositionWords> edge_words_;  // see EdgeWords
  PlainVector<ContentId> content_of_block_;
  PlainVector<std::uint32_t> first_of_content_;  // in parts_
  PlainVector<PartOfDocument> parts_;
  std::uint64_t sentences_ = 0;
  std::uint64_t distinct_ = 0;
  std::uint64_t spilled_bytes_ = 0;
};

}  // namespace cento
