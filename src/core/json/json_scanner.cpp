#include "core/json/json_scanner.hpp"

#include <cstring>

#include <fmt/format.h>

#include "core/json/json_strings.hpp"

namespace cento {

namespace {

constexpr std::string_view kBadEscape = "invalid escape sequence";

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

void JsonScanner::skip_space() {
  while (!at_end() && is_space(text_[at_])) ++at_;
}

bool JsonScanner::fail(std::string_view what) {
  if (!problem_.empty()) return false;
  problem_ = at_end() ? fmt::format("{}, but the text ends", what) : fmt::format("{} at column {}", what, at_ + 1);
  return false;
}

bool JsonScanner::take(char wanted) {
  skip_space();
  if (at_end() || text_[at_] != wanted) return false;
  ++at_;
  return true;
}

bool JsonScanner::expect(char wanted) {
  return take(wanted) || fail(fmt::format("expected '{}'", wanted));
}

bool JsonScanner::skip_string() {
  if (!take('"')) return fail("expected a string");
  const std::size_t begin = at_;
  const JsonStringEnd found = json_string_kernel().find_end(text_.data() + at_, text_.data() + text_.size());
  const auto quote = static_cast<std::size_t>(found.quote - text_.data());
  if (found.has_control) is_sound_ = false;
  if (found.has_rare_escape && !check_escapes(quote)) return false;
  at_ = quote;
  if (at_end()) return fail_in_string(begin);
  ++at_;
  return true;
}

std::optional<std::string_view> JsonScanner::read_string(Arena& arena) {
  static_assert(Arena::kPadding >= kUnescapeOverrunBytes);
  if (!take('"')) {
    fail("expected a string");
    return std::nullopt;
  }
  const std::size_t begin = at_;
  char* const room = arena.allocate(text_.size() - at_);
  char* out = room;
  while (unescape_plain(out)) {
    const std::string_view escape = text_.substr(at_);
    if (!skip_escape()) return std::nullopt;
    write_unicode_escape(escape, out);
  }
  if (at_end()) {
    fail_in_string(begin);
    return std::nullopt;
  }
  ++at_;
  const auto size = static_cast<std::size_t>(out - room);
  arena.commit(room, size);
  return std::string_view(room, size);
}

/// Advances to the next escape that is not of one letter (true), the closing quote or the end.
bool JsonScanner::unescape_plain(char*& out) {
  bool has_control = false;
  const char* const stop =
      json_string_kernel().unescape(text_.data() + at_, text_.data() + text_.size(), out, has_control);
  if (has_control) is_sound_ = false;
  at_ = static_cast<std::size_t>(stop - text_.data());
  return here() == '\\';
}

bool JsonScanner::fail_in_string(std::size_t begin) {
  problem_ = fmt::format("the text ends inside the string that begins at column {}", begin);
  return false;
}

/// Checks each escape up to `end`.
bool JsonScanner::check_escapes(std::size_t end) {
  for (;;) {
    const void* escape = std::memchr(text_.data() + at_, '\\', end - at_);
    if (escape == nullptr) return true;
    at_ = static_cast<std::size_t>(static_cast<const char*>(escape) - text_.data());
    if (!skip_escape()) return false;
  }
}

bool JsonScanner::skip_escape() {
  switch (at_ + 1 < text_.size() ? text_[at_ + 1] : '\0') {
    case 'u': return skip_unicode_escape();
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': at_ += 2; return true;
    default: return fail(kBadEscape);
  }
}

bool JsonScanner::skip_unicode_escape() {
  const std::int32_t unit = unicode_escape_unit(text_.substr(at_));
  if (unit < 0) return fail(kBadEscape);
  at_ += kUnicodeEscapeBytes;
  if (is_low_surrogate(unit)) is_sound_ = false;
  if (!is_high_surrogate(unit)) return true;
  if (is_low_surrogate(unicode_escape_unit(text_.substr(at_)))) {
    at_ += kUnicodeEscapeBytes;
  } else {
    is_sound_ = false;
  }
  return true;
}

bool JsonScanner::skip_digits() {
  if (!is_digit(here())) return fail("expected a digit");
  while (is_digit(here())) ++at_;
  return true;
}

bool JsonScanner::skip_number() {
  if (here() == '-') ++at_;
  if (here() == 'I') return skip_nonstandard_word("Infinity");
  if (here() == '0') {
    ++at_;
  } else if (!skip_digits()) {
    return false;
  }
  if (here() == '.') {
    ++at_;
    if (!skip_digits()) return false;
  }
  if (here() != 'e' && here() != 'E') return true;
  ++at_;
  if (here() == '+' || here() == '-') ++at_;
  return skip_digits();
}

bool JsonScanner::skip_word(std::string_view word) {
  if (!text_.substr(at_).starts_with(word)) return fail("expected a value");
  at_ += word.size();
  return true;
}

bool JsonScanner::skip_nonstandard_word(std::string_view word) {
  is_sound_ = false;
  return skip_word(word);
}

bool JsonScanner::skip_scalar() {
  switch (here()) {
    case '"': return skip_string();
    case 't': return skip_word("true");
    case 'f': return skip_word("false");
    case 'n': return skip_word("null");
    case 'N': return skip_nonstandard_word("NaN");
    case 'I': return skip_nonstandard_word("Infinity");
    case '-': return skip_number();
    default: return is_digit(here()) ? skip_number() : fail("expected a value");
  }
}

bool JsonScanner::skip_key() {
  return skip_string() && expect(':');
}

bool JsonScanner::open_container() {
  if (awaited_.size() == kMaxDepth) return fail(fmt::format("more than {} nested containers", kMaxDepth));
  const bool is_object = text_[at_++] == '{';
  awaited_.push_back(is_object ? '}' : ']');
  return true;
}

/// Skips what follows a value inside containers, up to where the next value begins.
bool JsonScanner::after_value() {
  while (!awaited_.empty()) {
    if (take(',')) return awaited_.back() == ']' || skip_key();
    if (!take(awaited_.back())) return fail(fmt::format("expected ',' or '{}'", awaited_.back()));
    awaited_.pop_back();
  }
  return true;
}

bool JsonScanner::skip_value() {
  awaited_.clear();
  do {
    skip_space();
    if (here() == '{' || here() == '[') {
      if (!open_container()) return false;
      if (!take(awaited_.back())) {
        if (awaited_.back() == '}' && !skip_key()) return false;
        continue;
      }
      awaited_.pop_back();
    } else if (!skip_scalar()) {
      return false;
    }
    if (!after_value()) return false;
  } while (!awaited_.empty());
  return true;
}

}  // namespace cento
