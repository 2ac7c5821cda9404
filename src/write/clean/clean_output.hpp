#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/files/atomic_folder.hpp"
#include "core/files/file_fingerprint.hpp"
#include "core/memory/memory_budget.hpp"
#include "read/collection.hpp"
#include "write/clean/concatenation.hpp"
#include "write/clean/raw_cuts.hpp"
#include "write/clean/record_copy.hpp"
#include "write/clean/record_log.hpp"
#include "write/clean/table_copy.hpp"
#include "write/clean/text_cuts.hpp"

namespace cento {

/// Where and how a collection is written without the removed documents.
struct CleanOutputOptions {
  std::string output;                           // a file ("-": standard output), or a folder if it ends in /
  bool as_json_lines = false;                   // documents as Cento sees them, instead of the original records
  MemoryPart memory = std::uint64_t{64} << 20;  // for the places of records; more goes to temp_dir
  std::string temp_dir;                         // empty: the system's default
};

/// What a CleanOutput has written.
struct CleanCounts {
  std::uint64_t kept = 0;  // documents
  std::uint64_t removed = 0;
  std::uint64_t emptied = 0;  // kept or removed documents of which cuts left only white space
  std::uint64_t files = 0;
};

/// What happens to documents of which cuts leave only white space.
enum class Emptied : bool {
  stay,  // as records without text
  go,
};

/// A collection without some of its documents, or without stretches of their texts, written in a second reading of it:
/// records byte for byte and in their order, with everything between them that is not a document; bad records are left
/// out. Into one file, compressed as its name says, all inputs one after the other; into a folder, each input under its
/// relative name, compressed as it was, except files whose only document was removed. Web archives are compressed
/// record by record. A Stack Exchange thread is removed with all its answers. Texts are cut in their records, and the
/// records' other bytes stay unchanged: a text that is not unchanged in its record (see raw_ranges()) can only be cut
/// if documents are written as JSON lines. Rows of Parquet and Arrow files are copied as they are stored. All of it
/// appears with publish() or not at all.
class CleanOutput {
 public:
  /// `inputs` and `reading` are those of the first reading and must outlive this; keep_pipes() makes inputs readable
  /// twice. Create this before the first reading. Throws UsageError when two inputs would become one file of the
  /// folder, Error when the output cannot be created.
  CleanOutput(const InputList& inputs, const ReadOptions& reading, CleanOutputOptions options);

  /// Takes the batches of the first reading, as the `take` of a BatchStep does. Throws UsageError when the records
  /// cannot be copied: inputs that cannot share one file, a charset in which records cannot be separated.
  void note(const DocumentBatch& batch);

  /// Reads the inputs again and writes what `is_removed` leaves. `threads` are for JSON lines and tables. Throws Error
  /// when an input has changed since note() saw it.
  CleanCounts write(const IsRemoved& is_removed, std::size_t threads);

  /// The same with all documents, without the cuts. Also throws Error when a text cannot be cut.
  CleanCounts write_cut(TextCuts& cuts, Emptied emptied, std::size_t threads);

  /// Makes the output appear.
  void publish();

 private:
  void refuse_same_names() const;
  void copy_all(const IsRemoved& is_removed);
  void copy_to_file(const InputFile& input, const LoggedFile& logged, const IsRemoved& is_removed, bool is_last);
  void copy_to_folder(const InputFile& input, const LoggedFile& logged, const IsRemoved& is_removed);
  void copy_unlogged(const InputFile& input);
  void write_lines(const IsRemoved& is_removed, std::size_t threads);
  void write_cut_lines(TextCuts& cuts, Emptied emptied, std::size_t threads);
  /// Counts a document with cuts that left it these parts; returns whether it is removed.
  bool is_to_go(std::span<const Part> parts, Emptied emptied);
  void copy_cut(TextCuts& cuts, Emptied emptied, std::size_t threads);
  /// Calls `use(batch, which of its documents, number among all, what work(batch) made)` for each document once more.
  template <typename Work, typename Use>
  void read_again(std::size_t threads, const Work& work, const Use& use) const;
  void check_unchanged() const;
  void stop_running_again() const;
  [[nodiscard]] std::unique_ptr<Input> open_again(const InputFile& input) const;
  [[nodiscard]] bool is_folder() const { return folder_ != nullptr; }

  const InputList& inputs_;
  const ReadOptions& reading_;
  CleanOutputOptions options_;
  std::vector<FileFingerprint> fingerprints_;  // of the inputs, in their order
  RecordLog log_;
  RawCuts raw_cuts_;
  TableCuts table_cuts_;
  Concatenation concatenation_;
  std::uint64_t documents_ = 0;
  std::uint64_t ids_hash_ = 0;
  std::unique_ptr<AtomicFolder> folder_;  // one of these two
  std::unique_ptr<CopyTarget> file_;
  std::unique_ptr<TableCopy> table_;  // what is copied to the file, if these are tables
  std::size_t threads_ = 1;
  bool is_begun_ = false;  // something was copied to the file
  CleanCounts counts_;
};

}  // namespace cento
