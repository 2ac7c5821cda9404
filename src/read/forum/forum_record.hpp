#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/place.hpp"
#include "read/input/record_block.hpp"

namespace cento {

/// A question of a Stack Exchange dump with the one answer chosen for it, as raw rows.
struct QuestionRows {
  std::uint32_t question_id = 0;
  std::string_view question;  // its row
  std::string_view answer;    // its row; empty when there is none
  Place answer_place;         // without the file
  std::uint32_t answer_id = 0;
  bool answer_is_accepted = false;
  std::vector<std::uint32_t> originals;  // questions that this one is a duplicate of
};

/// Appends a thread to a block; read_thread() reads it back.
void append_thread(PaddedBytes& block, const QuestionRows& thread);
[[nodiscard]] QuestionRows read_thread(std::string_view bytes);

/// A row with its place, as bytes for the spool of answers.
struct SpooledRowHeader {
  std::uint64_t line = 0;
  std::uint64_t byte = 0;
  std::uint64_t row_bytes = 0;  // they follow the header
};

}  // namespace cento
