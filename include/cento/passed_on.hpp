#pragma once

#include <utility>

#include "cento/visible.hpp"

namespace cento {

/// A value that passes through code that need not know its type, from one function of its owner to the next.
class CENTO_VISIBLE PassedOn {
 public:
  PassedOn() = default;
  PassedOn(const PassedOn&) = delete;
  PassedOn& operator=(const PassedOn&) = delete;
  virtual ~PassedOn() = default;
};

template <typename Value>
class PassedValue final : public PassedOn {
 public:
  explicit PassedValue(Value value) : value_(std::move(value)) {}

  /// The value inside; `passed` must have been made as a PassedValue of this type.
  static Value& in(PassedOn& passed) { return static_cast<PassedValue&>(passed).value_; }

 private:
  Value value_;
};

}  // namespace cento
