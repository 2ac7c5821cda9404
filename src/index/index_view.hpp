#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cento/error.hpp"
#include "index/damage.hpp"
#include "index/digester.hpp"
#include "index/index_options.hpp"
#include "index/segment/segment.hpp"
#include "sign/words/document_frequencies.hpp"

namespace cento {

/// A document that is still in a view has been removed or replaced, and its text is gone: use a newer view.
class DocumentRemoved : public Error {
 public:
  using Error::Error;
};

struct StoredPart {
  std::string name;
  std::string text;
};

/// A document as stored in the catalog.
struct StoredDocument {
  std::uint32_t number = 0;  // never reused, even after the document was removed or replaced
  std::string id;
  std::string metadata;  // the text of a JSON object
  std::vector<StoredPart> parts;
};

/// The state of an index at one moment: later changes are not visible. Thread-safe.
class IndexView {
 public:
  virtual ~IndexView() = default;

  [[nodiscard]] virtual const IndexOptions& options() const = 0;
  [[nodiscard]] virtual const DocumentFrequencies* statistics() const = 0;  // null: the index has none

  /// Every document is in one of them, including those of the tail; some documents in them are removed.
  [[nodiscard]] virtual std::span<const std::shared_ptr<const Segment>> segments() const = 0;
  /// Whether the document with this number, which is in a segment, was removed or replaced.
  [[nodiscard]] virtual bool is_removed(std::uint32_t number) const = 0;
  [[nodiscard]] virtual bool has_removed() const = 0;

  [[nodiscard]] virtual std::uint64_t documents() const = 0;

  /// The number of the document with that id; 0 if there is none, or the view has no ids, or the look-up meets damage,
  /// which a DamageWatch then reports. Throws as document() does.
  [[nodiscard]] virtual std::uint32_t number_of([[maybe_unused]] std::string_view id) const { return 0; }

  /// The id, metadata and names of parts of a document; its texts only on request. Throws DocumentRemoved when it was
  /// removed or replaced since the view was made, DamagedError when it is damaged, Error, naming the catalog, when it
  /// cannot be read for another reason.
  enum class Texts : bool { no, yes };
  [[nodiscard]] virtual StoredDocument document(std::uint32_t number, Texts texts) const = 0;
  /// The same; nothing for a damaged one, which a DamageWatch and damages() then report.
  [[nodiscard]] virtual std::optional<StoredDocument> readable_document(std::uint32_t number, Texts texts) const {
    return document(number, texts);
  }

  /// Whether documents are missing from the segments because of damage: then no answer is complete.
  [[nodiscard]] virtual bool lacks_documents() const { return false; }
  /// The damage found and left out so far; ascending.
  [[nodiscard]] virtual std::vector<IndexDamage> damages() const { return {}; }
};

/// Opens the index in a folder for reading, even while a program is writing to it. Throws Error, in one sentence that
/// says what to do, when there is none, its format is newer, or essential data is damaged: its head, lists, options or
/// log, or the head of a segment. Damaged documents and blocks are left out and reported by IndexView::damages().
[[nodiscard]] std::shared_ptr<const IndexView> open_index(const std::string& folder, const DigesterFactory& digesters);

}  // namespace cento
