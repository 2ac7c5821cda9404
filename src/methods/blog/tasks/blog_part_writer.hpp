#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/spill/task_steps.hpp"
#include "methods/blog/tasks/blog_task_records.hpp"
#include "read/document.hpp"
#include "sign/feature_set.hpp"

namespace cento {

/// Takes the documents of a part in their order, and packs their sentences and words for its tasks: what of paper blog
/// comes before the common words are known.
class BlogPartWriter {
 public:
  BlogPartWriter();
  ~BlogPartWriter();

  void add(const DocumentBatch& batch);

  /// Sends `words` to the groups; stores `sentences`, `sentence_words` (their numbers) and `words` (by number).
  void finish(std::size_t groups, TaskOutput& out);

 private:
  struct Readers;
  struct Numbers;

  void add(const Document& document);
  [[nodiscard]] std::uint32_t number_of(std::uint64_t word);

  std::unique_ptr<Readers> readers_;
  std::unique_ptr<Numbers> numbers_;
  std::vector<PartWord> words_;
  Features of_document_;
  StoredBlocks sentences_;
  StoredBlocks sentence_words_;
  std::uint32_t documents_ = 0;
};

}  // namespace cento
