#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cento {

/// The smallest and largest value that a parameter may have, both included.
struct WholeRange {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

/// The name of a signature with its parameters, `kind:parameter:…`. Asking for a parameter that is missing or wrong
/// throws a UsageError that also lists the available names.
class SignatureName {
 public:
  /// Both must outlive this. `known` lists the names that may be given here, for error messages.
  SignatureName(std::string_view name, std::string_view known);

  [[nodiscard]] std::string_view kind() const { return kind_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] bool has(std::size_t parameter) const { return parameter < parameters_.size(); }
  [[nodiscard]] std::string_view parameter(std::size_t index) const { return parameters_[index]; }

  /// Throws if there are fewer or more parameters.
  void expect_parameters(std::size_t fewest, std::size_t most) const;

  /// The parameter as a number; `symbol` names it in the error message.
  [[nodiscard]] std::uint64_t whole(std::size_t index, std::string_view symbol, WholeRange range) const;
  [[nodiscard]] double share(std::size_t index, std::string_view symbol) const;  // 0 to 1

  /// Throws; `suggestion` ends the sentence.
  [[noreturn]] void refuse(const std::string& reason, const std::string& suggestion = {}) const;

 private:
  std::string_view text_;
  std::string_view known_;
  std::string_view kind_;
  std::vector<std::string_view> parameters_;
};

}  // namespace cento
