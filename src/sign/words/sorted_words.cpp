#include "sign/words/sorted_words.hpp"

#include <algorithm>

#include "sign/sequence_fingerprint.hpp"

namespace cento {

bool SortedWordsSigner::sign(const TokenRange& tokens, Fingerprint& out) {
  kept_.clear();
  common_.append_others(tokens.hashes, kept_);
  if (kept_.empty()) return false;
  std::sort(kept_.begin(), kept_.end());
  out = sequence_fingerprint(kept_);
  return true;
}

}  // namespace cento
