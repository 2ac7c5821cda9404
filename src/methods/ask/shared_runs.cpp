#include "methods/ask/shared_runs.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace cento {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kDiagonalZero = std::uint64_t{1} << 32U;  // so that none is negative
constexpr std::size_t kPlacesAhead = 8;                           // whose memory is prefetched
constexpr std::uint64_t kFewLooks = std::uint64_t{1} << 12U;      // this many are harmless, however often they repeat

}  // namespace

std::size_t SharedRunFinder::AskedPlaces::size() const {
  std::size_t size = same.size();
  for (const Places& places : near) size += places.size();
  return size;
}

SharedRunFinder::SharedRunFinder(const IndexView& view, const QuestionOptions& options)
    : view_(view), least_(options.min_sentences), most_places_(options.most_places) {}

std::uint64_t SharedRunFinder::find(const DigestBatch& asked, std::uint32_t but_number, std::vector<SharedRun>& runs) {
  asked_ = &asked;
  left_out_ = 0;
  repeated_looks_left_ = kRepeatedLooks;
  automaton_part_ = kNone;
  runs.clear();
  but_number_ = but_number;
  for (std::uint32_t segment = 0; segment < view_.segments().size(); ++segment) ask_segment(segment, runs);
  return left_out_;
}

void SharedRunFinder::ask_segment(std::uint32_t number, std::vector<SharedRun>& runs) {
  segment_number_ = number;
  segment_ = view_.segments()[number].get();
  contents_ = segment_->contents();
  cursor_.emplace(*segment_);
  look_up();
  asked_part_ = {};
  for (part_ = 0; part_ < asked_->part_sizes.size(); ++part_) {
    asked_part_ = {asked_part_.end, asked_part_.end + asked_->part_sizes[part_]};
    choose(asked_part_.begin, asked_part_.end);
    if (repeats_itself()) {
      read_rows(runs);
    } else {
      look_at_chosen(runs);
    }
  }
}

/// Whether most places of the chosen sentences would be examined more than once. Rows can be read for equal sentences
/// only: near sentences say nothing about those that follow.
bool SharedRunFinder::repeats_itself() {
  if (has_near_) return false;
  const auto looks = [&](const PlainVector<std::uint32_t>& sentences) {
    std::uint64_t sum = 0;
    for (const std::uint32_t sentence : sentences) sum += places_[sentence].same.size();
    return sum;
  };
  const std::uint64_t all = looks(chosen_);
  if (all <= kFewLooks) return false;
  const auto content = [&](std::uint32_t sentence) { return asked_->contents[sentence]; };
  distinct_.assign(chosen_.begin(), chosen_.end());
  std::sort(distinct_.begin(), distinct_.end(),
            [&](std::uint32_t x, std::uint32_t y) { return content(x) < content(y); });
  const auto end = std::unique(distinct_.begin(), distinct_.end(),
                               [&](std::uint32_t x, std::uint32_t y) { return content(x) == content(y); });
  distinct_.erase(end, distinct_.end());
  return all > 2 * looks(distinct_);
}

void SharedRunFinder::look_at_chosen(std::vector<SharedRun>& runs) {
  seen_.clear();
  lists_.clear();
  for (const std::uint32_t sentence : chosen_) {
    const Places same = places_[sentence].same;
    if (!has_near_ || may_look_again(same)) look_at(sentence, same, runs);
    for (const Places& places : places_[sentence].near) {
      if (may_look_again(places)) look_at(sentence, places, runs);
    }
  }
}

/// Whether places may be examined, possibly again after another sentence led to them.
bool SharedRunFinder::may_look_again(Places places) {
  if (lists_.insert(places.data()).second) return true;
  if (places.size() > repeated_looks_left_) {
    left_out_ += places.size();
    return false;
  }
  repeated_looks_left_ -= places.size();
  return true;
}

SharedRunFinder::Places SharedRunFinder::most_of(Places places) {
  if (places.size() <= most_places_) return places;
  left_out_ += places.size() - most_places_;
  return places.first(most_places_);
}

void SharedRunFinder::list_anchors() {
  anchors_.clear();
  for (const std::uint32_t sentence : distinct_) {
    for (const KeyTable::Entry& entry : most_of(places_[sentence].same)) anchors_.push_back(entry.value);
  }
  std::sort(anchors_.begin(), anchors_.end());
  looks_ += anchors_.size();
}

