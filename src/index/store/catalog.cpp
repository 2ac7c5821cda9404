#include "index/store/catalog.hpp"

#include <array>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/hash/checksum.hpp"
#include "index/index_folder.hpp"
#include "index/store/commit_count.hpp"

namespace cento {

namespace {

// As stored by SQLite. The texts come last, so that reading only the id does not read them.
constexpr std::array<const char*, 4> kTables = {
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID",
    "CREATE TABLE document (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, metadata TEXT NOT NULL, "
    "parts BLOB NOT NULL, sentences INTEGER NOT NULL, text_bytes INTEGER NOT NULL, checksum INTEGER NOT NULL, "
    "texts BLOB NOT NULL)",
    "CREATE TABLE segment (file TEXT PRIMARY KEY, first_number INTEGER NOT NULL, last_number INTEGER NOT NULL, "
    "documents INTEGER NOT NULL, sentences INTEGER NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE removed (number INTEGER PRIMARY KEY)"};

constexpr const char* kNewFile = "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL";

constexpr const char* kReader = R"(
  PRAGMA query_only = 1;
  PRAGMA mmap_size = 2147418112;
  PRAGMA cache_size = -4096;
)";

// The log is copied into the file every 2,048 pages (16 MiB), and cut down to 64 MiB after a large transaction.
constexpr const char* kWriter = R"(
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -65536;
  PRAGMA mmap_size = 2147418112;
  PRAGMA wal_autocheckpoint = 2048;
  PRAGMA journal_size_limit = 67108864;
)";

constexpr std::string_view kDocumentColumns = "number, id, metadata, parts, sentences, text_bytes, checksum";

void write_first_rows(Database& database, const IndexOptions& options, std::string_view statistics) {
  Statement write(database, "INSERT INTO meta VALUES (?1, ?2)");
  Execution(write, std::string_view("format"), Catalog::kFormat).finish();
  Execution(write, std::string_view("options"), std::string_view(to_json(options))).finish();
  Execution(write, std::string_view("statistics"), Blob{statistics}).finish();
  for (const std::string_view counter : {"documents", "sentences", "text_bytes", "segmented", "last_file", "commits"}) {
    Execution(write, counter, std::int64_t{0}).finish();
  }
}

}  // namespace

void Catalog::create(const std::string& path, const IndexOptions& options, std::string_view statistics) {
  Database database(path, Database::Access::create);
  database.run(kNewFile);
  Transaction transaction(database, Transaction::Kind::write);
  for (const char* table : kTables) database.run(table);
  write_first_rows(database, options, statistics);
  transaction.commit();
  database.empty_log_on_close();
}

namespace {

std::int64_t require_format(Database& database) {
  Statement read(database, "SELECT value FROM meta WHERE key = 'format'");
  Execution row(read);
  const std::int64_t format = row.next() ? row.integer(0) : 0;
  if (format > Catalog::kFormat) {
    throw Error(fmt::format("{} has format {} and this Cento reads formats up to {}; use a newer Cento",
                            database.path(), format, Catalog::kFormat));
  }
  if (format < 1) throw Error(fmt::format("{} has no format number; it is damaged, use a backup", database.path()));
  if (format >= Catalog::kFirstChecked && !database.has_checksums()) {
    throw Error(fmt::format("{} has lost the checksums of its pages; it is damaged, use a backup", database.path()));
  }
  return format;
}

/// A damaged definition could still be valid for SQLite.
void require_tables(Database& database) {
  Statement read(database, "SELECT count(*) FROM sqlite_schema WHERE sql = ?1");
  for (const std::string_view table : kTables) {
    Execution row(read, table);
    if (row.next() && row.integer(0) == 1) continue;
    throw Error(fmt::format("{} does not have the tables of an index; it is damaged, use a backup", database.path()));
  }
}

std::string folder_of(const std::string& path) {
  return std::filesystem::path(path).parent_path().string();
}

bool is_read_privately(const std::string& path, Catalog::Access access) {
  return access == Catalog::Access::read && !is_writable(folder_of(path));
}

Database open_catalog(const std::string& path, Catalog::Access access) {
  if (access != Catalog::Access::read) return {path, Database::Access::write};
  return {path, is_read_privately(path, access) ? Database::Access::read_privately : Database::Access::read};
}

/// Must be checked before statements are prepared.
Database open_checked(const std::string& path, Catalog::Access access, std::int64_t& format) {
  Database database = open_catalog(path, access);
  database.run(access == Catalog::Access::read ? kReader : kWriter);
  format = require_format(database);
  require_tables(database);
  return database;
}

std::string reading(std::string_view columns, std::string_view rest) {
  return fmt::format("SELECT {} FROM document WHERE {}", columns, rest);
}

}  // namespace

