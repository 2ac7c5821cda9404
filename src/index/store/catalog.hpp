#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/damage.hpp"
#include "index/index_options.hpp"
#include "index/index_view.hpp"
#include "index/store/packed_document.hpp"
#include "index/store/sqlite.hpp"

namespace cento {

/// A segment as listed in the catalog.
struct SegmentRow {
  std::string file;  // its name in the folder
  std::uint32_t first_number = 0;
  std::uint32_t last_number = 0;
  std::uint32_t documents = 0;
  std::uint32_t sentences = 0;
  std::uint64_t checksum = 0;  // Segment::checksum()

  friend bool operator==(const SegmentRow&, const SegmentRow&) = default;
};

/// Running totals, so that nothing needs to be counted.
struct CatalogCounters {
  std::uint64_t documents = 0;
  std::uint64_t sentences = 0;
  std::uint64_t text_bytes = 0;
  std::uint32_t segmented = 0;  // documents up to this number are in segments; those over it are the tail
  std::uint64_t last_file = 0;  // last number given to a segment
  std::uint64_t commits = 0;    // that changed something; always 0 before format 2

  friend bool operator==(const CatalogCounters&, const CatalogCounters&) = default;
};

/// catalog.sqlite, the authoritative data of an index: docs/formats/catalog.md describes its tables. Used by one thread
/// at a time. Every failure is an Error that names the file.
class Catalog {
 public:
  static constexpr std::int64_t kFormat = 2;
  static constexpr std::int64_t kFirstChecked = 2;  // format whose pages have checksums and whose commits are counted
  static constexpr std::string_view kFileName = "catalog.sqlite";

  /// Creates the file, which is then complete on disk.
  static void create(const std::string& path, const IndexOptions& options, std::string_view statistics);

  /// Throws Error when it does not exist, is not a catalog, or has a newer format; DamagedError where a page of it is
  /// damaged, as all functions here do; and Error when it has fewer commits than were acknowledged, unless opened with
  /// write_what_is_left. A catalog in a read-only folder can still be read.
  enum class Access : std::uint8_t { read, write, write_what_is_left };
  Catalog(const std::string& path, Access access);

  [[nodiscard]] Database& database() { return database_; }
  [[nodiscard]] const std::string& path() const { return database_.path(); }
  [[nodiscard]] std::int64_t format() const { return format_; }
  [[nodiscard]] bool counts_commits() const { return format_ >= kFirstChecked; }

  /// Throws Error when the catalog could not be locked and has changed since it was opened.
  void require_unchanged() const;

  [[nodiscard]] std::string options_json();
  [[nodiscard]] std::string statistics();  // the bytes of a frequencies file; empty: none
  [[nodiscard]] CatalogCounters counters();
  [[nodiscard]] std::vector<SegmentRow> segments();    // ascending by first number
  [[nodiscard]] std::vector<std::uint32_t> removed();  // ascending

  [[nodiscard]] std::uint32_t last_number();  // given to a document; 0: none yet

  /// Throws Error unless all pages are consistent. Reads everything.
  void require_sound_pages();
  /// Upgrades a catalog of an older format to this one, unless concurrent readers prevent it. Rewrites everything; call
  /// it outside of a transaction.
  void bring_up_to_date();

  void set_options(std::string_view json, std::string_view statistics);
  void set_counters(const CatalogCounters& counters);

  /// False, without any change, if there is a document with that id.
  bool insert(std::uint32_t number, const PackedDocument& document);
  struct Found {
    std::uint32_t number = 0;
    std::uint32_t sentences = 0;
    std::uint64_t text_bytes = 0;
  };
  [[nodiscard]] std::optional<Found> find(std::string_view id);
  void erase(std::uint32_t number);

  void add_segment(const SegmentRow& segment);
  void erase_segment(const std::string& file);
  void erase_all_segments();  // and what is removed from them
  void add_removed(std::uint32_t number);
  void erase_removed(std::span<const std::uint32_t> numbers);

  /// Nothing if there is no document with that number (any more).
  [[nodiscard]] std::optional<StoredDocument> document(std::uint32_t number, IndexView::Texts texts);

  /// Calls `use(number, document)` for the documents with numbers over `after` and up to `last`, ascending, as long as
  /// it returns true. The views are valid during the call.
  template <typename Use>
  void for_each_document(std::uint32_t after, std::uint32_t last, const Use& use) {
    Execution rows(list_documents_, after, last);
    while (rows.next() && use(static_cast<std::uint32_t>(rows.integer(0)), packed_of(rows, IndexView::Texts::yes))) {
    }
  }

  /// Calls `use(number, document)` for the documents that can be read, and `pass(number, error)` for each that cannot,
  /// or for which `use` throws DamagedError.
  template <typename Use, typename Pass>
  void for_each_readable(std::uint32_t after, std::uint32_t last, const Use& use, const Pass& pass) {
    try {
      for_each_document(after, last, [&](std::uint32_t number, const PackedDocument& document) {
        use(number, document);
        after = number;
        return true;
      });
      return;
    } catch (const DamagedError&) {
      // A damaged page may hide those after it, so they are read one by one.
    }
    for (std::uint32_t number = after + 1; number <= last; ++number) {
      try {
        Execution row(read_document_, number);
        if (row.next()) use(number, packed_of(row, IndexView::Texts::yes));
      } catch (const DamagedError& error) {
        pass(number, error);
      }
    }
  }

 private:
  /// When the file and its log were last written.
  struct Stamp {
    std::int64_t catalog = 0;  // nanoseconds
    std::int64_t log = 0;

    friend bool operator==(const Stamp&, const Stamp&) = default;
  };

  [[nodiscard]] static Stamp stamp_of(const std::string& path);
  void require_commits();
  static PackedDocument packed_of(const Execution& row, IndexView::Texts texts);
  [[nodiscard]] std::int64_t number_of(std::string_view key);
  [[nodiscard]] std::string bytes_of(std::string_view key);

  std::uint64_t acknowledged_;  // commits, according to the count next to the catalog
  bool is_private_;             // read without locks
  Stamp opened_;
  std::int64_t format_ = 0;
  Database database_;
  DocumentUnpacker unpacker_;
  Statement read_meta_;
  Statement insert_;
  Statement find_;
  Statement erase_;
  Statement list_documents_;
  Statement read_names_;
  Statement read_document_;
  Statement add_removed_;
};

/// A packed document with its own memory. Throws Error, naming `place`, when it is damaged.
[[nodiscard]] StoredDocument unpacked(std::uint32_t number, const PackedDocument& document, IndexView::Texts texts,
                                      DocumentUnpacker& unpacker, std::string_view place);

/// Describes the damage of a document, including its number.
[[nodiscard]] IndexDamage damage_of_document(std::uint32_t number, IndexDamage damage);

/// The checksum (core/hash/checksum.hpp) of everything that determines the contents of segments, which store it: the
/// options' JSON followed by the statistics.
[[nodiscard]] std::uint64_t options_hash_of(std::string_view options_json, std::string_view statistics);

}  // namespace cento
