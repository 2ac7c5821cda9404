#include "study/ndd/compared_sets.hpp"

#include <algorithm>
#include <iterator>

#include <boost/unordered/unordered_flat_map.hpp>

#include "sign/feature_set.hpp"

namespace cento {

namespace {}  // namespace

struct ComparedSets::Numbers {
  boost::unordered_flat_map<Fingerprint, std::uint32_t, HashFingerprint> of;
};

ComparedSets::ComparedSets(const MemoryPart& memory, const std::string& temp_dir)
    : store_(memory, temp_dir), numbers_(std::make_unique<Numbers>()) {}

ComparedSets::~ComparedSets() = default;

std::uint32_t ComparedSets::add(std::span<const std::uint64_t> set, const Fingerprint& fingerprint,
                                std::uint32_t documents) {
  if (set.empty()) return kNone;
  const auto number = static_cast<std::uint32_t>(size());
  const auto [known, is_new] = numbers_->of.emplace(fingerprint, number);
  if (is_new) return add_apart(set, static_cast<std::uint32_t>(set.size()), documents);
  documents_[known->second] += documents;
  return known->second;
}

std::uint32_t ComparedSets::add_apart(std::span<const std::uint64_t> set, std::uint32_t size, std::uint32_t documents) {
  if (set.empty()) return kNone;
  store_.add(set);
  sizes_.push_back(size);
  documents_.push_back(documents);
  return static_cast<std::uint32_t>(documents_.size() - 1);
}

void ComparedSets::finish_adding() {
  numbers_.reset();
}

KeptSets::KeptSets(const ComparedSets& all, const KeepsShingle& keeps, RrSizes rr_sizes, const MemoryPart& memory,
                   const std::string& temp_dir)
    : sets(memory, temp_dir) {
  number_of.reserve(all.size());
  Features scratch;
  Features kept;
  for (std::uint32_t set = 0; set < all.size(); ++set) {
    const auto shingles = all.store().get(set, scratch);
    kept.clear();
    std::copy_if(shingles.begin(), shingles.end(), std::back_inserter(kept), keeps);
    const auto size = static_cast<std::uint32_t>(shingles.size());
    number_of.push_back(rr_sizes == RrSizes::kept ? sets.add(kept, fingerprint_of_set(kept), all.documents(set))
                                                  : sets.add_apart(kept, size, all.documents(set)));
  }
  sets.finish_adding();
}

}  // namespace cento
