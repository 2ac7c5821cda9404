#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "group/keep_values.hpp"
#include "read/document.hpp"

namespace cento {

/// Which of several near-duplicate documents is kept.
class KeepPolicy {
 public:
  /// Reads "first" (in input order), "longest" (by bytes of text), "newest", "oldest" (by the date in the metadata),
  /// "field:NAME", "field:NAME:max" or "field:NAME:min" (by a field of the metadata; "a.b" reaches into an object; the
  /// largest unless "min" is given). Throws UsageError for anything else.
  explicit KeepPolicy(std::string_view text);

  /// The value that the policy compares; cheap and pure, for any thread. A number counts as one even when the metadata
  /// has it as a string (CSV). Unreadable dates, and fields that are absent, null, empty or not a single value, are
  /// missing.
  [[nodiscard]] KeepValue value_of(const Document& document) const;

  /// The rank of each document in the order of preference: 0 is kept before all others. Ties go to the earlier
  /// document, missing values come last. `values` has the value_of() of each of the `documents`, in order; it is
  /// ignored if the policy needs none.
  [[nodiscard]] std::vector<std::uint32_t> rank(const KeepValues& values, std::size_t documents) const;

  /// Bytes that sort like the documents of rank(), except for ties; empty if value_of() is not needed.
  [[nodiscard]] std::string key_of(const Document& document) const;

  /// Whether value_of() is needed: not for "first".
  [[nodiscard]] bool needs_values() const { return criterion_ != Criterion::order; }

  /// The policy in a form that can be parsed again, with its default spelled out: "field:score:max".
  [[nodiscard]] std::string to_string() const;

 private:
  enum class Criterion { order, length, date, field };

  void parse_field(std::string_view text);

  Criterion criterion_ = Criterion::order;
  bool largest_first_ = false;
  std::string field_;
};

/// Names under which metadata usually holds the date of a document, the most likely first.
[[nodiscard]] std::span<const std::string_view> usual_date_fields();

}  // namespace cento