/// Reads the rows of query sentences that contain chosen ones.
void SharedRunFinder::read_rows(std::vector<SharedRun>& runs) {
  if (automaton_part_ != part_) {
    automaton_.build(std::span(asked_->contents).subspan(asked_part_.begin, asked_part_.size()));
    automaton_part_ = part_;
  }
  list_anchors();
  row_end_ = 0;
  for (const std::uint32_t position : anchors_) {
    if (position >= row_end_ && position < contents_.size()) read_row(position, runs);
  }
}

void SharedRunFinder::read_row(std::uint32_t position, std::vector<SharedRun>& runs) {
  const SegmentPlace found = cursor_->find(position);
  const SentenceRange text = cursor_->positions();
  const std::uint32_t number = segment_->numbers()[found.document];
  const bool is_wanted = is_told(number);
  std::uint32_t begin = position;
  while (begin > std::max(text.begin, row_end_) && is_asked(begin - 1)) --begin;
  RunAutomaton::Match match;
  const auto end_run = [&](std::uint32_t length) {
    if (length < least_ || !is_wanted) return;
    const std::uint32_t end = row_end_ - text.begin;
    runs.push_back({{segment_number_, found.document, number}, part_, found.part, {end - length, end}});
  };
  for (row_end_ = begin; row_end_ < text.end && is_asked(row_end_); ++row_end_) {
    const std::uint32_t length = match.length;
    automaton_.read(contents_[row_end_], match);
    if (match.length <= length) end_run(length);
  }
  end_run(match.length);
  looks_ += row_end_ - begin;
}

bool SharedRunFinder::is_asked(std::uint32_t position) const {
  return contents_[position] != kNoContent && automaton_.has(contents_[position]);
}

bool SharedRunFinder::is_told(std::uint32_t number) const {
  return number != but_number_ && !(view_.has_removed() && view_.is_removed(number));
}

void SharedRunFinder::look_up() {
  places_.resize(asked_->contents.size());
  for (AskedPlaces& places : places_) {
    places.same = {};
    places.near.clear();
  }
  const std::span<const IndexKey> contents = asked_->keys_of(IndexTable::sentences);
  find_all(segment_->table(IndexTable::sentences), contents,
           [&](std::size_t key, Places places) { places_[contents[key].value].same = places; });
  const std::span<const IndexKey> parts = asked_->keys_of(IndexTable::near);
  has_near_ = !parts.empty();
  find_all(segment_->table(IndexTable::near), parts, [&](std::size_t key, Places places) {
    if (!places.empty()) places_[parts[key].value].near.push_back(places);
  });
}

/// Chooses among the sentences of a range.
void SharedRunFinder::choose(std::uint32_t begin, std::uint32_t end) {
  chosen_.clear();
  choices_.resize(places_.size());
  for (std::uint32_t i = begin; i < end;) {
    const std::uint32_t first = i;
    while (i < end && places_[i].size() > 0) ++i;
    choose_in_row(first, i);
    if (i == first) ++i;
  }
}

/// Chooses among consecutive sentences that are all in the segment.
void SharedRunFinder::choose_in_row(std::uint32_t begin, std::uint32_t end) {
  if (end - begin < least_) return;
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::uint32_t before = i - begin < least_ ? kNone : cheapest(i - least_, i);
    choices_[i] = {places_[i].size() + (before == kNone ? 0 : choices_[before].places), before};
  }
  const std::size_t had = chosen_.size();
  for (std::uint32_t i = cheapest(end - least_, end); i != kNone; i = choices_[i].before) chosen_.push_back(i);
  std::reverse(chosen_.begin() + static_cast<std::ptrdiff_t>(had), chosen_.end());
}

std::uint32_t SharedRunFinder::cheapest(std::uint32_t begin, std::uint32_t end) const {
  std::uint32_t best = begin;
  for (std::uint32_t i = begin + 1; i < end; ++i) {
    if (choices_[i].places <= choices_[best].places) best = i;
  }
  return best;
}

