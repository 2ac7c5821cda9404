#include "index/store/sqlite.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

#include "index/damage.hpp"
#include "index/store/checked_pages.hpp"

namespace cento {

namespace {

constexpr int kBusyMilliseconds = 30'000;  // others hold locks for moments only

int flags_of(Database::Access access) {
  if (access == Database::Access::read_privately) return SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
  const int create = access == Database::Access::create ? SQLITE_OPEN_CREATE : 0;
  return SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | create;
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// A file name inside a URI.
std::string escaped(std::string_view path) {
  std::string out;
  for (const char byte : path) {
    const bool has_meaning = byte == '%' || byte == '?' || byte == '#';
    out += has_meaning ? fmt::format("%{:02X}", static_cast<unsigned char>(byte)) : std::string(1, byte);
  }
  return out;
}

/// Without a log there is only the file; with one, SQLite builds the log's index in memory.
std::string private_name(const std::string& path) {
  const std::string absolute = std::filesystem::absolute(path).string();
  return fmt::format("file://{}?{}", escaped(absolute), is_there(path + "-wal") ? "private=1" : "immutable=1");
}

std::string_view advice_for(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL: return "; free some space and try again";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return "; it is damaged, use a backup";
    default: return "";
  }
}

}  // namespace

void Database::Close::operator()(sqlite3* handle) const {
  sqlite3_close(handle);
}

Database::Database(std::string path, Access access) : path_(std::move(path)) {
  sqlite3* handle = nullptr;
  const std::string name = access == Access::read_privately ? private_name(path_) : path_;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags_of(access), checked_pages_vfs());
  handle_.reset(handle);
  if (handle == nullptr) throw Error(fmt::format("cannot open {}: out of memory", path_));
  if (code != SQLITE_OK) fail();
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  if (access == Access::read_privately) run("PRAGMA locking_mode = EXCLUSIVE");
  if (access == Access::create) reserve_checksums();
}

void Database::reserve_checksums() {
  int reserved = kPageChecksumBytes;
  if (sqlite3_file_control(handle(), "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved) != SQLITE_OK) fail();
}

void Database::empty_log_on_close() {
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
}

bool Database::has_checksums() const {
  int has = 0;
  return sqlite3_file_control(handle(), "main", kAskForChecksums, &has) == SQLITE_OK && has != 0;
}

void Database::run(const char* sql) {
  if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

bool Database::is_in_transaction() const {
  return sqlite3_get_autocommit(handle()) == 0;
}

void Database::fail() const {
  if (sqlite3_extended_errcode(handle()) == SQLITE_IOERR_DATA) {
    const std::uint64_t byte = damaged_page_byte();
    throw DamagedError(describe_damaged_page(path_, byte), {path_, byte, "the page does not match its checksum"});
  }
  throw Error(
      fmt::format("cannot use {}: {}{}", path_, sqlite3_errmsg(handle()), advice_for(sqlite3_errcode(handle()))));
}

void Statement::Finalize::operator()(sqlite3_stmt* handle) const {
  sqlite3_finalize(handle);
}

Statement::Statement(Database& database, std::string_view sql) : database_(&database) {
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) database.fail();
}

Execution::~Execution() {
  sqlite3_reset(statement_.handle_.get());
}

void Execution::bind(int place, std::int64_t value) {
  if (sqlite3_bind_int64(statement_.handle_.get(), place, value) != SQLITE_OK) statement_.database_->fail();
}

void Execution::bind(int place, std::string_view text) {
  const char* bytes = text.data() == nullptr ? "" : text.data();  // a null pointer would be stored as NULL
  const int code = sqlite3_bind_text64(statement_.handle_.get(), place, bytes, text.size(), SQLITE_STATIC, SQLITE_UTF8);
  if (code != SQLITE_OK) statement_.database_->fail();
}

void Execution::bind(int place, const Blob& blob) {
  const char* bytes = blob.bytes.data() == nullptr ? "" : blob.bytes.data();
  const int code = sqlite3_bind_blob64(statement_.handle_.get(), place, bytes, blob.bytes.size(), SQLITE_STATIC);
  if (code != SQLITE_OK) statement_.database_->fail();
}

bool Execution::next() {
  const int code = sqlite3_step(statement_.handle_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) statement_.database_->fail();
  return code == SQLITE_ROW;
}

void Execution::finish() {
  while (next()) continue;
}

bool Execution::finish_unless_there() {
  const int code = sqlite3_step(statement_.handle_.get());
  if (code == SQLITE_CONSTRAINT_UNIQUE) return false;
  if (code != SQLITE_DONE) statement_.database_->fail();
  return true;
}

std::int64_t Execution::integer(int column) const {
  return sqlite3_column_int64(statement_.handle_.get(), column);
}

std::string_view Execution::text(int column) const {
  return blob(column);
}

std::string_view Execution::blob(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.handle_.get(), column);
  const int size = sqlite3_column_bytes(statement_.handle_.get(), column);
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

Transaction::Transaction(Database& database, Kind kind) : database_(database) {
  database.run(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  if (database_.is_in_transaction()) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
}

}  // namespace cento
