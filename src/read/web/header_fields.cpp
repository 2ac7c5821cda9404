#include "read/web/header_fields.hpp"

#include <algorithm>

namespace cento {

namespace {

constexpr std::string_view kSpace = " \t\r\n";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_empty_line(std::string_view line) {
  return line.empty() || line == "\n" || line == "\r\n";
}

}  // namespace

std::string_view HeaderFields::take_line() {
  const std::size_t line_end = bytes_.find('\n', position_);
  const std::size_t end = line_end == std::string_view::npos ? bytes_.size() : line_end + 1;
  const std::string_view line = bytes_.substr(position_, end - position_);
  position_ = end;
  return line;
}

bool HeaderFields::next(HeaderField& field) {
  while (!complete_ && position_ < bytes_.size()) {
    const std::size_t begin = position_;
    complete_ = bytes_[begin] == '<';
    if (complete_) return false;
    complete_ = is_empty_line(take_line());
    if (complete_) return false;
    while (position_ < bytes_.size() && (bytes_[position_] == ' ' || bytes_[position_] == '\t')) take_line();
    const std::string_view line = bytes_.substr(begin, position_ - begin);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    field = {trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1))};
    return true;
  }
  return false;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

bool starts_ignoring_case(std::string_view text, std::string_view prefix) {
  return equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

}  // namespace cento
