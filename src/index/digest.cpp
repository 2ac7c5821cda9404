#include "index/digest.hpp"

namespace cento {

void DigestBatch::clear() {
  texts.clear();
  part_counts.clear();
  part_sizes.clear();
  contents.clear();
  spans.clear();
  bits.clear();
  word_counts.clear();
  words.clear();
  thread_sizes.clear();
  threads.clear();
  for (PlainVector<IndexKey>& table : keys) table.clear();
}

}  // namespace cento
