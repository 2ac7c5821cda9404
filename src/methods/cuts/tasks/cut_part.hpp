#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/spill/task_exchange.hpp"
#include "methods/cuts/repeat_records.hpp"
#include "methods/cuts/repeated_sentences.hpp"
#include "methods/cuts/tasks/cut_task.hpp"

namespace cento {

/// Collects what is stored of a part while its documents are read.
class CutPartWriter {
 public:
  explicit CutPartWriter(std::size_t groups);
  ~CutPartWriter();

  /// In the order of the documents. Throws Error when a part has too many sentences.
  void add(const RepeatBatch& batch);

  /// After all: the files `texts`, `sentences` and `windows`, and for the groups `windows`, SignedWindow, of which the
  /// part shows each different one once.
  void finish(TaskOutput& out);

 private:
  struct Known;

  std::size_t groups_;
  std::vector<StoredText> texts_;
  std::vector<StoredSentence> sentences_;
  std::vector<WindowInPart> windows_;
  std::unique_ptr<Known> known_;
  OutgoingBlocks shown_;
  std::uint32_t documents_ = 0;
};

/// A part of a collection as its tasks see it: what was stored when it was read, and what earlier tasks stored.
class CutPart {
 public:
  /// `stored`: the files of the part. `task` and the blocks must outlive this. Throws Error when they are damaged.
  CutPart(const CutTask& task, std::size_t number, const TaskInput& stored);

  [[nodiscard]] const CutTask& task() const { return task_; }
  [[nodiscard]] GlobalPlace place(std::size_t sentence) const {
    return place_in(number_, static_cast<std::uint32_t>(sentence));
  }
  [[nodiscard]] bool is_here(GlobalPlace place) const { return part_of(place) == number_; }
  [[nodiscard]] std::size_t sentences() const { return sentences_.size(); }
  [[nodiscard]] std::span<const StoredSentence> sentences_of(std::size_t text) const {
    return std::span(sentences_).subspan(texts_[text].first, size_of(text));
  }
  [[nodiscard]] std::size_t texts() const { return texts_.size(); }
  [[nodiscard]] const StoredText& text(std::size_t number) const { return texts_[number]; }
  [[nodiscard]] std::size_t size_of(std::size_t text) const {
    return (text + 1 < texts_.size() ? texts_[text + 1].first : sentences_.size()) - texts_[text].first;
  }
  [[nodiscard]] DocId document_of(std::size_t text) const { return task_.parts.begin(number_) + texts_[text].document; }
  [[nodiscard]] bool is_reference(std::size_t text) const { return document_of(text) < task_.references; }

  /// The windows, in their order.
  [[nodiscard]] std::span<const WindowInPart> windows() const { return windows_; }

  /// Where the sentence that is equal to each is, as far as the part knows: its own place, or that of one here that
  /// stays, or that of one in another part, which may itself be cut.
  [[nodiscard]] std::span<const GlobalPlace> equal() const { return equal_; }
  /// Stores that, and the sentences of other parts, in `elsewhere`.
  void set_equal(std::vector<GlobalPlace> equal, TaskOutput& out);

  /// What is known of a sentence of another part. Throws Error when it was not stored.
  [[nodiscard]] const KeptElsewhere& elsewhere(GlobalPlace place) const;
  [[nodiscard]] std::span<const KeptElsewhere> all_elsewhere() const { return elsewhere_; }
  void set_elsewhere(std::vector<KeptElsewhere> elsewhere, TaskOutput& out);

  /// Where the sentence equal to a sentence here is kept, if that is known.
  [[nodiscard]] KeptElsewhere kept(std::uint32_t sentence) const;

 private:
  [[nodiscard]] KeptElsewhere facts_of(std::uint32_t sentence) const;

  const CutTask& task_;
  std::uint32_t number_;
  std::vector<StoredText> texts_;
  std::vector<StoredSentence> sentences_;
  std::vector<WindowInPart> windows_;
  std::vector<GlobalPlace> equal_;
  std::vector<KeptElsewhere> elsewhere_;  // ascending
};

}  // namespace cento
