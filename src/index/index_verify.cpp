#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "index/index_contents.hpp"
#include "index/index_folder.hpp"
#include "index/live/index_writer.hpp"
#include "index/store/catalog_log.hpp"
#include "index/store/checked_pages.hpp"
#include "index/store/commit_count.hpp"

namespace cento {

namespace {

constexpr std::size_t kMostFaults = 100;  // listed of each kind

void note(std::vector<std::string>& faults, std::string sentence) {
  if (faults.size() < kMostFaults) faults.push_back(std::move(sentence));
}

void note_once(std::vector<std::string>& faults, const std::string& sentence) {
  if (std::find(faults.begin(), faults.end(), sentence) == faults.end()) note(faults, sentence);
}

/// Whether a segment's entry for a document matches its digest.
bool is_same(const Segment& segment, std::uint32_t ordinal, const DigestBatch& digest) {
  if (segment.texts()[ordinal] != digest.texts.front()) return false;
  const std::uint32_t parts = segment.parts_of(ordinal);
  if (parts != digest.part_sizes.size()) return false;
  std::size_t begin = 0;
  for (std::uint32_t part = 0; part < parts; ++part) {
    const SentenceRange range = segment.positions_of(ordinal, part);
    const auto stored = segment.contents().subspan(range.begin, range.end - range.begin);
    const auto made = std::span(digest.contents).subspan(begin, digest.part_sizes[part]);
    if (!std::equal(stored.begin(), stored.end(), made.begin(), made.end())) return false;
    begin += made.size();
  }
  return std::ranges::equal(segment.thread_of(ordinal), digest.threads);
}

/// One check of everything, in one read transaction.
class Verification {
 public:
  Verification(const std::string& folder, const DigesterFactory& digesters)
      : folder_(folder), catalog_(catalog_path(folder), Catalog::Access::read), digesters_(digesters) {}

  IndexFaults run() {
    try {
      check_pages();
      check_commit_count();
      const Transaction transaction(catalog_.database(), Transaction::Kind::read);
      settings_ = settings_of(catalog_.options_json(), catalog_.statistics(), catalog_.path());
      counters_ = catalog_.counters();
      open_segments();
      check_documents();
      check_counts();
    } catch (const Error& error) {
      note(faults_.catalog, error.what());
    }
    return std::move(faults_);
  }

  /// Whether a segment that could not be opened is no longer listed in the catalog.
  [[nodiscard]] bool was_overtaken() {
    const std::vector<SegmentRow> listed = Catalog(catalog_.path(), Catalog::Access::read).segments();
    return std::any_of(unopened_.begin(), unopened_.end(), [&listed](const SegmentRow& row) {
      return std::find(listed.begin(), listed.end(), row) == listed.end();
    });
  }

 private:
  void check_pages() {
    try {
      Statement check(catalog_.database(), "PRAGMA integrity_check");
      for (Execution row(check); row.next();) {
        if (row.text(0) != "ok") note_pages(row.text(0));
      }
    } catch (const DamagedError& error) {
      note_once(faults_.catalog, error.what());  // what can be read is still checked
    }
  }

  /// Lines of SQLite's report. It cannot know why it was not given a page.
  void note_pages(std::string_view lines) {
    constexpr std::string_view kPage = "Page ";
    constexpr std::string_view kNotGiven = ": unable to get the page";
    while (!lines.empty()) {
      const std::string_view line = lines.substr(0, lines.find('\n'));
      lines.remove_prefix(std::min(lines.size(), line.size() + 1));
      if (line.starts_with("***")) continue;  // a heading
      std::uint64_t page = 0;
      const auto number = line.substr(std::min(line.size(), kPage.size()));
      const bool is_damaged = line.starts_with(kPage) && line.find(kNotGiven) != std::string_view::npos &&
                              std::from_chars(number.data(), number.data() + number.size(), page).ec == std::errc();
      note_once(faults_.catalog, is_damaged ? describe_damaged_page(catalog_.path(), (page - 1) * kCatalogPageBytes)
                                            : fmt::format("{} is damaged: {}", catalog_.path(), line));
    }
  }