/// Places ascend, and so do their diagonals: those of runs already seen are skipped along the way.
void SharedRunFinder::look_at(std::uint32_t sentence, Places places, std::vector<SharedRun>& runs) {
  places = most_of(places);
  looks_ += places.size();
  last_text_ = {};
  std::swap(seen_, seen_before_);
  seen_.clear();
  const SeenRun* seen = seen_before_.data();
  const SeenRun* const seen_end = seen + seen_before_.size();
  const auto keep_before = [&](std::uint64_t diagonal) {
    for (; seen != seen_end && seen->diagonal < diagonal; ++seen) {
      if (seen->end > sentence) seen_.push_back(*seen);  // others will not be met again
    }
  };
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i + kPlacesAhead < places.size()) prefetch_contents(places[i + kPlacesAhead].value);
    const std::uint64_t diagonal = kDiagonalZero + places[i].value - sentence;
    keep_before(diagonal);
    const bool is_seen = seen != seen_end && seen->diagonal == diagonal && seen->end > sentence;
    if (!is_seen && may_look_at(places[i].value)) look_at_place(sentence, places[i].value, runs);
  }
  keep_before(std::numeric_limits<std::uint64_t>::max());
}

/// Whether a place may be examined: for near sentences that one text repeats very often, only some are.
bool SharedRunFinder::may_look_at(std::uint32_t position) {
  if (!has_near_ || position >= last_text_.end || repeated_looks_left_ > 0) return true;
  ++left_out_;
  return false;
}

void SharedRunFinder::prefetch_contents(std::uint32_t position) const {
  if (position < contents_.size()) contents_.prefetch(position);
}

void SharedRunFinder::look_at_place(std::uint32_t sentence, std::uint32_t position, std::vector<SharedRun>& runs) {
  if (position >= contents_.size()) return;  // in a damaged segment
  SentenceRange run = run_through(sentence, position);
  if (run.size() < least_) return;
  // Only now are the bounds of the text needed.
  const SegmentPlace found = cursor_->find(position);
  const SentenceRange text = cursor_->positions();
  if (has_near_ && text.begin < last_text_.end)
    repeated_looks_left_ -= std::min<std::uint64_t>(repeated_looks_left_, run.size());
  last_text_ = text;
  looks_ += run.size();
  run.begin = std::max(run.begin, sentence - std::min(sentence, position - text.begin));
  run.end = static_cast<std::uint32_t>(std::min<std::uint64_t>(run.end, std::uint64_t{sentence} + text.end - position));
  seen_.push_back({kDiagonalZero + position - sentence, run.end});
  const std::uint32_t number = segment_->numbers()[found.document];
  if (run.size() < least_ || !is_told(number)) return;
  const std::uint32_t begin = found.sentence - (sentence - run.begin);
  runs.push_back({{segment_number_, found.document, number}, part_, found.part, {begin, begin + run.size()}});
}

bool SharedRunFinder::may_match(std::uint32_t sentence, std::uint32_t position) const {
  const std::uint32_t content = asked_->contents[sentence];
  if (content == kNoContent) return false;
  return content == contents_.unchecked(position) || (has_near_ && may_be_near(sentence, position));
}

/// Whether the two share a key.
bool SharedRunFinder::may_be_near(std::uint32_t sentence, std::uint32_t position) const {
  const auto before = [](const KeyTable::Entry& entry, std::uint32_t value) { return entry.value < value; };
  const std::vector<Places>& near = places_[sentence].near;
  return std::any_of(near.begin(), near.end(), [&](const Places& places) {
    const auto found = std::lower_bound(places.begin(), places.end(), position, before);
    return found != places.end() && found->value == position;
  });
}

/// The sentences of the query part in a row that may match, through this one, whichever texts they are in.
SentenceRange SharedRunFinder::run_through(std::uint32_t sentence, std::uint32_t position) const {
  std::uint32_t before = 0;
  std::uint32_t behind = 0;
  if (may_match(sentence, position)) {
    const std::uint32_t most_before = std::min(sentence - asked_part_.begin, position);
    while (before < most_before && may_match(sentence - before - 1, position - before - 1)) ++before;
    const auto left = static_cast<std::uint32_t>(contents_.size()) - position;
    const std::uint32_t most_behind = std::min(asked_part_.end - sentence, left);
    do ++behind;
    while (behind < most_behind && may_match(sentence + behind, position + behind));
  }
  // What was compared, including the first that do not match, is checked at once.
  const std::size_t begin = position - std::min(before + 1, position);
  const std::size_t end = std::min<std::size_t>(std::size_t{position} + behind + 1, contents_.size());
  if (!contents_.are_sound(begin, end)) return {sentence, sentence};
  return {sentence - before, sentence + behind};
}

}  // namespace cento
