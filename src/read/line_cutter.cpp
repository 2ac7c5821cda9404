#include "read/line_cutter.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "read/oversize.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kLongestLine = std::uint64_t{1} << 40;  // keeps sums far from overflow

/// Where the last whole line ends, 0 when none does.
std::size_t end_of_last_line(std::string_view window) {
  const void* last = ::memrchr(window.data(), '\n', window.size());
  return last == nullptr ? 0 : static_cast<std::size_t>(static_cast<const char*>(last) - window.data()) + 1;
}

/// Counts line ends with sums of one byte, which compilers turn into vectors; std::count's sums are eight times as
/// wide.
std::uint64_t count_line_ends(std::string_view text) {
  constexpr std::size_t kLanes = 32;
  constexpr std::size_t kRounds = 255;  // after more a sum could overflow
  std::uint64_t count = 0;
  while (text.size() >= kLanes) {
    std::array<std::uint8_t, kLanes> sums{};
    const std::size_t rounds = std::min(kRounds, text.size() / kLanes);
    for (std::size_t round = 0; round < rounds; ++round) {
      const char* bytes = text.data() + round * kLanes;
      for (std::size_t i = 0; i < kLanes; ++i)
        sums[i] = static_cast<std::uint8_t>(sums[i] + (bytes[i] == '\n' ? 1 : 0));
    }
    for (const std::uint8_t sum : sums) count += sum;
    text.remove_prefix(rounds * kLanes);
  }
  return count + static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

bool LineCutter::cut(Input& in, DocumentBatch& batch) {
  const std::uint64_t longest = std::min(max_line_bytes_, kLongestLine) + 1;  // with its line end
  const std::size_t wanted = std::min<std::uint64_t>(block_bytes_, longest);
  // Not all that the window happens to hold: blocks must not depend on how the input is buffered.
  const std::string_view window = (blocks_ == Blocks::full ? in.peek(wanted) : in.peek_lines(wanted)).substr(0, wanted);
  if (window.empty()) return false;
  batch.block.place = {in.file(), next_line_, in.offset()};
  std::size_t size = end_of_last_line(window);
  const bool input_ends = window.size() < wanted && (blocks_ == Blocks::full || size == 0);
  if (input_ends) size = window.size();
  if (size == 0) {
    take_long_line(in, batch);
    return true;
  }
  batch.block.bytes.append(window.substr(0, size));
  next_line_ += count_line_ends(window.substr(0, size));
  in.consume(size);
  return true;
}

/// Collects a line that is longer than a block in the block itself: the input's window stays small.
void LineCutter::take_long_line(Input& in, DocumentBatch& batch) {
  PaddedBytes& line = batch.block.bytes;
  ++next_line_;
  for (bool ends = false; !ends;) {
    const std::string_view window = in.peek(1).substr(0, block_bytes_);
    const std::size_t line_end = window.find('\n');
    ends = line_end != std::string_view::npos;
    line.append(window.substr(0, ends ? line_end + 1 : window.size()));
    in.consume(ends ? line_end + 1 : window.size());
    if (line.size() - (ends ? 1 : 0) > max_line_bytes_) return reject_long_line(in, batch, ends);
    if (window.empty()) return;
  }
}

/// Rejects the line in the block, whose rest is still in the input unless it `ended`.
void LineCutter::reject_long_line(Input& in, DocumentBatch& batch, bool ended) {
  PaddedBytes& line = batch.block.bytes;
  const std::uint64_t size = line.size() - (ended ? 1 : 0) + (ended ? 0 : skip_line(in));
  const std::string_view shown =
      batch.arena.store(line.view().substr(0, std::min<std::uint64_t>(size, kShownOfOversize)));
  batch.reject(batch.block.place, oversize_reason("line", size, max_line_bytes_), shown);
  batch.rejected.back().full_size_bytes = size;
  batch.rejected.back().record = {batch.block.place.byte, in.offset()};
  line.clear();
}

std::uint64_t LineCutter::skip_line(Input& in) {
  std::uint64_t size = 0;
  for (;;) {
    const std::string_view window = in.peek(1);
    if (window.empty()) return size;
    const std::size_t line_end = window.find('\n');
    const bool ends = line_end != std::string_view::npos;
    size += ends ? line_end : window.size();
    in.consume(ends ? line_end + 1 : window.size());
    if (ends) return size;
  }
}

}  // namespace cento
