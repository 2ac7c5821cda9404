#include "methods/ndd/tasks/part_sets.hpp"

#include <cstring>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

constexpr std::size_t kNumberBytes = sizeof(std::uint32_t);
constexpr std::size_t kFeatureBytes = sizeof(std::uint64_t);

void append_bytes(const void* bytes, std::size_t size, std::string& out) {
  out.append(static_cast<const char*>(bytes), size);
}

std::uint32_t number_at(std::string_view block, std::size_t place) {
  std::uint32_t number = 0;
  std::memcpy(&number, block.data() + place, kNumberBytes);
  return number;
}

void append_features(std::string_view bytes, Features& features) {
  const std::size_t before = features.size();
  features.resize(before + bytes.size() / kFeatureBytes);
  if (!bytes.empty()) std::memcpy(features.data() + before, bytes.data(), bytes.size());
}

[[noreturn]] void throw_damaged() {
  throw Error("a block of sets of features is damaged: remove the folder of the run and start it again");
}

}  // namespace

void PartSets::add(std::span<const std::uint64_t> set) {
  features_.insert(features_.end(), set.begin(), set.end());
  ends_.push_back(features_.size());
}

std::string PartSets::block_of(std::size_t first, std::size_t last) const {
  std::string block;
  const std::uint64_t begin = begin_of(first);
  const std::uint64_t count = (last == first ? begin : ends_[last - 1]) - begin;
  block.reserve((1 + last - first) * kNumberBytes + count * kFeatureBytes);
  const auto sets = static_cast<std::uint32_t>(last - first);
  append_bytes(&sets, kNumberBytes, block);
  for (std::size_t set = first; set < last; ++set) {
    const std::uint32_t size = size_of(set);
    append_bytes(&size, kNumberBytes, block);
  }
  append_bytes(features_.data() + begin, count * kFeatureBytes, block);
  return block;
}

std::vector<std::string> PartSets::blocks(std::size_t block_bytes) const {
  std::vector<std::string> blocks;
  std::size_t first = 0;
  for (std::size_t set = 0; set < size(); ++set) {
    const std::uint64_t bytes = (ends_[set] - begin_of(first)) * kFeatureBytes;
    if (set > first && bytes > block_bytes) {
      blocks.push_back(block_of(first, set));
      first = set;
    }
  }
  if (first < size()) blocks.push_back(block_of(first, size()));
  return blocks;
}

void PartSets::add_block(std::string_view block) {
  if (block.size() < kNumberBytes) throw_damaged();
  const std::uint64_t sets = number_at(block, 0);
  const std::uint64_t head = (1 + sets) * kNumberBytes;
  if (block.size() < head) throw_damaged();
  std::uint64_t end = features_.size();
  for (std::uint64_t set = 0; set < sets; ++set) {
    end += number_at(block, (1 + set) * kNumberBytes);
    ends_.push_back(end);
  }
  if (block.size() - head != (end - features_.size()) * kFeatureBytes) throw_damaged();
  append_features(block.substr(head), features_);
}

void SentSets::write(std::uint32_t number, std::span<const std::uint64_t> set, std::string& out) {
  const auto size = static_cast<std::uint32_t>(set.size());
  append_bytes(&number, kNumberBytes, out);
  append_bytes(&size, kNumberBytes, out);
  append_bytes(set.data(), set.size_bytes(), out);
}

void SentSets::add_block(std::string_view block) {
  while (!block.empty()) {
    if (block.size() < 2 * kNumberBytes) throw_damaged();
    const std::uint32_t size = number_at(block, kNumberBytes);
    const std::uint64_t bytes = 2 * kNumberBytes + std::uint64_t{size} * kFeatureBytes;
    if (block.size() < bytes) throw_damaged();
    sets_.emplace(number_at(block, 0), Stretch{features_.size(), size});
    append_features(block.substr(2 * kNumberBytes, bytes - 2 * kNumberBytes), features_);
    block.remove_prefix(bytes);
  }
}

std::span<const std::uint64_t> SentSets::get(std::uint32_t number) const {
  const auto found = sets_.find(number);
  if (found == sets_.end()) {
    throw Error(fmt::format("the features of document {} did not arrive where they are compared: this is a fault of "
                            "Cento or of the engine that moves its blocks",
                            number));
  }
  return std::span<const std::uint64_t>(features_).subspan(found->second.begin, found->second.size);
}

}  // namespace cento
