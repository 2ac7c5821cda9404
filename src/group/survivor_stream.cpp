#include "group/survivor_stream.hpp"

#include <boost/unordered/unordered_flat_set.hpp>

namespace cento {

struct SurvivorStream::Removed {
  boost::unordered_flat_set<DocId> documents;
};

SurvivorStream::SurvivorStream() : removed_(std::make_unique<Removed>()) {}
SurvivorStream::~SurvivorStream() = default;

void SurvivorStream::add(const RankedPair& pair, std::vector<StreamedVerdict>& out) {
  if (later_ != pair.later) {
    finish(out);
    later_ = pair.later;
    verdict_ = {};
  }
  if (removed_->documents.contains(pair.earlier)) return;
  const Verdict found{pair.earlier, pair.earlier_is_reference ? Removal::reference : Removal::near_duplicate,
                      pair.shared, pair.size_later, pair.size_earlier};
  if (!verdict_.stays()) {
    if (found.removal != verdict_.removal) return;  // those of the reference came first, and are better reasons
    if (found.similarity() <= verdict_.similarity()) return;  // of equal ones the better-ranked came first
  }
  verdict_ = found;
}

void SurvivorStream::finish(std::vector<StreamedVerdict>& out) {
  if (!later_ || verdict_.stays()) return;
  removed_->documents.insert(*later_);
  out.push_back({*later_, verdict_});
}

}  // namespace cento
