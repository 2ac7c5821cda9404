#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace cento {

/// A connection to an SQLite file, used by one thread at a time. Every failure is an Error, a sentence with the file's
/// name and SQLite's message.
class Database {
 public:
  /// read_privately: nothing is locked or written, for where that is impossible; the file must not change meanwhile.
  /// The others allow use by several programs. The last to close a catalog keeps its log, unless empty_log_on_close()
  /// was called.
  enum class Access : std::uint8_t { read, read_privately, write, create };

  Database(std::string path, Access access);

  void empty_log_on_close();

  /// Gives each page a checksum, from the next time the whole file is written.
  void reserve_checksums();
  /// Whether every page of the file has a checksum, which is verified on reading (checked_pages.hpp).
  [[nodiscard]] bool has_checksums() const;

  /// Runs statements that return no rows.
  void run(const char* sql);

  [[nodiscard]] bool is_in_transaction() const;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
  /// Throws DamagedError for a damaged page, otherwise Error.
  [[noreturn]] void fail() const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };

  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// Bytes to be stored as a blob; std::string_view is stored as text.
struct Blob {
  std::string_view bytes;
};

/// A prepared statement, to be run repeatedly through Execution.
class Statement {
 public:
  /// `sql` has ?1, ?2, … for values. The database must outlive it.
  Statement(Database& database, std::string_view sql);

 private:
  friend class Execution;

  struct Finalize {
    void operator()(sqlite3_stmt* handle) const;
  };

  Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// One run of a statement with values, which must outlive it.
class Execution {
 public:
  template <typename... Values>
  explicit Execution(Statement& statement, const Values&... values) : statement_(statement) {
    int place = 0;
    (bind(++place, values), ...);
  }
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  /// Advances to the next row (at first to the first); false when there is none.
  bool next();
  /// Runs to the end. False, without any change, if a row with the same unique value exists.
  bool finish_unless_there();
  void finish();

  // Of the row; views are valid until next().
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] std::string_view blob(int column) const;

 private:
  void bind(int place, std::int64_t value);
  void bind(int place, std::uint64_t value) { bind(place, static_cast<std::int64_t>(value)); }
  void bind(int place, std::uint32_t value) { bind(place, static_cast<std::int64_t>(value)); }
  void bind(int place, std::string_view text);
  void bind(int place, const Blob& blob);

  Statement& statement_;
};

/// Lasts until commit(), or until its destruction, which reverts everything.
class Transaction {
 public:
  enum class Kind : std::uint8_t { read, write };

  Transaction(Database& database, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
};

}  // namespace cento
