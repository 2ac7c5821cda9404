#pragma once

#include <cstddef>
#include <cstdint>

#include "cento/arrow.hpp"

// What Cento and its plug-in for Parquet and Arrow files (src/arrow_files) know of each other. The plug-in is a shared
// library of its own, loaded when such a file is met, since loading Arrow C++ takes tens of milliseconds. Only these
// plain structs and functions cross the boundary. Increase kArrowFilesVersion with every change.

extern "C" {

/// Owned by the plug-in.
struct CentoArrowFile;
struct CentoArrowRows;
struct CentoArrowPiece;
struct CentoArrowCopy;
struct CentoArrowGroup;
struct CentoArrowWriter;
/// Owned by Cento.
struct CentoArrowOutput;

/// Why a function failed: one sentence without the file, ended by a zero.
struct CentoArrowProblem {
  char text[1024];
};

/// Columns of a file: for each, the numbers of its children from the table on, and -1.
struct CentoArrowPaths {
  const std::int64_t* numbers;
  std::int64_t size;
};

/// Bytes that are left out of a value.
struct CentoArrowCut {
  std::int64_t row;  // of the group
  std::uint32_t begin;
  std::uint32_t end;
};

/// The cuts in a column of strings or bytes, ascending and apart from each other; all in rows that are copied.
struct CentoArrowColumnCuts {
  CentoArrowPaths column;  // one path
  const CentoArrowCut* cuts;
  std::int64_t size;
};

/// Which rows of a group are copied, and without which of their bytes.
struct CentoArrowChoice {
  const std::uint8_t* keeps;  // a byte for each row
  std::int64_t rows;
  const CentoArrowColumnCuts* cut_columns;  // those with cuts
  std::int64_t cut_columns_size;
};

/// What a new file is.
enum class CentoArrowKind : std::int32_t { parquet, file, stream };

/// All functions; those that return int return 0, or set the problem.
struct CentoArrowFiles {
  std::uint32_t version;
  const char* library;  // "Arrow C++ 26.0.1"

  /// How much memory may be kept to be used again, at most.
  void (*keep_memory)(std::int64_t bytes_most);

  /// Opens a file that can be read at any place. The descriptor becomes the file's, even if this fails.
  int (*open)(int descriptor, CentoArrowFile** file, CentoArrowProblem* problem);
  void (*close)(CentoArrowFile* file);
  /// Row groups of a Parquet file, record batches of an Arrow file.
  std::int64_t (*groups)(const CentoArrowFile* file);
  std::int64_t (*group_rows)(const CentoArrowFile* file, std::int64_t group);
  /// Uncompressed bytes of these columns; -1: not known.
  std::int64_t (*group_bytes)(const CentoArrowFile* file, std::int64_t group, CentoArrowPaths columns);
  /// Of the whole file, or of what read() gives for these columns.
  int (*schema)(CentoArrowFile* file, ArrowSchema* schema, CentoArrowProblem* problem);
  int (*schema_of)(CentoArrowFile* file, CentoArrowPaths columns, ArrowSchema* schema, CentoArrowProblem* problem);

  /// Begins to read columns of a group, about `batch_rows` at a time. Any number of groups may be read at once, each by
  /// one thread at a time.
  int (*read)(CentoArrowFile* file, std::int64_t group, CentoArrowPaths columns, std::int64_t batch_rows,
              CentoArrowRows** rows, CentoArrowProblem* problem);
  /// The next rows, at most `rows_most`, as far as they must be read in order; null at the end.
  int (*next)(CentoArrowRows* rows, std::int64_t rows_most, CentoArrowPiece** piece, std::int64_t* piece_rows,
              CentoArrowProblem* problem);
  /// Does the rest of the work, once, on any thread.
  int (*unpack)(CentoArrowPiece* piece, ArrowArray* batch, CentoArrowProblem* problem);
  void (*drop_piece)(CentoArrowPiece* piece);
  void (*end_rows)(CentoArrowRows* rows);

  /// Begins a copy with the schema and metadata of a file, which must outlive it. `write` gets the copy's bytes in
  /// order and returns 0, or anything else to end it.
  int (*begin_copy)(CentoArrowFile* file, int (*write)(CentoArrowOutput*, const char*, std::int64_t),
                    CentoArrowOutput* output, CentoArrowCopy** copy, CentoArrowProblem* problem);
  /// Whether rows of this file can be copied, too: 1 if its schema is the same.
  int (*can_continue)(const CentoArrowCopy* copy, const CentoArrowFile* file);
  /// Prepares the chosen rows of a group, on any thread, and with that many threads where several can work on a group;
  /// append_group() takes them, in the order of the copy, and may do the rest of the work. The file and what `choice`
  /// refers to must live until drop_group().
  int (*prepare_group)(CentoArrowCopy* copy, CentoArrowFile* file, std::int64_t group, CentoArrowChoice choice,
                       std::size_t threads, CentoArrowGroup** prepared, CentoArrowProblem* problem);
  int (*append_group)(CentoArrowCopy* copy, CentoArrowGroup* prepared, CentoArrowProblem* problem);
  void (*drop_group)(CentoArrowGroup* prepared);
  int (*finish_copy)(CentoArrowCopy* copy, CentoArrowProblem* problem);
  void (*end_copy)(CentoArrowCopy* copy);

  /// Begins a new file of rows; `write` as in begin_copy(). The schema becomes the plug-in's, even if this fails.
  /// Columns that it has as dictionaries of strings are added as strings: the file says that they are dictionaries.
  int (*begin_rows)(CentoArrowKind kind, ArrowSchema* schema,
                    int (*write)(CentoArrowOutput*, const char*, std::int64_t), CentoArrowOutput* output,
                    CentoArrowWriter** writer, CentoArrowProblem* problem);
  /// Adds rows, which become the plug-in's, even if this fails. They are kept until end_group() writes all that were
  /// added since the last as a row group or record batch. How they were divided makes no difference to the file.
  int (*add_rows)(CentoArrowWriter* writer, ArrowArray* rows, CentoArrowProblem* problem);
  int (*end_group)(CentoArrowWriter* writer, CentoArrowProblem* problem);
  /// Completes the file; after end_group(), or without any rows.
  int (*finish_rows)(CentoArrowWriter* writer, CentoArrowProblem* problem);
  void (*end_writer)(CentoArrowWriter* writer);
};

}  // extern "C"

namespace cento {

inline constexpr std::uint32_t kArrowFilesVersion = 4;

/// The only function that the plug-in shows: `const CentoArrowFiles* cento_arrow_files()`.
inline constexpr const char* kArrowFilesEntry = "cento_arrow_files";

}  // namespace cento
