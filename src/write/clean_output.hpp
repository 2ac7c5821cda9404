#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/atomic_folder.hpp"
#include "core/file_fingerprint.hpp"
#include "read/collection.hpp"
#include "write/concatenation.hpp"
#include "write/raw_cuts.hpp"
#include "write/record_copy.hpp"
#include "write/record_log.hpp"
#include "write/text_cuts.hpp"

namespace cento {

/// Where a collection goes without the documents that were removed, and how.
struct CleanOutputOptions {
  std::string output;          // a file ("-": standard output), or with a / at its end a folder
  bool as_json_lines = false;  // documents as Cento sees them, instead of the records as they came
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;  // for where the records stand; more goes to temp_dir
  std::string temp_dir;                                  // empty: the system's
};

/// What a CleanOutput has written.
struct CleanCounts {
  std::uint64_t kept = 0;  // documents
  std::uint64_t removed = 0;
  std::uint64_t emptied = 0;  // kept or removed documents of which cuts left nothing but white space
  std::uint64_t files = 0;
};

/// What becomes of documents of which cuts leave nothing but white space.
enum class Emptied : bool {
  stay,  // as records without text
  go,
};

/// A collection without some of its documents, or without stretches of their texts, written in a second reading of it:
/// records byte for byte as they came, in their order, and all that is no document between them; bad records stay out.
/// Into one file, compressed as its name says, all inputs one after the other; into a folder, each input by its
/// relative name, compressed as it was, less files whose only document was removed. Web archives are compressed record
/// by record. A Stack Exchange thread goes with all its answers. Texts are cut in their records, and the records' other
/// bytes stay as they are: where a text does not stand in its record as it is (see raw_ranges()), it can only be cut if
/// documents are written as JSON lines. All of it appears with publish() or not at all.
class CleanOutput {
 public:
  /// `inputs` and `reading` are those of the first reading and must outlive this; keep_pipes() makes inputs readable
  /// twice. Call this before the first reading. Throws UsageError when two inputs would become one file of the folder,
  /// Error when the output cannot be made.
  CleanOutput(const InputList& inputs, const ReadOptions& reading, CleanOutputOptions options);

  /// Takes the batches of the first reading, in BatchSteps::take. Throws UsageError when the records cannot be copied:
  /// inputs that do not go into one file together, a charset in which records cannot be told apart.
  void note(const DocumentBatch& batch);

  /// Reads the inputs again and writes what `is_removed` leaves. `threads` are for JSON lines. Throws Error when an
  /// input changed since note() saw it.
  CleanCounts write(const IsRemoved& is_removed, std::size_t threads);

  /// The same with all documents, less the cuts. Throws Error also when a text cannot be cut.
  CleanCounts write_cut(TextCuts& cuts, Emptied emptied, std::size_t threads);

  /// Makes the output appear.
  void publish();

 private:
  /// A document among those of its batch, and its number among all.
  using UseDocument = std::function<void(const DocumentBatch&, std::size_t, std::uint64_t, const void*)>;

  void refuse_same_names() const;
  void copy_all(const IsRemoved& is_removed);
  void copy_to_file(const InputFile& input, const LoggedFile& logged, const IsRemoved& is_removed, bool is_last);
  void copy_to_folder(const InputFile& input, const LoggedFile& logged, const IsRemoved& is_removed);
  void copy_unlogged(const InputFile& input);
  void write_lines(const IsRemoved& is_removed, std::size_t threads);
  void write_cut_lines(TextCuts& cuts, Emptied emptied, std::size_t threads);
  /// Counts a document with cuts that have left it these parts; whether it goes.
  bool is_to_go(std::span<const Part> parts, Emptied emptied);
  void copy_cut(TextCuts& cuts, Emptied emptied, std::size_t threads);
  /// Gives `use` each document once more, by its number, with what `work` made of its batch.
  void read_again(std::size_t threads, const std::function<std::shared_ptr<void>(DocumentBatch&)>& work,
                  const UseDocument& use) const;
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
  Concatenation concatenation_;
  std::uint64_t documents_ = 0;
  std::uint64_t ids_hash_ = 0;
  std::unique_ptr<AtomicFolder> folder_;  // one of these two
  std::unique_ptr<CopyTarget> file_;
  bool is_begun_ = false;  // something was copied to the file
  CleanCounts counts_;
};

}  // namespace cento
