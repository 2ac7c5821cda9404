#include "methods/ndd/tasks/showing_part.hpp"

#include <algorithm>
#include <utility>

#include "join/common_kernels.hpp"
#include "join/join_kernels.hpp"

namespace cento {

namespace {

/// Passes records on to the tasks of their groups.
class GroupWriter {
 public:
  explicit GroupWriter(std::size_t groups) : groups_(groups), out_(groups) {}

  template <typename Record>
  void add(const Record& record) {
    out_.add(group_of(GroupKey()(record), groups_), record);
  }
  [[nodiscard]] std::vector<OutgoingBlocks::Block> take() { return out_.take(); }

 private:
  std::size_t groups_;
  OutgoingBlocks out_;
};

}  // namespace

ShowingPart::ShowingPart(const JoinTask& task, std::size_t part, PartSets sets, std::span<const LaterMember> later,
                         std::vector<CommonCount> counts, std::size_t slice)
    : task_(task),
      part_(part),
      sets_(std::move(sets)),
      slices_(task.slices()),
      slice_(slice),
      is_out_(sets_.size()),
      needed_(sets_.size()),
      used_(sets_.size()) {
  if (sets_.size() != task.parts.end(part) - task.parts.begin(part)) {
    throw Error("a part has another number of documents than when it was signed: did the input change meanwhile?");
  }
  for (const LaterMember& one : later) is_out_.at(one.document - task.parts.begin(part)) = 1;
  const WantedSimilarity wanted = task.wanted();
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    if (is_out_[set] == 0 && sets_.size_of(set) > 0) needed_[set] = wanted.prefix_size(sets_.size_of(set));
  }
  show_slices_before(slice, std::move(counts));
}

/// How many features of the slices before were rare, and how many each set still needs.
void ShowingPart::show_slices_before(std::size_t slice, std::vector<CommonCount> counts) {
  std::sort(counts.begin(), counts.end());
  auto common = counts.begin();
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    if (is_out_[set] != 0) continue;
    for (std::uint32_t i = 0; i < slice; ++i) {
      if (needed_[set] == 0 && !slices_[i].is_for_all) continue;
      auto rare = static_cast<std::uint32_t>(features_in(slices_[i], sets_.get(set)).size());
      for (; common != counts.end() && common->set == number_of(set) && common->slice == i; ++common)
        rare -= common->count;
      needed_[set] -= std::min(needed_[set], rare);
      if (slices_[i].is_for_all) used_[set] += rare;
    }
  }
}

std::vector<OutgoingBlocks::Block> ShowingPart::show() const {
  GroupWriter writer(task_.groups);
  const FeatureSlice& slice = slices_.at(slice_);
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    if (is_out_[set] != 0 || (needed_[set] == 0 && !slice.is_for_all)) continue;
    for (const std::uint64_t feature : features_in(slice, sets_.get(set))) {
      writer.add(ShownFeature{shortened(feature), number_of(set)});
    }
  }
  return writer.take();
}

std::vector<OutgoingBlocks::Block> ShowingPart::show_commons(std::vector<CommonShown> commons) const {
  std::sort(commons.begin(), commons.end());
  GroupWriter writer(task_.groups);
  std::vector<Frequency> own;
  auto begin = commons.begin();
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    if (needed_[set] == 0) continue;
    own.clear();
    begin = std::lower_bound(begin, commons.end(), CommonShown{number_of(set), 0, 0, 0});
    std::uint32_t slice = 0;
    for (const std::uint64_t feature : sets_.get(set)) {
      while (feature > slices_[slice].last) ++slice;
      const CommonShown wanted{number_of(set), slice, shortened(feature), 0};
      const auto common = std::lower_bound(begin, commons.end(), wanted);
      if (common != commons.end() && !(wanted < *common)) own.push_back({feature, common->sets});
    }
    write_commons(own, needed_[set], false, number_of(set), writer);
  }
  return writer.take();
}

std::uint64_t ShowingPart::needy() const {
  return static_cast<std::uint64_t>(
      std::count_if(needed_.begin(), needed_.end(), [](std::uint32_t needed) { return needed > 0; }));
}

}  // namespace cento
