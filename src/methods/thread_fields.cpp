#include "methods/thread_fields.hpp"

#include <algorithm>
#include <utility>

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

/// The slot with a fingerprint's number, or the free one that it would get.
std::size_t FingerprintNumbers::slot_of(const Fingerprint& fingerprint) const {
  std::size_t slot = HashFingerprint()(fingerprint) & (slots_.size() - 1);
  while (slots_[slot] != kFree && known_[slots_[slot]] != fingerprint) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::pair<std::uint32_t, bool> FingerprintNumbers::add(const Fingerprint& fingerprint) {
  if (2 * known_.size() >= slots_.size()) enlarge();
  std::uint32_t& number = slots_[slot_of(fingerprint)];
  if (number != kFree) return {number, false};
  number = static_cast<std::uint32_t>(known_.size());
  known_.push_back(fingerprint);
  return {number, true};
}

void FingerprintNumbers::enlarge() {
  constexpr std::size_t kLeast = 1024;
  const std::size_t slots = std::max(kLeast, 2 * slots_.size());
  release(slots_);
  slots_.assign(slots, kFree);
  for (std::uint32_t number = 0; number < known_.size(); ++number) slots_[slot_of(known_[number])] = number;
}

ThreadFieldSets::ThreadFieldSets(const FieldMemory& memory, std::uint64_t feature_bytes) : set_of_(memory.arrays) {
  store_.emplace(feature_bytes, memory.temp_dir);
  known_.emplace(memory.arrays);
}

ThreadFieldSets::~ThreadFieldSets() = default;

void ThreadFieldSets::close() {
  known_.reset();
}

void ThreadFieldSets::forget_features() {
  spilled_bytes_ += store_->spilled_bytes();
  store_.reset();
}

void ThreadFieldSets::add(std::span<const std::uint64_t> features, const Fingerprint& fingerprint) {
  if (features.empty()) return set_of_.push_back(kNone);
  const auto [number, is_new] = known_->add(fingerprint);
  if (is_new) store_->add(features);
  set_of_.push_back(number);
}

void ThreadOrders::add(std::span<const std::uint64_t> tokens) {
  for (const std::uint64_t token : tokens) tokens_.push_back(static_cast<std::uint32_t>(token));
  begins_.push_back(tokens_.size());
}

ThreadFields::ThreadFields(const ThreadModel& model, const FieldMemory& memory)
    : fields_(fields_of(model)), parts_(model.parts.size()), arrays_(memory.arrays), facts_(memory.arrays) {
  for (const ThreadField& field : fields_) {
    const bool is_order = field.features == "order";
    const std::uint64_t share = memory.feature_bytes / fields_.size();
    sets_.push_back(is_order ? nullptr : std::make_unique<ThreadFieldSets>(memory, share));
    orders_.push_back(is_order ? std::make_unique<ThreadOrders>(memory.arrays) : nullptr);
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
  for (const auto& sets : sets_) {
    if (sets != nullptr) sets->forget_features();
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
  auto sets = std::make_unique<WeightedSets>(sets_[field]->store(), weights, executor, arrays_);
  weighted_.push_back({field, how.idf_power, std::move(sets)});
  return *weighted_.back().sets;
}

std::uint64_t ThreadFields::spilled_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& sets : sets_) bytes += sets == nullptr ? 0 : sets->spilled_bytes();
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
