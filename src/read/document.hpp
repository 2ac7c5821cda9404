#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/arena.hpp"
#include "core/place.hpp"
#include "core/reporter.hpp"
#include "read/record_block.hpp"

namespace cento {

/// A named piece of a document's text: valid UTF-8, never modified afterwards. Spans count its bytes.
struct Part {
  std::string_view name;
  std::string_view text;
};

/// One document as read. All views live in the batch that holds it.
struct Document {
  std::string_view id;
  std::span<const Part> parts;         // at least one; plain text has a single part named "text"
  std::string_view metadata = "{}";    // what else the record said, as the text of a JSON object
  std::string_view charset = "UTF-8";  // what the text was converted from
  std::string_view charset_source;     // how that was known: "", "http", "meta", "bom", "xml", "detected"
  Place place;
};

/// Documents of one block of the input, with everything they refer to.
class DocumentBatch {
 public:
  RecordBlock block;  // the raw bytes that parse() reads
  Arena arena;        // where texts, ids and metadata live
  std::vector<Document> documents;
  std::vector<BadRecord> rejected;              // in input order; their views live here too
  std::map<std::string, std::uint64_t> counts;  // passed on to Reporter::count

  /// Adds a document with one part named "text". `text` must already live in the arena.
  Document& add(std::string_view id, std::string_view text);

  /// Adds a document with these parts, copied into the arena as an array (names and texts must already live there or
  /// be literals).
  Document& add(std::string_view id, std::span<const Part> parts);

  /// Notes a bad record; `bytes` must live in the block, the arena or a literal.
  void reject(const Place& place, std::string reason, std::string_view bytes = {});

  /// Puts the rejected records into input order, for readers whose two steps both reject. Those of another file than
  /// the block's come first.
  void sort_rejected();

  /// Empties everything but keeps the memory.
  void clear();
};

}  // namespace cento
