#include "methods/forum/forum_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cento {

namespace {

constexpr double kRounding = 1e-9;            // of shares; one list too many is harmless, one too few is not
constexpr std::size_t kAhead = 16;            // how far ahead memory is prefetched
constexpr std::uint64_t kWalkedInstead = 16;  // list entries that can be read in the time of examining one thread

/// The share of `all` for a segment with `documents` of the documents still to be searched.
std::uint64_t fair_share(std::uint64_t all, std::uint64_t documents, std::uint64_t of_documents) {
  const double share = static_cast<double>(documents) / static_cast<double>(std::max<std::uint64_t>(1, of_documents));
  return std::min(all, static_cast<std::uint64_t>(std::ceil(static_cast<double>(all) * share)));
}

}  // namespace

std::uint64_t ForumCandidates::find(const Search& search, std::span<const std::uint32_t> asked, const IndexView& view,
                                    Budget& budget, std::vector<ForumCandidate>& out) {
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
    start_segment(search, segment, number, walked);
    const std::uint64_t rest = search_segment(search, number, walked);
    keep_similar(search, asked, segment, rest);
    left_out += keep_most_shared(fair_share(budget.threads, documents_, documents));
    budget.threads -= found_.size();
    documents -= documents_;
    for (const std::uint32_t document : found_) {
      shared_[document] = 0;
      out.push_back({number, document});
    }
    found_.clear();
  }
  return left_out;
}

