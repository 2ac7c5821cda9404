#pragma once

namespace cento {

/// Empties a container and frees its memory, which neither clear() nor `container = {}` does.
template <typename Container>
void release(Container& container) {
  Container().swap(container);
}

}  // namespace cento
