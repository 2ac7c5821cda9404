#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/span.hpp"

namespace cento {

/// Splits texts at the matches of a regular expression (ICU's syntax; ^ and $ match at every line). Thread-safe.
class PatternSplitter {
 public:
  /// Throws UsageError when the pattern is not a regular expression.
  explicit PatternSplitter(const std::string& pattern);
  ~PatternSplitter();
  PatternSplitter(const PatternSplitter&) = delete;
  PatternSplitter& operator=(const PatternSplitter&) = delete;

  /// Appends the pieces between the matches, also empty ones. `text` is valid UTF-8. False when the pattern takes too
  /// many steps or too much memory on this text.
  [[nodiscard]] bool split(std::string_view text, std::vector<Span>& pieces) const;

 private:
  struct Expression;
  std::unique_ptr<Expression> expression_;
};

}  // namespace cento
