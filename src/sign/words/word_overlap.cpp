#include "sign/words/word_overlap.hpp"

#include <algorithm>
#include <cmath>

namespace cento {

double word_weight(std::uint64_t token_hash, const DocumentFrequencies* statistics) {
  if (statistics == nullptr || statistics->documents() == 0) return 1;
  return weight_of_count(statistics->of(token_hash), statistics->documents());
}

double weight_of_count(std::uint32_t having, std::uint64_t documents) {
  const double with_word = std::max<std::uint32_t>(1, having);
  return std::max(0.0, std::log(static_cast<double>(documents) / with_word));
}

void OverlapQuery::clear() {
  words_.clear();
  weights_.clear();
  total_ = 0;
}

void OverlapQuery::add(std::uint32_t word, double weight) {
  words_.push_back(word);
  weights_.push_back(weight);
  total_ += weight;
}

WordOverlap OverlapQuery::overlap(std::span<const std::uint32_t> other) const {
  WordOverlap found;
  std::size_t own = 0;
  std::size_t theirs = 0;
  // Steps without branches: which word is lower is unpredictable.
  while (own < words_.size() && theirs < other.size()) {
    const std::uint32_t a = words_[own];
    const std::uint32_t b = other[theirs];
    const bool same = a == b;
    found.shared += static_cast<std::uint32_t>(same);
    found.weight += same ? weights_[own] : 0.0;
    own += static_cast<std::size_t>(a <= b);
    theirs += static_cast<std::size_t>(b <= a);
  }
  return found;
}

double OverlapQuery::score(const WordOverlap& overlap) const {
  if (words_.empty()) return 0;
  const double share = overlap.shared / static_cast<double>(words_.size());
  if (formula_ == OverlapFormula::paper) return share * overlap.weight;
  return total_ > 0 ? share * (overlap.weight / total_) : share * share;
}

std::uint32_t OverlapQuery::least_shared(double threshold) const {
  std::uint32_t shared = 0;
  while (shared <= words_.size() && score({shared, total_}) < threshold) ++shared;
  return shared;
}

}  // namespace cento
