#include "read/line_cutter.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "read/input/oversize.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kLongestLine = std::uint64_t{1} << 40;  // keeps sums far from overflow

/// Where the last whole line ends; 0 when there is none.
std::size_t end_of_last_line(std::string_view window) {
  if (window.empty()) return 0;
  const void* last = ::memrchr(window.data(), '\n', window.size());
  return last == nullptr ? 0 : static_cast<std::size_t>(static_cast<const char*>(last) - window.data()) + 1;
}

}  // namespace

// In one-byte sums, which compilers vectorise; the sums of std::count are eight times as wide.
std::uint64_t count_line_ends(std::string_view text) {
  constexpr std::size_t kLanes = 32;
  constexpr std::size_t kRounds = 255;  // with more, a sum could overflow
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

bool LineCutter::cut(Input& in, DocumentBatch& batch) {
  const std::uint64_t longest = std::min(max_line_bytes_, kLongestLine) + 1;  // with its line end
  const std::size_t wanted = std::min<std::uint64_t>(block_bytes_, longest);
  PaddedBytes& lines = batch.block.bytes;
  const Place place{in.file(), next_line_, in.offset()};
  const bool input_ends = blocks_ == Blocks::full ? !fill(in, wanted, lines) : !take_lines(in, wanted, lines);
  if (lines.size() == 0 && input_ends) return false;
  batch.block.place = place;
  const std::size_t size = input_ends ? lines.size() : end_of_last_line(lines.view());
  if (size == 0) {
    take_long_line(in, batch);
    return true;
  }
  in.give_back(lines.view().substr(size));
  lines.shrink_to(size);
  next_line_ += count_line_ends(lines.view());
  return true;
}

/// Takes exactly `wanted` bytes, whatever they are: blocks must not depend on how the input is buffered. False if it
/// ends before.
bool LineCutter::fill(Input& in, std::size_t wanted, PaddedBytes& out) {
  char* room = out.room(wanted);
  std::size_t size = 0;
  while (size < wanted) {
    const std::size_t taken = in.take_some(room + size, wanted - size);
    if (taken == 0) break;
    size += taken;
  }
  out.extend(size);
  return size == wanted;
}

/// Takes available bytes, at most `wanted`, as soon as there is a whole line. False if the input ends without one.
bool LineCutter::take_lines(Input& in, std::size_t wanted, PaddedBytes& out) {
  const std::string_view window = in.peek_lines(wanted).substr(0, wanted);
  const bool has_line = end_of_last_line(window) > 0;
  if (!has_line && window.size() == wanted) return true;  // too long for a block
  out.append(window);
  in.consume(window.size());
  return has_line;
}

/// Collects a line that is longer than a block in the block itself, which may already hold its beginning.
void LineCutter::take_long_line(Input& in, DocumentBatch& batch) {
  PaddedBytes& line = batch.block.bytes;
  ++next_line_;
  while (line.size() <= max_line_bytes_) {
    const std::size_t before = line.size();
    const std::size_t taken = in.take_some(line.room(block_bytes_), block_bytes_);
    line.extend(taken);
    const std::size_t line_end = line.view().find('\n', before);
    if (line_end != std::string_view::npos) {
      in.give_back(line.view().substr(line_end + 1));
      line.shrink_to(line_end + 1);
      if (line_end > max_line_bytes_) reject_long_line(in, batch, true);
      return;
    }
    if (taken == 0) return;
  }
  reject_long_line(in, batch, false);
}

/// Rejects the line in the block, the rest of which is still in the input unless it `ended`.
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
