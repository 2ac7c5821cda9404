#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sign/words/document_frequencies.hpp"

namespace cento {

class Input;

/// A saved table of document frequencies, with what another run needs to use it.
struct SavedFrequencies {
  std::string counted;  // what the hashes are of: "tokens", or the name of a signature such as "shingle:5"
  std::string options;  // the options that the hashes depend on, as a JSON object
  DocumentFrequencies frequencies;
};

/// A table to be saved that is not held in memory as a whole.
struct FrequencyPieces {
  std::string counted;  // as in SavedFrequencies
  std::string options;
  std::uint64_t documents = 0;
  std::uint64_t entries = 0;
  /// Calls its argument with all entries, piece by piece, ascending by hash.
  std::function<void(const std::function<void(std::span<const Frequency>)>&)> for_each_piece;
};

/// Saves tables to one file, compressed if its name ends in .gz or .zst; the file appears whole or not at all.
/// docs/formats/statistics.md describes the format. No two tables may count the same thing, and no hash may have more
/// documents than its table. Throws Error naming the file when it cannot be written.
void save_frequencies(const std::string& file, std::span<const SavedFrequencies> tables);
void save_frequencies(const std::string& file, std::span<const FrequencyPieces> tables);

/// Loads what save_frequencies() wrote ("-": standard input). The tables may take at most `memory_bytes`. Throws Error,
/// a sentence that names the file and says what to do, when it cannot be read, is something else, is damaged in any
/// byte, ends early, has a newer version or is too large.
[[nodiscard]] std::vector<SavedFrequencies> load_frequencies(const std::string& file, std::uint64_t memory_bytes);

/// The table that counts `counted` among those loaded from `file`. If there is none, throws Error that lists the
/// tables.
[[nodiscard]] const SavedFrequencies& require_table(std::string_view file, std::span<const SavedFrequencies> tables,
                                                    std::string_view counted);

/// Throws Error that shows both unless the table was made with exactly the same options.
void require_options(std::string_view file, const SavedFrequencies& table, std::string_view options);

/// The bytes of a file with these tables, uncompressed, passed to `write` in order.
void write_frequencies(std::span<const SavedFrequencies> tables, const std::function<void(std::string_view)>& write);

/// Reads such bytes; like load_frequencies(), with the input's name.
[[nodiscard]] std::vector<SavedFrequencies> read_frequencies(Input& in, std::uint64_t memory_bytes);

}  // namespace cento