void ForumCandidates::look_up(std::span<const std::uint32_t> asked, const IndexView& view) {
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

/// The rarest first; ties by weight: the heavier decides sooner.
void ForumCandidates::weigh(const Search& search, std::span<const std::uint32_t> asked) {
  total_ = 0;
  asked_weights_.resize(asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    features_[i].number = static_cast<std::uint32_t>(i);
    features_[i].weight = asked_weights_[i] = weights_.weight(search.way, asked[i], features_[i].having);
    total_ += features_[i].weight;
  }
  std::sort(features_.begin(), features_.end(), [](const Feature& a, const Feature& b) {
    return a.having != b.having ? a.having < b.having : a.weight > b.weight;
  });
  const double share = search.measure == SetMeasure::jaccard ? search.threshold * (1 - kRounding) : 0;
  least_shared_ = share * static_cast<double>(total_);
}

std::size_t ForumCandidates::lists_needed() const {
  std::uint64_t rest = total_;
  std::size_t lists = 0;
  while (lists < features_.size() && static_cast<double>(rest) >= least_shared_) rest -= features_[lists++].weight;
  return lists;
}

/// Weights of its threads are remembered once as many entries were read as there are threads: then that is worth the
/// memory, and the time to clear it.
void ForumCandidates::start_segment(const Search& search, const Segment& segment, std::size_t number,
                                    std::size_t lists) {
  documents_ = segment.documents();
  if (shared_.size() < documents_) shared_.resize(documents_, 0);
  heaviest_ = most_weight(search, total_);
  if (least_weights_.size() <= search.way) least_weights_.resize(search.way + 1);
  if (least_weights_[search.way].size() <= number) least_weights_[search.way].resize(number + 1);
  LeastWeights& known = least_weights_[search.way][number];
  for (std::size_t i = 0; i < lists; ++i) known.walked += list_of(features_[i], number).size();
  if (known.least.empty() && known.walked > documents_) known.least.resize(documents_, 0);
  least_ = known.least;
}

/// The most that a thread may weigh if it shares at most `shared`.
std::uint64_t ForumCandidates::most_weight(const Search& search, std::uint64_t shared) const {
  constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
  if (search.measure != SetMeasure::jaccard) return kAny;
  const double most =
      (static_cast<double>(shared) * (1 + search.threshold) / search.threshold - static_cast<double>(total_)) *
      (1 + kRounding);
  if (most <= 0) return 0;
  return most >= static_cast<double>(kAny) ? kAny : static_cast<std::uint64_t>(most);
}

/// Leaves the threads that may share enough in found_. Returns the weight of the features whose lists were not read.
std::uint64_t ForumCandidates::search_segment(const Search& search, std::size_t number, std::size_t lists) {
  std::uint64_t rest = total_;
  std::size_t next = 0;
  for (; next < lists; rest -= features_[next++].weight) {
    walk(list_of(features_[next], number), features_[next].weight, most_weight(search, rest));
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

/// Leaves the threads in found_ that reach the threshold, and what they share in shared_: neither depends on remembered
/// weights or on the lists that were read.
void ForumCandidates::keep_similar(const Search& search, std::span<const std::uint32_t> asked, const Segment& segment,
                                   std::uint64_t rest) {
  const auto drop_unless = [&](const auto& is_kept) {
    const auto is_dropped = [&](const std::uint32_t& document) {
      if (is_kept(document)) return false;
      shared_[document] = 0;
      return true;
    };
    found_.erase(std::remove_if(found_.begin(), found_.end(), is_dropped), found_.end());
  };
  const auto most = [&](std::uint32_t document) { return most_weight(search, shared_[document] + rest); };
  drop_unless([&](const std::uint32_t& document) { return least_weight(document) <= most(document); });
  const std::uint32_t* const last = found_.data() + found_.size();
  drop_unless([&](const std::uint32_t& document) {
    if (last - &document > static_cast<std::ptrdiff_t>(kAhead)) {
      __builtin_prefetch(segment.thread_of((&document)[kAhead]).data());
    }
    ++looks_;
    return record_.read(segment.thread_of(document)) && is_similar(search, asked, document, most(document));
  });
}

/// Whether the thread whose record was read reaches the threshold; it may weigh `most`. Records what they share.
bool ForumCandidates::is_similar(const Search& search, std::span<const std::uint32_t> asked, std::uint32_t document,
                                 std::uint64_t most) {
  if (search.measure != SetMeasure::jaccard) return true;
  std::uint64_t weight = 0;
  std::uint64_t shared = 0;
  std::size_t i = 0;
  for (const std::uint32_t feature : record_.features(search.field)) {
    while (i < asked.size() && asked[i] < feature) ++i;
    const bool is_shared = i < asked.size() && asked[i] == feature;
    const std::uint32_t own = is_shared ? asked_weights_[i] : weights_.weight(search.way, feature);
    weight += own;
    shared += is_shared ? own : 0;
    if (weight > heaviest_) break;  // beyond `most`, so that it is skipped at once the next time
  }
  if (!least_.empty()) {
    const auto steps = std::min<std::uint64_t>(weight / kWeightStep, std::numeric_limits<std::uint8_t>::max());
    least_[document] = std::max(least_[document], static_cast<std::uint8_t>(steps));
  }
  if (weight > most) return false;
  shared_[document] = shared;
  const auto either = static_cast<double>(total_ + weight - shared);
  return shared > 0 && static_cast<double>(shared) >= search.threshold * (1 - kRounding) * either;
}

/// Of threads that share equally much, the earlier ones stay.
std::uint64_t ForumCandidates::keep_most_shared(std::uint64_t most) {
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

/// Only for threads that are not known to be too heavy. `heaviest_new` is the most that threads not in the earlier
/// lists may weigh.
void ForumCandidates::walk(Entries list, std::uint32_t weight, std::uint64_t heaviest_new) {
  const auto prefetch = [&](std::uint32_t document) {
    if (least_.empty()) {
      __builtin_prefetch(shared_.data() + document);
    } else {
      __builtin_prefetch(least_.data() + document);
    }
  };
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i + kAhead < list.size()) prefetch(list[i + kAhead].value);
    const std::uint32_t document = list[i].value;
    if (document >= documents_) continue;  // in a damaged segment
    const std::uint64_t least = least_weight(document);
    if (least > heaviest_) continue;
    if (shared_[document] == 0) {
      if (least > heaviest_new) continue;
      found_.push_back(document);
    }
    shared_[document] += weight;
  }
}

/// Only for threads that already have a weight.
void ForumCandidates::walk_found(Entries list, std::uint32_t weight) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i + kAhead < list.size()) __builtin_prefetch(shared_.data() + list[i + kAhead].value);
    const std::uint32_t document = list[i].value;
    if (document < documents_ && shared_[document] != 0) shared_[document] += weight;
  }
}

void ForumCandidates::drop_hopeless(std::uint64_t rest) {
  const auto is_hopeless = [&](std::uint32_t document) {
    if (static_cast<double>(shared_[document] + rest) >= least_shared_) return false;
    shared_[document] = 0;
    return true;
  };
  found_.erase(std::remove_if(found_.begin(), found_.end(), is_hopeless), found_.end());
}

}  // namespace cento
