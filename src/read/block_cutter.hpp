#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "read/formats.hpp"
#include "read/input/input.hpp"
#include "read/input/input_list.hpp"
#include "read/read_item.hpp"
#include "read/reader.hpp"

namespace cento {

/// What a batch counts an empty file as.
inline constexpr std::string_view kEmptyFiles = "empty files";

/// Why a file was not read.
inline constexpr std::string_view kUnknownFormat =
    "unknown format (`cento formats` lists the formats that Cento reads)";

/// The sequential first step of reading a collection: goes through the files and cuts blocks off them. Used by
/// read_batches() alone.
class BlockCutter {
 public:
  /// All must outlive this. `raw_bytes` is advanced by what is read, as stored; `pool` lends memory to inputs.
  BlockCutter(const InputList& inputs, const ReadOptions& options, std::atomic<std::uint64_t>& raw_bytes,
              std::shared_ptr<BytePool> pool)
      : inputs_(inputs), options_(options), raw_bytes_(raw_bytes), pool_(std::move(pool)) {}

  /// Fills `item` with the next block, table or problem. False when all files are done.
  bool next(ReadItem& item);

 private:
  void start_file(ReadItem& item, const InputFile& file);
  void open(ReadItem& item, const InputFile& file);
  std::string_view peek_head(std::string_view file);
  void refuse(ReadItem& item, const InputFile& file);
  void note_gaps(ReadItem& item) const;
  bool report_damage(ReadItem& item) const;

  const InputList& inputs_;
  const ReadOptions& options_;
  std::atomic<std::uint64_t>& raw_bytes_;
  std::shared_ptr<BytePool> pool_;
  std::size_t next_file_ = 0;
  std::size_t skipped_files_ = 0;
  std::uint64_t blocks_ = 0;  // blocks cut so far
  std::unique_ptr<Input> input_;
  std::shared_ptr<Reader> reader_;
  const Format* format_ = nullptr;  // of the current reader
};

}  // namespace cento
