#include "methods/ndd/tasks/pairing_part.hpp"

#include <algorithm>
#include <string>

#include <boost/unordered/unordered_flat_set.hpp>

#include "core/spill/groups.hpp"
#include "join/verify.hpp"

namespace cento {

namespace {

void send_set(std::size_t to, std::uint32_t number, std::span<const std::uint64_t> set, std::string& scratch,
              OutgoingBlocks& out) {
  scratch.clear();
  SentSets::write(number, set, scratch);
  out.add(to, std::string_view(scratch));
}

/// Adds up the proposals for each pair. `proposals` ascend by b, then a.
void merge(std::span<const ProposedPair> proposals, std::vector<ProposedPair>& merged) {
  merged.clear();
  for (const ProposedPair& one : proposals) {
    if (merged.empty() || merged.back().a != one.a) {
      merged.push_back(one);
    } else {
      merged.back().shared += one.shared;
    }
  }
}

}  // namespace

FoundHomes find_homes(const JoinTask& task, std::size_t part, const ShowingPart& showing,
                      std::vector<ProposedPair> proposals) {
  const WantedSimilarity wanted = task.wanted();
  std::sort(proposals.begin(), proposals.end(),
            [](const ProposedPair& x, const ProposedPair& y) { return x.b != y.b ? x.b < y.b : x.a < y.a; });
  OutgoingBlocks pairs(task.parts.size());
  OutgoingBlocks sets(task.parts.size());
  OutgoingBlocks sent(task.parts.size());
  std::vector<ProposedPair> merged;
  std::string scratch;
  const auto same_b = [](const ProposedPair& x, const ProposedPair& y) { return x.b == y.b; };
  for_each_group(std::span<const ProposedPair>(proposals), same_b, [&](std::span<const ProposedPair> group) {
    const std::uint32_t b = group.front().b;
    const std::size_t set = b - task.parts.begin(part);
    const std::uint32_t size = showing.sets().size_of(set);
    const std::uint32_t rest = showing.rest_of(set);
    merge(group, merged);
    std::erase_if(merged, [&](const ProposedPair& pair) { return pair.shared + rest < wanted.least_shared(size); });
    if (merged.empty()) return;
    const std::uint32_t home = merged.front().a;
    const std::size_t part_of_home = task.parts.part_of(home);
    for (const ProposedPair& pair : merged) {
      pairs.add(task.parts.part_of(pair.a), PairAtHome{pair.a, b, home, pair.shared, size, rest});
    }
    if (part_of_home == part) return;
    send_set(part_of_home, b, showing.sets().get(set), scratch, sets);
    sent.add(part, SentSet{b, static_cast<std::uint32_t>(part_of_home)});
  });
  return {pairs.take(), sets.take(), sent.take()};
}

SentForPairs send_sets(const JoinTask& task, std::size_t part, const PartSets& sets, std::span<const PairAtHome> pairs,
                       std::span<const SentSet> sent) {
  const WantedSimilarity wanted = task.wanted();
  const auto key = [](std::uint32_t set, std::size_t to) { return std::uint64_t{set} << 32U | to; };
  boost::unordered_flat_set<std::uint64_t> known;
  for (const SentSet& one : sent) known.insert(key(one.set, one.part));
  OutgoingBlocks out_pairs(task.parts.size());
  OutgoingBlocks out_sets(task.parts.size());
  std::string scratch;
  for (const PairAtHome& pair : pairs) {
    const std::size_t set = pair.a - task.parts.begin(part);
    const std::uint32_t size = sets.size_of(set);
    if (!wanted.sizes_fit(size, pair.size_b)) continue;
    if (pair.shared + pair.rest_b < wanted.least_shared(size, pair.size_b)) continue;
    const std::size_t to = task.parts.part_of(pair.home);
    out_pairs.add(to, ProposedPair{pair.a, pair.b, pair.shared});
    if (to != part && known.insert(key(pair.a, to)).second) send_set(to, pair.a, sets.get(set), scratch, out_sets);
  }
  return {out_pairs.take(), out_sets.take()};
}

std::vector<SimilarPair> compare_at_home(const JoinTask& task, std::size_t part, const PartSets& sets,
                                         const SentSets& sent, std::vector<ProposedPair> pairs) {
  const WantedSimilarity wanted = task.wanted();
  const auto features_of = [&](std::uint32_t set) {
    return task.parts.part_of(set) == part ? sets.get(set - task.parts.begin(part)) : sent.get(set);
  };
  std::sort(pairs.begin(), pairs.end(),
            [](const ProposedPair& x, const ProposedPair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  std::vector<SimilarPair> found;
  for (const ProposedPair& pair : pairs) {
    const auto a = features_of(pair.a);
    const auto b = features_of(pair.b);
    const auto shared = verify_similarity(a, b, wanted);
    if (!shared) continue;
    found.push_back(
        {pair.a, pair.b, *shared, static_cast<std::uint32_t>(a.size()), static_cast<std::uint32_t>(b.size())});
  }
  return found;
}

}  // namespace cento
