#include "text/fold/fold_buffers.hpp"

#include <algorithm>

namespace cento {

void FoldBuffers::start(const std::uint8_t* begin, const std::uint8_t* end) {
  source = begin;
  source_end = end;
  folded_size = 0;
  full_words = 0;
  open_token_word = 0;
  open_forced_word = 0;
  open_count = 0;
  in_token = false;
  after_single = false;
  stretch_count = 0;
  make_room(static_cast<std::size_t>(end - begin));
}

void FoldBuffers::make_room(std::size_t bytes) {
  const std::size_t wanted = folded_size + bytes + kFoldSlack;
  if (wanted <= folded_capacity) return;
  folded_capacity = std::max(wanted, folded_capacity + folded_capacity / 2);
  folded_bytes_.resize(folded_capacity);
  token_words_.resize(folded_capacity / 64 + 4);
  forced_words_.resize(folded_capacity / 64 + 4);
  folded = folded_bytes_.data();
  token_bits = token_words_.data();
  forced_bits = forced_words_.data();
}

void FoldBuffers::add_stretch(const FoldedStretch& stretch) {
  if (stretch_count == stretch_capacity) {
    stretch_capacity = std::max<std::size_t>(64, stretch_capacity * 2);
    stretch_list_.resize(stretch_capacity);
    stretches = stretch_list_.data();
  }
  stretches[stretch_count++] = stretch;
}

}  // namespace cento
