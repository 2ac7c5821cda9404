#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace cento {

/// A connection to an SQLite file, used by one thread at a time. Everything that fails is an Error, a sentence with the
/// file's name and SQLite's words.
class Database {
 public:
  /// read_privately: nothing is locked and nothing written, as where that cannot be; it must not change meanwhile.
  /// All others may be used by several programs. Whoever closes a catalog last leaves its log alone, unless
  /// empty_log_on_close() was called.
  enum class Access : std::uint8_t { read, read_privately, write, create };

  Database(std::string path, Access access);

  void empty_log_on_close();

  /// From the next time on that the whole file is written: a checksum for each page.
  void reserve_checksums();
  /// Whether every page of the file has a checksum, which is compared when it is read (checked_pages.hpp).
  [[nodiscard]] bool has_checksums() const;

  /// Runs statements that give no rows.
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

/// Bytes to store as such; std::string_view is stored as text.
struct Blob {
  std::string_view bytes;
};

/// A prepared statement, to be run often through Execution.
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

/// One run of a statement with values, which must live as long as it.
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

  /// Goes to the next row, the first one at first; false when there is none.
  bool next();
  /// Runs to the end. False, and nothing was done, when a row with the same unique value is there.
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

/// From its making to commit(), or to its end, which takes everything back.
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
