#pragma once

#include <cstddef>
#include <cstdint>

#include "core/memory/plain_vector.hpp"
#include "text/fold/fold_state.hpp"

namespace cento {

/// The memory behind a FoldState. Reused from piece to piece.
class FoldBuffers : public FoldState {
 public:
  FoldBuffers() = default;
  FoldBuffers(const FoldBuffers&) = delete;
  FoldBuffers& operator=(const FoldBuffers&) = delete;

  static FoldBuffers& of(FoldState& state) { return static_cast<FoldBuffers&>(state); }

  /// Starts on the next piece. kFoldReadAhead bytes after `end` must be readable.
  void start(const std::uint8_t* begin, const std::uint8_t* end);

  /// Makes room for `bytes` more folded bytes, plus slack.
  void make_room(std::size_t bytes);

  void add_stretch(const FoldedStretch& stretch);

 private:
  PlainVector<std::uint8_t> folded_bytes_;
  PlainVector<std::uint64_t> token_words_;
  PlainVector<std::uint64_t> forced_words_;
  PlainVector<FoldedStretch> stretch_list_;
};

}  // namespace cento
