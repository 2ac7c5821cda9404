#pragma once

#include <stdexcept>
#include <string>

#include "cento/visible.hpp"

namespace cento {

/// The one exception for what ends a job. Its message is a whole sentence for the user: what happened, where, and what
/// to do.
class CENTO_VISIBLE Error : public std::runtime_error {
 public:
  explicit Error(const std::string& sentence) : std::runtime_error(sentence) {}
};

/// An option that has an invalid value, or options that cannot be combined.
class CENTO_VISIBLE UsageError : public Error {
 public:
  using Error::Error;
};

/// A job was asked to stop and did: it left nothing behind.
class CENTO_VISIBLE Stopped : public Error {
 public:
  Stopped() : Error("stopped") {}
};

}  // namespace cento
