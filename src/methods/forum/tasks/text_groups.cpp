#include "methods/forum/tasks/text_groups.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include <boost/unordered/unordered_flat_set.hpp>

#include "core/hash/mix64.hpp"
#include "core/parallel/task_groups.hpp"
#include "join/weighted_kernels.hpp"
#include "join/weighted_order.hpp"
#include "methods/ndd/tasks/part_records.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kMost32 = std::numeric_limits<std::uint32_t>::max();

struct KeyOfText {
  std::uint64_t operator()(const TextOfThread& one) const { return mix64(one.text.low + one.field); }
};

/// A CountedFeature of a part.
struct FeatureOfPart {
  std::uint64_t feature = 0;
  std::uint32_t field = 0;
  std::uint32_t part = 0;
  std::uint64_t texts = 0;

  friend bool operator<(const FeatureOfPart& x, const FeatureOfPart& y) {
    return std::tie(x.field, x.feature, x.part) < std::tie(y.field, y.feature, y.part);
  }
};

struct KeyOfFeature {
  std::uint64_t operator()(const FeatureOfPart& one) const { return mix64(one.feature + one.field); }
};

struct KeyOfShown {
  std::uint64_t operator()(const ShownText& one) const { return mix64(one.feature + one.search); }
};

/// Takes the texts of a group one by one.
class TextFinder {
 public:
  explicit TextFinder(const ThreadsTask& task)
      : task_(task),
        later_(task.parts.size()),
        shared_(task.parts.size()),
        members_(task.parts.size()),
        pairs_(task.parts.size()) {
    found_.texts.resize(task.plan.fields().size());
  }

  /// The threads with a text, ascending.
  void add(std::span<const TextOfThread> threads) {
    const std::uint32_t field = threads.front().field;
    if (field == task_.plan.fields().size()) return add_same(threads);
    ++found_.texts[field];
    if (threads.size() < 2) return;
    different_.clear();
    known_.clear();
    for (const TextOfThread& one : threads) {
      if (known_.insert(one.print).second) different_.push_back(one.thread);
    }
    if (different_.size() > 1) add_text(field);
  }

  FoundTexts take() {
    found_.later = later_.take();
    found_.shared = shared_.take();
    found_.members = members_.take();
    found_.pairs = pairs_.take();
    return std::move(found_);
  }

 private:
  void add_same(std::span<const TextOfThread> threads) {
    const std::uint32_t first = threads.front().thread;
    for (const TextOfThread& one : threads.subspan(1)) {
      later_.add(task_.parts.part_of(one.thread), LaterMember{one.thread, first, first});
      ++found_.identical;
    }
  }

  /// A text of the different threads.
  void add_text(std::uint32_t field) {
    const std::uint32_t first = different_.front();
    const std::size_t searches = task_.plan.searches_of(field);
    for (const std::uint32_t thread : different_) {
      shared_.add(task_.parts.part_of(thread),
                  SharedText{thread, field, first, static_cast<std::uint32_t>(different_.size())});
      if (searches > 0 && thread != first) {
        members_.add(task_.parts.part_of(first), ThreadOfText{first, field, thread});
      }
    }
    if (searches > 0) pair_members(searches);
  }

  void pair_members(std::size_t searches) {
    const std::uint64_t pairs = std::uint64_t{different_.size()} * different_.size();
    if (pairs > task_.group_pairs_most) {
      found_.capped_groups += searches;
      found_.capped_pairs += searches * (pairs / 2);
      return;
    }
    for (std::size_t i = 0; i < different_.size(); ++i) {
      for (std::size_t k = i + 1; k < different_.size(); ++k) {
        pairs_.add(task_.parts.part_of(different_[k]), ThreadPair{different_[i], different_[k]});
      }
    }
  }

  const ThreadsTask& task_;
  OutgoingBlocks later_;
  OutgoingBlocks shared_;
  OutgoingBlocks members_;
  OutgoingBlocks pairs_;
  FoundTexts found_;
  std::vector<std::uint32_t> different_;
  boost::unordered_flat_set<Fingerprint, HashFingerprint> known_;
};

/// Adds up what was met of each pair before it is sent.
class Meetings {
 public:
  explicit Meetings(const DocumentParts& parts) : parts_(parts), out_(parts.size()) {}

  void add(const MetTexts& met) {
    met_.push_back(met);
    if (met_.size() >= kMost) send();
  }

  std::vector<OutgoingBlocks::Block> take() {
    send();
    return out_.take();
  }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 20U;

  void send() {
    std::sort(met_.begin(), met_.end());
    const auto same = [](const MetTexts& x, const MetTexts& y) { return !(x < y); };
    for_each_group(std::span<const MetTexts>(met_), same, [&](std::span<const MetTexts> group) {
      MetTexts sum = group.front();
      for (const MetTexts& more : group.subspan(1)) {
        sum.weight = static_cast<std::uint32_t>(std::min(kMost32, std::uint64_t{sum.weight} + more.weight));
      }
      out_.add(parts_.part_of(sum.b), sum);
    });
    met_.clear();
  }

  const DocumentParts& parts_;
  std::vector<MetTexts> met_;
  OutgoingBlocks out_;
};

/// Pairs of the texts that show a feature, lightest first.
class TextMeeter {
 public:
  TextMeeter(const WeightedJoinOptions& join, std::uint32_t search, Meetings& meetings)
      : wanted_(join.measure, join.threshold),
        is_by_term_(join.partitioning == Partitioning::by_term),
        search_(search),
        meetings_(meetings) {}

