#include "index/digest.hpp"

namespace cento {

namespace {

/// Keeps memory of usual size, and frees that of large documents.
template <typename T>
void empty(PlainVector<T>& values) {
  constexpr std::size_t kKeptBytes = std::size_t{1} << 20;
  values.clear();
  if (values.capacity() * sizeof(T) > kKeptBytes) values = PlainVector<T>();
}

}  // namespace

void DigestBatch::clear() {
  empty(texts);
  empty(part_counts);
  empty(part_sizes);
  empty(contents);
  empty(spans);
  empty(bits);
  empty(word_counts);
  empty(words);
  empty(thread_sizes);
  empty(threads);
  for (PlainVector<IndexKey>& table : keys) empty(table);
}

}  // namespace cento
