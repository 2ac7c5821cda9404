#pragma once

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <arrow/result.h>
#include <arrow/status.h>

#include "read/arrow/arrow_files_interface.hpp"

namespace cento::arrow_files {

/// What Arrow reports, in the first line: the others are for its developers. Without a full stop, since more follows.
inline std::runtime_error error_of(const arrow::Status& status) {
  std::string message = status.message();
  message = message.substr(0, message.find('\n'));
  if (message.ends_with('.')) message.pop_back();
  return std::runtime_error(message);
}

inline void check(const arrow::Status& status) {
  if (!status.ok()) throw error_of(status);
}

template <typename Value>
Value checked(arrow::Result<Value> result) {
  if (!result.ok()) throw error_of(result.status());
  return std::move(result).ValueUnsafe();
}

/// Some messages begin with the kind of the status.
inline const char* without_kind(const char* message) {
  for (const std::string_view kind : {"Invalid: ", "IOError: "}) {
    if (std::string_view(message).starts_with(kind)) return message + kind.size();
  }
  return message;
}

/// Runs a function of the interface: nothing is thrown across the boundary.
template <typename Function>
int guarded(CentoArrowProblem* problem, const Function& function) noexcept {
  try {
    function();
    return 0;
  } catch (const std::bad_alloc&) {
    std::snprintf(problem->text, sizeof(problem->text), "there is not enough memory");
  } catch (const std::exception& error) {
    std::snprintf(problem->text, sizeof(problem->text), "%s", without_kind(error.what()));
  } catch (...) {
    std::snprintf(problem->text, sizeof(problem->text), "unknown error");
  }
  return 1;
}

}  // namespace cento::arrow_files
