#include "text/icu_tokens.hpp"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include "core/utf8.hpp"
#include "text/fold/char_class.hpp"

namespace cento::testing {

namespace {

/// Collects folded characters into tokens.
class TokenCollector {
 public:
  void add(std::uint32_t code_point, Span source) {
    const CharClass char_class = char_class_by_icu(code_point);
    const bool is_mark = char_class == CharClass::mark;
    if (char_class == CharClass::separator || (is_mark && !open_)) {
      open_ = false;
      return;
    }
    const bool continues = open_ && (is_mark || (char_class == CharClass::word && !single_));
    if (!continues) tokens_.push_back({"", {source.begin, source.end}});
    if (!is_mark) single_ = char_class == CharClass::single;
    append_utf8(tokens_.back().folded, code_point);
    tokens_.back().span.end = source.end;
    open_ = true;
  }

  std::vector<ReferenceToken> take() { return std::move(tokens_); }

 private:
  std::vector<ReferenceToken> tokens_;
  bool open_ = false;
  bool single_ = false;
};

std::string fold(const icu::Normalizer2& folding, std::string_view segment) {
  UErrorCode error = U_ZERO_ERROR;
  const auto source = icu::UnicodeString::fromUTF8({segment.data(), static_cast<std::int32_t>(segment.size())});
  std::string folded;
  folding.normalize(source, error).toUTF8String(folded);
  return folded;
}

void add_segment(const icu::Normalizer2& folding, std::string_view text, Span segment, TokenCollector& collector) {
  const std::string folded = fold(folding, segment.of(text));
  const bool is_same = folded == segment.of(text);
  for (std::size_t at = 0; at < folded.size();) {
    const CodePoint c = decode_utf8(folded, at);
    const auto begin = static_cast<std::uint32_t>(segment.begin + at);
    collector.add(c.value, is_same ? Span{begin, begin + c.length} : segment);
    at += c.length;
  }
}

}  // namespace

std::vector<ReferenceToken> tokens_by_icu(std::string_view text) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2& folding = *icu::Normalizer2::getNFKCCasefoldInstance(error);
  TokenCollector collector;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = begin + decode_utf8(text, begin).length;
    while (end < text.size()) {
      const CodePoint next = decode_utf8(text, end);
      if (folding.hasBoundaryBefore(static_cast<UChar32>(next.value)) != 0) break;
      end += next.length;
    }
    add_segment(folding, text, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, collector);
    begin = end;
  }
  return collector.take();
}

}  // namespace cento::testing
