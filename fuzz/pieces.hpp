#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "read/input/input.hpp"

namespace cento {

/// Bytes that arrive a few at a time, as from a pipe.
class Pieces : public ByteSource {
 public:
  Pieces(std::string_view bytes, std::size_t step) : rest_(bytes), step_(step) {}
  std::size_t read(char* out, std::size_t size) override {
    const std::size_t taken = rest_.copy(out, std::min(size, step_));
    rest_.remove_prefix(taken);
    return taken;
  }

 private:
  std::string_view rest_;
  std::size_t step_;
};

}  // namespace cento
