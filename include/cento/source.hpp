#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cento/arrow.hpp"
#include "cento/file_options.hpp"
#include "cento/visible.hpp"

namespace cento {

class SourceOpener;

/// Where a job reads documents from: one of the classes below. A copy refers to the same documents.
class CENTO_VISIBLE Source {
 public:
  virtual ~Source();
  Source(const Source&);
  Source& operator=(const Source&);

  [[nodiscard]] const SourceOpener& opener() const { return *opener_; }

 protected:
  explicit Source(std::shared_ptr<const SourceOpener> opener);

 private:
  std::shared_ptr<const SourceOpener> opener_;
};

/// Files, folders and globs, in every format that Cento reads, plain or compressed.
class CENTO_VISIBLE FileSource final : public Source {
 public:
  explicit FileSource(std::vector<std::string> paths, FileOptions options = {});
};

/// A named part of a document, such as its title.
struct TextPart {
  std::string name;
  std::string text;  // UTF-8
};

/// A document in memory.
struct TextDocument {
  std::string id;
  std::vector<TextPart> parts;
  std::string metadata = "{}";  // a JSON object; dates and sources are taken from it

  TextDocument() = default;
  /// A document of one part.
  TextDocument(std::string own_id, std::string text) : id(std::move(own_id)), parts{{"text", std::move(text)}} {}
  TextDocument(std::string own_id, std::vector<TextPart> own_parts)
      : id(std::move(own_id)), parts(std::move(own_parts)) {}
};

/// Documents in memory.
class CENTO_VISIBLE DocumentSource final : public Source {
 public:
  explicit DocumentSource(std::vector<TextDocument> documents);
};

/// Which columns of a table hold what.
struct ArrowColumns {
  /// Columns of strings that become parts, in this order; "doc.body" is a field of a struct.
  std::vector<std::string> text = {"text"};
  std::string id;         // a column of strings or integers; empty: documents get their row number
  bool metadata = false;  // the other columns become metadata: dates, and fields to choose by
  /// A column of JSON objects that are documents, as lines of JSON are. `text` and `id` then name fields of the
  /// objects; empty: the usual ones.
  std::string json = {};
  bool needs_ids = false;  // of JSON objects: one without an id is rejected; otherwise it gets its row number
};

/// Whose memory the record batches of a stream are in.
enum class ArrowMemory : std::uint8_t {
  of_stream,  // they are made one by one: a job that reads twice copies the texts, within its memory or to a temporary
              // file
  of_table,   // a table's, which is in memory anyway: a job that reads twice keeps the batches instead
};

/// A stream of Arrow record batches (the Arrow C stream interface). It is taken over, read once, and released.
class CENTO_VISIBLE ArrowSource final : public Source {
 public:
  ArrowSource(ArrowArrayStream* stream, ArrowColumns columns, ArrowMemory memory = ArrowMemory::of_stream);
};

}  // namespace cento