  void check_commit_count() {
    if (!catalog_.counts_commits() || read_commit_count(folder_)) return;
    note(faults_.segments, fmt::format("{} is missing or damaged: it shows whether commits were lost; the next "
                                       "program that writes to the index recreates it",
                                       path_in(folder_, kCommitCountName)));
  }

  void open_segments() {
    for (const SegmentRow& row : catalog_.segments()) {
      try {
        segments_.push_back(open_listed(folder_, row, settings_->options_hash));
        verify(*segments_.back().segment);
      } catch (const Error& error) {
        unopened_.push_back(row);
        note(faults_.segments, error.what());
      }
    }
  }

  void verify(const Segment& segment) {
    try {
      segment.verify();
    } catch (const Error& error) {
      note(faults_.segments, error.what());
    }
  }

  void check_documents() {
    const auto digester = digesters_(settings_->options, settings_->frequencies());
    DocumentUnpacker unpacker;
    const auto check = [&](std::uint32_t number, const PackedDocument& document) {
      seen_.documents += 1;
      seen_.sentences += document.sentences;
      seen_.text_bytes += document.text_bytes;
      check_document(number, document, *digester, unpacker);
    };
    const auto pass = [&](std::uint32_t, const DamagedError& error) {
      // Many documents may be on one page, which is reported once.
      has_unreadable_ = true;
      note_once(faults_.catalog, error.what());
    };
    catalog_.for_each_readable(0, catalog_.last_number(), check, pass);
    faults_.documents = seen_.documents;
  }

  void check_document(std::uint32_t number, const PackedDocument& document, Digester& digester,
                      DocumentUnpacker& unpacker) {
    std::span<const Part> parts;
    try {
      parts = unpacker.unpack(document, catalog_.path());
    } catch (const Error& error) {
      note(faults_.catalog, error.what());
      return;
    }
    if (number > counters_.segmented || !unopened_.empty()) return;
    digest_.clear();
    digester.add(parts, digest_);
    check_in_segments(number, document);
  }

  void check_in_segments(std::uint32_t number, const PackedDocument& document) {
    std::size_t places = 0;
    for (const LiveSegment& live : segments_) {
      const std::uint32_t ordinal = live.segment->ordinal_of(number);
      if (ordinal >= live.segment->documents()) continue;
      ++places;
      if (is_same(*live.segment, ordinal, digest_)) continue;
      note(faults_.segments, with_advice(fmt::format("{} does not match the text of the document {}",
                                                     live.segment->path(), document.id)));
    }
    in_segments_ += places;
    if (places == 1) return;
    note(faults_.segments, with_advice(fmt::format("the document {} is in {} segments of {} instead of one",
                                                   document.id, places, folder_)));
  }

  void check_counts() {
    const bool is_counted = seen_.documents == counters_.documents && seen_.sentences == counters_.sentences &&
                            seen_.text_bytes == counters_.text_bytes;
    if (!is_counted) {
      note(faults_.catalog, fmt::format("{} has a wrong count of its documents: {} instead of {}", catalog_.path(),
                                        seen_.documents, counters_.documents));
    }
    std::uint64_t held = 0;
    for (const LiveSegment& live : segments_) held += live.segment->documents();
    if (!unopened_.empty() || has_unreadable_ || held == in_segments_ + catalog_.removed().size()) return;
    note(faults_.segments,
         with_advice(fmt::format("the segments of {} have documents that are not in the catalog", folder_)));
  }

  const std::string& folder_;
  Catalog catalog_;
  const DigesterFactory& digesters_;
  std::shared_ptr<const IndexSettings> settings_;
  CatalogCounters counters_;
  CatalogCounters seen_;
  std::vector<LiveSegment> segments_;
  std::vector<SegmentRow> unopened_;
  std::uint64_t in_segments_ = 0;
  bool has_unreadable_ = false;  // documents
  DigestBatch digest_;
  IndexFaults faults_;
};

}  // namespace

IndexFaults verify_index(const std::string& folder, const DigesterFactory& digesters) {
  for (;;) {
    require_whole_log(require_index(folder), false);
    Verification verification(folder, digesters);
    IndexFaults faults = verification.run();
    if (faults.segments.empty() || !verification.was_overtaken()) return faults;
  }
}

}  // namespace cento
