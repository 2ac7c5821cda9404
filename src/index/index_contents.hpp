#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "index/catalog.hpp"
#include "index/digester.hpp"
#include "index/document_store.hpp"
#include "index/index_tail.hpp"
#include "index/index_view.hpp"
#include "index/removed_numbers.hpp"

namespace cento {

/// What an index was made with.
struct IndexSettings {
  IndexOptions options;
  std::optional<DocumentFrequencies> statistics;
  std::uint64_t options_hash = 0;

  [[nodiscard]] const DocumentFrequencies* frequencies() const { return statistics ? &*statistics : nullptr; }
};

/// Throws Error, naming `place`, when the statistics are no frequencies file with counts of tokens (or empty) or the
/// options cannot be read.
[[nodiscard]] std::shared_ptr<const IndexSettings> settings_of(std::string_view options_json,
                                                               std::string_view statistics, const std::string& place);

struct LiveSegment {
  SegmentRow row;
  std::shared_ptr<const Segment> segment;
};

/// A sentence about a segment that is not what it should be, with what to do.
[[nodiscard]] std::string with_advice(std::string_view sentence);

/// Opens a segment that is listed, and checks that it is the one. Throws Error that says what to do.
[[nodiscard]] LiveSegment open_listed(const std::string& folder, SegmentRow row, std::uint64_t options_hash);

/// How the catalog lists a segment file.
[[nodiscard]] SegmentRow row_of(const Segment& segment, std::string file);

/// Everything of an index at one moment but the texts.
struct IndexContents {
  std::shared_ptr<const IndexSettings> settings;
  CatalogCounters counters;
  std::uint32_t last_number = 0;
  std::vector<LiveSegment> segments;
  RemovedNumbers removed;
  IndexTail tail;
  std::vector<IndexDamage> damages = {};  // of the tail, what is left out of it
};

/// Reads it from the catalog, in one read transaction, and opens the segments; once more when one was merged away
/// meanwhile. `with_segments` no: they and the tail stay empty. Segments of `open` are not opened again.
enum class WithSegments : bool { no, yes };
/// What happens to damaged documents of the tail: who writes must not lose them.
enum class OnDamage : bool { fail, leave_out };
[[nodiscard]] IndexContents read_contents(const std::string& folder, Catalog& catalog, const DigesterFactory& digesters,
                                          WithSegments with_segments = WithSegments::yes,
                                          OnDamage on_damage = OnDamage::fail, std::span<const LiveSegment> open = {});

/// The parts of a view; see IndexView.
struct ViewParts {
  std::shared_ptr<const IndexSettings> settings;
  std::vector<std::shared_ptr<const Segment>> segments;
  RemovedNumbers removed;
  std::uint64_t documents = 0;
  std::shared_ptr<DocumentStore> store;
  std::vector<IndexDamage> damages = {};  // of what the segments lack
};
[[nodiscard]] std::shared_ptr<const IndexView> make_view(ViewParts parts);

}  // namespace cento