Catalog::Catalog(const std::string& path, Access access)
    // The count is read first, so that later commits do not look like lost ones.
    : acknowledged_(read_commit_count(folder_of(path)).value_or(0)),
      is_private_(is_read_privately(path, access)),
      opened_(stamp_of(path)),
      database_(open_checked(path, access, format_)),
      read_meta_(database_, "SELECT value FROM meta WHERE key = ?1"),
      insert_(database_, "INSERT INTO document VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"),
      find_(database_, "SELECT number, sentences, text_bytes FROM document WHERE id = ?1"),
      erase_(database_, "DELETE FROM document WHERE number = ?1"),
      list_documents_(database_, reading(fmt::format("{}, texts", kDocumentColumns),
                                         "number > ?1 AND number <= ?2 ORDER BY number")),
      read_names_(database_, reading(kDocumentColumns, "number = ?1")),
      read_document_(database_, reading(fmt::format("{}, texts", kDocumentColumns), "number = ?1")),
      add_removed_(database_, "INSERT INTO removed VALUES (?1)") {
  if (access != Access::write_what_is_left) require_commits();
  if (!is_private_) database_.empty_log_on_close();
}

void Catalog::require_commits() {
  if (!counts_commits()) return;
  const auto commits = static_cast<std::uint64_t>(number_of("commits"));
  if (commits >= acknowledged_) return;
  throw Error(fmt::format("{} has lost the contents of its log: {}", path(),
                          describe_lost_commits(acknowledged_ - commits, folder_of(path()))));
}

Catalog::Stamp Catalog::stamp_of(const std::string& path) {
  const auto written = [](const std::string& name) -> std::int64_t {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(name, error);
    return error ? 0 : std::chrono::nanoseconds(time.time_since_epoch()).count();
  };
  return {written(path), written(path + "-wal")};
}

void Catalog::require_unchanged() const {
  if (!is_private_ || stamp_of(path()) == opened_) return;
  throw Error(fmt::format("{} changed while it was read without the right to lock it; try again", path()));
}

std::int64_t Catalog::number_of(std::string_view key) {
  Execution row(read_meta_, key);
  if (!row.next()) throw Error(fmt::format("{} has no \"{}\"; it is damaged, use a backup", path(), key));
  return row.integer(0);
}

std::string Catalog::bytes_of(std::string_view key) {
  Execution row(read_meta_, key);
  if (!row.next()) throw Error(fmt::format("{} has no \"{}\"; it is damaged, use a backup", path(), key));
  return std::string(row.blob(0));
}

std::string Catalog::options_json() {
  return bytes_of("options");
}
std::string Catalog::statistics() {
  return bytes_of("statistics");
}

std::uint32_t Catalog::last_number() {
  Statement read(database_, "SELECT seq FROM sqlite_sequence WHERE name = 'document'");
  Execution row(read);
  return row.next() ? static_cast<std::uint32_t>(row.integer(0)) : 0;
}

CatalogCounters Catalog::counters() {
  CatalogCounters counters;
  counters.documents = static_cast<std::uint64_t>(number_of("documents"));
  counters.sentences = static_cast<std::uint64_t>(number_of("sentences"));
  counters.text_bytes = static_cast<std::uint64_t>(number_of("text_bytes"));
  counters.segmented = static_cast<std::uint32_t>(number_of("segmented"));
  counters.last_file = static_cast<std::uint64_t>(number_of("last_file"));
  if (counts_commits()) counters.commits = static_cast<std::uint64_t>(number_of("commits"));
  return counters;
}

void Catalog::set_counters(const CatalogCounters& counters) {
  Statement write(database_, "UPDATE meta SET value = ?2 WHERE key = ?1");
  const auto set = [&write](std::string_view key, std::uint64_t value) { Execution(write, key, value).finish(); };
  set("documents", counters.documents);
  set("sentences", counters.sentences);
  set("text_bytes", counters.text_bytes);
  set("segmented", counters.segmented);
  set("last_file", counters.last_file);
  set("commits", counters.commits);
}

void Catalog::require_sound_pages() {
  Statement check(database_, "PRAGMA integrity_check(1)");
  Execution row(check);
  if (row.next() && row.text(0) == "ok") return;
  throw Error(fmt::format("what is left of {} is inconsistent: {}; use a backup", path(), row.text(0)));
}

void Catalog::bring_up_to_date() {
  if (format_ == kFormat) return;
  database_.reserve_checksums();
  database_.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  if (!database_.has_checksums()) return;
  Transaction transaction(database_, Transaction::Kind::write);
  database_.run("UPDATE meta SET value = 2 WHERE key = 'format'; INSERT OR REPLACE INTO meta VALUES ('commits', 0)");
  transaction.commit();
  format_ = kFormat;
}

