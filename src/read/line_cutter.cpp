#include "read/line_cutter.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace cento {

namespace {

constexpr std::size_t kShownOfLongLine = 1000;  // bytes of a line over the limit that go to the rejects file

}  // namespace

bool LineCutter::cut(Input& in, DocumentBatch& batch) {
  std::size_t wanted = block_bytes_;
  for (;;) {
    const std::string_view window = in.peek(wanted);
    if (window.empty()) return false;
    const bool input_ends = window.size() < wanted;
    const std::size_t last = input_ends ? window.size() : window.rfind('\n') + 1;
    if (last != 0) {
      batch.block.place = {in.file(), next_line_, in.offset()};
      batch.block.bytes.append(window.substr(0, last));
      next_line_ += static_cast<std::uint64_t>(std::count(window.begin(), window.begin() + last, '\n'));
      in.consume(last);
      return true;
    }
    if (window.size() > max_line_bytes_) {
      skip_long_line(in, batch);
      return true;
    }
    wanted = window.size() + block_bytes_;
  }
}

void LineCutter::skip_long_line(Input& in, DocumentBatch& batch) {
  const Place place{in.file(), next_line_, in.offset()};
  batch.block.place = place;
  const std::string_view shown = batch.arena.store(in.peek(1).substr(0, kShownOfLongLine));
  bool ended = false;
  while (!ended) {
    const std::string_view window = in.peek(1);
    if (window.empty()) break;
    const std::size_t line_end = window.find('\n');
    ended = line_end != std::string_view::npos;
    in.consume(ended ? line_end + 1 : window.size());
  }
  ++next_line_;
  const std::uint64_t size = in.offset() - place.byte;
  batch.reject(place, fmt::format("the line has {} bytes, more than --max-document allows ({})", size, max_line_bytes_),
               shown);
  batch.rejected.back().full_size_bytes = size;
}

}  // namespace cento
