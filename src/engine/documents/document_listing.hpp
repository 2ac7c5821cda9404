#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/job.hpp"
#include "engine/run_summary.hpp"
#include "write/view/document_view.hpp"

namespace cento {

struct ListingChoice {
  std::string view = "text";                                        // as document_view() names them
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();  // of documents, and of rows of tables
  std::string id;                                                   // only this document; empty: all
  std::string part;                                                 // only parts of this name; empty: all
};

/// Shows the documents of a collection, and the rows of the tables (TREC run, qrels) in it, as text.
class DocumentListing {
 public:
  /// Gets what is shown, in input order.
  using Write = std::function<void(std::string_view)>;

  /// `choice` and `job` must outlive it. Throws UsageError for an unknown view.
  DocumentListing(const ListingChoice& choice, Job& job, Write write);

  /// Reads until the end or the limit, which is remarked upon.
  void read(const Collection& collection);

  [[nodiscard]] const RunTotals& totals() const { return totals_; }

 private:
  struct Scratch;

  /// The documents of a batch, ready to be shown.
  struct ShownBatch {
    struct Shown {
      std::size_t text_end;  // where its lines end in `text`
      RunTotals totals;
    };

    std::string text;
    std::vector<Shown> documents;
  };

  /// Handles batches, and tables among the files.
  struct Step {
    DocumentListing& listing;

    [[nodiscard]] ShownBatch work(DocumentBatch& batch) const { return listing.work(batch); }
    void take(DocumentBatch& /*batch*/, const ShownBatch& shown) const { listing.take(shown); }
    void table(const Format& format, Input& in) const { listing.take_table(format, in); }
  };

  [[nodiscard]] ShownBatch work(DocumentBatch& batch) const;
  void show_document(Document document, Arena& arena, Scratch& scratch, ShownBatch& shown) const;
  [[nodiscard]] std::span<const Part> wanted_parts(std::span<const Part> parts, Arena& arena) const;
  void take(const ShownBatch& shown);
  void take_table(const Format& format, Input& in);
  template <typename Row>
  void take_rows(std::span<const Row> rows);
  [[nodiscard]] std::uint64_t room() const;
  void stop_at_limit();

  const ListingChoice& choice_;
  const DocumentView& view_;
  Job& job_;
  Write write_;
  RunTotals totals_;
};

}  // namespace cento
