#include "methods/forum/forum_weights.hpp"

#include <algorithm>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "methods/forum/forum_fields.hpp"
#include "methods/forum/forum_record.hpp"
#include "sign/words/spots.hpp"

namespace cento {

namespace {

constexpr std::size_t kMostKnown = std::size_t{1} << 20U;  // remembered weights of a way

}  // namespace

struct ForumWeights::KnownWeights {
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> weights;
};

ForumWeights::~ForumWeights() = default;

ForumWeights::ForumWeights(const ForumModel& model, std::span<const ForumField> fields)
    : fields_(fields.begin(), fields.end()) {
  for (const auto& [word, factor] : model.word_factors) {
    for (const std::uint64_t token : tokens_of_words(word)) word_factors_[token] = factor;
  }
}

void ForumWeights::set_view(const IndexView& view) {
  view_ = &view;
  threads_ = 0;
  for (const auto& segment : view.segments()) threads_ += segment->documents();
  for (Way& way : ways_) way.known->weights.clear();
}

std::size_t ForumWeights::way_of(std::size_t field, double idf_power) {
  const auto known = std::find_if(ways_.begin(), ways_.end(),
                                  [&](const Way& way) { return way.field == field && way.idf_power == idf_power; });
  if (known != ways_.end()) return static_cast<std::size_t>(known - ways_.begin());
  Way way{field, idf_power, false, std::make_unique<FeatureWeights::Factors>(), std::make_unique<KnownWeights>()};
  if (is_of_words(fields_[field].features)) {
    for (const auto& [token, factor] : word_factors_) (*way.factors)[stored_feature(field, token)] = factor;
  }
  way.is_even = idf_power == 0 && way.factors->empty();
  ways_.push_back(std::move(way));
  return ways_.size() - 1;
}

std::uint32_t ForumWeights::weight(std::size_t way, std::uint32_t feature, std::uint64_t having) const {
  if (ways_[way].is_even) return FeatureWeights::kUnit;
  const FeatureWeights weights(ways_[way].idf_power, ways_[way].factors.get());
  return weights.weight(feature, std::max<std::uint64_t>(1, having), std::max<std::uint64_t>(1, threads_));
}

std::uint32_t ForumWeights::weight(std::size_t way, std::uint32_t feature) {
  if (ways_[way].is_even) return FeatureWeights::kUnit;
  auto& known = ways_[way].known->weights;
  if (const auto found = known.find(feature); found != known.end()) return found->second;
  if (known.size() >= kMostKnown) known.clear();
  return known.emplace(feature, weight(way, feature, threads_having(feature))).first->second;
}

std::uint64_t ForumWeights::threads_having(std::uint32_t feature) const {
  std::uint64_t having = 0;
  for (const auto& segment : view_->segments()) {
    having += segment->table(IndexTable::threads).find(key_hash(feature)).size();
  }
  return having;
}

}  // namespace cento
