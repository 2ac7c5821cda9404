#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "read/document.hpp"
#include "read/forum/xml_rows.hpp"

namespace cento {

enum class PostType { question, answer, other };

/// The facts of a row of Posts.xml that are needed to assemble threads, without unescaping its texts.
struct PostRow {
  PostType type = PostType::other;
  std::uint32_t id = 0;
  std::uint32_t question = 0;         // of an answer: the question's id
  std::uint32_t accepted_answer = 0;  // of a question; 0: none
  std::int32_t score = 0;
  bool may_have_answers = true;  // of a question; false when it says that it has none
};

/// Reads a row, unless it already has a problem. Sets row.problem when it is not well-formed or something is missing.
[[nodiscard]] PostRow read_post_row(XmlRow& row);

/// A post's id; 0 when it is not a number from 1 to 2^32 - 1.
[[nodiscard]] std::uint32_t parse_id(std::string_view digits);

/// Adds a bad row to the batch.
void reject_row(DocumentBatch& batch, const XmlRow& row);

}  // namespace cento
