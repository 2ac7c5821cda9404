#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "core/spill/task_steps.hpp"
#include "methods/qsign/tasks/reuse_task_records.hpp"
#include "read/document.hpp"
#include "sign/feature_set.hpp"

namespace cento {

/// Takes the documents of a part in their order, and packs their sentences, words and ids for the tasks that find
/// reused sentences.
class ReusePartWriter {
 public:
  /// `counts_words`: also in how many documents each word is.
  explicit ReusePartWriter(bool counts_words);
  ~ReusePartWriter();

  void add(const DocumentBatch& batch);

  /// Sends `ids` and `words` to the groups; stores `sentences`, `sentence_words` (numbers of their words, ascending by
  /// hash) and `words` (hashes by number).
  void finish(std::size_t groups, TaskOutput& out);

 private:
  struct Readers;
  struct Numbers;

  void add(const Document& document);
  [[nodiscard]] WordInPart& word(std::uint64_t hash);

  bool counts_words_;
  std::unique_ptr<Readers> readers_;
  std::unique_ptr<Numbers> numbers_;
  std::vector<WordInPart> words_;
  std::vector<IdOfDocument> ids_;
  std::uint32_t documents_ = 0;
  Features of_document_;
  PlainVector<std::uint64_t> of_sentence_;
  StoredBlocks sentences_;
  StoredBlocks sentence_words_;
};

}  // namespace cento
