#include "sign/words/frequencies_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <concepts>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/byte_size.hpp"
#include "core/files/atomic_file.hpp"
#include "core/json/json_value.hpp"
#include "core/utf8.hpp"
#include "read/input/input.hpp"

namespace cento {

namespace {

constexpr std::string_view kMagic = "CENTOFRQ";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kEntryBytes = sizeof(std::uint64_t) + sizeof(std::uint32_t);
constexpr std::size_t kEntriesInBlock = 4096;
constexpr std::uint32_t kTextBytesMost = 1U << 20;  // of a name or of options: enough, but no risk to memory
constexpr std::uint64_t kEntriesMost = std::numeric_limits<std::uint32_t>::max();  // what DocumentFrequencies can hold
constexpr int kBitsInByte = 8;

template <std::unsigned_integral Number>
void append_number(std::string& out, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) out.push_back(static_cast<char>(number >> (i * kBitsInByte)));
}

template <std::unsigned_integral Number>
Number number_at(const char* bytes) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    number |= static_cast<Number>(static_cast<Number>(static_cast<unsigned char>(bytes[i])) << (i * kBitsInByte));
  }
  return number;
}

std::uint32_t checksum(std::uint32_t before, std::string_view bytes) {
  return static_cast<std::uint32_t>(::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

/// Passes bytes on in blocks and keeps their checksum.
class BlockWriter {
 public:
  explicit BlockWriter(const std::function<void(std::string_view)>& write) : write_(write) {}

  template <std::unsigned_integral Number>
  void number(Number value) {
    append_number(block_, value);
  }

  void text(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size()));
    block_ += value;
  }

  void bytes(std::string_view value) { block_ += value; }

  void flush() {
    checksum_ = checksum(checksum_, block_);
    write_(block_);
    block_.clear();
  }

  void finish() {
    flush();
    number(checksum_);
    write_(block_);
  }

 private:
  const std::function<void(std::string_view)>& write_;
  std::string block_;
  std::uint32_t checksum_ = 0;
};

void write_table(const FrequencyPieces& table, BlockWriter& out) {
  out.text(table.counted);
  out.text(table.options);
  out.number(table.documents);
  out.number(table.entries);
  std::size_t in_block = 0;
  table.for_each_piece([&](std::span<const Frequency> entries) {
    for (const Frequency& entry : entries) {
      out.number(entry.hash);
      out.number(entry.documents);
      if (++in_block % kEntriesInBlock == 0) out.flush();
    }
  });
}

void write_tables(std::span<const FrequencyPieces> tables, const std::function<void(std::string_view)>& write) {
  BlockWriter out(write);
  out.bytes(kMagic);
  out.number(kVersion);
  out.number(static_cast<std::uint32_t>(tables.size()));
  for (const FrequencyPieces& table : tables) write_table(table, out);
  out.finish();
}

/// The same tables, which must outlive the result.
std::vector<FrequencyPieces> in_pieces(std::span<const SavedFrequencies> tables) {
  std::vector<FrequencyPieces> pieces;
  for (const SavedFrequencies& table : tables) {
    const DocumentFrequencies& frequencies = table.frequencies;
    pieces.push_back({table.counted, table.options, frequencies.documents(), frequencies.size(),
                      [&frequencies](const auto& take) { take(frequencies.counts()); }});
  }
  return pieces;
}

/// Parses a file and its checksum; throws the errors that the header promises.
class TablesReader {
 public:
  TablesReader(Input& in, std::uint64_t memory_bytes) : in_(in), memory_bytes_(memory_bytes) {}

  std::vector<SavedFrequencies> read() {
    check_magic();
    check_version();
    const auto count = number<std::uint32_t>();
    std::vector<SavedFrequencies> tables;
    for (std::uint32_t i = 0; i < count; ++i) tables.push_back(read_table(tables));
    check_end();
    return tables;
  }

 private:
  [[noreturn]] void fail_damaged(std::string_view what) const {
    throw Error(fmt::format("{} is damaged ({}); make it again with `cento stats`", in_.file(), what));
  }

  /// An error of the decompressor takes precedence over its consequences.
  void check_sound() const {
    if (!in_.problem().empty()) fail_damaged(in_.problem());
  }

  /// The next bytes; `checksum_` then covers them.
  std::string_view take(std::size_t size) {
    if (taken_ != 0) in_.consume(std::exchange(taken_, 0));
    const std::string_view window = in_.peek(size);
    if (window.size() < size) {
      check_sound();
      fail_damaged(fmt::format("it ends early, after {} bytes", in_.offset() + window.size()));
    }
    taken_ = size;
    checksum_ = checksum(checksum_, window.substr(0, size));
    return window.substr(0, size);
  }

  template <std::unsigned_integral Number>
  Number number() {
    return number_at<Number>(take(sizeof(Number)).data());
  }

  std::string text(std::string_view what) {
    const auto size = number<std::uint32_t>();
    if (size > kTextBytesMost) fail_damaged(fmt::format("{} has {} bytes", what, size));
    return std::string(take(size));
  }

  void check_magic() {
    if (in_.peek(kMagic.size()).starts_with(kMagic)) {
      take(kMagic.size());
      return;
    }
    check_sound();
    throw Error(fmt::format("{} is not a statistics file; `cento stats` makes one", in_.file()));
  }

