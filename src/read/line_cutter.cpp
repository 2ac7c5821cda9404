#include "read/line_cutter.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "read/oversize.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kLongestLine = std::uint64_t{1} << 40;  // keeps sums far from overflow

/// Where the last whole line ends, 0 when none does; the first `searched` bytes hold no line end.
std::size_t end_of_last_line(std::string_view window, std::size_t searched) {
  const void* last = ::memrchr(window.data() + searched, '\n', window.size() - searched);
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
  std::size_t wanted = std::min<std::uint64_t>(block_bytes_, longest);
  std::size_t searched = 0;  // bytes known to hold no line end
  for (;;) {
    // Not all that the window happens to hold: blocks must not depend on how the input is buffered.
    const std::string_view window = in.peek(wanted).substr(0, wanted);
    if (window.empty()) return false;
    const bool input_ends = window.size() < wanted;
    const std::size_t size = input_ends ? window.size() : end_of_last_line(window, searched);
    if (size != 0) {
      take(in, window.substr(0, size), batch);
      return true;
    }
    if (window.size() == longest) {
      skip_long_line(in, batch);
      return true;
    }
    searched = window.size();
    wanted = std::min<std::uint64_t>(std::uint64_t{2} * wanted, longest);
  }
}

void LineCutter::take(Input& in, std::string_view lines, DocumentBatch& batch) {
  batch.block.place = {in.file(), next_line_, in.offset()};
  batch.block.bytes.append(lines);
  next_line_ += count_line_ends(lines);
  in.consume(lines.size());
}

void LineCutter::skip_long_line(Input& in, DocumentBatch& batch) {
  const Place place{in.file(), next_line_, in.offset()};
  batch.block.place = place;
  const std::string_view shown = batch.arena.store(in.peek(1).substr(0, kShownOfOversize));
  const std::uint64_t size = skip_line(in);
  ++next_line_;
  batch.reject(place, oversize_reason("line", size, max_line_bytes_), shown.substr(0, size));
  batch.rejected.back().full_size_bytes = size;
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
