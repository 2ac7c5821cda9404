#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/byte_range.hpp"
#include "core/memory/arena.hpp"
#include "core/place.hpp"
#include "core/reporter.hpp"
#include "read/arrow/owned_arrow.hpp"
#include "read/input/record_block.hpp"

namespace cento {

/// A named piece of a document's text: valid UTF-8, never modified afterwards. Spans count its bytes.
struct Part {
  std::string_view name;
  std::string_view text;
  std::string_view literal = {};  // JSONL: the string with its quotes, CSV: the field, as written in the block, if the
                                  // text was only unescaped from there. Parquet and Arrow: the text, if it is the value
};

struct Format;

/// One document as read. All views live in the batch that holds it.
struct Document {
  std::string_view id;
  std::span<const Part> parts;         // at least one; plain text has a single part named "text"
  std::string_view metadata = "{}";    // other fields of the record, as the text of a JSON object
  std::string_view charset = "UTF-8";  // what the text was converted from
  std::string_view charset_source;     // how that was determined: "", "http", "meta", "bom", "xml", "detected"
  Place place;
  ByteRange record;          // its bytes in the input, with what ends or separates records: without them the rest is
                             // still a file of the format. Unknown when the text's bytes cannot be located there. In
                             // tables without lines, its row, counted from 0
  std::uint32_t thread = 0;  // what OtherRecord::thread of its further records says; 0 when it has none
};

/// A record that gives no document although nothing is wrong with it, or facts about one.
struct OtherRecord {
  enum class Role : std::uint8_t {
    none,        // such as a request in a web archive
    header,      // names the columns of a table
    in_thread,   // belongs to a document that has records elsewhere: an answer to a question
    bad_answer,  // a bad record in a thread whose document is in another batch
  };

  ByteRange record;
  Role role = Role::none;
  std::uint32_t thread = 0;     // in_thread: which
  std::string_view bytes = {};  // header: as written, without its line end
};

/// Documents of one block of the input, with everything they refer to.
class DocumentBatch {
 public:
  DocumentBatch() = default;
  /// Memory of large documents comes from the pool and returns there.
  explicit DocumentBatch(const std::shared_ptr<BytePool>& pool) : block(pool), arena(pool) {}

  RecordBlock block;  // the raw bytes that parse() reads
  Arena arena;        // holds texts, ids and metadata
  std::vector<Document> documents;
  std::vector<BadRecord> rejected;              // in input order; their views point into this batch as well
  std::map<std::string, std::uint64_t> counts;  // passed on to Reporter::count
  std::vector<std::shared_ptr<const OwnedArrowArray>> tables;  // record batches that texts refer to
  std::vector<OtherRecord> others;                             // for formats whose writers need them
  const Format* format = nullptr;                              // of the input; null when no reader made the batch
  ByteRange record;                                            // the current one: add() and reject() use it
  std::uint64_t number = 0;                                    // of the batch in the collection, in input order

  /// Adds a document with one part named "text". `text` must already be in the arena.
  Document& add(std::string_view id, std::string_view text);

  /// Adds a document with these parts, copied into the arena as an array (names and texts must already be there or be
  /// literals).
  Document& add(std::string_view id, std::span<const Part> parts);

  /// Adds a bad record; `bytes` must be in the block, the arena or a literal.
  void reject(const Place& place, std::string reason, std::string_view bytes = {});

  /// Records that a file could not be read, or not from `place` on.
  void reject_file(const Place& place, std::string reason);

  /// Sorts the rejected records into input order, for readers whose two steps both reject. Those of files other than
  /// the block's come first.
  void sort_rejected();

  /// Empties everything but keeps the memory.
  void clear();
};

/// What a text must be to become a part: UTF-8 of less than 4 GiB; otherwise a sentence.
[[nodiscard]] std::string problem_of_text(std::string_view text);

}  // namespace cento
