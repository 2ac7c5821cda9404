#pragma once

#include "cento/arrow.hpp"

namespace cento {

/// A struct of the Arrow C data interface that is released in the end.
template <typename Struct>
class OwnedArrow {
 public:
  OwnedArrow() = default;
  ~OwnedArrow() {
    if (value.release != nullptr) value.release(&value);
  }
  OwnedArrow(const OwnedArrow&) = delete;
  OwnedArrow& operator=(const OwnedArrow&) = delete;

  Struct value{};  // release is null while there is none
};

using OwnedArrowArray = OwnedArrow<ArrowArray>;
using OwnedArrowSchema = OwnedArrow<ArrowSchema>;

}  // namespace cento
