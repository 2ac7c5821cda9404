#include "read/sgml/element_cutter.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "read/input/oversize.hpp"
#include "read/line_cutter.hpp"
#include "read/web/header_fields.hpp"

namespace cento {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kTagSpace = " \t\r\n";
constexpr std::size_t kMostSpaceInTag = 8;                  // "</DOC   >"
constexpr std::size_t kShownBytes = 64 * 1024;              // of a bad record, for the rejects file
constexpr std::size_t kMostRejectedInBatch = 1000;          // a batch of bad records alone stays small
constexpr std::uint64_t kLargestElement = 1ULL << 30;       // spans inside a block have 32 bits
constexpr std::size_t kWindowBytes = std::size_t{1} << 18;  // bytes checked at a time while skipping

void reject(DocumentBatch& batch, const Place& place, std::string reason, std::string_view bytes,
            std::uint64_t full_size_bytes) {
  batch.reject(place, std::move(reason), batch.arena.store(bytes.substr(0, kShownBytes)));
  batch.rejected.back().full_size_bytes = full_size_bytes;
  batch.rejected.back().record = {place.byte, place.byte + full_size_bytes};
}

bool is_tag_space(char c) {
  return kTagSpace.find(c) != std::string_view::npos;
}

std::string_view without_leading_space(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kTagSpace), text.size()));
}

}  // namespace

ElementCutter::ElementCutter(std::string_view name, std::size_t block_bytes, std::uint64_t max_element_bytes)
    : name_(name),
      block_bytes_(block_bytes),
      max_element_bytes_(std::min(max_element_bytes, kLargestElement)),
      longest_tag_(name.size() + std::string_view("</>").size() + kMostSpaceInTag) {}

bool ElementCutter::cut(Input& in, DocumentBatch& batch) {
  if (in.offset() == 0 && in.peek(kByteOrderMark.size()).starts_with(kByteOrderMark)) in.consume(kByteOrderMark.size());
  batch.block.place = place_behind(in, {});
  while (batch.block.bytes.size() < block_bytes_ && batch.rejected.size() < kMostRejectedInBatch) {
    if (!skip_to_opening(in, batch)) break;
    cut_element(in, batch);
  }
  return !batch.block.records.empty() || !batch.rejected.empty();
}

bool ElementCutter::skip_to_opening(Input& in, DocumentBatch& batch) {
  std::string stray;  // beginning of the stray text
  Place stray_place;
  std::uint64_t stray_bytes = 0;
  bool opened = false;
  bool ended = false;
  while (!opened && !ended) {
    const std::string_view window = in.peek(longest_tag_);
    ended = window.size() < longest_tag_;
    const Found found = find(window, 0, ended);
    opened = found.boundary == Boundary::opening;
    const std::string_view passed = window.substr(0, found.boundary == Boundary::closing ? found.end : found.begin);
    ended = ended && found.boundary == Boundary::none;
    const std::string_view text = stray.empty() ? without_leading_space(passed) : passed;
    if (stray.empty()) stray_place = place_behind(in, passed.substr(0, passed.size() - text.size()));
    stray += text.substr(0, kShownBytes - std::min(kShownBytes, stray.size()));
    stray_bytes += text.size();
    consume(in, passed);
  }
  if (!stray.empty() && stray.front() != '<') {
    reject(batch, stray_place, fmt::format("the text is outside of any <{}>", name_), stray, stray_bytes);
  }
  return opened;
}

void ElementCutter::cut_element(Input& in, DocumentBatch& batch) {
  std::size_t wanted = 1;
  std::size_t from = 1;
  for (;;) {
    const std::string_view window = in.peek(wanted);
    const bool input_ends = window.size() < wanted;
    const Found found = find(window, from, input_ends);
    const bool is_large = (found.boundary == Boundary::closing ? found.end : found.begin) > max_element_bytes_;
    if (is_large) return skip_large_element(in, batch);
    if (found.boundary == Boundary::closing) return take_element(in, batch, window.substr(0, found.end));
    if (found.boundary == Boundary::opening) {
      return reject_unclosed(in, batch, window.substr(0, found.begin), "the next one begins");
    }
    if (input_ends) return reject_unclosed(in, batch, window, "the file ends");
    from = found.begin;
    wanted = std::min<std::uint64_t>(window.size() * 2 + longest_tag_, max_element_bytes_ + longest_tag_);
  }
}

