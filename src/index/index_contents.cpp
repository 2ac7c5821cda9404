#include "index/index_contents.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "index/index_folder.hpp"
#include "read/input/input.hpp"
#include "sign/words/frequencies_file.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kMostStatisticsBytes = std::uint64_t{1} << 36;  // whoever made the index had the memory

DocumentFrequencies frequencies_of(std::string_view bytes, const std::string& place) {
  const auto tables = read_frequencies(*memory_input(place, bytes), kMostStatisticsBytes);
  return require_table(place, tables, "tokens").frequencies;
}

bool is_there(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

/// What one transaction saw.
struct Listing {
  std::vector<SegmentRow> segments;
  IndexContents contents;
};

void digest_tail(Catalog& catalog, const DigesterFactory& digesters, OnDamage on_damage, IndexContents& contents) {
  const auto digester = digesters(contents.settings->options, contents.settings->frequencies());
  DocumentUnpacker unpacker;
  const auto add = [&](std::uint32_t number, const PackedDocument& document) {
    digester->add(unpacker.unpack(document, catalog.path()), contents.tail.digests());
    contents.tail.noted(number, document.text_bytes);
  };
  const auto leave_out = [&](std::uint32_t number, const DamagedError& error) {
    if (on_damage == OnDamage::fail) throw Error(error.what());
    contents.damages.push_back(damage_of_document(number, error.damage()));
  };
  catalog.for_each_readable(contents.counters.segmented, contents.last_number, add, leave_out);
}

Listing list_contents(Catalog& catalog, const DigesterFactory& digesters, WithSegments with_segments,
                      OnDamage on_damage) {
  const Transaction transaction(catalog.database(), Transaction::Kind::read);
  const auto settings = settings_of(catalog.options_json(), catalog.statistics(), catalog.path());
  Listing listing{{},
                  {settings, catalog.counters(), catalog.last_number(), {}, {}, IndexTail(settings->options_hash), {}}};
  if (with_segments == WithSegments::no) return listing;
  listing.segments = catalog.segments();
  listing.contents.removed = RemovedNumbers(catalog.removed());
  digest_tail(catalog, digesters, on_damage, listing.contents);
  catalog.require_unchanged();
  return listing;
}

class ContentsView : public IndexView {
 public:
  explicit ContentsView(ViewParts parts) : parts_(std::move(parts)), has_removed_(!parts_.removed.empty()) {}

  [[nodiscard]] const IndexOptions& options() const override { return parts_.settings->options; }
  [[nodiscard]] const DocumentFrequencies* statistics() const override { return parts_.settings->frequencies(); }
  [[nodiscard]] std::span<const std::shared_ptr<const Segment>> segments() const override { return parts_.segments; }
  [[nodiscard]] bool is_removed(std::uint32_t number) const override {
    return has_removed_ && parts_.removed.contains(number);
  }
  [[nodiscard]] bool has_removed() const override { return has_removed_; }
  [[nodiscard]] std::uint64_t documents() const override { return parts_.documents; }
  [[nodiscard]] std::uint32_t number_of(std::string_view id) const override {
    return parts_.store->number_of(id).value_or(0);
  }
  [[nodiscard]] StoredDocument document(std::uint32_t number, Texts texts) const override {
    return parts_.store->document(number, texts);
  }
  [[nodiscard]] std::optional<StoredDocument> readable_document(std::uint32_t number, Texts texts) const override {
    return parts_.store->readable_document(number, texts);
  }
  [[nodiscard]] bool lacks_documents() const override { return !parts_.damages.empty(); }
  [[nodiscard]] std::vector<IndexDamage> damages() const override {
    std::vector<IndexDamage> all = parts_.damages;
    const auto add = [&all](const std::vector<IndexDamage>& more) { all.insert(all.end(), more.begin(), more.end()); };
    add(parts_.store->damages());
    for (const auto& segment : parts_.segments) add(segment->damages());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

 private:
  ViewParts parts_;
  bool has_removed_;
};

}  // namespace

std::shared_ptr<const IndexSettings> settings_of(std::string_view options_json, std::string_view statistics,
                                                 const std::string& place) {
  IndexSettings settings;
  settings.options = index_options_of(options_json, place);
  if (!statistics.empty()) settings.statistics = frequencies_of(statistics, place);
  settings.options_hash = options_hash_of(options_json, statistics);
  return std::make_shared<const IndexSettings>(std::move(settings));
}

std::string with_advice(std::string_view sentence) {
  return fmt::format("{}; `cento index rebuild` recreates the segments from the catalog", sentence);
}

LiveSegment open_listed(const std::string& folder, SegmentRow row, std::uint64_t options_hash) {
  const std::string path = path_in(folder, row.file);
  if (!is_there(path)) throw Error(with_advice(fmt::format("{} is missing", path)));
  std::shared_ptr<const Segment> segment = Segment::open(path, options_hash);
  if (row_of(*segment, row.file) != row) {
    throw Error(with_advice(fmt::format("{} is damaged or not the segment that the catalog lists", path)));
  }
  return {std::move(row), std::move(segment)};
}

SegmentRow row_of(const Segment& segment, std::string file) {
  const auto numbers = segment.numbers();
  SegmentRow row;
  row.file = std::move(file);
  row.first_number = numbers.empty() ? 0 : numbers.front();
  row.last_number = numbers.empty() ? 0 : numbers.back();
  row.documents = segment.documents();
  row.sentences = segment.sentences();
  row.checksum = segment.checksum();
  return row;
}

IndexContents read_contents(const std::string& folder, Catalog& catalog, const DigesterFactory& digesters,
                            WithSegments with_segments, OnDamage on_damage, std::span<const LiveSegment> open) {
  std::vector<SegmentRow> failed;
  for (;;) {
    Listing listing = list_contents(catalog, digesters, with_segments, on_damage);
    try {
      for (const SegmentRow& row : listing.segments) {
        const auto known = std::find_if(open.begin(), open.end(), [&row](const auto& live) { return live.row == row; });
        listing.contents.segments.push_back(
            known != open.end() ? *known : open_listed(folder, row, listing.contents.settings->options_hash));
      }
      return std::move(listing.contents);
    } catch (const Error&) {
      // Segments that were merged meanwhile are gone, and the catalog then lists others. Damage remains.
      if (listing.segments == failed) throw;
      failed = std::move(listing.segments);
    }
  }
}

std::shared_ptr<const IndexView> make_view(ViewParts parts) {
  return std::make_shared<const ContentsView>(std::move(parts));
}

}  // namespace cento
