#include "sign/signature_name.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "cento/error.hpp"

namespace cento {

namespace {

constexpr char kSeparator = ':';

template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return number;
}

}  // namespace

SignatureName::SignatureName(std::string_view name, std::string_view known) : text_(name), known_(known) {
  std::size_t colon = name.find(kSeparator);
  kind_ = name.substr(0, colon);
  while (colon != std::string_view::npos) {
    name.remove_prefix(colon + 1);
    colon = name.find(kSeparator);
    parameters_.push_back(name.substr(0, colon));
  }
}

void SignatureName::expect_parameters(std::size_t fewest, std::size_t most) const {
  if (parameters_.size() < fewest) refuse("a parameter is missing");
  if (parameters_.size() > most) refuse("too many parameters");
}

std::uint64_t SignatureName::whole(std::size_t index, std::string_view symbol, WholeRange range) const {
  const auto number = number_in<std::uint64_t>(parameter(index));
  if (number && *number >= range.least && *number <= range.most) return *number;
  refuse(fmt::format("{} must be a whole number from {} to {}", symbol, range.least, range.most));
}

double SignatureName::share(std::size_t index, std::string_view symbol) const {
  const auto number = number_in<double>(parameter(index));
  if (number && *number >= 0 && *number <= 1) return *number;
  refuse(fmt::format("{} must be a number from 0 to 1", symbol));
}

void SignatureName::refuse(const std::string& reason, const std::string& suggestion) const {
  throw UsageError(fmt::format("invalid signature \"{}\": {}; available: {}{}", text_, reason, known_, suggestion));
}

}  // namespace cento
