#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <string_view>
#include <utility>

#include "cento/error.hpp"
#include "read/arrow/arrow_files_interface.hpp"

namespace cento {

/// Takes the bytes of a file that the plug-in for Parquet and Arrow files writes. Nothing may be thrown through the
/// plug-in: what the target throws is kept, and thrown when the call into the plug-in has ended. Stays where it is.
class PluginOutput {
 public:
  explicit PluginOutput(std::function<void(std::string_view)> write) : write_(std::move(write)) {}
  PluginOutput(const PluginOutput&) = delete;
  PluginOutput& operator=(const PluginOutput&) = delete;

  /// What to give the plug-in.
  [[nodiscard]] CentoArrowOutput* handle() { return reinterpret_cast<CentoArrowOutput*>(this); }
  static int write(CentoArrowOutput* output, const char* bytes, std::int64_t size);

  /// Calls a function of the plug-in. Throws what the target threw, or Error with what the plug-in reports.
  template <typename Function, typename... Arguments>
  void call(Function function, Arguments... arguments) const {
    CentoArrowProblem problem{};
    if (function(arguments..., &problem) == 0) return;
    if (const std::exception_ptr error = not_written(); error != nullptr) std::rethrow_exception(error);
    throw Error(problem.text);
  }

  /// What the target threw; null if it did not.
  [[nodiscard]] std::exception_ptr not_written() const {
    const std::lock_guard lock(mutex_);
    return not_written_;
  }

 private:
  std::function<void(std::string_view)> write_;
  mutable std::mutex mutex_;
  std::exception_ptr not_written_;  // one thread writes while others prepare
};

}  // namespace cento
