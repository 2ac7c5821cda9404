#include "study/judge/span_judgement.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

namespace cento {

namespace {

using Spans = std::vector<const ReuseSpan*>;

/// The gold spans and the found ones in a pair of documents.
struct PairSpans {
  Spans gold;
  Spans found;
};

/// The same positions as sorted ranges that do not touch.
std::vector<ByteRange> merged(std::vector<ByteRange> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const ByteRange& one, const ByteRange& other) { return one.begin < other.begin; });
  std::vector<ByteRange> apart;
  for (const ByteRange& range : ranges) {
    if (apart.empty() || range.begin > apart.back().end) {
      apart.push_back(range);
    } else {
      apart.back().end = std::max(apart.back().end, range.end);
    }
  }
  return apart;
}

/// Positions in both documents of a pair, each once.
class Coverage {
 public:
  void add(const ByteRange& a, const ByteRange& b) {
    a_.push_back(a);
    b_.push_back(b);
  }

  void add(const Coverage& more) {
    a_.insert(a_.end(), more.a_.begin(), more.a_.end());
    b_.insert(b_.end(), more.b_.begin(), more.b_.end());
  }

  /// Must be called before bytes().
  void merge() {
    a_ = merged(std::move(a_));
    b_ = merged(std::move(b_));
  }

  [[nodiscard]] std::uint64_t bytes() const { return bytes_of(a_) + bytes_of(b_); }

 private:
  static std::uint64_t bytes_of(const std::vector<ByteRange>& ranges) {
    std::uint64_t bytes = 0;
    for (const ByteRange& range : ranges) bytes += range.end - range.begin;
    return bytes;
  }

  std::vector<ByteRange> a_;
  std::vector<ByteRange> b_;
};

ByteRange cut(const ByteRange& one, const ByteRange& other) {
  return {std::max(one.begin, other.begin), std::min(one.end, other.end)};
}

bool overlap(const ByteRange& one, const ByteRange& other) {
  return std::max(one.begin, other.begin) < std::min(one.end, other.end);
}

bool detects(const ReuseSpan& one, const ReuseSpan& other) {
  return overlap(one.a, other.a) && overlap(one.b, other.b);
}

std::uint64_t size_of(const ReuseSpan& span) {
  return span.a.end - span.a.begin + span.b.end - span.b.begin;
}

/// Spans of one pair of documents, sorted so that those a span may detect are adjacent.
class SpanOrder {
 public:
  explicit SpanOrder(Spans spans) : spans_(std::move(spans)) {
    std::sort(spans_.begin(), spans_.end(),
              [](const ReuseSpan* one, const ReuseSpan* other) { return one->a.begin < other->a.begin; });
    reaches_.reserve(spans_.size());
    for (const ReuseSpan* span : spans_) {
      reaches_.push_back(std::max(span->a.end, reaches_.empty() ? 0 : reaches_.back()));
    }
  }

  /// Calls `take` with those detected by `span`.
  template <typename Take>
  void for_each_detected(const ReuseSpan& span, Take take) const {
    const auto behind =
        std::lower_bound(spans_.begin(), spans_.end(), span.a.end,
                         [](const ReuseSpan* other, std::uint64_t position) { return other->a.begin < position; });
    for (auto i = static_cast<std::size_t>(behind - spans_.begin()); i > 0 && reaches_[i - 1] > span.a.begin; --i) {
      if (detects(span, *spans_[i - 1])) take(*spans_[i - 1]);
    }
  }

  [[nodiscard]] bool has_detected(const ReuseSpan& span) const {
    bool has = false;
    for_each_detected(span, [&](const ReuseSpan&) { has = true; });
    return has;
  }

 private:
  Spans spans_;                         // by where they begin in a
  std::vector<std::uint64_t> reaches_;  // the furthest end in a up to each span
};

std::uint64_t covered_bytes(const Spans& spans) {
  Coverage coverage;
  for (const ReuseSpan* span : spans) coverage.add(span->a, span->b);
  coverage.merge();
  return coverage.bytes();
}

/// What a span shares with those that it detects.
struct Shared {
  Coverage coverage;
  std::uint64_t detections = 0;
};

Shared shared_with(const ReuseSpan& span, const SpanOrder& others) {
  Shared shared;
  others.for_each_detected(span, [&](const ReuseSpan& other) {
    shared.coverage.add(cut(span.a, other.a), cut(span.b, other.b));
    ++shared.detections;
  });
  shared.coverage.merge();
  return shared;
}

/// Sums over pairs of documents.
class SpanSums {
 public:
  void add(const Spans& gold, const Spans& found) {
    add_gold(gold, SpanOrder(found));
    const SpanOrder order(gold);
    for (const ReuseSpan* span : found) precision_sum_ += share_of(*span, shared_with(*span, order).coverage.bytes());
    found_ += found.size();
    found_bytes_ += covered_bytes(found);
    gold_bytes_ += covered_bytes(gold);
  }

  [[nodiscard]] SpanJudgement result() const {
    SpanJudgement judged;
    judged.gold = gold_;
    judged.detected = detected_;
    judged.found = found_;
    if (detected_ > 0) judged.granularity = static_cast<double>(detections_) / static_cast<double>(detected_);
    judged.macro = score(share(precision_sum_, found_), share(recall_sum_, gold_), judged.granularity);
    const auto common = static_cast<double>(common_bytes_);
    judged.micro = score(share(common, found_bytes_), share(common, gold_bytes_), judged.granularity);
    return judged;
  }

 private:
  static double share_of(const ReuseSpan& span, std::uint64_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(size_of(span));
  }

  static std::optional<double> share(double part, std::uint64_t whole) {
    if (whole == 0) return std::nullopt;
    return part / static_cast<double>(whole);
  }

