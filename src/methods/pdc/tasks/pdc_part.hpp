#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "methods/pdc/tasks/pdc_records.hpp"
#include "methods/pdc/tasks/pdc_task.hpp"
#include "methods/pdc/tasks/sentences_of_part.hpp"

namespace cento {

/// A part of a collection as its tasks see it: what was stored when it was read, and what earlier tasks found out and
/// stored. A *content* is a text that no earlier text of the collection equals; sentences count in contents only.
class PdcPart {
 public:
  /// `stored`: the files of the part. `task` and the blocks must outlive this.
  PdcPart(const PdcTask& task, std::size_t number, const TaskInput& stored);

  [[nodiscard]] const PdcTask& task() const { return task_; }
  [[nodiscard]] std::uint32_t number() const { return number_; }
  [[nodiscard]] GlobalPlace place(std::uint32_t in_part) const { return place_in(number_, in_part); }
  [[nodiscard]] const SentencesOfPart& sentences() const { return sentences_; }
  /// What earlier tasks stored.
  [[nodiscard]] const TaskInput& stored() const { return stored_; }

  /// Finds out which texts are contents, and which documents have them, and stores that. `later`: texts that equal
  /// earlier ones; `holders`: of contents that several texts equal, the documents of all, in any order.
  void set_contents(std::span<const std::uint32_t> later, std::vector<TextHolder> holders, TaskOutput& out);

  /// Calls `use(text)` for each content, ascending.
  template <typename Use>
  void for_each_content(const Use& use) const {
    for (std::uint32_t text = 0; text < is_content_.size(); ++text) {
      if (is_content_[text] != 0) use(text);
    }
  }
  /// Calls `use(sentence)` for each sentence of a content.
  template <typename Use>
  void for_each_sentence(const Use& use) const {
    for_each_content([&](std::uint32_t content) {
      const TextOfPart& own = text(content);
      for (std::uint32_t i = 0; i < own.sentences; ++i) use(own.first_sentence + i);
    });
  }
  [[nodiscard]] const TextOfPart& text(std::uint32_t number) const { return sentences_.texts()[number]; }
  /// The documents that have a content, ascending.
  [[nodiscard]] std::span<const TextHolder> holders(std::uint32_t content) const {
    return std::span(holders_).subspan(first_holder_[content], first_holder_[content + 1] - first_holder_[content]);
  }
  /// The content that a sentence is in.
  [[nodiscard]] std::uint32_t content_of(std::uint32_t sentence) const;

  /// The first sentence of the contents with the same words, for each sentence; its own number elsewhere. Those of no
  /// words have none in common.
  [[nodiscard]] std::vector<std::uint32_t> first_with_words() const;

  /// Names the classes of sentences, and stores them. `first_same`: first_with_words(). `repeated`: of the first
  /// sentences here with their words, those that are not the only ones with their key.
  void set_classes(std::span<const std::uint32_t> first_same, std::span<const RepeatedSentence> repeated,
                   TaskOutput& out);
  /// Of each sentence; those outside of contents are classes by themselves.
  [[nodiscard]] std::span<const GlobalClass> classes() const { return classes_; }
  [[nodiscard]] std::span<const GlobalClass> classes_of(const TextOfPart& text) const {
    return std::span(classes_).subspan(text.first_sentence, text.sentences);
  }
  [[nodiscard]] bool repeats(std::uint32_t sentence) const { return (classes_[sentence] & kClassRepeats) != 0; }

  /// Stores which classes are near which.
  void set_near(std::vector<NearClass> near, TaskOutput& out);
  /// All of them, ascending.
  [[nodiscard]] std::span<const NearClass> near() const { return near_; }
  /// Those near a class, ascending.
  [[nodiscard]] std::span<const NearClass> near(GlobalPlace name) const;

 private:
  void index_holders();

  const PdcTask& task_;
  std::uint32_t number_;
  const TaskInput& stored_;
  SentencesOfPart sentences_;
  std::vector<std::uint8_t> is_content_;   // of each text
  std::vector<TextHolder> holders_;        // of contents, one after another
  std::vector<std::size_t> first_holder_;  // of each text
  std::vector<std::uint32_t> contents_;    // ascending, those with sentences
  std::vector<GlobalClass> classes_;
  std::vector<NearClass> near_;  // ascending
};

}  // namespace cento
