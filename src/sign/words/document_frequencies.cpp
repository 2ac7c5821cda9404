#include "sign/words/document_frequencies.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace cento {

namespace {

constexpr std::size_t kEntriesPerSlot = 8;  // about this many are scanned per lookup
constexpr int kHashBits = 64;

bool by_hash(const Frequency& a, const Frequency& b) {
  return a.hash < b.hash;
}

}  // namespace

DocumentFrequencies::DocumentFrequencies(std::uint64_t documents, std::vector<Frequency> counts)
    : documents_(documents), counts_(std::move(counts)) {
  if (!std::is_sorted(counts_.begin(), counts_.end(), by_hash)) std::sort(counts_.begin(), counts_.end(), by_hash);
  const int bits = std::max(1, static_cast<int>(std::bit_width(counts_.size() / kEntriesPerSlot)));
  directory_shift_ = kHashBits - bits;
  directory_.assign((std::size_t{1} << bits) + 1, 0);
  for (const Frequency& entry : counts_) ++directory_[(entry.hash >> directory_shift_) + 1];
  for (std::size_t slot = 1; slot < directory_.size(); ++slot) directory_[slot] += directory_[slot - 1];
}

std::uint32_t DocumentFrequencies::of(std::uint64_t hash) const {
  if (counts_.empty()) return 0;
  const std::size_t slot = hash >> directory_shift_;
  const auto first = counts_.begin() + directory_[slot];
  const auto last = counts_.begin() + directory_[slot + 1];
  const auto found = std::lower_bound(first, last, Frequency{hash, 0}, by_hash);
  return found != last && found->hash == hash ? found->documents : 0;
}

double DocumentFrequencies::idf(std::uint64_t hash) const {
  return idf_of_count(of(hash));
}

double DocumentFrequencies::idf_of_count(std::uint32_t documents) const {
  if (documents_ < 2) return 0;
  const auto total = static_cast<double>(documents_);
  const auto holding = static_cast<double>(std::max<std::uint32_t>(1, documents));
  return std::log(total / holding) / std::log(total);
}

std::vector<std::uint64_t> DocumentFrequencies::over(std::uint64_t documents) const {
  std::vector<std::uint64_t> hashes;
  for (const Frequency& entry : counts_) {
    if (entry.documents > documents) hashes.push_back(entry.hash);
  }
  return hashes;
}

std::vector<std::uint64_t> DocumentFrequencies::most_frequent(std::size_t k) const {
  std::vector<Frequency> best = counts_;
  const auto wanted = best.begin() + static_cast<std::ptrdiff_t>(std::min(k, best.size()));
  std::partial_sort(best.begin(), wanted, best.end(), [](const Frequency& a, const Frequency& b) {
    return a.documents != b.documents ? a.documents > b.documents : a.hash < b.hash;
  });
  std::vector<std::uint64_t> hashes;
  for (auto entry = best.begin(); entry != wanted; ++entry) hashes.push_back(entry->hash);
  return hashes;
}

}  // namespace cento
