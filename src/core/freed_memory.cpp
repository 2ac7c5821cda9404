#include "core/freed_memory.hpp"

#include <malloc.h>

namespace cento {

void return_freed_memory() {
  ::malloc_trim(0);
}

}  // namespace cento
