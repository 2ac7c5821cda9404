#include "write/arrow/plugin_output.hpp"

#include <cstddef>

namespace cento {

int PluginOutput::write(CentoArrowOutput* output, const char* bytes, std::int64_t size) {
  auto& own = *reinterpret_cast<PluginOutput*>(output);
  try {
    own.write_({bytes, static_cast<std::size_t>(size)});
    return 0;
  } catch (...) {
    const std::lock_guard lock(own.mutex_);
    own.not_written_ = std::current_exception();
    return 1;
  }
}

}  // namespace cento
