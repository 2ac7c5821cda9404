#include "methods/pdc/position_lists.hpp"

#include "core/memory/freed_memory.hpp"

namespace cento {

namespace {

constexpr std::size_t kWrittenAtOnce = std::size_t{1} << 14U;

}  // namespace

std::uint64_t PositionLists::add(std::span<const Position> list) {
  const bool has_file = file_.size() > 0 || !unwritten_.empty();
  if (!has_file && (in_memory_.size() + list.size()) * sizeof(Position) <= lease_.bytes()) {
    const std::uint64_t begin = in_memory_.size();
    in_memory_.insert(in_memory_.end(), list.begin(), list.end());
    lease_.use(list.size_bytes());
    return begin;
  }
  const std::uint64_t begin = in_memory_.size() + file_.size() / sizeof(Position) + unwritten_.size();
  unwritten_.insert(unwritten_.end(), list.begin(), list.end());
  if (unwritten_.size() >= kWrittenAtOnce) write();
  return begin;
}

void PositionLists::write() {
  file_.append(std::as_bytes(std::span(unwritten_)));
  unwritten_.clear();
  if (unwritten_.capacity() > 2 * kWrittenAtOnce) release(unwritten_);
}

void PositionLists::finish() {
  if (!unwritten_.empty()) write();
  release(unwritten_);
}

std::span<const Position> PositionLists::get(std::uint64_t begin, std::size_t count,
                                             PlainVector<Position>& scratch) const {
  if (begin < in_memory_.size()) return {in_memory_.data() + begin, count};
  scratch.resize(count);
  file_.read((begin - in_memory_.size()) * sizeof(Position), std::as_writable_bytes(std::span(scratch)));
  return scratch;
}

}  // namespace cento
