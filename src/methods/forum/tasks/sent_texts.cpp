#include "methods/forum/tasks/sent_texts.hpp"

#include <cstring>

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_map.hpp>

#include "cento/error.hpp"

namespace cento {

namespace {

// Where each is in the head of a record, after its key.
constexpr std::size_t kFeatures = 1;
constexpr std::size_t kWeights = 2;
constexpr std::size_t kMembers = 3;
constexpr std::size_t kThreads = 4;
constexpr std::size_t kHeadSize = 5;

constexpr std::size_t kNumbersOfWeight = sizeof(TextWeight) / sizeof(std::uint64_t);

std::uint64_t key_of_text(std::uint32_t thread, std::uint32_t field) {
  return std::uint64_t{thread} << 32U | field;
}

template <typename Number>
void append_numbers(std::span<const Number> numbers, std::string& out) {
  out.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

/// The size of a record whose head begins there, in numbers; 0 when it does not fit.
std::uint64_t size_of_text(std::span<const std::uint64_t> numbers) {
  if (numbers.size() < kHeadSize) return 0;
  std::uint64_t left = numbers.size() - kHeadSize;
  for (const std::uint64_t count : {numbers[kFeatures], numbers[kWeights], numbers[kWeights], numbers[kMembers]}) {
    if (count > left) return 0;
    left -= count;
  }
  return numbers.size() - left;
}

}  // namespace

/// Where each is among the numbers, by key_of_text().
struct SentTexts::Places {
  boost::unordered_flat_map<std::uint64_t, std::uint64_t> of_texts;
};

SentTexts::SentTexts() : places_(std::make_unique<Places>()) {}
SentTexts::~SentTexts() = default;
SentTexts::SentTexts(SentTexts&& other) noexcept = default;

void SentTexts::write(std::uint32_t thread, std::uint32_t field, const TextView& text, std::string& out) {
  static_assert(kNumbersOfWeight == 2);
  const std::uint64_t head[kHeadSize] = {key_of_text(thread, field), text.features.size(), text.weights.size(),
                                         text.members.size(), text.threads};
  append_numbers(std::span<const std::uint64_t>(head), out);
  append_numbers(text.features, out);
  append_numbers(text.weights, out);
  append_numbers(text.members, out);
}

void SentTexts::add_block(std::string_view block) {
  std::uint64_t place = numbers_.size();
  numbers_.resize(place + block.size() / sizeof(std::uint64_t));
  bool is_whole = block.size() % sizeof(std::uint64_t) == 0;
  if (!block.empty())
    std::memcpy(numbers_.data() + place, block.data(), (numbers_.size() - place) * sizeof(std::uint64_t));
  while (is_whole && place < numbers_.size()) {
    const std::uint64_t size = size_of_text(std::span(numbers_).subspan(place));
    is_whole = size > 0;
    places_->of_texts.emplace(numbers_[place], place);
    place += size;
  }
  if (is_whole) return;
  throw Error("a block of texts is damaged: remove the folder of the run and start it again");
}

TextView SentTexts::get(std::uint32_t thread, std::uint32_t field) const {
  const auto found = places_->of_texts.find(key_of_text(thread, field));
  if (found == places_->of_texts.end()) {
    throw Error(
        fmt::format("a text of thread {} did not arrive where it is compared: this is a fault of Cento or of the "
                    "engine that moves its blocks",
                    thread));
  }
  const std::span<const std::uint64_t> head = std::span(numbers_).subspan(found->second, kHeadSize);
  const std::span<const std::uint64_t> rest = std::span(numbers_).subspan(found->second + kHeadSize);
  const std::size_t weights = head[kFeatures];
  const std::size_t members = weights + kNumbersOfWeight * head[kWeights];
  return {rest.first(weights),
          {reinterpret_cast<const TextWeight*>(rest.data() + weights), head[kWeights]},
          head[kThreads],
          rest.subspan(members, head[kMembers])};
}

}  // namespace cento
