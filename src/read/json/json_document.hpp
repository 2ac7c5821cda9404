#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json_value.hpp"
#include "read/reader.hpp"

namespace cento {

/// Makes documents from JSON objects: finds the id and the text among the fields and keeps the rest as metadata.
/// docs/commands/show.md describes the rules. Reuse one for many objects; one per thread.
class JsonDocumentMaker {
 public:
  /// `options` must outlive it.
  explicit JsonDocumentMaker(const ReadOptions& options) : options_(options) {}

  /// What documents without an id are called instead of FILE:LINE, until it is set again; empty: they are rejected.
  void name_otherwise(std::string_view id) { id_otherwise_ = id; }

  /// Adds a document to `batch`. The keys must differ and the fields' views must live as long as the batch. False when
  /// the fields do not form a document; problem() then says why, and oversize_bytes() is not 0 if its text is too
  /// large.
  bool add(std::span<const JsonField> fields, const Place& place, DocumentBatch& batch);

  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] std::uint64_t oversize_bytes() const { return oversize_bytes_; }

 private:
  /// A value chosen among the fields.
  struct Found {
    std::string_view value;        // JSON
    std::string_view raw;          // as written in the line
    const JsonField* whole_field;  // null when the value is inside a field
  };

  [[nodiscard]] std::optional<Found> find(std::string_view name) const;
  [[nodiscard]] std::optional<Found> find_text(std::string_view name);
  bool choose_parts();
  bool choose_named_parts();
  bool choose_usual_part();
  bool choose_pair();
  bool add_part(std::string_view part, std::string_view field, const Found& found);
  [[nodiscard]] std::string_view part_name(std::string_view field) const;
  std::optional<std::string_view> text_of(std::string_view field, const Found& found);
  std::optional<std::string_view> joined_strings(std::string_view field, std::string_view array);
  std::string_view string_text(std::string_view quoted);
  std::optional<std::string_view> choose_id(const Place& place);
  std::string_view id_from(std::string_view name);
  std::string_view metadata();
  [[nodiscard]] bool is_used(const JsonField& field) const;
  bool fail(std::string problem);
  bool fail_without_text();

  const ReadOptions& options_;
  std::span<const JsonField> fields_;
  Arena* arena_ = nullptr;
  std::vector<Part> parts_;
  std::vector<const JsonField*> used_;  // fields that are not metadata
  std::string null_text_;               // name of a text field that is null
  std::string problem_;
  std::uint64_t oversize_bytes_ = 0;
  std::optional<std::string_view> id_otherwise_;
};

/// The fields that may hold a text: the options' own, or the usual ones. Views into the options.
[[nodiscard]] std::vector<std::string_view> json_text_keys(const ReadOptions& options);

}  // namespace cento
