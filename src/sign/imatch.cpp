#include "sign/imatch.hpp"

#include <algorithm>
#include <limits>

#include "sign/sequence_fingerprint.hpp"

namespace cento {

namespace {

constexpr double kRounding = 1e-9;  // so that rounding does not decide at the ends of the range

/// The least number of documents, from 1 on, whose idf is at most `bound`. The idf decreases as documents increase.
std::uint64_t documents_at(const DocumentFrequencies& frequencies, double bound) {
  std::uint64_t low = 1;
  std::uint64_t high = std::uint64_t{std::numeric_limits<std::uint32_t>::max()} + 1;
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    if (frequencies.idf_of_count(static_cast<std::uint32_t>(middle)) <= bound) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

IMatchSigner::IMatchSigner(const DocumentFrequencies& frequencies, IdfRange range)
    : frequencies_(frequencies),
      fewest_documents_(documents_at(frequencies, range.highest + kRounding)),
      keeps_unknown_(fewest_documents_ == 1 && frequencies.idf_of_count(0) >= range.lowest - kRounding),
      common_(frequencies.over(documents_at(frequencies, range.lowest - kRounding) - 1)) {}

bool IMatchSigner::sign(const TokenRange& tokens, Fingerprint& out) {
  kept_.clear();
  common_.append_others(tokens.hashes, kept_);
  if (!keeps_unknown_) {
    std::erase_if(kept_, [this](std::uint64_t token) { return frequencies_.of(token) < fewest_documents_; });
  }
  if (kept_.empty()) return false;
  std::sort(kept_.begin(), kept_.end());
  kept_.erase(std::unique(kept_.begin(), kept_.end()), kept_.end());
  out = sequence_fingerprint(kept_);
  return true;
}

}  // namespace cento