  static SpanScore score(std::optional<double> precision, std::optional<double> recall, double granularity) {
    SpanScore result{precision, recall, 0, 0};
    const double product = precision.value_or(0) * recall.value_or(0);
    if (product > 0) result.f1 = 2 * product / (*precision + *recall);
    result.plagdet = result.f1 / std::log2(1 + granularity);
    return result;
  }

  void add_gold(const Spans& gold, const SpanOrder& found) {
    Coverage common;
    for (const ReuseSpan* span : gold) {
      const Shared shared = shared_with(*span, found);
      common.add(shared.coverage);
      recall_sum_ += share_of(*span, shared.coverage.bytes());
      detections_ += shared.detections;
      detected_ += shared.detections > 0 ? 1 : 0;
    }
    common.merge();
    gold_ += gold.size();
    common_bytes_ += common.bytes();
  }

  std::uint64_t gold_ = 0;
  std::uint64_t detected_ = 0;
  std::uint64_t detections_ = 0;
  std::uint64_t found_ = 0;
  std::uint64_t common_bytes_ = 0;
  std::uint64_t found_bytes_ = 0;
  std::uint64_t gold_bytes_ = 0;
  double precision_sum_ = 0;
  double recall_sum_ = 0;
};

/// All pairs of documents in order of appearance.
class PairTable {
 public:
  PairSpans& operator[](const PairName& name) {
    const auto [place, is_new] = places_.emplace(name, pairs_.size());
    if (is_new) pairs_.emplace_back();
    return pairs_[place->second];
  }

  /// Null if the pair has no spans.
  [[nodiscard]] const PairSpans* find(const PairName& name) const {
    const auto place = places_.find(name);
    return place == places_.end() ? nullptr : &pairs_[place->second];
  }

  [[nodiscard]] const std::vector<PairSpans>& pairs() const { return pairs_; }

 private:
  boost::unordered_flat_map<PairName, std::size_t, boost::hash<PairName>> places_;
  std::vector<PairSpans> pairs_;
};

PairTable by_pair(std::span<const ReuseSpan> gold, std::span<const ReuseSpan> found) {
  PairTable table;
  for (const ReuseSpan& span : gold) table[span.documents].gold.push_back(&span);
  for (const ReuseSpan& span : found) table[span.documents].found.push_back(&span);
  return table;
}

using KindSums = std::map<std::string, SpanSums>;

void add_kinds(KindSums& kinds, const PairSpans& pair) {
  std::map<std::string, Spans> gold_of;
  for (const ReuseSpan* span : pair.gold) gold_of[span->kind].push_back(span);
  const SpanOrder all(pair.gold);
  for (const auto& [kind, gold] : gold_of) {
    const SpanOrder own(gold);
    Spans kept;
    std::copy_if(pair.found.begin(), pair.found.end(), std::back_inserter(kept),
                 [&](const ReuseSpan* span) { return own.has_detected(*span) || !all.has_detected(*span); });
    kinds[kind].add(gold, kept);
  }
}

std::map<std::string, SpanJudgement> results(const KindSums& kinds) {
  std::map<std::string, SpanJudgement> judged;
  for (const auto& [kind, sums] : kinds) judged.emplace(kind, sums.result());
  return judged;
}

/// The listed pairs, each once.
std::vector<ListedPair> distinct(const std::vector<ListedPair>& listed) {
  std::vector<ListedPair> pairs;
  boost::unordered_flat_map<PairName, std::size_t, boost::hash<PairName>> places;
  for (const ListedPair& pair : listed) {
    const auto [place, is_new] = places.emplace(pair.name, pairs.size());
    if (is_new) {
      pairs.push_back(pair);
    } else {
      pairs[place->second].kind = pair.kind;
    }
  }
  return pairs;
}

void add_alarm(FalseAlarms& alarms, std::uint64_t found) {
  ++alarms.pairs;
  alarms.pairs_with_found += found > 0 ? 1 : 0;
  alarms.found += found;
}

SpanReport judge_listed(const PairTable& table, const std::vector<ListedPair>& listed, std::uint64_t found) {
  SpanReport report;
  SpanSums all;
  KindSums kinds;
  std::uint64_t judged = 0;
  const PairSpans nothing;
  for (const ListedPair& pair : distinct(listed)) {
    const PairSpans* in_table = table.find(pair.name);
    const PairSpans& spans = in_table == nullptr ? nothing : *in_table;
    all.add(spans.gold, spans.found);
    add_kinds(kinds, spans);
    judged += spans.found.size();
    if (spans.gold.empty()) add_alarm(report.without_gold[pair.kind], spans.found.size());
  }
  report.all = all.result();
  report.kinds = results(kinds);
  report.found_in_unlisted_pairs = found - judged;
  return report;
}

}  // namespace

ReuseSpan ordered_span(ReuseSpan span) {
  const bool is_ordered = span.documents.a != span.documents.b
                              ? span.documents.a < span.documents.b
                              : std::pair(span.a.begin, span.a.end) <= std::pair(span.b.begin, span.b.end);
  if (is_ordered) return span;
  std::swap(span.documents.a, span.documents.b);
  std::swap(span.a, span.b);
  return span;
}

SpanReport judge_spans(std::span<const ReuseSpan> gold, std::span<const ReuseSpan> found,
                       const std::optional<std::vector<ListedPair>>& listed) {
  const PairTable table = by_pair(gold, found);
  if (listed) return judge_listed(table, *listed, found.size());
  SpanReport report;
  SpanSums all;
  KindSums kinds;
  for (const PairSpans& pair : table.pairs()) {
    all.add(pair.gold, pair.found);
    add_kinds(kinds, pair);
  }
  report.all = all.result();
  report.kinds = results(kinds);
  return report;
}

}  // namespace cento
