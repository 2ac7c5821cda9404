#include "join/weighted_join.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/freed_memory.hpp"
#include "core/plain_vector.hpp"
#include "core/spillable_memory.hpp"
#include "join/join_kernels.hpp"
#include "join/weighted_order.hpp"

namespace cento {

namespace {

using Found = std::function<void(std::uint32_t, std::uint32_t, std::size_t)>;

/// A bijection, so that partitions are even although rare features have low numbers.
constexpr std::uint32_t kSpread = 0x9e3779b1U;
constexpr std::uint32_t kSpreadBack = 0x0e8b2f51U;
static_assert(kSpread * kSpreadBack == 1U);

/// A set that shows a feature. If that is the first that it shares with a heavier set, both share at most what the set
/// weighs from there on, and the other can weigh at most `reach`, or anything if that is all ones.
struct ShownWeight {
  std::uint32_t feature = 0;  // spread
  std::uint32_t place = 0;
  std::uint32_t reach = 0;

  [[nodiscard]] std::uint64_t group() const { return feature; }
  [[nodiscard]] bool reaches(std::uint64_t total) const { return total <= reach || reach == kAnyReach; }
  friend bool operator<(const ShownWeight& x, const ShownWeight& y) { return x.place < y.place; }

  static constexpr std::uint32_t kAnyReach = std::numeric_limits<std::uint32_t>::max();
};

struct ShownWeightKey {
  std::uint64_t operator()(const ShownWeight& shown) const { return shown.group() << 32; }
};

class WeightedJoin {
 public:
  WeightedJoin(const WeightedSets& sets, const WeightedJoinOptions& options, LocalExecutor& executor,
               const Found& found)
      : sets_(sets),
        wanted_(options.measure, options.threshold),
        gives_up_(options.partitioning == Partitioning::by_document && options.tight_bound),
        executor_(executor),
        found_(found),
        order_(sets, wanted_, executor),
        counts_(executor.workers()),
        list_ends_(sets.memory()) {}

  WeightedJoinCounts by_term() {
    auto shown = executor_.regroup<ShownWeight>(entries(), ShownWeightKey());
    executor_.for_each_range(order_.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t place = begin; place < end; ++place) {
        for_each_shown(place, [&](std::uint32_t feature, std::uint32_t reach, std::uint64_t) {
          shown.writer(worker).add({feature * kSpread, static_cast<std::uint32_t>(place), reach});
          ++counts_[worker].shown_features;
        });
      }
    });
    shown.for_each_batch([&](std::span<const ShownWeight> records, std::size_t worker) {
      for_each_group(records, [&](std::span<const ShownWeight> list) { join_list(list, worker); });
    });
    return total_counts();
  }

  WeightedJoinCounts by_document() {
    WeightedJoinCounts counts;
    for (std::size_t first = 0; first < order_.size(); first = end_) {
      index_block(first, end_of_block(first));
      probe_block();
      ++counts.blocks;
    }
    counts += total_counts();
    return counts;
  }

 private:
  [[nodiscard]] std::uint64_t total(std::size_t place) const { return order_.total(place); }
  [[nodiscard]] std::span<const std::uint32_t> shown_by_heavier(std::size_t place) const {
    return wanted_.heavier_shows_all() ? order_.features(place) : order_.prefix(place);
  }

  /// Calls `use(feature, reach, most shared)` for each feature that a set shows to lighter ones. `reach` is 0 where it
  /// does not show it to heavier ones.
  template <typename Use>
  void for_each_shown(std::size_t place, const Use& use) const {
    const std::size_t in_prefix = order_.prefix(place).size();
    std::uint64_t from_here = total(place) - order_.alone(place);
    std::size_t i = 0;
    for (const std::uint32_t feature : shown_by_heavier(place)) {
      const std::uint64_t reach = wanted_.heaviest_above(total(place), from_here);
      const auto short_reach = static_cast<std::uint32_t>(std::min<std::uint64_t>(reach, ShownWeight::kAnyReach));
      use(feature, i++ < in_prefix ? short_reach : 0, from_here);
      from_here -= sets_.weight(feature);
    }
  }

