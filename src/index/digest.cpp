#include "index/digest.hpp"

namespace cento {

namespace {

template <typename T>
void empty(PlainVector<T>& values) {
  values.clear();
  release_if_large(values);
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
