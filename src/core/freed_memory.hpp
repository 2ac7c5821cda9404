#pragma once

namespace cento {

/// Empties a container and gives its memory back, which neither clear() nor `container = {}` does.
template <typename Container>
void release(Container& container) {
  Container().swap(container);
}

/// Hands freed memory that the heap still holds back to the system: between two steps of which the first took much.
void return_freed_memory();

}  // namespace cento
