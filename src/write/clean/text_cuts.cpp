#include "write/clean/text_cuts.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

constexpr std::size_t kWindowCuts = 4096;

std::string without(std::string_view text, std::uint32_t part, std::span<const PartCut> cuts) {
  std::string rest;
  std::size_t behind = 0;
  for (const PartCut& cut : cuts) {
    if (cut.part != part) continue;
    rest += text.substr(behind, cut.bytes.begin - behind);
    behind = cut.bytes.end;
  }
  rest += text.substr(behind);
  return rest;
}

}  // namespace

void TextCuts::add(DocId document, const PartCut& cut) {
  cuts_.append(std::array{Cut{document, cut}});
}

std::span<const PartCut> TextCutCursor::of(std::uint64_t document) {
  current_.clear();
  for (;; ++at_) {
    if (at_ == window_.size()) refill();
    if (window_.empty() || window_[at_].document > document) return current_;
    if (window_[at_].document == document) current_.push_back(window_[at_].cut);
  }
}

void TextCutCursor::refill() {
  const std::uint64_t count = std::min<std::uint64_t>(kWindowCuts, cuts_.size() - next_);
  cuts_.cuts_.read(next_, count, window_);
  next_ += count;
  at_ = 0;
}

std::vector<Part> without_cuts(const Document& document, std::span<const PartCut> cuts,
                               std::vector<std::string>& texts) {
  std::vector<Part> parts(document.parts.begin(), document.parts.end());
  texts.clear();
  texts.reserve(parts.size());  // so that views into short strings stay valid
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    texts.push_back(without(parts[i].text, i, cuts));
    parts[i] = {parts[i].name, texts.back()};
  }
  return parts;
}

void refuse_cut(const Document& document, std::string_view why) {
  throw Error(fmt::format("{}: {}, so nothing can be cut out of the record; write JSON lines with `as_jsonl`",
                          document.place.to_string(), why));
}

bool are_emptied(std::span<const Part> parts) {
  return std::all_of(parts.begin(), parts.end(), [](const Part& part) {
    return part.text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
  });
}

}  // namespace cento
