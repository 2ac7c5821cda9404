#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "methods/substring/substring_places.hpp"

namespace cento {

/// Takes ranges in order, looks up their positions, many at a time on many threads, and passes them on.
template <typename Executor>
class RunPlaces::Listing {
 public:
  Listing(const RunPlaces& places, Executor& executor, const UseRange& use)
      : places_(places), executor_(executor), use_(use) {
    for (std::size_t i = 0; i < executor.workers(); ++i) readers_.emplace_back(places.archive_);
  }

  void add(const Wanted& wanted) {
    wanted_.push_back(wanted);
    if (wanted_.size() == kAtATime) hand_on();
  }

  void hand_on() {
    ranges_.resize(wanted_.size());
    executor_.for_each_range(wanted_.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t i = begin; i < end; ++i) ranges_[i] = places_.range_of(wanted_[i], readers_[worker]);
    });
    for (const RepeatedRange& range : ranges_) use_(range);
    wanted_.clear();
  }

 private:
  static constexpr std::size_t kAtATime = std::size_t{1} << 14;

  const RunPlaces& places_;
  Executor& executor_;
  const UseRange& use_;
  std::vector<Readers> readers_;  // of each worker
  std::vector<Wanted> wanted_;
  std::vector<RepeatedRange> ranges_;
};

template <typename Executor>
void RunPlaces::list_repeated(const RunSpool& repeated, const RunSpool& later, Executor& executor,
                              const UseRange& use) const {
  RunCursor runs(repeated);
  RunCursor later_runs(later);
  Listing<Executor> listing(*this, executor, use);
  list_with_copies(listing, [&](const PartRow& part) { list_runs_of(part, runs, later_runs, listing); });
  listing.hand_on();
}

template <typename Executor>
void RunPlaces::list_later(const RunSpool& later, Executor& executor, const UseRange& use) const {
  RunCursor runs(later);
  Listing<Executor> listing(*this, executor, use);
  list_with_copies(listing, [&](const PartRow& part) {
    for (; const CoveredRun* run = runs.next_before(part.end_token()); runs.move_on()) listing.add({*run});
  });
  listing.hand_on();
}

/// Calls `list_runs` for all parts, and lists the copies in their place. A document is a copy in all its parts.
template <typename Sink, typename ListRuns>
void RunPlaces::list_with_copies(Sink& wanted, const ListRuns& list_runs) const {
  std::uint32_t copy = 0;
  for (const PartRow& part : parts_) {
    for (; copy < copies_.size() && copies_[copy].document < part.document; ++copy) wanted.add(wanted_copy(copy));
    list_runs(part);
  }
  for (; copy < copies_.size(); ++copy) wanted.add(wanted_copy(copy));
}

/// A part that has a copy is repeated as a whole. A range in which no run occurs earlier is a first occurrence.
template <typename Sink>
void RunPlaces::list_runs_of(const PartRow& part, RunCursor& runs, RunCursor& later, Sink& wanted) const {
  const auto list = [&](const CoveredRun& run) {
    later.pass_to(run.begin);
    wanted.add({run, kNoCopy, later.next_before(run.end) == nullptr});
  };
  if (part.first_copy != kNoCopy) {
    list(whole_part(part, runs.next_before(part.first_token + 1)));
    runs.pass_to(part.end_token());
    return;
  }
  for (; const CoveredRun* run = runs.next_before(part.end_token()); runs.move_on()) list(*run);
}

}  // namespace cento
