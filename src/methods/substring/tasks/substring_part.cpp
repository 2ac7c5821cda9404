#include "methods/substring/tasks/substring_part.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "cento/error.hpp"

namespace cento {

void throw_damaged_part() {
  throw Error("the files of a part are missing or damaged: start the run again in another folder");
}

SubstringPart::SubstringPart(const SubstringTask& task, std::size_t number, const TaskInput& stored)
    : task_(task),
      number_(static_cast<std::uint32_t>(number)),
      stored_(stored),
      texts_(stored.records<RunText>("texts")),
      copied_(stored.records<CopiedDocument>("copied")) {}

std::span<const RunText> SubstringPart::texts_of(std::uint32_t document) const {
  struct ByDocument {
    bool operator()(const RunText& text, std::uint32_t number) const { return text.document < number; }
    bool operator()(std::uint32_t number, const RunText& text) const { return number < text.document; }
  };
  const auto [begin, end] = std::equal_range(texts_.begin(), texts_.end(), document, ByDocument());
  return {begin, end};
}

const RunText& SubstringPart::text_with(std::uint64_t token) const {
  const auto after = std::upper_bound(texts_.begin(), texts_.end(), token,
                                      [](std::uint64_t one, const RunText& text) { return one < text.first_token; });
  if (after == texts_.begin() || token >= std::prev(after)->end_token()) throw_damaged_part();
  return *std::prev(after);
}

RunPlace SubstringPart::place_of(const RunText& text) const {
  return {task_.parts.begin(number_) + text.document, text.part, {0, text.token_count}, text.bytes};
}

void SubstringPart::set_copied(std::vector<CopiedDocument> copied, TaskOutput& out) {
  std::sort(copied.begin(), copied.end());
  copied_ = std::move(copied);
  for (const CopiedDocument& one : copied_) {
    if (texts_of(one.document).empty()) throw_damaged_part();
  }
  out.store("copied", block_of(copied_));
}

bool SubstringPart::is_copied(std::uint32_t document) const {
  return std::binary_search(copied_.begin(), copied_.end(), CopiedDocument{0, document, 0});
}

TokensOfPart::TokensOfPart(const SubstringPart& part)
    : archive_(part.task().memory.bytes / 2, part.task().memory.temp_dir) {
  for (const TaskBlock& block : part.stored().blocks("tokens")) {
    for (BlockReader reader(block.bytes); !reader.is_at_end();) {
      const auto size = reader.value<std::uint32_t>();
      TokenChunk chunk;
      chunk.token_count = reader.value<std::uint32_t>();
      const std::string_view bytes = reader.rest();
      reader.skip(size);
      chunk.bytes.assign(bytes.begin(), bytes.begin() + size);
      archive_.add(std::move(chunk));
    }
  }
  if (archive_.size() != part.task().tokens.size(part.number())) throw_damaged_part();
}

}  // namespace cento
