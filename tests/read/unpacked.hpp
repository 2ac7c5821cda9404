#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "read/input/input.hpp"

namespace cento::testing {

inline std::string rest_of(Input& in, std::size_t step = 1) {
  std::string all;
  for (std::string_view window = in.peek(step); !window.empty(); window = in.peek(step)) {
    all += window;
    in.consume(window.size());
  }
  return all;
}

inline std::string unpacked(std::string_view bytes) {
  return rest_of(*memory_input("FILE", bytes));
}

inline std::string problem_with(std::string_view bytes) {
  const auto in = memory_input("FILE", bytes);
  rest_of(*in);
  return in->problem();
}

/// Text that compresses, but not too well.
inline std::string words(std::size_t size, unsigned seed = 1) {
  std::string text;
  while (text.size() < size) {
    seed = seed * 1103515245 + 12345;
    text += "word" + std::to_string(seed >> 16) + (seed % 7 == 0 ? "\n" : " ");
  }
  text.resize(size);
  return text;
}

/// Returns few bytes at a time, as a slow pipe does.
class Trickle : public ByteSource {
 public:
  Trickle(std::string bytes, std::size_t step) : bytes_(std::move(bytes)), step_(step) {}
  std::size_t read(char* out, std::size_t size) override {
    const std::size_t taken = bytes_.copy(out, std::min(size, step_), at_);
    at_ += taken;
    return taken;
  }

 private:
  std::string bytes_;
  std::size_t step_;
  std::size_t at_ = 0;
};

inline std::unique_ptr<Input> trickle(std::string bytes, std::size_t step) {
  return std::make_unique<Input>("FILE", "", std::make_unique<Trickle>(std::move(bytes), step));
}

/// The bytes with a bit flipped, `before_end` bytes before their end.
inline std::string flipped(std::string bytes, std::size_t before_end) {
  char& byte = bytes[bytes.size() - before_end];
  byte = static_cast<char>(byte ^ 1);
  return bytes;
}

}  // namespace cento::testing
