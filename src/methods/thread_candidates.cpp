#include "methods/thread_candidates.hpp"

#include <algorithm>
#include <cmath>

namespace cento {

namespace {

constexpr double kRounding = 1e-9;            // of shares; a list too many does no harm, one too few would
constexpr std::size_t kAhead = 16;            // how far ahead memory is asked for
constexpr std::uint64_t kWalkedInstead = 64;  // entries that are walked in the time of a look at a thread

/// What of `all` goes to a segment with this many of the documents that are still to be searched.
std::uint64_t fair_share(std::uint64_t all, std::uint64_t documents, std::uint64_t of_documents) {
  const double share = static_cast<double>(documents) / static_cast<double>(std::max<std::uint64_t>(1, of_documents));
  return std::min(all, static_cast<std::uint64_t>(std::ceil(static_cast<double>(all) * share)));
}

}  // namespace

std::uint64_t ThreadCandidates::find(const Search& search, std::span<const std::uint32_t> asked, const IndexView& view,
                                     Budget& budget, std::vector<ThreadCandidate>& out) {
  if (asked.empty()) return 0;
  look_up(asked, view);
  weigh(search, asked);
  const std::size_t needed = lists_needed();
  std::size_t walked = 0;
  for (; walked < needed && features_[walked].having <= budget.entries; ++walked) {
    budget.entries -= features_[walked].having;
  }
  std::uint64_t left_out = 0;
  for (std::size_t i = walked; i < needed; ++i) left_out += features_[i].having;
  std::uint64_t documents = 0;
  for (const auto& segment : view.segments()) documents += segment->documents();
  for (std::uint32_t number = 0; number < segments_; ++number) {
    const Segment& segment = *view.segments()[number];
    const std::uint64_t rest = search_segment(segment, number, walked);
    left_out += keep_most_shared(fair_share(budget.threads, documents_, documents));
    budget.threads -= found_.size();
    documents -= documents_;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (i + kAhead < found_.size()) __builtin_prefetch(segment.thread_of(found_[i + kAhead]).data());
      const auto most_shared = static_cast<double>(shared_[found_[i]] + rest);
      shared_[found_[i]] = 0;
      if (!is_light_enough(search, segment.thread_of(found_[i]), most_shared)) continue;
      out.push_back({number, found_[i]});
    }
    found_.clear();
  }
  return left_out;
}

void ThreadCandidates::look_up(std::span<const std::uint32_t> asked, const IndexView& view) {
  segments_ = view.segments().size();
  lists_.assign(asked.size() * segments_, {});
  features_.assign(asked.size(), {});
  for (std::size_t segment = 0; segment < segments_; ++segment) {
    const KeyTable& table = view.segments()[segment]->table(IndexTable::threads);
    if (table.size() == 0) continue;
    for (const std::uint32_t feature : asked) table.prefetch_directory(key_hash(feature));
    for (const std::uint32_t feature : asked) table.prefetch_entries(key_hash(feature));
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Entries list = table.find(key_hash(asked[i]));
      lists_[i * segments_ + segment] = list;
      features_[i].having += list.size();
    }
  }
}

/// The rarest first, of equal ones the heavier: it decides sooner.
void ThreadCandidates::weigh(const Search& search, std::span<const std::uint32_t> asked) {
  total_ = 0;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    features_[i].number = static_cast<std::uint32_t>(i);
    features_[i].weight = weights_.weight(search.way, asked[i], features_[i].having);
    total_ += features_[i].weight;
  }
  std::sort(features_.begin(), features_.end(), [](const Feature& a, const Feature& b) {
    return a.having != b.having ? a.having < b.having : a.weight > b.weight;
  });
  const double share = search.measure == SetMeasure::jaccard ? search.threshold * (1 - kRounding) : 0;
  least_shared_ = share * static_cast<double>(total_);
}

std::size_t ThreadCandidates::lists_needed() const {
  std::uint64_t rest = total_;
  std::size_t lists = 0;
  while (lists < features_.size() && static_cast<double>(rest) >= least_shared_) rest -= features_[lists++].weight;
  return lists;
}

/// Leaves the threads that may share enough in found_. Returns the weight of the features whose lists were not walked.
std::uint64_t ThreadCandidates::search_segment(const Segment& segment, std::size_t number, std::size_t lists) {
  documents_ = segment.documents();
  if (shared_.size() < documents_) shared_.resize(documents_, 0);
  std::uint64_t rest = total_;
  std::size_t next = 0;
  for (; next < lists; rest -= features_[next++].weight) {
    walk(list_of(features_[next], number), features_[next].weight);
  }
  drop_hopeless(rest);
  for (; next < features_.size(); ++next) {
    const Entries list = list_of(features_[next], number);
    if (list.size() > found_.size() * kWalkedInstead) break;
    walk_found(list, features_[next].weight);
    rest -= features_[next].weight;
    drop_hopeless(rest);
  }
  return rest;
}

/// Of threads that share as much the earlier ones stay.
std::uint64_t ThreadCandidates::keep_most_shared(std::uint64_t most) {
  if (found_.size() <= most) return 0;
  const std::uint64_t left_out = found_.size() - most;
  const auto end = found_.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(found_.begin(), end, found_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return shared_[a] != shared_[b] ? shared_[a] > shared_[b] : a < b;
  });
  std::for_each(end, found_.end(), [&](std::uint32_t document) { shared_[document] = 0; });
  found_.erase(end, found_.end());
  return left_out;
}

bool ThreadCandidates::is_light_enough(const Search& search, std::span<const std::uint32_t> record,
                                       double most_shared) {
  if (!record_.read(record)) return false;
  if (search.measure != SetMeasure::jaccard) return true;
  const double most =
      (most_shared * (1 + search.threshold) / search.threshold - static_cast<double>(total_)) * (1 + kRounding);
  const std::span<const std::uint32_t> features = record_.features(search.field);
  if (weights_.is_even(search.way)) return static_cast<double>(features.size() * FeatureWeights::kUnit) <= most;
  std::uint64_t weight = 0;
  for (const std::uint32_t feature : features) {
    weight += weights_.weight(search.way, feature);
    if (static_cast<double>(weight) > most) return false;
  }
  return true;
}

void ThreadCandidates::walk(Entries list, std::uint32_t weight) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i + kAhead < list.size()) __builtin_prefetch(shared_.data() + list[i + kAhead].value);
    const std::uint32_t document = list[i].value;
    if (document >= documents_) continue;  // of a damaged segment
    if (shared_[document] == 0) found_.push_back(document);
    shared_[document] += weight;
  }
}

/// Only for threads that have something already.
void ThreadCandidates::walk_found(Entries list, std::uint32_t weight) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i + kAhead < list.size()) __builtin_prefetch(shared_.data() + list[i + kAhead].value);
    const std::uint32_t document = list[i].value;
    if (document < documents_ && shared_[document] != 0) shared_[document] += weight;
  }
}

void ThreadCandidates::drop_hopeless(std::uint64_t rest) {
  const auto is_hopeless = [&](std::uint32_t document) {
    if (static_cast<double>(shared_[document] + rest) >= least_shared_) return false;
    shared_[document] = 0;
    return true;
  };
  found_.erase(std::remove_if(found_.begin(), found_.end(), is_hopeless), found_.end());
}

}  // namespace cento
