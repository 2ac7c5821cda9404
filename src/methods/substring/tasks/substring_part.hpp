#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/substring/token_archive.hpp"
#include "methods/substring/tasks/run_records.hpp"
#include "methods/substring/tasks/substring_task.hpp"

namespace cento {

/// A part of a collection as the tasks of method substring see it: what was stored when it was read, and what earlier
/// tasks stored.
class SubstringPart {
 public:
  /// `stored`: the files of the part. `task` and the blocks must outlive this. Throws Error when they are damaged.
  SubstringPart(const SubstringTask& task, std::size_t number, const TaskInput& stored);

  [[nodiscard]] const SubstringTask& task() const { return task_; }
  [[nodiscard]] std::uint32_t number() const { return number_; }
  [[nodiscard]] const TaskInput& stored() const { return stored_; }
  /// The number of its first token in the collection.
  [[nodiscard]] std::uint64_t first_token() const { return task_.tokens.begin(number_); }
  /// Whether what repeats in it is listed.
  [[nodiscard]] bool is_listed() const { return !task_.is_reference(number_); }

  [[nodiscard]] std::span<const RunText> texts() const { return texts_; }
  [[nodiscard]] std::span<const RunText> texts_of(std::uint32_t document) const;
  /// The text that has a token of the part.
  [[nodiscard]] const RunText& text_with(std::uint64_t token) const;
  [[nodiscard]] RunPlace place_of(const RunText& text) const;

  /// Stores which documents have the tokens of earlier ones.
  void set_copied(std::vector<CopiedDocument> copied, TaskOutput& out);
  /// Those, ascending.
  [[nodiscard]] std::span<const CopiedDocument> copied() const { return copied_; }
  [[nodiscard]] bool is_copied(std::uint32_t document) const;

 private:
  const SubstringTask& task_;
  std::uint32_t number_;
  const TaskInput& stored_;
  std::vector<RunText> texts_;
  std::vector<CopiedDocument> copied_;
};

/// Throws the Error for files of a part that do not go together.
[[noreturn]] void throw_damaged_part();

/// The stored tokens of a part: in the memory of a task, and beyond that in a temporary file.
class TokensOfPart {
 public:
  explicit TokensOfPart(const SubstringPart& part);

  [[nodiscard]] const TokenArchive& archive() const { return archive_; }

 private:
  TokenArchive archive_;
};

}  // namespace cento
