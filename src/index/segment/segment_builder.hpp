#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "index/digest.hpp"
#include "index/segment/segment.hpp"

namespace cento {

/// Collects digests and makes a segment from them.
class SegmentBuilder {
 public:
  static constexpr std::uint64_t kUsualBytes = std::uint64_t{64} << 20;

  /// `memory_bytes`: about how much will be collected before it is written; more is possible.
  explicit SegmentBuilder(std::uint64_t options_hash, std::uint64_t memory_bytes = kUsualBytes);
  ~SegmentBuilder();

  /// Adds documents with these numbers, which ascend and are higher than those added before. Throws Error when a
  /// segment cannot hold them: it has less than 2^32 sentences, and as many entries in each table; and when they do not
  /// match those before: others have bits, words or threads.
  void add(const DigestBatch& batch, std::span<const std::uint32_t> numbers);

  [[nodiscard]] std::uint32_t documents() const;
  [[nodiscard]] std::uint64_t sentences() const;
  /// Memory used by the documents.
  [[nodiscard]] std::uint64_t memory_bytes() const;

  /// Sorts the tables, on up to `threads` threads, and empties the builder.
  [[nodiscard]] std::vector<std::byte> finish(std::size_t threads);
  /// The same into a file, synced to disk (the folder too). Throws Error, and leaves nothing, when the disk is full.
  void write(const std::string& path, std::size_t threads);

 private:
  struct State;
  std::unique_ptr<State> take_state();
  std::unique_ptr<State> state_;
};

/// Merges segments (at least one) into one, without the documents whose numbers are in `removed` (ascending). The
/// numbers of the segments may interleave, but none is in two. The same documents give the same bytes, however they
/// were distributed. Reads each segment twice: throws Error, as verify() does, rather than pass on damage.
[[nodiscard]] std::vector<std::byte> merge_segments(std::span<const std::shared_ptr<const Segment>> segments,
                                                    std::span<const std::uint32_t> removed, std::size_t threads);
/// The same into a file, as SegmentBuilder::write(); only data that is not yet written is in memory.
void merge_segments(std::span<const std::shared_ptr<const Segment>> segments, std::span<const std::uint32_t> removed,
                    std::size_t threads, const std::string& path);

}  // namespace cento