  void meet(std::span<const ShownText> list) {
    for (std::size_t i = 1; i < list.size(); ++i) {
      const std::uint64_t lightest = wanted_.lightest(list[i].total);
      for (std::size_t k = i; k-- > 0 && list[k].total >= lightest;) meet(list[k], list[i]);
    }
  }

 private:
  void meet(const ShownText& lighter, const ShownText& heavier) {
    const auto [a, b] = std::minmax(lighter.text, heavier.text);
    if (!is_by_term_) {
      if (ShownWeight{0, 0, lighter.bound}.reaches(heavier.total)) meetings_.add({a, b, search_, 0, 0});
      return;
    }
    const std::uint64_t least = wanted_.least_shared_of_pair(lighter.total, heavier.total);
    const std::uint64_t not_shown = std::max(lighter.bound, heavier.bound);
    const std::uint64_t rest = not_shown == kMost32 ? least : std::min(least, not_shown);
    const auto needed = static_cast<std::uint32_t>(std::min(kMost32, least - rest));
    meetings_.add({a, b, search_, lighter.weight, needed});
  }

  WantedWeight wanted_;
  bool is_by_term_;
  std::uint32_t search_;
  Meetings& meetings_;
};

/// Adds up the counts of all parts. `of_part(record, part)` gives a FeatureOfPart, `back(feature of a part, texts)` the
/// record for that part.
template <typename Record, typename OfPart, typename Back>
std::vector<OutgoingBlocks::Block> tally(const ThreadsTask& task, std::span<const BlockOfPart> blocks,
                                         const TaskMemory& memory, const OfPart& of_part, const Back& back) {
  LocalExecutor executor = executor_of_task(memory);
  auto regrouped = executor.regroup<FeatureOfPart>(std::uint64_t{1} << 20U, KeyOfFeature());
  std::vector<Record> records;
  for (const BlockOfPart& block : blocks) {
    records.clear();
    append_records(block.bytes, records);
    for (const Record& one : records) regrouped.writer(0).add(of_part(one, block.part));
  }
  OutgoingBlocks tallies(task.parts.size());
  const auto same = [](const FeatureOfPart& x, const FeatureOfPart& y) {
    return x.field == y.field && x.feature == y.feature;
  };
  regrouped.for_each_batch([&](std::span<const FeatureOfPart> batch, std::size_t) {
    for_each_group(batch, same, [&](std::span<const FeatureOfPart> group) {
      std::uint64_t texts = 0;
      for (const FeatureOfPart& one : group) texts += one.texts;
      if (texts < 2) return;
      for (const FeatureOfPart& one : group) tallies.add(one.part, back(one, static_cast<std::uint32_t>(texts)));
    });
  });
  return tallies.take();
}

}  // namespace

FoundTexts find_texts(const ThreadsTask& task, std::span<const BlockOfPart> blocks, const TaskMemory& memory) {
  LocalExecutor executor = executor_of_task(memory);
  auto regrouped = executor.regroup<TextOfThread>(std::uint64_t{1} << 20U, KeyOfText());
  std::vector<TextOfThread> records;
  for (const BlockOfPart& block : blocks) {
    records.clear();
    append_records(block.bytes, records);
    for (TextOfThread& one : records) {
      one.thread += task.parts.begin(block.part);
      regrouped.writer(0).add(one);
    }
  }
  TextFinder finder(task);
  const auto same = [](const TextOfThread& x, const TextOfThread& y) { return x.field == y.field && x.text == y.text; };
  regrouped.for_each_batch([&](std::span<const TextOfThread> batch, std::size_t) {
    for_each_group(batch, same, [&](std::span<const TextOfThread> threads) { finder.add(threads); });
  });
  return finder.take();
}

std::vector<OutgoingBlocks::Block> tally_features(const ThreadsTask& task, std::span<const BlockOfPart> blocks,
                                                  const TaskMemory& memory) {
  return tally<CountedFeature>(
      task, blocks, memory,
      [](const CountedFeature& one, std::uint32_t part) {
        return FeatureOfPart{one.feature, one.field, part, one.texts};
      },
      [](const FeatureOfPart& one, std::uint32_t texts) {
        return CountedFeature{one.feature, one.field, texts};
      });
}

std::vector<OutgoingBlocks::Block> tally_short_features(const ThreadsTask& task, std::span<const BlockOfPart> blocks,
                                                        const TaskMemory& memory) {
  return tally<ShortCount>(
      task, blocks, memory,
      [](const ShortCount& one, std::uint32_t part) {
        return FeatureOfPart{one.feature, 0, part, one.texts};
      },
      [](const FeatureOfPart& one, std::uint32_t texts) {
        return ShortCount{static_cast<std::uint32_t>(one.feature), texts};
      });
}

std::vector<OutgoingBlocks::Block> meet_texts(const ThreadsTask& task, std::span<const std::string_view> blocks,
                                              const TaskMemory& memory) {
  Meetings meetings(task.parts);
  std::vector<TextMeeter> meeters;
  for (const TextSearch& search : task.plan.searches()) {
    meeters.emplace_back(search.join, static_cast<std::uint32_t>(meeters.size()), meetings);
  }
  const auto same = [](const ShownText& x, const ShownText& y) {
    return x.search == y.search && x.feature == y.feature;
  };
  for_each_batch_of<ShownText, KeyOfShown>(blocks, memory, [&](std::span<const ShownText> batch) {
    for_each_group(batch, same, [&](std::span<const ShownText> list) { meeters.at(list.front().search).meet(list); });
  });
  return meetings.take();
}

}  // namespace cento
