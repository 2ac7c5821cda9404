#include "index/sqlite.hpp"

#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

#include "core/error.hpp"

namespace cento {

namespace {

constexpr int kBusyMilliseconds = 30'000;  // others hold locks for moments only

int flags_of(Database::Access access) {
  const int create = access == Database::Access::create ? SQLITE_OPEN_CREATE : 0;
  return SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | create;
}

std::string_view advice_for(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL: return "; make room and try again";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return "; it is damaged, use a backup";
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return "; also to ask an index one must be allowed to write into its folder, copy it to where that is so";
    default: return "";
  }
}

}  // namespace

void Database::Close::operator()(sqlite3* handle) const {
  sqlite3_close(handle);
}

Database::Database(std::string path, Access access) : path_(std::move(path)) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path_.c_str(), &handle, flags_of(access), nullptr);
  handle_.reset(handle);
  if (handle == nullptr) throw Error(fmt::format("cannot open {}: out of memory", path_));
  if (code != SQLITE_OK) fail();
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
}

void Database::run(const char* sql) {
  if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

bool Database::is_in_transaction() const {
  return sqlite3_get_autocommit(handle()) == 0;
}

void Database::fail() const {
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
