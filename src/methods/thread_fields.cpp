#include "methods/thread_fields.hpp"

#include <algorithm>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "sign/feature_set.hpp"
#include "sign/mix64.hpp"
#include "sign/spots.hpp"

namespace cento {

namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double measured(const WeightedOverlap& found, SetMeasure measure) {
  switch (measure) {
    case SetMeasure::jaccard: return ratio(found.shared, found.total_a + found.total_b - found.shared);
    case SetMeasure::containment: return ratio(found.shared, std::min(found.total_a, found.total_b));
    case SetMeasure::rarest: return ratio(found.heaviest_shared, found.heaviest);
  }
  return 0;
}

bool is_of_words(std::string_view features) {
  return features == "words" || features == "content";
}

struct ThreadFieldSets::KnownSets {
  boost::unordered_flat_map<Fingerprint, std::uint32_t, HashFingerprint> numbers;
};

ThreadFieldSets::ThreadFieldSets(std::uint64_t memory_bytes, const std::string& temp_dir)
    : store_(memory_bytes, temp_dir), known_(std::make_unique<KnownSets>()) {}

ThreadFieldSets::~ThreadFieldSets() = default;

void ThreadFieldSets::close() {
  known_.reset();
}

void ThreadFieldSets::add(std::span<const std::uint64_t> features, const Fingerprint& fingerprint) {
  if (features.empty()) return set_of_.push_back(kNone);
  const auto next = static_cast<std::uint32_t>(store_.size());
  const auto [entry, is_new] = known_->numbers.emplace(fingerprint, next);
  if (is_new) store_.add(features);
  set_of_.push_back(entry->second);
}

void ThreadOrders::add(std::span<const std::uint64_t> tokens) {
  for (const std::uint64_t token : tokens) tokens_.push_back(static_cast<std::uint32_t>(token));
  begins_.push_back(tokens_.size());
}

ThreadFields::ThreadFields(const ThreadModel& model, std::uint64_t memory_bytes, const std::string& temp_dir)
    : fields_(fields_of(model)), parts_(model.parts.size()) {
  for (const ThreadField& field : fields_) {
    const bool is_order = field.features == "order";
    const std::uint64_t share = memory_bytes / fields_.size();
    sets_.push_back(is_order ? nullptr : std::make_unique<ThreadFieldSets>(share, temp_dir));
    orders_.push_back(is_order ? std::make_unique<ThreadOrders>() : nullptr);
  }
  for (const auto& [word, factor] : model.word_factors) {
    for (const std::uint64_t token : tokens_of_words(word)) word_factors_[token] = factor;
  }
}

void ThreadFields::add(std::size_t field, std::span<const std::uint64_t> features, const Fingerprint& fingerprint) {
  if (sets_[field] != nullptr) return sets_[field]->add(features, fingerprint);
  orders_[field]->add(features);
}

void ThreadFields::prepare(const ThreadModel& model, LocalExecutor& executor) {
  for (const auto& sets : sets_) {
    if (sets != nullptr) sets->close();
  }
  for (std::size_t part = 0; part < model.parts.size(); ++part) {
    for (const Comparison& how : model.parts[part].comparisons) prepare(part, how, executor);
  }
  for (std::size_t field = 0; field < fields_.size(); ++field) {
    if (orders_[field] == nullptr) continue;
    prepare(fields_[field].part, parse_comparison("words"), executor);
    ++parts_with_order_;
  }
}

void ThreadFields::prepare(std::size_t part, const Comparison& how, LocalExecutor& executor) {
  const auto found = std::find(fields_.begin(), fields_.end(), ThreadField{part, how.features});
  const auto field = static_cast<std::size_t>(found - fields_.begin());
  const bool is_order = sets_[field] == nullptr;
  comparisons_.push_back(
      {part, how, sets_[field].get(), is_order ? nullptr : &weighted(field, how, executor), orders_[field].get()});
}

/// Comparisons that differ in their measure alone have the same weights.
const WeightedSets& ThreadFields::weighted(std::size_t field, const Comparison& how, LocalExecutor& executor) {
  for (const Weighted& known : weighted_) {
    if (known.field == field && known.idf_power == how.idf_power) return *known.sets;
  }
  const FeatureWeights weights(how.idf_power, is_of_words(how.features) ? &word_factors_ : nullptr);
  auto sets = std::make_unique<WeightedSets>(sets_[field]->store(), weights, executor);
  weighted_.push_back({field, how.idf_power, std::move(sets)});
  return *weighted_.back().sets;
}

std::uint64_t ThreadFields::spilled_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& sets : sets_) bytes += sets == nullptr ? 0 : sets->store().spilled_bytes();
  for (const Weighted& weighted : weighted_) bytes += weighted.sets->spilled_bytes();
  return bytes;
}

Fingerprint ThreadFields::fingerprint_of(DocId thread) const {
  std::uint64_t low = 1;
  std::uint64_t high = 2;
  const auto add = [&](std::uint64_t value) {
    low = mix64(low + kGoldenStep + value);
    high = mix64(high ^ (value * kGoldenStep)) + low;
  };
  for (std::size_t field = 0; field < fields_.size(); ++field) {
    if (sets_[field] != nullptr) {
      add(sets_[field]->set_of(thread));
      continue;
    }
    for (const std::uint32_t token : orders_[field]->of(thread)) add(token);
    add(orders_[field]->of(thread).size());
  }
  for (std::size_t part = 0; part < parts_; ++part) {
    add(std::uint64_t{facts(thread, part).numbers} << 1 | (facts(thread, part).is_negated ? 1 : 0));
  }
  return {low, high};
}

double similarity(const PreparedComparison& comparison, DocId a, DocId b) {
  if (comparison.order != nullptr) {
    const auto of_a = comparison.order->of(a);
    const auto of_b = comparison.order->of(b);
    return of_a.empty() || of_b.empty() ? kMissing : order_similarity(of_a, of_b);
  }
  const std::uint32_t set_a = comparison.field->set_of(a);
  const std::uint32_t set_b = comparison.field->set_of(b);
  if (set_a == ThreadFieldSets::kNone || set_b == ThreadFieldSets::kNone) return kMissing;
  if (set_a == set_b) return 1;
  return measured(overlap(*comparison.sets, set_a, set_b), comparison.how.measure);
}

}  // namespace cento