void Catalog::set_options(std::string_view json, std::string_view statistics) {
  Statement write(database_, "UPDATE meta SET value = ?2 WHERE key = ?1");
  Execution(write, std::string_view("options"), json).finish();
  Execution(write, std::string_view("statistics"), Blob{statistics}).finish();
}

std::vector<SegmentRow> Catalog::segments() {
  Statement read(database_,
                 "SELECT file, first_number, last_number, documents, sentences, checksum FROM segment "
                 "ORDER BY first_number");
  std::vector<SegmentRow> segments;
  for (Execution row(read); row.next();) {
    const auto number = [&row](int column) { return static_cast<std::uint32_t>(row.integer(column)); };
    segments.push_back({std::string(row.text(0)), number(1), number(2), number(3), number(4),
                        static_cast<std::uint64_t>(row.integer(5))});
  }
  return segments;
}

std::vector<std::uint32_t> Catalog::removed() {
  Statement read(database_, "SELECT number FROM removed ORDER BY number");
  std::vector<std::uint32_t> numbers;
  for (Execution row(read); row.next();) numbers.push_back(static_cast<std::uint32_t>(row.integer(0)));
  return numbers;
}

bool Catalog::insert(std::uint32_t number, const PackedDocument& document) {
  return Execution(insert_, number, document.id, document.metadata, Blob{document.parts}, document.sentences,
                   document.text_bytes, document.checksum, Blob{document.texts})
      .finish_unless_there();
}

std::optional<Catalog::Found> Catalog::find(std::string_view id) {
  Execution row(find_, id);
  if (!row.next()) return std::nullopt;
  return Found{static_cast<std::uint32_t>(row.integer(0)), static_cast<std::uint32_t>(row.integer(1)),
               static_cast<std::uint64_t>(row.integer(2))};
}

void Catalog::erase(std::uint32_t number) {
  Execution(erase_, number).finish();
}

void Catalog::add_segment(const SegmentRow& segment) {
  Statement add(database_, "INSERT INTO segment VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
  Execution(add, std::string_view(segment.file), segment.first_number, segment.last_number, segment.documents,
            segment.sentences, segment.checksum)
      .finish();
}

void Catalog::erase_segment(const std::string& file) {
  Statement erase(database_, "DELETE FROM segment WHERE file = ?1");
  Execution(erase, std::string_view(file)).finish();
}

void Catalog::erase_all_segments() {
  database_.run("DELETE FROM segment; DELETE FROM removed");
}

void Catalog::add_removed(std::uint32_t number) {
  Execution(add_removed_, number).finish();
}

void Catalog::erase_removed(std::span<const std::uint32_t> numbers) {
  Statement erase(database_, "DELETE FROM removed WHERE number = ?1");
  for (const std::uint32_t number : numbers) Execution(erase, number).finish();
}

PackedDocument Catalog::packed_of(const Execution& row, IndexView::Texts texts) {
  PackedDocument document;
  document.id = row.text(1);
  document.metadata = row.text(2);
  document.parts = row.blob(3);
  document.sentences = static_cast<std::uint32_t>(row.integer(4));
  document.text_bytes = static_cast<std::uint64_t>(row.integer(5));
  document.checksum = static_cast<std::uint64_t>(row.integer(6));
  if (texts == IndexView::Texts::yes) document.texts = row.blob(7);
  return document;
}

std::optional<StoredDocument> Catalog::document(std::uint32_t number, IndexView::Texts texts) {
  try {
    Execution row(texts == IndexView::Texts::yes ? read_document_ : read_names_, number);
    if (!row.next()) return std::nullopt;
    return unpacked(number, packed_of(row, texts), texts, unpacker_, path());
  } catch (const DamagedError& error) {
    throw DamagedError(error.what(), damage_of_document(number, error.damage()));
  }
}

StoredDocument unpacked(std::uint32_t number, const PackedDocument& document, IndexView::Texts texts,
                        DocumentUnpacker& unpacker, std::string_view place) {
  StoredDocument stored{number, std::string(document.id), std::string(document.metadata), {}};
  const auto parts =
      texts == IndexView::Texts::yes ? unpacker.unpack(document, place) : unpacker.names(document, place);
  stored.parts.reserve(parts.size());
  for (const Part& part : parts) stored.parts.push_back({std::string(part.name), std::string(part.text)});
  return stored;
}

IndexDamage damage_of_document(std::uint32_t number, IndexDamage damage) {
  damage.reason = fmt::format("document number {} cannot be read: {}", number, damage.reason);
  return damage;
}

std::uint64_t options_hash_of(std::string_view options_json, std::string_view statistics) {
  Checksum checksum;
  checksum.add(std::as_bytes(std::span(options_json)));
  checksum.add(std::as_bytes(std::span(statistics)));
  return checksum.value();
}

}  // namespace cento
