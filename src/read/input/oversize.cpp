#include "read/input/oversize.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace cento {

std::string oversize_reason(std::string_view what, std::uint64_t size_bytes, std::uint64_t limit_bytes) {
  return fmt::format("the {} has {} bytes, more than `max_document_bytes` allows ({})", what, size_bytes, limit_bytes);
}

void reject_oversize(DocumentBatch& batch, const Place& place, std::string_view what, std::string_view record,
                     std::uint64_t limit_bytes) {
  batch.reject(place, oversize_reason(what, record.size(), limit_bytes), record.substr(0, kShownOfOversize));
  batch.rejected.back().full_size_bytes = record.size();
}

std::string_view peek_all(Input& in, std::uint64_t most_bytes) {
  constexpr std::uint64_t kFirstBytes = std::uint64_t{1} << 20;
  // Step by step: most files do not need room for the largest size allowed.
  for (std::uint64_t wanted = std::min(kFirstBytes, most_bytes + 1);; wanted = std::min(2 * wanted, most_bytes + 1)) {
    const std::string_view window = in.peek(wanted);
    if (window.size() < wanted || window.size() > most_bytes) return window;
  }
}

void reject_rest(Input& in, DocumentBatch& batch, const std::function<std::string(std::uint64_t)>& reason) {
  const std::uint64_t begin = in.offset();
  batch.block.place.file = in.file();
  const std::string_view shown = batch.arena.store(in.peek(1).substr(0, kShownOfOversize));
  for (std::string_view window = in.peek(1); !window.empty(); window = in.peek(1)) in.consume(window.size());
  const std::uint64_t size = in.offset() - begin;
  batch.reject({in.file()}, reason(size), shown);
  batch.rejected.back().full_size_bytes = size;
  batch.rejected.back().record = {begin, ByteRange::kToEnd};
}

}  // namespace cento
