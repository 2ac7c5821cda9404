#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "index/damage.hpp"
#include "index/digester.hpp"
#include "index/index_options.hpp"
#include "index/segment.hpp"
#include "sign/document_frequencies.hpp"

namespace cento {

/// A document that a view still has was removed or replaced since, and its text is gone: ask a newer view.
class DocumentRemoved : public Error {
 public:
  using Error::Error;
};

struct StoredPart {
  std::string name;
  std::string text;
};

/// A document as the catalog keeps it.
struct StoredDocument {
  std::uint32_t number = 0;  // never used again, also after the document was removed or replaced
  std::string id;
  std::string metadata;  // the text of a JSON object
  std::vector<StoredPart> parts;
};

/// What there is of an index at a moment: later changes do not show. Any number of threads.
class IndexView {
 public:
  virtual ~IndexView() = default;

  [[nodiscard]] virtual const IndexOptions& options() const = 0;
  [[nodiscard]] virtual const DocumentFrequencies* statistics() const = 0;  // null: the index has none

  /// Every document is in one of them, those of the tail too; some that are in there are removed.
  [[nodiscard]] virtual std::span<const std::shared_ptr<const Segment>> segments() const = 0;
  /// Whether the document with this number, which is in a segment, was removed or replaced.
  [[nodiscard]] virtual bool is_removed(std::uint32_t number) const = 0;
  [[nodiscard]] virtual bool has_removed() const = 0;

  [[nodiscard]] virtual std::uint64_t documents() const = 0;

  /// The number of the document with that id; 0 if there is none, or the view knows no ids, or what says so is damaged,
  /// which a DamageWatch knows then. Throws as document() does.
  [[nodiscard]] virtual std::uint32_t number_of([[maybe_unused]] std::string_view id) const { return 0; }

  /// The id, metadata and names of parts of a document, its texts only if asked for. Throws DocumentRemoved when
  /// it was removed or replaced since the view was made, DamagedError when it is damaged, Error, naming the catalog,
  /// when it cannot be read for another reason.
  enum class Texts : bool { no, yes };
  [[nodiscard]] virtual StoredDocument document(std::uint32_t number, Texts texts) const = 0;
  /// The same; nothing for a damaged one, which a DamageWatch and damages() know then.
  [[nodiscard]] virtual std::optional<StoredDocument> readable_document(std::uint32_t number, Texts texts) const {
    return document(number, texts);
  }

  /// Whether documents are left out of the segments because they are damaged: no answer is complete.
  [[nodiscard]] virtual bool lacks_documents() const { return false; }
  /// What was found damaged and left out so far; ascending.
  [[nodiscard]] virtual std::vector<IndexDamage> damages() const { return {}; }
};

/// Opens the index in a folder for reading, whether or not somebody is writing to it. Throws Error, in one sentence
/// that says what to do, when there is none, it is of a newer format, or its frame is damaged: its head, lists, options
/// or log, or the head of a segment. Damaged documents and blocks are left out and said by IndexView::damages().
[[nodiscard]] std::shared_ptr<const IndexView> open_index(const std::string& folder, const DigesterFactory& digesters);

}  // namespace cento
