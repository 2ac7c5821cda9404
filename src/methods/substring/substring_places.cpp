#include "methods/substring/substring_places.hpp"

#include <algorithm>
#include <iterator>

namespace cento {

namespace {

constexpr std::uint64_t kInCopy = std::uint64_t{1} << 63;  // in CoveredRun::other: the number of a copy follows

}  // namespace

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

const RunPlaces::PartRow& RunPlaces::part_of(std::uint64_t token) const {
  const auto behind =
      std::upper_bound(parts_.begin(), parts_.end(), token,
                       [](std::uint64_t number, const PartRow& part) { return number < part.first_token; });
  return *std::prev(behind);
}

/// A copied part as a run, with the first other place of its beginning; `first_run` begins with the part, if there is
/// one.
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

/// The first run_tokens_ tokens are known to agree.
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