  void check_version() {
    const auto version = number<std::uint32_t>();
    if (version == kVersion) return;
    if (version == 0) fail_damaged("its version is 0");
    throw Error(
        fmt::format("{} has version {} of the statistics format and this Cento reads version {}; use a newer Cento, or "
                    "make the file again with `cento stats`",
                    in_.file(), version, kVersion));
  }

  SavedFrequencies read_table(std::span<const SavedFrequencies> before) {
    SavedFrequencies table;
    table.counted = text("the name of a table");
    if (table.counted.empty() || !is_valid_utf8(table.counted)) fail_damaged("a table has no valid name");
    for (const SavedFrequencies& other : before) {
      if (other.counted == table.counted) fail_damaged(fmt::format("two tables count {}", table.counted));
    }
    table.options = text("the options of a table");
    if (!is_json_object(table.options)) fail_damaged("the options of a table are not a JSON object");
    const auto documents = number<std::uint64_t>();
    table.frequencies = DocumentFrequencies(documents, read_entries(documents));
    return table;
  }

  static bool is_json_object(std::string_view text) {
    return text.starts_with('{') && is_valid_utf8(text) && is_json_value(text);
  }

  std::vector<Frequency> read_entries(std::uint64_t documents) {
    auto left = number<std::uint64_t>();
    if (left > kEntriesMost) fail_damaged(fmt::format("a table has {} entries", left));
    std::vector<Frequency> entries;
    entries.reserve(std::min(left, memory_bytes_ / sizeof(Frequency)));
    while (left != 0) {
      const std::size_t count = std::min<std::uint64_t>(left, kEntriesInBlock);
      charge_memory(count);
      append_entries(take(count * kEntryBytes), documents, entries);
      left -= count;
    }
    return entries;
  }

  /// As the entries arrive, not as announced: the announced number may be damaged.
  void charge_memory(std::size_t entries) {
    const std::uint64_t wanted = entries * sizeof(Frequency);
    if (wanted > memory_bytes_) {
      throw Error(fmt::format("the counts of {} need more memory than is left for them ({}); raise `memory_bytes`",
                              in_.file(), format_byte_size(memory_bytes_)));
    }
    memory_bytes_ -= wanted;
  }

  void append_entries(std::string_view bytes, std::uint64_t documents, std::vector<Frequency>& entries) const {
    for (; !bytes.empty(); bytes.remove_prefix(kEntryBytes)) {
      const Frequency entry{number_at<std::uint64_t>(bytes.data()),
                            number_at<std::uint32_t>(bytes.data() + sizeof(std::uint64_t))};
      if (!entries.empty() && entry.hash <= entries.back().hash) fail_damaged("its hashes do not ascend");
      if (entry.documents > documents) fail_damaged("a hash has more documents than there are");
      entries.push_back(entry);
    }
  }

  void check_end() {
    const std::uint32_t expected = checksum_;
    if (number<std::uint32_t>() != expected) fail_damaged("its checksum is wrong");
    in_.consume(std::exchange(taken_, 0));
    if (!in_.peek(1).empty()) fail_damaged("there is data after its end");
    check_sound();
  }

  Input& in_;
  std::uint64_t memory_bytes_;
  std::size_t taken_ = 0;  // bytes of the last take(), still in the window
  std::uint32_t checksum_ = 0;
};

std::string names_of(std::span<const SavedFrequencies> tables) {
  std::string names;
  for (const SavedFrequencies& table : tables) names += (names.empty() ? "" : ", ") + table.counted;
  return names.empty() ? "nothing" : names;
}

}  // namespace

void write_frequencies(std::span<const SavedFrequencies> tables, const std::function<void(std::string_view)>& write) {
  write_tables(in_pieces(tables), write);
}

std::vector<SavedFrequencies> read_frequencies(Input& in, std::uint64_t memory_bytes) {
  return TablesReader(in, memory_bytes).read();
}

void save_frequencies(const std::string& file, std::span<const SavedFrequencies> tables) {
  save_frequencies(file, in_pieces(tables));
}

void save_frequencies(const std::string& file, std::span<const FrequencyPieces> tables) {
  AtomicFile out(file);
  write_tables(tables, [&](std::string_view bytes) { out.write(bytes); });
  out.publish();
}

std::vector<SavedFrequencies> load_frequencies(const std::string& file, std::uint64_t memory_bytes) {
  return read_frequencies(*open_input(file, file, memory_bytes), memory_bytes);
}

const SavedFrequencies& require_table(std::string_view file, std::span<const SavedFrequencies> tables,
                                      std::string_view counted) {
  for (const SavedFrequencies& table : tables) {
    if (table.counted == counted) return table;
  }
  throw Error(
      fmt::format("{} has no counts of {}, only of {}; make them with `cento stats`", file, counted, names_of(tables)));
}

void require_options(std::string_view file, const SavedFrequencies& table, std::string_view options) {
  if (table.options == options) return;
  throw Error(
      fmt::format("the counts of {} in {} were made with the options {}, but this run has {}; use the same ones, "
                  "or make them again with `cento stats`",
                  table.counted, file, table.options, options));
}

}  // namespace cento