  [[nodiscard]] std::uint64_t entries() const {
    std::uint64_t entries = 0;
    for (std::size_t place = 0; place < order_.size(); ++place) entries += shown_by_heavier(place).size();
    return entries;
  }

  enum class Outcome { similar, not_similar, given_up, found_elsewhere };

  /// Adds up what two sets share. With a `first` feature: only if that is the first that they share.
  template <bool kGivesUp>
  Outcome verify(std::size_t lighter, std::size_t heavier, std::optional<std::uint32_t> first) const {
    const std::uint64_t least = wanted_.least_shared_of_pair(total(lighter), total(heavier));
    if (total(lighter) < least) return Outcome::not_similar;
    const std::uint64_t spare_lighter = total(lighter) - least;
    const std::uint64_t spare_heavier = total(heavier) - least;
    std::uint64_t missed_a = order_.alone(lighter);
    std::uint64_t missed_b = order_.alone(heavier);
    if (kGivesUp && (missed_a > spare_lighter || missed_b > spare_heavier)) return Outcome::given_up;
    const auto a = order_.features(lighter);
    const auto b = order_.features(heavier);
    std::uint64_t shared = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a[i] == b[j]) {
        if (first && shared == 0 && a[i] != *first) return Outcome::found_elsewhere;
        shared += sets_.weight(a[i]);
        if (kGivesUp && shared >= least) return Outcome::similar;
        ++i;
        ++j;
      } else if (a[i] < b[j]) {
        missed_a += sets_.weight(a[i++]);
        if (kGivesUp && missed_a > spare_lighter) return Outcome::given_up;
      } else {
        missed_b += sets_.weight(b[j++]);
        if (kGivesUp && missed_b > spare_heavier) return Outcome::given_up;
      }
    }
    return shared >= least ? Outcome::similar : Outcome::not_similar;
  }

  void judge(std::size_t lighter, std::size_t heavier, std::optional<std::uint32_t> first, std::size_t worker) {
    const Outcome outcome = gives_up_ ? verify<true>(lighter, heavier, first) : verify<false>(lighter, heavier, first);
    if (outcome == Outcome::found_elsewhere) return;
    ++counts_[worker].proposed_pairs;
    if (outcome == Outcome::given_up) ++counts_[worker].given_up;
    if (outcome == Outcome::similar) found_(order_.number(lighter), order_.number(heavier), worker);
  }

  /// The sets of a list come by place, so those that are heavy enough for a set stand right before it.
  void join_list(std::span<const ShownWeight> list, std::size_t worker) {
    const std::uint32_t feature = list.front().feature * kSpreadBack;
    for (std::size_t i = 1; i < list.size(); ++i) {
      const std::uint64_t own_total = total(list[i].place);
      const std::uint64_t lightest = wanted_.lightest(own_total);
      for (std::size_t k = i; k-- > 0 && total(list[k].place) >= lightest;) {
        if (list[k].reaches(own_total)) judge(list[k].place, list[i].place, feature, worker);
      }
    }
  }

  /// As many sets as the memory has room for: the lists of their prefixes, and who met them last.
  [[nodiscard]] std::size_t end_of_block(std::size_t first) const {
    std::uint64_t bytes = 0;
    std::size_t end = first;
    for (; end < order_.size(); ++end) {
      bytes += order_.prefix(end).size() * sizeof(Entry) + executor_.workers() * sizeof(std::uint32_t);
      if (bytes > executor_.memory_bytes() && end > first) break;
    }
    return end;
  }

  void index_block(std::size_t first, std::size_t end) {
    first_ = first;
    end_ = end;
    list_ends_.assign(sets_.distinct_features() + 1, 0);
    for (std::size_t place = first; place < end; ++place) {
      for (const std::uint32_t feature : order_.prefix(place)) ++list_ends_[feature + 1];
    }
    std::partial_sum(list_ends_.begin(), list_ends_.end(), list_ends_.begin());
    release(lists_);
    lists_.resize(list_ends_.back());
    // Filling moves each list's begin to its end, which is where the next one begins.
    for (std::size_t place = first; place < end; ++place) {
      for_each_shown(place, [&](std::uint32_t feature, std::uint32_t reach, std::uint64_t) {
        if (reach > 0) lists_[list_ends_[feature]++] = {static_cast<std::uint32_t>(place), reach};
      });
    }
    counts_.front().shown_features += lists_.size();
  }

  /// An entry of a posting list: ShownWeight without its feature.
  struct Entry {
    std::uint32_t place;
    std::uint32_t reach;

    [[nodiscard]] bool reaches(std::uint64_t total) const { return ShownWeight{0, place, reach}.reaches(total); }
  };

  [[nodiscard]] std::span<const Entry> list_of(std::uint32_t feature) const {
    const std::uint64_t begin = feature == 0 ? 0 : list_ends_[feature - 1];
    return {lists_.data() + begin, lists_.data() + list_ends_[feature]};
  }

  /// What a worker has while it holds sets against the block.
  struct Meeting {
    PlainVector<std::uint32_t> met;      // places
    PlainVector<std::uint32_t> last_by;  // by place in the block: the set that met it last
  };

  void probe_block() {
    std::vector<Meeting> meetings(executor_.workers());
    for (Meeting& meeting : meetings) meeting.last_by.assign(end_ - first_, 0);
    executor_.for_each_range(order_.size() - first_, [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t i = begin; i < end; ++i) probe(first_ + i, meetings[worker], worker);
    });
  }

  /// Holds a set against the lighter ones of the block.
  void probe(std::size_t place, Meeting& meeting, std::size_t worker) {
    meeting.met.clear();
    const std::uint64_t own_total = total(place);
    const std::size_t lightest = order_.first_of(wanted_.lightest(own_total));
    for_each_shown(place, [&](std::uint32_t feature, std::uint32_t, std::uint64_t most_shared) {
      const auto list = list_of(feature);
      auto entry = std::lower_bound(list.begin(), list.end(), lightest,
                                    [](const Entry& one, std::size_t least) { return one.place < least; });
      if (entry == list.end()) return;
      const std::size_t end = std::min(place, order_.first_over(wanted_.heaviest_below(own_total, most_shared)));
      for (; entry != list.end() && entry->place < end; ++entry) {
        if (!entry->reaches(own_total)) continue;
        std::uint32_t& last_by = meeting.last_by[entry->place - first_];
        if (std::exchange(last_by, static_cast<std::uint32_t>(place)) != place) meeting.met.push_back(entry->place);
      }
    });
    for (const std::uint32_t other : meeting.met) judge(other, place, std::nullopt, worker);
  }

  [[nodiscard]] WeightedJoinCounts total_counts() const {
    WeightedJoinCounts counts;
    for (const WeightedJoinCounts& of_worker : counts_) counts += of_worker;
    return counts;
  }

  const WeightedSets& sets_;
  WantedWeight wanted_;
  bool gives_up_;
  LocalExecutor& executor_;
  const Found& found_;
  WeightedOrder order_;
  std::vector<WeightedJoinCounts> counts_;  // by worker
  std::size_t first_ = 0;                   // of the block, and behind its last
  std::size_t end_ = 0;
  SpillableVector<std::uint64_t> list_ends_;  // by feature
  PlainVector<Entry> lists_;
};

}  // namespace

WeightedJoinCounts& WeightedJoinCounts::operator+=(const WeightedJoinCounts& more) {
  shown_features += more.shown_features;
  proposed_pairs += more.proposed_pairs;
  given_up += more.given_up;
  blocks += more.blocks;
  return *this;
}

bool is_joined(const WeightedOverlap& overlap, const WeightedJoinOptions& options) {
  const auto [lighter, heavier] = std::minmax(overlap.total_a, overlap.total_b);
  return overlap.shared >= WantedWeight(options.measure, options.threshold).least_shared_of_pair(lighter, heavier);
}

WeightedJoinCounts weighted_join(const WeightedSets& sets, const WeightedJoinOptions& options, LocalExecutor& executor,
                                 const Found& found) {
  WeightedJoin join(sets, options, executor, found);
  return options.partitioning == Partitioning::by_term ? join.by_term() : join.by_document();
}

}  // namespace cento
