#include "read/forum/forum_record.hpp"

#include <cstring>

namespace cento {

namespace {

/// Precedes the rows and the originals.
struct ForumHeader {
  std::uint64_t question_bytes = 0;
  std::uint64_t answer_bytes = 0;
  std::uint64_t answer_line = 0;
  std::uint64_t answer_byte = 0;
  std::uint32_t answer_id = 0;
  std::uint32_t question_id = 0;
  std::uint32_t answer_is_accepted = 0;
  std::uint32_t originals = 0;
};

}  // namespace

void append_thread(PaddedBytes& block, const QuestionRows& thread) {
  const ForumHeader header{.question_bytes = thread.question.size(),
                           .answer_bytes = thread.answer.size(),
                           .answer_line = thread.answer_place.line,
                           .answer_byte = thread.answer_place.byte,
                           .answer_id = thread.answer_id,
                           .question_id = thread.question_id,
                           .answer_is_accepted = thread.answer_is_accepted ? 1U : 0U,
                           .originals = static_cast<std::uint32_t>(thread.originals.size())};
  block.append({reinterpret_cast<const char*>(&header), sizeof(header)});
  block.append(thread.question);
  block.append(thread.answer);
  block.append({reinterpret_cast<const char*>(thread.originals.data()),
                thread.originals.size() * sizeof(thread.originals.front())});
}

QuestionRows read_thread(std::string_view bytes) {
  ForumHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  bytes.remove_prefix(sizeof(header));
  QuestionRows thread;
  thread.question = bytes.substr(0, header.question_bytes);
  bytes.remove_prefix(header.question_bytes);
  thread.answer = bytes.substr(0, header.answer_bytes);
  bytes.remove_prefix(header.answer_bytes);
  thread.answer_place = {{}, header.answer_line, header.answer_byte};
  thread.question_id = header.question_id;
  thread.answer_id = header.answer_id;
  thread.answer_is_accepted = header.answer_is_accepted != 0;
  thread.originals.resize(header.originals);
  if (!bytes.empty()) std::memcpy(thread.originals.data(), bytes.data(), bytes.size());
  return thread;
}

}  // namespace cento
