#include "methods/ndd/tasks/part_sets.hpp"

#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_map.hpp>

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

void SetBlockWriter::add(std::span<const std::uint64_t> set) {
  if (!sizes_.empty() && features_.size() + set.size() > kBlockFeatures) end_block();
  sizes_.push_back(static_cast<std::uint32_t>(set.size()));
  features_.insert(features_.end(), set.begin(), set.end());
}

void SetBlockWriter::end_block() {
  const std::uint64_t count = sizes_.size();
  if (count % 2 != 0) sizes_.push_back(0);
  std::string block;
  block.reserve(sizeof count + sizes_.size() * kNumberBytes + features_.size() * kFeatureBytes);
  append_bytes(&count, sizeof count, block);
  append_bytes(sizes_.data(), sizes_.size() * kNumberBytes, block);
  append_bytes(features_.data(), features_.size() * kFeatureBytes, block);
  blocks_.push_back(std::move(block));
  sizes_.clear();
  features_.clear();
}

std::vector<std::string> SetBlockWriter::take() {
  if (!sizes_.empty()) end_block();
  return std::exchange(blocks_, {});
}

void PartSets::add_block(std::string_view block) {
  std::uint64_t count = 0;
  if (block.size() < sizeof count) throw_damaged();
  std::memcpy(&count, block.data(), sizeof count);
  if (count > block.size() / kNumberBytes) throw_damaged();
  const std::uint64_t head = sizeof count + (count + count % 2) * kNumberBytes;
  if (block.size() < head || (block.size() - head) % kFeatureBytes != 0) throw_damaged();
  std::span<const std::uint64_t> features = features_at(block.substr(head));
  for (std::uint64_t set = 0; set < count; ++set) {
    const std::uint32_t size = number_at(block, sizeof count + set * kNumberBytes);
    if (size > features.size()) throw_damaged();
    sets_.push_back(features.first(size));
    features = features.subspan(size);
  }
  if (!features.empty()) throw_damaged();
}

/// As numbers, where they are if that is aligned.
std::span<const std::uint64_t> PartSets::features_at(std::string_view bytes) {
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(std::uint64_t) == 0) {
    return {reinterpret_cast<const std::uint64_t*>(bytes.data()), bytes.size() / kFeatureBytes};
  }
  append_features(bytes, copies_.emplace_back());
  return copies_.back();
}

/// Where each set is in the features.
struct SentSets::Stretches {
  struct Stretch {
    std::uint64_t begin = 0;
    std::uint32_t size = 0;
  };
  boost::unordered_flat_map<std::uint32_t, Stretch> by_number;
};

SentSets::SentSets() : sets_(std::make_unique<Stretches>()) {}
SentSets::~SentSets() = default;

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
    sets_->by_number.emplace(number_at(block, 0), Stretches::Stretch{features_.size(), size});
    append_features(block.substr(2 * kNumberBytes, bytes - 2 * kNumberBytes), features_);
    block.remove_prefix(bytes);
  }
}

std::span<const std::uint64_t> SentSets::get(std::uint32_t number) const {
  const auto found = sets_->by_number.find(number);
  if (found == sets_->by_number.end()) {
    throw Error(
        fmt::format("the features of document {} did not arrive where they are compared: this is a fault of "
                    "Cento or of the engine that moves its blocks",
                    number));
  }
  return std::span<const std::uint64_t>(features_).subspan(found->second.begin, found->second.size);
}

}  // namespace cento
