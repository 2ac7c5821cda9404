#include "write/arrow/repeated_texts.hpp"

#include <functional>

namespace cento {

std::uint32_t RepeatedTexts::number_of(std::string_view text) {
  if (last_ < texts_.size() && (*this)[last_] == text) return last_;
  make_room();
  const std::size_t hash = std::hash<std::string_view>()(text);
  std::uint32_t& slot = slots_[slot_of(text, hash)];
  if (slot == 0) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    texts_.push_back({bytes_.size(), hash});
    slot = static_cast<std::uint32_t>(texts_.size());
  }
  return last_ = slot - 1;
}

/// Where the text is, or where it belongs.
std::size_t RepeatedTexts::slot_of(std::string_view text, std::size_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] != 0) {
    const std::uint32_t number = slots_[slot] - 1;
    if (texts_[number].hash == hash && (*this)[number] == text) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

/// For one more text. Half of the slots stay empty, so that searches are short.
void RepeatedTexts::make_room() {
  constexpr std::size_t kSlotsLeast = 16;
  if (2 * (texts_.size() + 1) <= slots_.size()) return;
  slots_.assign(slots_.empty() ? kSlotsLeast : 2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t number = 0; number < texts_.size(); ++number) {
    std::size_t slot = texts_[number].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(number + 1);
  }
}

}  // namespace cento
