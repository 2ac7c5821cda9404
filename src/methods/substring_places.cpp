#include "methods/substring_places.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace cento {

namespace {

constexpr std::uint64_t kInCopy = std::uint64_t{1} << 63;  // in CoveredRun::other: the number of a copy follows

/// The runs of a list that lie before `end`, from `next` on.
std::size_t runs_before(const std::vector<CoveredRun>& runs, std::size_t next, std::uint64_t end) {
  while (next < runs.size() && runs[next].begin < end) ++next;
  return next;
}

bool stands_before(const RepeatedRange& a, const RepeatedRange& b) {
  const auto order = [](const RepeatedRange& range) {
    return std::tuple(range.place.document, range.place.part, range.place.tokens.begin);
  };
  return order(a) < order(b);
}

void merge_ranges(std::vector<RepeatedRange>& ranges, const std::vector<RepeatedRange>& more) {
  const auto middle = static_cast<std::ptrdiff_t>(ranges.size());
  ranges.insert(ranges.end(), more.begin(), more.end());
  std::inplace_merge(ranges.begin(), ranges.begin() + middle, ranges.end(), stands_before);
}

/// Each range of `later` lies in a range of `ranges`.
void note_what_is_first(std::vector<RepeatedRange>& ranges, const std::vector<RepeatedRange>& later) {
  auto range = ranges.begin();
  for (const RepeatedRange& inner : later) {
    while (range + 1 != ranges.end() && !stands_before(inner, *(range + 1))) ++range;
    range->is_first = false;
  }
}

}  // namespace

struct RunPlaces::Readers {
  explicit Readers(const TokenArchive& archive) : here(archive), there(archive) {}

  TokenReader here;
  TokenReader there;
  PlainVector<std::uint64_t> tokens_here;
  PlainVector<std::uint64_t> tokens_there;
};

void RunPlaces::add_part(DocId document, const SignedPart& part, std::uint64_t first_token) {
  parts_.push_back({first_token, part.token_count, document, part.part, kNoCopy});
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

void RunPlaces::list_ranges(CoveredRuns&& runs, LocalExecutor& executor, RepeatedText& out) const {
  const std::vector<RepeatedRange> of_copies = ranges_of_copies(originals_of_copies(runs.later), executor);
  out.ranges = ranges_of(with_copied_parts(runs.repeated), executor);
  out.later = ranges_of(runs.later, executor);
  merge_ranges(out.ranges, of_copies);
  merge_ranges(out.later, of_copies);
  for (RepeatedRange& range : out.later) range.is_first = false;
  note_what_is_first(out.ranges, out.later);
}

const RunPlaces::PartRow& RunPlaces::part_of(std::uint64_t token) const {
  const auto behind =
      std::upper_bound(parts_.begin(), parts_.end(), token,
                       [](std::uint64_t number, const PartRow& part) { return number < part.first_token; });
  return *std::prev(behind);
}

/// A part that has a copy is repeated as a whole.
std::vector<CoveredRun> RunPlaces::with_copied_parts(const std::vector<CoveredRun>& runs) const {
  std::vector<CoveredRun> out;
  std::size_t next = 0;
  for (const PartRow& part : parts_) {
    const std::size_t first = next;
    next = runs_before(runs, next, part.end_token());
    const auto begin = runs.begin() + static_cast<std::ptrdiff_t>(first);
    if (part.first_copy == kNoCopy) {
      out.insert(out.end(), begin, runs.begin() + static_cast<std::ptrdiff_t>(next));
    } else {
      const bool begins_with_run = first < next && begin->begin == part.first_token;
      out.push_back({part.first_token, part.end_token(), other_place(part, begins_with_run ? &*begin : nullptr)});
    }
  }
  return out;
}

/// The first of the places that the beginning of a copied part has elsewhere; `run` begins with the part, if there is
/// one.
std::uint64_t RunPlaces::other_place(const PartRow& part, const CoveredRun* run) const {
  const CopyRow& copy = copies_[part.first_copy];
  if (run != nullptr && part_of(run->other).document <= copy.document) return run->other;
  return kInCopy | part.first_copy;
}

/// For each copy the run that its original is, with the first of all places where that begins.
std::vector<CoveredRun> RunPlaces::originals_of_copies(const std::vector<CoveredRun>& later) const {
  std::vector<CoveredRun> originals;
  originals.reserve(copies_.size());
  for (const CopyRow& copy : copies_) {
    const PartRow& part = parts_[copy.original];
    const auto run = std::lower_bound(later.begin(), later.end(), part.first_token,
                                      [](const CoveredRun& a, std::uint64_t token) { return a.begin < token; });
    const bool stands_earlier = run != later.end() && run->begin == part.first_token;
    originals.push_back({part.first_token, part.end_token(), stands_earlier ? run->other : part.first_token});
  }
  return originals;
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

std::vector<RepeatedRange> RunPlaces::ranges_of(const std::vector<CoveredRun>& runs, LocalExecutor& executor) const {
  std::vector<RepeatedRange> ranges(runs.size());
  executor.for_each_range(runs.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    Readers readers(archive_);
    for (std::size_t i = begin; i < end; ++i) {
      ranges[i].place = place_of(runs[i].begin, runs[i].end, readers.here);
      ranges[i].also = also_of(runs[i], readers);
    }
  });
  return ranges;
}

std::vector<RepeatedRange> RunPlaces::ranges_of_copies(const std::vector<CoveredRun>& originals,
                                                       LocalExecutor& executor) const {
  std::vector<RepeatedRange> ranges(copies_.size());
  executor.for_each_range(copies_.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    Readers readers(archive_);
    for (std::size_t i = begin; i < end; ++i) {
      ranges[i].place = place_of_copy(copies_[i]);
      ranges[i].also = also_of(originals[i], readers);
      ranges[i].is_first = false;
    }
  });
  return ranges;
}

}  // namespace cento
