#pragma once

#include <stdexcept>
#include <string>

namespace cento {

/// The one exception for what ends the run. Its message is a whole sentence for the user: what happened, where, and
/// what to do. It is thrown where the trouble is found and shown once, by the program's main().
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& sentence) : std::runtime_error(sentence) {}
};

/// A mistake in how the program was called (exit code 2 instead of 1).
class UsageError : public Error {
 public:
  using Error::Error;
};

}  // namespace cento
