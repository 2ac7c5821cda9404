#include "methods/substring_places.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/plain_vector.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kInCopy = std::uint64_t{1} << 63;  // in CoveredRun::other: the number of a copy follows

}  // namespace

struct RunPlaces::Readers {
  explicit Readers(const TokenArchive& archive) : here(archive), there(archive) {}

  TokenReader here;
  TokenReader there;
  PlainVector<std::uint64_t> tokens_here;
  PlainVector<std::uint64_t> tokens_there;
};

/// Takes ranges in their order, looks up where they are, many at a time on many threads, and hands them on.
class RunPlaces::Listing {
 public:
  Listing(const RunPlaces& places, LocalExecutor& executor, const UseRange& use)
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
  LocalExecutor& executor_;
  const UseRange& use_;
  std::vector<Readers> readers_;  // of each worker
  std::vector<Wanted> wanted_;
  std::vector<RepeatedRange> ranges_;
};

void RunPlaces::add_part(DocId document, const SignedPart& part, std::uint64_t first_token) {
  parts_.push_back({first_token, first_token, part.token_count, document, part.part, kNoCopy});
}

void RunPlaces::add_copy(DocId document, const SignedPart& part, std::uint32_t original) {
  if (!has_reference_ && parts_[original].first_copy == kNoCopy) {
    parts_[original].first_copy = static_cast<std::uint32_t>(copies_.size());
  }
  copies_.push_back({document, part.part, original, part.bytes});
}

void RunPlaces::end_reference() {
  has_reference_ = true;
  copies_.clear();
  for (PartRow& part : parts_) part.first_copy = kNoCopy;
}

void RunPlaces::note_earlier(const RunSpool& later) {
  RunCursor runs(later);
  for (PartRow& part : parts_) {
    runs.pass_to(part.first_token);
    const CoveredRun* run = runs.next_before(part.first_token + 1);
    if (run != nullptr) part.earliest = run->other;
  }
}

void RunPlaces::list_repeated(const RunSpool& repeated, const RunSpool& later, LocalExecutor& executor,
                              const UseRange& use) const {
  RunCursor runs(repeated);
  RunCursor later_runs(later);
  Listing listing(*this, executor, use);
  list_with_copies(listing, [&](const PartRow& part) { list_runs_of(part, runs, later_runs, listing); });
}

void RunPlaces::list_later(const RunSpool& later, LocalExecutor& executor, const UseRange& use) const {
  RunCursor runs(later);
  Listing listing(*this, executor, use);
  list_with_copies(listing, [&](const PartRow& part) {
    for (; const CoveredRun* run = runs.next_before(part.end_token()); runs.move_on()) listing.add({*run});
  });
}

/// Calls `list_runs` for all parts, and lists the copies where they belong. A document is a copy in all its parts.
template <typename ListRuns>
void RunPlaces::list_with_copies(Listing& listing, const ListRuns& list_runs) const {
  std::uint32_t copy = 0;
  for (const PartRow& part : parts_) {
    for (; copy < copies_.size() && copies_[copy].document < part.document; ++copy) listing.add(wanted_copy(copy));
    list_runs(part);
  }
  for (; copy < copies_.size(); ++copy) listing.add(wanted_copy(copy));
  listing.hand_on();
}

/// A part that has a copy is repeated as a whole. What no run that stands earlier begins in, stands first.
void RunPlaces::list_runs_of(const PartRow& part, RunCursor& runs, RunCursor& later, Listing& listing) const {
  const auto list = [&](const CoveredRun& run) {
    later.pass_to(run.begin);
    listing.add({run, kNoCopy, later.next_before(run.end) == nullptr});
  };
  if (part.first_copy != kNoCopy) {
    list(whole_part(part, runs.next_before(part.first_token + 1)));
    runs.pass_to(part.end_token());
    return;
  }
  for (; const CoveredRun* run = runs.next_before(part.end_token()); runs.move_on()) list(*run);
}

const RunPlaces::PartRow& RunPlaces::part_of(std::uint64_t token) const {
  const auto behind =
      std::upper_bound(parts_.begin(), parts_.end(), token,
                       [](std::uint64_t number, const PartRow& part) { return number < part.first_token; });
  return *std::prev(behind);
}

/// A copied part as a run, with the first of the places that its beginning has elsewhere; `first_run` begins with the
/// part, if there is one.
CoveredRun RunPlaces::whole_part(const PartRow& part, const CoveredRun* first_run) const {
  const CopyRow& copy = copies_[part.first_copy];
  const bool run_is_first = first_run != nullptr && part_of(first_run->other).document <= copy.document;
  return {part.first_token, part.end_token(), run_is_first ? first_run->other : kInCopy | part.first_copy};
}

RunPlaces::Wanted RunPlaces::wanted_copy(std::uint32_t copy) const {
  const PartRow& original = parts_[copies_[copy].original];
  return {{original.first_token, original.end_token(), original.earliest}, copy, false};
}

RepeatedRange RunPlaces::range_of(const Wanted& wanted, Readers& readers) const {
  RepeatedRange range;
  range.place = wanted.copy != kNoCopy ? place_of_copy(copies_[wanted.copy])
                                       : place_of(wanted.run.begin, wanted.run.end, readers.here);
  range.also = also_of(wanted.run, readers);
  range.is_first = wanted.is_first;
  return range;
}

RunPlace RunPlaces::place_of(std::uint64_t begin, std::uint64_t end, TokenReader& reader) const {
  const PartRow& part = part_of(begin);
  const TokenSpan tokens{static_cast<std::uint32_t>(begin - part.first_token),
                         static_cast<std::uint32_t>(end - part.first_token)};
  const std::uint32_t first_byte = reader.bytes_of(begin).begin;
  return {part.document, part.part, tokens, {first_byte, reader.bytes_of(end - 1).end}};
}

RunPlace RunPlaces::place_of_copy(const CopyRow& copy) const {
  return {copy.document, copy.part, {0, parts_[copy.original].token_count}, copy.bytes};
}

RunPlace RunPlaces::also_of(const CoveredRun& run, Readers& readers) const {
  if ((run.other & kInCopy) != 0) return place_of_copy(copies_[run.other & ~kInCopy]);
  const std::uint64_t most = std::min(run.end - run.begin, part_of(run.other).end_token() - run.other);
  const std::uint64_t agreeing = agreeing_tokens(run.begin, run.other, most, readers);
  return place_of(run.other, run.other + agreeing, readers.there);
}

/// The first run_tokens_ are known to agree.
std::uint64_t RunPlaces::agreeing_tokens(std::uint64_t a, std::uint64_t b, std::uint64_t most, Readers& readers) const {
  constexpr std::uint64_t kAtATime = 256;
  if (a == b) return most;
  for (std::uint64_t done = run_tokens_; done < most; done += kAtATime) {
    const std::uint64_t count = std::min(kAtATime, most - done);
    readers.here.read(a + done, count, readers.tokens_here);
    readers.there.read(b + done, count, readers.tokens_there);
    const auto differ =
        std::mismatch(readers.tokens_here.begin(), readers.tokens_here.end(), readers.tokens_there.begin());
    const auto agreeing = static_cast<std::uint64_t>(differ.first - readers.tokens_here.begin());
    if (agreeing < count) return done + agreeing;
  }
  return most;
}

}  // namespace cento
