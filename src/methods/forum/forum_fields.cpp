#include "methods/forum/forum_fields.hpp"

#include <algorithm>
#include <utility>

#include "core/hash/mix64.hpp"
#include "sign/feature_set.hpp"
#include "sign/words/spots.hpp"

namespace cento {

namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// By the first part that both have.
void guard(const ForumFields& fields, DocId a, DocId b, ForumSimilarities& found) {
  const auto comparisons = fields.comparisons();
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    if (found.comparisons[i] != found.comparisons[i]) continue;
    const QuestionFacts& of_a = fields.facts(a, comparisons[i].part);
    const QuestionFacts& of_b = fields.facts(b, comparisons[i].part);
    found.numbers_differ = of_a.numbers != of_b.numbers;
    found.negation_differs = of_a.is_negated != of_b.is_negated;
    return;
  }
}

}  // namespace

template void ForumFields::prepare(const ForumModel& model, LocalExecutor& executor);

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

ForumFieldSets::ForumFieldSets(const FieldMemory& memory, const MemoryPart& features) : set_of_(memory.arrays) {
  store_.emplace(features, memory.temp_dir);
  known_.emplace(memory.arrays);
}

ForumFieldSets::~ForumFieldSets() = default;

void ForumFieldSets::close() {
  known_.reset();
}

void ForumFieldSets::forget_features() {
  spilled_bytes_ += store_->spilled_bytes();
  store_.reset();
}

void ForumFieldSets::add(std::span<const std::uint64_t> features, const Fingerprint& fingerprint) {
  if (features.empty()) return set_of_.push_back(kNone);
  const auto [number, is_new] = known_->add(fingerprint);
  if (is_new) store_->add(features);
  set_of_.push_back(number);
}

void ForumOrders::add(std::span<const std::uint64_t> tokens) {
  for (const std::uint64_t token : tokens) tokens_.push_back(static_cast<std::uint32_t>(token));
  begins_.push_back(tokens_.size());
}

ForumFields::ForumFields(const ForumModel& model, const FieldMemory& memory)
    : fields_(fields_of(model)), parts_(model.parts.size()), arrays_(memory.arrays), facts_(memory.arrays) {
  for (const ForumField& field : fields_) {
    const bool is_order = field.features == "order";
    const MemoryPart share = memory.features.divided(fields_.size());
    sets_.push_back(is_order ? nullptr : std::make_unique<ForumFieldSets>(memory, share));
    orders_.push_back(is_order ? std::make_unique<ForumOrders>(memory.arrays) : nullptr);
  }
  for (const auto& [word, factor] : model.word_factors) {
    for (const std::uint64_t token : tokens_of_words(word)) word_factors_[token] = factor;
  }
}

void ForumFields::add(const SignedThreads& batch) {
  const std::uint64_t* features = batch.features.data();
  for (std::size_t i = 0; i < batch.sizes.size(); ++i) {
    add(i % fields_.size(), {features, batch.sizes[i]}, batch.fingerprints[i]);
    features += batch.sizes[i];
  }
  facts_.insert(facts_.end(), batch.facts.begin(), batch.facts.end());
}

void ForumFields::add(std::size_t field, std::span<const std::uint64_t> features, const Fingerprint& fingerprint) {
  if (sets_[field] != nullptr) return sets_[field]->add(features, fingerprint);
  orders_[field]->add(features);
}

void ForumFields::end_adding() {
  for (const auto& sets : sets_) {
    if (sets != nullptr) sets->close();
  }
}

void ForumFields::list_comparisons(const ForumModel& model) {
  for (std::size_t part = 0; part < model.parts.size(); ++part) {
    for (const Comparison& how : model.parts[part].comparisons) list(part, how);
  }
  for (std::size_t field = 0; field < fields_.size(); ++field) {
    if (orders_[field] == nullptr) continue;
    list(fields_[field].part, parse_comparison("words"));
    ++parts_with_order_;
  }
}

void ForumFields::list(std::size_t part, const Comparison& how) {
  const std::size_t field = field_number(fields_, part, how.features);
  comparisons_.push_back({part, how, sets_[field].get(), nullptr, orders_[field].get()});
}

const WeightedSets* ForumFields::known_weights(const PreparedComparison& comparison) const {
  for (const Weighted& known : weighted_) {
    if (known.field == comparison.field && known.idf_power == comparison.how.idf_power) return known.sets.get();
  }
  return nullptr;
}

FeatureWeights ForumFields::weights_for(const Comparison& how) const {
  return {how.idf_power, is_of_words(how.features) ? &word_factors_ : nullptr};
}

void ForumFields::forget_features() {
  for (const auto& sets : sets_) {
    if (sets != nullptr) sets->forget_features();
  }
}

std::uint64_t ForumFields::spilled_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& sets : sets_) bytes += sets == nullptr ? 0 : sets->spilled_bytes();
  for (const Weighted& weighted : weighted_) bytes += weighted.sets->spilled_bytes();
  return bytes;
}

Fingerprint ForumFields::fingerprint_of(DocId thread) const {
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
  if (set_a == ForumFieldSets::kNone || set_b == ForumFieldSets::kNone) return kMissing;
  if (set_a == set_b) return 1;
  return measured(overlap(*comparison.sets, set_a, set_b), comparison.how.measure);
}

void compare_threads(const ForumFields& fields, DocId a, DocId b, ForumSimilarities& found) {
  found.outside = kMissing;
  found.numbers_differ = false;
  found.negation_differs = false;
  found.comparisons.clear();
  for (const PreparedComparison& comparison : fields.comparisons()) {
    found.comparisons.push_back(similarity(comparison, a, b));
  }
  guard(fields, a, b, found);
}

}  // namespace cento
