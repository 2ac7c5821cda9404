#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cento {

/// Texts that come again and again, such as ids: each is kept once and has a number.
class RepeatedTexts {
 public:
  /// The number of a text, which is kept if it is new.
  std::uint32_t number_of(std::string_view text);

  [[nodiscard]] std::string_view operator[](std::uint32_t number) const {
    const std::size_t begin = number == 0 ? 0 : texts_[number - 1].end;
    return {bytes_.data() + begin, texts_[number].end - begin};
  }

 private:
  struct Text {
    std::size_t end;  // in bytes_
    std::size_t hash;
  };

  [[nodiscard]] std::size_t slot_of(std::string_view text, std::size_t hash) const;
  void make_room();

  std::vector<char> bytes_;
  std::vector<Text> texts_;           // by number
  std::vector<std::uint32_t> slots_;  // by hash value, a power of two of them: the number and 1; 0 for none
  std::uint32_t last_ = 0;
};

}  // namespace cento
