#include "methods/forum/tasks/text_pairs.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "core/spill/groups.hpp"
#include "join/weighted_order.hpp"

namespace cento {

namespace {

/// A feature of a text that shows what it has.
struct RatedFeature {
  std::uint64_t feature = 0;
  std::uint32_t having = 0;  // texts
  std::uint32_t weight = 0;

  friend bool operator<(const RatedFeature& x, const RatedFeature& y) {
    return std::tie(x.having, x.feature) < std::tie(y.having, y.feature);
  }
};

std::uint32_t clipped(std::uint64_t number) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

/// Shows texts in one search.
class TextShower {
 public:
  TextShower(const ThreadsTask& task, const ThreadPart& part, std::uint32_t search, OutgoingBlocks& out)
      : task_(task),
        part_(part),
        number_(search),
        search_(task.plan.searches()[search]),
        wanted_(search_.join.measure, search_.join.threshold),
        out_(out) {}

  void show(std::size_t thread) {
    rate(thread);
    const std::size_t prefix = prefix_size();
    const std::size_t shown = wanted_.heavier_shows_all() ? features_.size() : prefix;
    std::uint64_t from_here = shareable_;
    const std::uint64_t not_shown = weight_from(shown);
    for (std::size_t i = 0; i < shown; ++i) {
      const auto& [feature, having, weight] = features_[i];
      const std::uint64_t reach = i < prefix ? wanted_.heaviest_above(total_, from_here) : 0;
      const bool is_by_term = search_.join.partitioning == Partitioning::by_term;
      out_.add(group_of(spread_feature(feature, number_), task_.groups),
               ShownText{feature, total_, part_.number_of(thread), number_, clipped(is_by_term ? not_shown : reach),
                         weight});
      from_here -= weight;
    }
  }

 private:
  /// The features that other texts also have, the rarest first.
  void rate(std::size_t thread) {
    features_.clear();
    total_ = 0;
    shareable_ = 0;
    for (const std::uint64_t feature : part_.features(thread, search_.field)) {
      const std::uint32_t having = part_.having(search_.field, feature);
      const std::uint32_t weight = part_.weight(search_.weighing, feature);
      total_ += weight;
      if (having < 2) continue;
      shareable_ += weight;
      features_.push_back({feature, having, weight});
    }
    std::sort(features_.begin(), features_.end());
  }

  /// See WeightedOrder.
  [[nodiscard]] std::size_t prefix_size() const {
    const std::uint64_t least = wanted_.least_shared_of(total_);
    std::uint64_t from_here = 0;
    for (std::size_t i = features_.size(); i-- > 0;) {
      from_here += features_[i].weight;
      if (from_here >= least) return i + 1;
    }
    return 0;
  }

  [[nodiscard]] std::uint64_t weight_from(std::size_t first) const {
    std::uint64_t weight = 0;
    for (std::size_t i = first; i < features_.size(); ++i) weight += features_[i].weight;
    return weight;
  }

  const ThreadsTask& task_;
  const ThreadPart& part_;
  std::uint32_t number_;
  const TextSearch& search_;
  WantedWeight wanted_;
  OutgoingBlocks& out_;
  std::vector<RatedFeature> features_;
  std::uint64_t total_ = 0;
  std::uint64_t shareable_ = 0;  // of the total: what other texts also have
};

/// Calls `use(feature, 1 or 0)` for the features of a field: 1 where the thread is the first with its text.
template <typename Use>
void for_each_feature(const ThreadPart& part, std::size_t field, const Use& use) {
  for (std::size_t thread = 0; thread < part.size(); ++thread) {
    if (part.is_later(thread)) continue;
    const std::uint32_t texts = part.is_first(thread, field) ? 1 : 0;
    for (const std::uint64_t feature : part.features(thread, field)) use(feature, texts);
  }
}

/// The text of a thread as it is sent. `weights` and `members` hold what the view refers to.
TextView text_to_send(const ThreadsTask& task, const ThreadPart& part, std::size_t thread, std::size_t field,
                      std::vector<TextWeight>& weights, std::vector<std::uint64_t>& members) {
  part.weights_of(thread, field, weights);
  members.clear();
  const std::uint64_t threads = part.threads_of(thread, field);
  if (threads <= task.group_pairs_most) {
    members.push_back(part.number_of(thread));
    for (const ThreadOfText& one : part.members_of(thread, field)) members.push_back(one.thread);
  }
  return {part.features(thread, field), weights, threads, members};
}

/// Which of the weights of its field a way of weighing has.
std::size_t place_of_weighing(const ThreadPlan& plan, std::size_t weighing) {
  const auto all = plan.weighings().first(weighing);
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&](const Weighing& one) { return one.field == plan.weighings()[weighing].field; }));
}

/// Compares the texts of a search where the a are.
class TextComparer {
 public:
  TextComparer(const ThreadsTask& task, const ThreadPart& part, const SentTexts& sent)
      : task_(task), part_(part), sent_(sent), pairs_(task.parts.size()) {}

  /// All pairs of a text a in a search.
  void compare(std::span<const TextPair> pairs) {
    const TextSearch& search = task_.plan.searches()[pairs.front().search];
    const std::size_t place = place_of_weighing(task_.plan, search.weighing);
    const TextView a = view_of(pairs.front().a, search.field, own_a_);
    const auto weight = [&](std::uint64_t feature) { return part_.weight(search.weighing, feature); };
    for (const TextPair& pair : pairs) {
      const TextView b = view_of(pair.b, search.field, own_b_);
      ++found_.compared;
      const WeightedOverlap overlap =
          overlap_of_texts(a.features, a.weights[place], b.features, b.weights[place], weight);
      if (is_joined(overlap, search.join)) join(a, b);
    }
  }

