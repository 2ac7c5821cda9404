#include "read/forum/xml_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "read/input/oversize.hpp"

namespace cento {

namespace {

constexpr std::string_view kRow = "<row";
constexpr std::string_view kWhiteSpace = " \t\r\n";
constexpr std::size_t kWindowBytes = std::size_t{1} << 18;
constexpr std::uint64_t kLargestRow = 1ULL << 30;  // rows must fit 32-bit spans
constexpr std::uint32_t kLastCodePoint = 0x10FFFF;
constexpr int kHexadecimal = 16;
constexpr int kDecimal = 10;

bool is_space(char c) {
  return kWhiteSpace.find(c) != std::string_view::npos;
}

bool is_name_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || c == '_' ||
         c == '-' || c == '.' || c == ':' || byte >= 0x80;
}

bool is_row(std::string_view markup) {
  if (!markup.starts_with(kRow)) return false;
  return markup.size() == kRow.size() || is_space(markup[kRow.size()]) || markup[kRow.size()] == '/' ||
         markup[kRow.size()] == '>';
}

/// What XML 1.0 allows as a character.
bool is_xml_character(std::uint32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c <= kLastCodePoint && !(c >= 0xD800 && c <= 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
}

bool is_numeric_reference(std::string_view name) {
  const bool is_hexadecimal = name.starts_with("#x");
  const std::string_view digits = name.substr(is_hexadecimal ? 2 : 1);
  std::uint32_t code_point = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code_point,
                                            is_hexadecimal ? kHexadecimal : kDecimal);
  return error == std::errc() && end == digits.data() + digits.size() && is_xml_character(code_point);
}

/// Whether an XML reference starts at `text` (after its `&`): one of the five names or a number.
bool starts_reference(std::string_view text) {
  constexpr std::array<std::string_view, 5> kNames{"lt;", "gt;", "amp;", "quot;", "apos;"};
  constexpr std::size_t kLongest = 16;
  if (text.starts_with('#')) {
    const std::size_t end = text.substr(0, kLongest).find(';');
    return end != std::string_view::npos && is_numeric_reference(text.substr(0, end));
  }
  return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) { return text.starts_with(name); });
}

bool has_bad_reference(std::string_view value) {
  for (std::size_t at = value.find('&'); at != std::string_view::npos; at = value.find('&', at + 1)) {
    if (!starts_reference(value.substr(at + 1))) return true;
  }
  return false;
}

std::string_view without_trailing_space(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kWhiteSpace) + 1);
}

}  // namespace

RowCutter::RowCutter(std::uint64_t max_row_bytes) : max_row_bytes_(std::min(max_row_bytes, kLargestRow)) {}

bool RowCutter::next(Input& in, XmlRow& row) {
  for (;;) {
    consume(in, pending_);
    pending_ = 0;
    const std::string_view window = in.peek(1);
    if (window.empty()) return false;
    const std::size_t begin = std::min(window.find('<'), window.size());
    consume(in, begin);
    const std::string_view markup = peek_markup(in);
    row = {without_trailing_space(markup), {in.file(), line_, in.offset()}, {}, 0, {}};
    row.record = {row.place.byte, row.place.byte + markup.size()};
    row.full_size_bytes = row.bytes.size();
    if (markup.size() > max_row_bytes_) {
      take_large(in, row);
      if (is_row(row.bytes)) return true;
      continue;
    }
    pending_ = markup.size();
    if (is_row(markup)) return true;
  }
}

/// The markup at the next byte, up to the next `<` or the end; cut once it is over the limit.
std::string_view RowCutter::peek_markup(Input& in) const {
  std::size_t wanted = 1;
  std::size_t from = 1;
  for (;;) {
    const std::string_view window = in.peek(wanted);
    const std::size_t end = from < window.size() ? window.find('<', from) : std::string_view::npos;
    if (end != std::string_view::npos) return window.substr(0, end);
    if (window.size() < wanted || window.size() > max_row_bytes_) return window;
    from = std::max<std::size_t>(window.size(), 1);
    wanted = std::min<std::uint64_t>(window.size() * 2 + kRow.size(), max_row_bytes_ + kRow.size());
  }
}

void RowCutter::take_large(Input& in, XmlRow& row) {
  large_ = row.bytes.substr(0, kShownOfOversize);
  std::string_view passed = in.peek(1);
  passed = passed.substr(0, passed.find('<', 1));
  std::uint64_t end = in.offset();  // of the row, without the white space after it
  while (!passed.empty()) {
    const std::size_t last = passed.find_last_not_of(kWhiteSpace);
    if (last != std::string_view::npos) end = in.offset() + last + 1;
    consume(in, passed.size());
    const std::string_view window = in.peek(kWindowBytes);
    passed = window.substr(0, window.find('<'));
  }
  row.bytes = large_;
  row.record.end = in.offset();
  row.full_size_bytes = end - row.place.byte;
  row.problem = oversize_reason("row", row.full_size_bytes, max_row_bytes_);
}

void RowCutter::consume(Input& in, std::size_t size) {
  if (size == 0) return;
  const std::string_view read = in.peek(size).substr(0, size);
  line_ += static_cast<std::uint64_t>(std::count(read.begin(), read.end(), '\n'));
  in.consume(size);
}

AttributeScanner::AttributeScanner(std::string_view row) : row_(row), at_(std::min(kRow.size(), row.size())) {}

bool AttributeScanner::next() {
  const std::size_t before = at_;
  skip_space();
  if (at_ == row_.size()) return fail("the row is not closed");
  if (row_[at_] == '/' || row_[at_] == '>') return finish();
  if (at_ == before) return fail("the row has no space between two attributes");
  return take_name() && take_value();
}

void AttributeScanner::skip_space() {
  while (at_ < row_.size() && is_space(row_[at_])) ++at_;
}

bool AttributeScanner::finish() {
  if (row_[at_] == '/') ++at_;
  if (at_ == row_.size() || row_[at_] != '>') return fail("the row is not closed");
  if (at_ + 1 != row_.size()) return fail("the row is followed by text");
  return false;
}

bool AttributeScanner::fail(std::string_view problem) {
  problem_ = problem;
  return false;
}

bool AttributeScanner::take_name() {
  const std::size_t begin = at_;
  while (at_ < row_.size() && is_name_byte(row_[at_])) ++at_;
  name_ = row_.substr(begin, at_ - begin);
  skip_space();
  if (name_.empty() || at_ == row_.size() || row_[at_] != '=') return fail("the row has an attribute without a value");
  ++at_;
  skip_space();
  return true;
}

bool AttributeScanner::take_value() {
  if (at_ == row_.size() || (row_[at_] != '"' && row_[at_] != '\'')) {
    return fail("the row has an attribute without quotes");
  }
  const std::size_t end = row_.find(row_[at_], at_ + 1);
  if (end == std::string_view::npos) return fail("the row has an attribute whose quote is not closed");
  value_ = row_.substr(at_ + 1, end - at_ - 1);
  at_ = end + 1;
  return !has_bad_reference(value_) || fail("the row has an \"&\" that does not begin a character reference");
}

}  // namespace cento
