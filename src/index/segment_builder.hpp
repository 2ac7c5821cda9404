#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "index/digest.hpp"
#include "index/segment.hpp"

namespace cento {

/// Gathers digests and makes a segment of them.
class SegmentBuilder {
 public:
  static constexpr std::uint64_t kUsualBytes = std::uint64_t{64} << 20;

  /// `memory_bytes`: about what will be gathered before it is written; more is taken, too.
  explicit SegmentBuilder(std::uint64_t options_hash, std::uint64_t memory_bytes = kUsualBytes);
  ~SegmentBuilder();

  /// Adds documents with these numbers, which are ascending and over those added before. Throws Error when a segment
  /// cannot hold so many: it has less than 2^32 sentences, and as many entries in each table; and when they do not fit
  /// those before: others have bits, words or threads.
  void add(const DigestBatch& batch, std::span<const std::uint32_t> numbers);

  [[nodiscard]] std::uint32_t documents() const;
  [[nodiscard]] std::uint64_t sentences() const;
  /// What the documents take.
  [[nodiscard]] std::uint64_t memory_bytes() const;

  /// Sorts the tables, on up to `threads` threads, and empties the builder.
  [[nodiscard]] std::vector<std::byte> finish(std::size_t threads);
  /// The same into a file, synchronised to the disk (the folder too). Throws Error, and leaves nothing, when the disk
  /// is full.
  void write(const std::string& path, std::size_t threads);

 private:
  struct State;
  std::unique_ptr<State> take_state();
  std::unique_ptr<State> state_;
};

/// One segment of several (at least one), without the documents whose numbers are in `removed` (ascending). The numbers
/// of the segments may interleave, but none is in two. The same documents give the same bytes, however they were
/// spread. Reads each segment twice: throws Error, as verify(), rather than pass on what is damaged.
[[nodiscard]] std::vector<std::byte> merge_segments(std::span<const std::shared_ptr<const Segment>> segments,
                                                    std::span<const std::uint32_t> removed, std::size_t threads);
/// The same into a file, as SegmentBuilder::write(), with memory for what is not yet written only.
void merge_segments(std::span<const std::shared_ptr<const Segment>> segments, std::span<const std::uint32_t> removed,
                    std::size_t threads, const std::string& path);

}  // namespace cento
