#include "group/keep_policy.hpp"

#include <array>
#include <charconv>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/closest_name.hpp"
#include "core/json/json_value.hpp"
#include "group/keep_key.hpp"
#include "read/metadata/date_seconds.hpp"
#include "read/metadata/metadata_fields.hpp"

namespace cento {

namespace {

constexpr std::string_view kFieldPrefix = "field:";
constexpr std::array<std::string_view, 18> kDateFields{
    "date",         "published", "published_at", "date_published", "publication_date", "publish_date", "pubdate",
    "pub_date",     "timestamp", "warc_date",    "WARC-Date",      "creation_date",    "created",      "created_at",
    "date_created", "datetime",  "time",         "crawl_date"};

/// The number that makes up the whole text.
template <typename T>
std::optional<T> number_of(std::string_view text) {
  T number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Whether it may be a number; from_chars also reads "inf" and "nan".
bool looks_like_number(std::string_view text) {
  return text.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
}

KeepValue value_of_text(std::string_view text, bool must_be_number) {
  if (looks_like_number(text)) {
    if (const auto integer = number_of<std::int64_t>(text)) return *integer;
    if (const auto real = number_of<double>(text)) return *real;
  }
  if (text.empty() || must_be_number) return {};
  return std::string(text.substr(0, KeepValues::kTextBytesMost));
}

KeepValue field_value(const Document& document, std::string_view field) {
  const std::string_view json = find_metadata(document.metadata, field);
  // Readers remove the id from the metadata.
  if (json.empty()) return field == "id" ? value_of_text(document.id, false) : KeepValue{};
  const JsonKind kind = kind_of_json(json);
  if (kind == JsonKind::boolean) return std::string(json);
  std::string unescaped;
  return value_of_text(plain_text_of_json(json, unescaped), kind == JsonKind::number);
}

KeepValue date_value(const Document& document) {
  std::array<std::string_view, kDateFields.size()> values;
  find_metadata(document.metadata, kDateFields, values);
  std::string unescaped;
  for (const std::string_view value : values) {
    if (const auto seconds = date_seconds(plain_text_of_json(value, unescaped))) return *seconds;
  }
  return {};
}

std::int64_t text_bytes(const Document& document) {
  return std::accumulate(
      document.parts.begin(), document.parts.end(), std::int64_t{0},
      [](std::int64_t sum, const Part& part) { return sum + static_cast<std::int64_t>(part.text.size()); });
}

}  // namespace

std::span<const std::string_view> usual_date_fields() {
  return kDateFields;
}

KeepPolicy::KeepPolicy(std::string_view text) {
  if (text == "first") return;
  if (text.starts_with(kFieldPrefix)) {
    parse_field(text.substr(kFieldPrefix.size()));
    return;
  }
  const bool is_length = text == "longest";
  if (!is_length && text != "newest" && text != "oldest") {
    const std::vector<std::string> names = {"first", "longest", "newest", "oldest"};
    throw UsageError(fmt::format("`keep` must be {}, or field:NAME with :min or :max after it, not \"{}\"{}",
                                 either_of(names), text, did_you_mean(text, names)));
  }
  criterion_ = is_length ? Criterion::length : Criterion::date;
  largest_first_ = text != "oldest";
}

void KeepPolicy::parse_field(std::string_view text) {
  criterion_ = Criterion::field;
  largest_first_ = true;
  const std::size_t colon = text.rfind(':');
  field_ = text.substr(0, colon);
  if (colon != std::string_view::npos) {
    const std::string_view end = text.substr(colon + 1);
    if (end != "min" && end != "max") {
      throw UsageError(
          fmt::format("`keep` field:NAME may end with :min or :max, not with \":{}\" as in \"field:{}\"", end, text));
    }
    largest_first_ = end == "max";
  }
  if (field_.empty()) throw UsageError("`keep` field: needs a field name, for example field:score:max");
}

KeepValue KeepPolicy::value_of(const Document& document) const {
  switch (criterion_) {
    case Criterion::order: break;
    case Criterion::length: return text_bytes(document);
    case Criterion::date: return date_value(document);
    case Criterion::field: return field_value(document, field_);
  }
  return {};
}

std::vector<std::uint32_t> KeepPolicy::rank(const KeepValues& values, std::size_t documents) const {
  std::vector<std::uint32_t> ranks(documents);
  if (!needs_values()) {
    std::iota(ranks.begin(), ranks.end(), 0U);
    return ranks;
  }
  std::uint32_t next = 0;
  for (const std::uint32_t document : values.ordered(largest_first_)) ranks[document] = next++;
  return ranks;
}

std::string KeepPolicy::key_of(const Document& document) const {
  return needs_values() ? keep_key(value_of(document), largest_first_) : std::string();
}

std::string KeepPolicy::to_string() const {
  switch (criterion_) {
    case Criterion::order: break;
    case Criterion::length: return "longest";
    case Criterion::date: return largest_first_ ? "newest" : "oldest";
    case Criterion::field: return fmt::format("{}{}:{}", kFieldPrefix, field_, largest_first_ ? "max" : "min");
  }
  return "first";
}

}  // namespace cento