void ElementCutter::take_element(Input& in, DocumentBatch& batch, std::string_view element) {
  const auto begin = static_cast<std::uint32_t>(batch.block.bytes.size());
  const Span span{begin, begin + static_cast<std::uint32_t>(element.size())};
  RawRecord& record = batch.block.records.emplace_back(RawRecord{span, in.offset(), line_});
  batch.block.bytes.append(element);
  consume(in, element);
  skip_space(in);
  record.end_byte = in.offset();
}

void ElementCutter::skip_space(Input& in) {
  for (std::string_view window = in.peek(1); !window.empty() && is_tag_space(window.front()); window = in.peek(1)) {
    consume(in, window.substr(0, window.size() - without_leading_space(window).size()));
  }
}

void ElementCutter::reject_unclosed(Input& in, DocumentBatch& batch, std::string_view bytes,
                                    std::string_view what_came) {
  reject(batch, place_behind(in, {}), fmt::format("the <{}> is not closed before {}", name_, what_came), bytes,
         bytes.size());
  consume(in, bytes);
}

void ElementCutter::skip_large_element(Input& in, DocumentBatch& batch) {
  const Place start = place_behind(in, {});
  std::string shown(in.peek(1).substr(0, kShownBytes));
  bool ended = false;
  while (!ended) {
    const std::string_view window = in.peek(kWindowBytes);
    const bool input_ends = window.size() < kWindowBytes;
    const Found found = find(window, in.offset() == start.byte ? 1 : 0, input_ends);
    ended = input_ends || found.boundary != Boundary::none;
    consume(in, window.substr(0, found.boundary == Boundary::closing ? found.end : found.begin));
  }
  const std::uint64_t size = in.offset() - start.byte;
  shown.resize(std::min<std::uint64_t>(shown.size(), size));
  reject(batch, start, oversize_reason(fmt::format("<{}>", name_), size, max_element_bytes_), shown, size);
}

ElementCutter::Found ElementCutter::find(std::string_view window, std::size_t from, bool input_ends) const {
  for (std::size_t at = window.find('<', from); at != std::string_view::npos; at = window.find('<', at + 1)) {
    if (!input_ends && window.size() - at < longest_tag_) return {Boundary::none, at, at};
    const Found found = tag_at(window, at);
    if (found.boundary != Boundary::none) return found;
  }
  return {Boundary::none, window.size(), window.size()};
}

ElementCutter::Found ElementCutter::tag_at(std::string_view window, std::size_t begin) const {
  const bool is_closing = window.substr(begin + 1).starts_with('/');
  const std::size_t name_begin = begin + (is_closing ? 2 : 1);
  const std::size_t name_end = name_begin + name_.size();
  if (name_end >= window.size() || !equal_ignoring_case(window.substr(name_begin, name_.size()), name_)) return {};
  if (!is_closing) {
    const bool ends_name = window[name_end] == '>' || kTagSpace.find(window[name_end]) != std::string_view::npos;
    return ends_name ? Found{Boundary::opening, begin, name_end} : Found{};
  }
  const std::size_t stop = window.substr(0, name_end + kMostSpaceInTag + 1).find_first_not_of(kTagSpace, name_end);
  const bool is_closed = stop != std::string_view::npos && window[stop] == '>';
  return is_closed ? Found{Boundary::closing, begin, stop + 1} : Found{};
}

Place ElementCutter::place_behind(const Input& in, std::string_view bytes) const {
  return {in.file(), line_ + count_line_ends(bytes), in.offset() + bytes.size()};
}

void ElementCutter::consume(Input& in, std::string_view read) {
  line_ += count_line_ends(read);
  in.consume(read.size());
}

}  // namespace cento
