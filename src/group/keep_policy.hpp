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

/// Which of several near-duplicate documents stays.
class KeepPolicy {
 public:
  /// Reads "first" (in input order), "longest" (by bytes of text), "newest", "oldest" (by the date that the metadata
  /// tells), "field:NAME", "field:NAME:max" or "field:NAME:min" (by a field of the metadata, "a.b" reaching into an
  /// object; the largest unless "min" is said). Throws UsageError for anything else.
  explicit KeepPolicy(std::string_view text);

  /// What the policy looks at in a document; cheap and pure, for any thread. A number is one even when the metadata has
  /// it as a string (CSV). Missing are dates that cannot be read, and fields that are absent, null, empty or no single
  /// value.
  [[nodiscard]] KeepValue value_of(const Document& document) const;

  /// For each document its place in the order of preference: 0 is kept before all others. Ties go to the earlier
  /// document, missing values come last. `values` has what value_of() gave for each of the `documents`, in order; it
  /// is not looked at if the policy needs none.
  [[nodiscard]] std::vector<std::uint32_t> rank(const KeepValues& values, std::size_t documents) const;

  /// Whether value_of() has anything to say: not for "first".
  [[nodiscard]] bool needs_values() const { return criterion_ != Criterion::order; }

  /// The policy as it can be read again, with its default said: "field:score:max".
  [[nodiscard]] std::string to_string() const;

 private:
  enum class Criterion { order, length, date, field };

  void parse_field(std::string_view text);

  Criterion criterion_ = Criterion::order;
  bool largest_first_ = false;
  std::string field_;
};

/// Names under which metadata usually holds the date of a document, the likeliest first.
[[nodiscard]] std::span<const std::string_view> usual_date_fields();

}  // namespace cento
