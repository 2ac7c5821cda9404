#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "index/digester.hpp"
#include "index/index_view.hpp"
#include "index/live/index_tail.hpp"
#include "index/store/catalog.hpp"
#include "index/store/document_store.hpp"
#include "index/store/removed_numbers.hpp"

namespace cento {

/// The settings an index was made with.
struct IndexSettings {
  IndexOptions options;
  std::optional<DocumentFrequencies> statistics;
  std::uint64_t options_hash = 0;

  [[nodiscard]] const DocumentFrequencies* frequencies() const { return statistics ? &*statistics : nullptr; }
};

/// Throws Error, naming `place`, when the statistics are not empty and not a frequencies file with counts of tokens, or
/// the options cannot be read.
[[nodiscard]] std::shared_ptr<const IndexSettings> settings_of(std::string_view options_json,
                                                               std::string_view statistics, const std::string& place);

struct LiveSegment {
  SegmentRow row;
  std::shared_ptr<const Segment> segment;
};

/// A sentence about a faulty segment, with what to do.
[[nodiscard]] std::string with_advice(std::string_view sentence);

/// Opens a listed segment, and checks that it is the right one. Throws Error that says what to do.
[[nodiscard]] LiveSegment open_listed(const std::string& folder, SegmentRow row, std::uint64_t options_hash);

/// How the catalog lists a segment file.
[[nodiscard]] SegmentRow row_of(const Segment& segment, std::string file);

/// Everything in an index at one moment, except the texts.
struct IndexContents {
  std::shared_ptr<const IndexSettings> settings;
  CatalogCounters counters;
  std::uint32_t last_number = 0;
  std::vector<LiveSegment> segments;
  RemovedNumbers removed;
  IndexTail tail;
  std::vector<IndexDamage> damages = {};  // documents left out of the tail
};

/// Reads it from the catalog, in one read transaction, and opens the segments; tries again if one was merged meanwhile.
/// WithSegments::no: they and the tail stay empty. Segments of `open` are not opened again.
enum class WithSegments : bool { no, yes };
/// What happens to damaged documents of the tail: a writer must not lose them.
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
  std::vector<IndexDamage> damages = {};  // documents that the segments lack
};
[[nodiscard]] std::shared_ptr<const IndexView> make_view(ViewParts parts);

}  // namespace cento
