#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "read/reader.hpp"

namespace cento {

/// What a file of some format holds.
enum class Content {
  documents,
  table,      // rows that are not documents (TREC runs and qrels): see tables.hpp
  companion,  // read together with another file (PostLinks.xml with Posts.xml), never alone
};

/// A row of the table of formats.
struct Format {
  std::string_view name;        // as --format takes it
  std::string_view title;       // for people: "JSON lines"
  std::string_view extensions;  // space-separated, each with its dot, in order of preference; "" for none
  Content content;
  /// How certain it is that the first bytes (decompressed; up to kSniffBytes) are of this format: 0 no, 1 possible
  /// (then the extension must agree), 2 certain.
  int (*recognise)(std::string_view head);
  std::unique_ptr<Reader> (*make)(const ReadOptions& options);  // null for tables and companions
};

inline constexpr std::size_t kSniffBytes = 64 * 1024;

/// All formats Cento reads.
[[nodiscard]] std::span<const Format> formats();

/// The format with that name; null if there is none.
[[nodiscard]] const Format* format_named(std::string_view name);

/// The format of a file, from its name (ignoring compression extensions) and first bytes; null when Cento cannot read
/// it, for example an image.
[[nodiscard]] const Format* choose_format(std::string_view file, std::string_view head);

}  // namespace cento
