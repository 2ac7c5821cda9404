#include "methods/pdc/reported_pairs.hpp"

#include <algorithm>
#include <array>

#include <boost/unordered/unordered_flat_set.hpp>

namespace cento {

/// The listed pairs, the smaller number first.
struct ReportedPairs::Listed {
  boost::unordered_flat_set<std::pair<DocId, DocId>> pairs;
};

ReportedPairs::ReportedPairs(const PdcOptions& options)
    : within_(options.passages.within), pairs_up_to_(options.pairs_up_to), listed_(std::make_unique<Listed>()) {}

ReportedPairs::~ReportedPairs() = default;

void ReportedPairs::list(std::span<const std::pair<DocId, DocId>> pairs) {
  is_listed_ = true;
  for (const auto& [a, b] : pairs) listed_->pairs.insert(std::minmax(a, b));
}

void ReportedPairs::for_each_listed(const std::function<void(std::span<const std::pair<DocId, DocId>>)>& use) const {
  constexpr std::size_t kAtOnce = 256;
  std::array<std::pair<DocId, DocId>, kAtOnce> some;
  std::size_t size = 0;
  for (const std::pair<DocId, DocId>& pair : listed_->pairs) {
    some[size++] = pair;
    if (size < kAtOnce) continue;
    use(some);
    size = 0;
  }
  if (size > 0) use(std::span(some).first(size));
}

bool ReportedPairs::lists(DocId a, DocId b) const {
  return listed_->pairs.contains(std::minmax(a, b));
}

std::size_t ReportedPairs::listed_size() const {
  return listed_->pairs.size();
}

}  // namespace cento
