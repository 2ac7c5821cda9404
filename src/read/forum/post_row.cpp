#include "read/forum/post_row.hpp"

#include <charconv>
#include <limits>

namespace cento {

namespace {

constexpr std::string_view kQuestionType = "1";
constexpr std::string_view kAnswerType = "2";

/// A score, limited to 32 bits; 0 if it is not a number.
std::int32_t parse_score(std::string_view digits) {
  std::int32_t score = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), score);
  if (error != std::errc::result_out_of_range) return score;
  return digits.starts_with('-') ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int32_t>::max();
}

PostType type_of(std::string_view value) {
  if (value == kQuestionType) return PostType::question;
  return value == kAnswerType ? PostType::answer : PostType::other;
}

/// What every row must have, as written.
struct RowKey {
  std::string_view id;
  std::string_view type;
};

void take_attribute(PostRow& post, RowKey& key, std::string_view name, std::string_view value) {
  if (name == "Id") key.id = value;
  if (name == "PostTypeId") key.type = value;
  if (name == "ParentId") post.question = parse_id(value);
  if (name == "AcceptedAnswerId") post.accepted_answer = parse_id(value);
  if (name == "Score") post.score = parse_score(value);
  if (name == "AnswerCount") post.may_have_answers = value != "0";
}

std::string_view what_is_missing(const PostRow& post, const RowKey& key) {
  if (key.id.empty()) return "the row has no Id";
  if (post.id == 0) return "the row's Id is not a positive 32-bit number";
  if (key.type.empty()) return "the row has no PostTypeId";
  if (post.type == PostType::answer && post.question == 0) return "the answer has no ParentId";
  return {};
}

}  // namespace

std::uint32_t parse_id(std::string_view digits) {
  std::uint32_t id = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
  return error == std::errc() && end == digits.data() + digits.size() ? id : 0;
}

PostRow read_post_row(XmlRow& row) {
  PostRow post;
  if (!row.problem.empty()) return post;
  RowKey key;
  AttributeScanner attributes(row.bytes);
  while (attributes.next()) take_attribute(post, key, attributes.name(), attributes.value());
  post.id = parse_id(key.id);
  post.type = type_of(key.type);
  row.problem = attributes.problem().empty() ? what_is_missing(post, key) : attributes.problem();
  return post;
}

void reject_row(DocumentBatch& batch, const XmlRow& row) {
  batch.reject(row.place, row.problem, batch.arena.store(row.bytes));
  batch.rejected.back().full_size_bytes = row.full_size_bytes;
  batch.rejected.back().record = row.record;
}

}  // namespace cento
