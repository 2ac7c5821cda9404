#include "read/pattern_splitter.hpp"

#include <unicode/uregex.h>
#include <unicode/utext.h>

#include <cstdint>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

// Counted by ICU in steps, so that the outcome does not depend on the speed of the machine.
constexpr std::size_t kStepsMost = 2'000;
constexpr std::size_t kBytesPerStep = 10'000;  // a long text may take longer
constexpr std::int32_t kStackBytesMost = 64 << 20;

using Regex = std::unique_ptr<URegularExpression, void (*)(URegularExpression*)>;

/// A view of UTF-8 that ICU reads without converting it; positions are bytes.
class TextView {
 public:
  explicit TextView(std::string_view text) {
    UErrorCode error = U_ZERO_ERROR;
    view_ = ::utext_openUTF8(nullptr, text.data(), static_cast<std::int64_t>(text.size()), &error);
    if (U_FAILURE(error) != 0) throw Error(fmt::format("ICU cannot read a text: {}", ::u_errorName(error)));
  }
  ~TextView() { ::utext_close(view_); }
  TextView(const TextView&) = delete;
  TextView& operator=(const TextView&) = delete;

  [[nodiscard]] UText* get() const { return view_; }

 private:
  UText* view_ = nullptr;
};

Regex compile(const std::string& pattern) {
  const TextView view(pattern);
  UErrorCode error = U_ZERO_ERROR;
  UParseError where{};
  Regex regex(::uregex_openUText(view.get(), UREGEX_MULTILINE, &where, &error), ::uregex_close);
  if (U_FAILURE(error) != 0) {
    throw UsageError(fmt::format("`split`: \"{}\" is not \"lines\", \"paragraphs\" or a regular expression ({} at {})",
                                 pattern, ::u_errorName(error), where.offset));
  }
  ::uregex_setStackLimit(regex.get(), kStackBytesMost, &error);
  return regex;
}

}  // namespace

struct PatternSplitter::Expression {
  Regex regex;
};

PatternSplitter::PatternSplitter(const std::string& pattern)
    : expression_(std::make_unique<Expression>(Expression{compile(pattern)})) {}

PatternSplitter::~PatternSplitter() = default;

bool PatternSplitter::split(std::string_view text, std::vector<Span>& pieces) const {
  UErrorCode error = U_ZERO_ERROR;
  const Regex regex(::uregex_clone(expression_->regex.get(), &error), ::uregex_close);
  const TextView view(text);
  ::uregex_setUText(regex.get(), view.get(), &error);
  ::uregex_setTimeLimit(regex.get(), static_cast<std::int32_t>(kStepsMost + text.size() / kBytesPerStep), &error);
  std::uint32_t begin = 0;
  while (::uregex_findNext(regex.get(), &error) != 0 && U_SUCCESS(error) != 0) {
    pieces.push_back({begin, static_cast<std::uint32_t>(::uregex_start64(regex.get(), 0, &error))});
    begin = static_cast<std::uint32_t>(::uregex_end64(regex.get(), 0, &error));
  }
  pieces.push_back({begin, static_cast<std::uint32_t>(text.size())});
  return U_SUCCESS(error) != 0;
}

}  // namespace cento