  ComparedTexts take() {
    found_.pairs = pairs_.take();
    return std::move(found_);
  }

 private:
  struct OwnText {
    std::vector<TextWeight> weights;
    std::vector<std::uint64_t> members;
  };

  [[nodiscard]] TextView view_of(std::uint32_t number, std::size_t field, OwnText& own) const {
    if (task_.parts.part_of(number) != part_.part()) return sent_.get(number, static_cast<std::uint32_t>(field));
    return text_to_send(task_, part_, part_.thread_of(number), field, own.weights, own.members);
  }

  void join(const TextView& a, const TextView& b) {
    const std::uint64_t pairs = a.threads * b.threads;
    if (pairs > task_.group_pairs_most) {
      ++found_.capped_groups;
      found_.capped_pairs += pairs;
      return;
    }
    for (const std::uint64_t one : a.members) {
      for (const std::uint64_t other : b.members) {
        const ThreadPair pair{static_cast<std::uint32_t>(std::min(one, other)),
                              static_cast<std::uint32_t>(std::max(one, other))};
        pairs_.add(task_.parts.part_of(pair.b), pair);
      }
    }
  }

  const ThreadsTask& task_;
  const ThreadPart& part_;
  const SentTexts& sent_;
  OutgoingBlocks pairs_;
  ComparedTexts found_;
  OwnText own_a_;
  OwnText own_b_;
};

}  // namespace

CountsForGroups count_features(const ThreadsTask& task, const ThreadPart& part) {
  OutgoingBlocks features(task.groups);
  OutgoingBlocks shorts(task.groups);
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> counts;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> short_counts;
  for (std::uint32_t field = 0; field < task.plan.fields().size(); ++field) {
    if (!task.plan.is_counted(field)) continue;
    if (!task.plan.has_idf(field)) {
      for_each_feature(part, field, [&](std::uint64_t feature, std::uint32_t texts) {
        short_counts[short_feature(feature, field)] += texts;
      });
      continue;
    }
    counts.clear();
    for_each_feature(part, field, [&](std::uint64_t feature, std::uint32_t texts) { counts[feature] += texts; });
    for (const auto& [feature, texts] : counts) {
      features.add(group_of(spread_feature(feature, field), task.groups), CountedFeature{feature, field, texts});
    }
  }
  for (const auto& [feature, texts] : short_counts) {
    shorts.add(group_of(std::uint64_t{feature} << 32U, task.groups), ShortCount{feature, texts});
  }
  return {features.take(), shorts.take()};
}

std::vector<OutgoingBlocks::Block> show_texts(const ThreadsTask& task, const ThreadPart& part) {
  OutgoingBlocks shown(task.groups);
  for (std::uint32_t search = 0; search < task.plan.searches().size(); ++search) {
    const std::size_t field = task.plan.searches()[search].field;
    TextShower shower(task, part, search, shown);
    for (std::size_t thread = 0; thread < part.size(); ++thread) {
      if (!part.is_later(thread) && part.is_first(thread, field)) shower.show(thread);
    }
  }
  return shown.take();
}

SentForTexts send_texts(const ThreadsTask& task, const ThreadPart& part, std::vector<MetTexts> met) {
  std::sort(met.begin(), met.end());
  OutgoingBlocks pairs(task.parts.size());
  OutgoingBlocks texts(task.parts.size());
  boost::unordered_flat_set<std::uint64_t> sent;  // to which part which field of b
  std::vector<TextWeight> weights;
  std::vector<std::uint64_t> members;
  std::string scratch;
  std::uint32_t last = 0;
  const auto same = [](const MetTexts& x, const MetTexts& y) { return !(x < y); };
  for_each_group(std::span<const MetTexts>(met), same, [&](std::span<const MetTexts> group) {
    const auto [a, b, search, of_first, needed] = group.front();
    std::uint64_t weight = 0;
    for (const MetTexts& one : group) weight += one.weight;
    if (weight < needed) return;
    const std::size_t to = task.parts.part_of(a);
    pairs.add(to, TextPair{a, b, search});
    if (b != last) sent.clear();
    last = b;
    const auto field = static_cast<std::uint32_t>(task.plan.searches()[search].field);
    if (to == part.part() || !sent.insert(std::uint64_t{field} << 32U | to).second) return;
    scratch.clear();
    SentTexts::write(b, field, text_to_send(task, part, part.thread_of(b), field, weights, members), scratch);
    texts.add(to, std::string_view(scratch));
  });
  return {pairs.take(), texts.take()};
}

ComparedTexts compare_texts(const ThreadsTask& task, const ThreadPart& part, const SentTexts& sent,
                            std::vector<TextPair> pairs) {
  std::sort(pairs.begin(), pairs.end());
  TextComparer comparer(task, part, sent);
  const auto same = [](const TextPair& x, const TextPair& y) { return x.a == y.a && x.search == y.search; };
  for_each_group(std::span<const TextPair>(pairs), same,
                 [&](std::span<const TextPair> group) { comparer.compare(group); });
  return comparer.take();
}

}  // namespace cento
