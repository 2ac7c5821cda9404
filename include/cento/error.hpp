#pragma once

#include <stdexcept>
#include <string>
#include <utility>

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
  explicit UsageError(const std::string& sentence, std::string option = {})
      : Error(sentence), option_(std::move(option)) {}

  /// The name of the option that is unknown or has an invalid value; empty when the sentence is about something else.
  [[nodiscard]] const std::string& option() const { return option_; }

 private:
  std::string option_;
};

/// Input that ends a job: a source that cannot be opened, or the first bad record when the job is strict.
class CENTO_VISIBLE InputError : public Error {
 public:
  InputError(const std::string& sentence, std::string place) : Error(sentence), place_(std::move(place)) {}

  /// Where it is, such as "a.jsonl, line 7"; of several sources, the first.
  [[nodiscard]] const std::string& place() const { return place_; }

 private:
  std::string place_;
};

/// A job was asked to stop and did: it left nothing behind.
class CENTO_VISIBLE Stopped : public Error {
 public:
  Stopped() : Error("stopped") {}
};

}  // namespace cento
