#include "methods/forum/tasks/thread_part.hpp"

#include <algorithm>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "cento/error.hpp"

namespace cento {

std::uint64_t packed_facts(const QuestionFacts& facts) {
  return std::uint64_t{facts.numbers} << 1U | (facts.is_negated ? 1U : 0U);
}

QuestionFacts unpacked_facts(std::uint64_t packed) {
  return {static_cast<std::uint32_t>(packed >> 1U), (packed & 1U) != 0};
}

/// How many texts of a field have a feature, if several do.
struct ThreadPart::Tally {
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> texts;
};

ThreadPart::ThreadPart(const ThreadsTask& task, std::size_t part, ThreadPartInput input)
    : task_(task),
      part_(part),
      input_(std::move(input)),
      is_later_(task.parts.end(part) - task.parts.begin(part)),
      tallies_(task.plan.fields().size() + 1) {
  if (input_.sets.size() != size() * (task.plan.fields().size() + 1)) {
    throw Error("a part has another number of threads than when it was signed: did the input change meanwhile?");
  }
  for (const LaterMember& one : input_.later) is_later_.at(thread_of(one.document)) = 1;
  std::sort(input_.shared.begin(), input_.shared.end());
  std::sort(input_.members.begin(), input_.members.end());
  for (const CountedFeature& one : input_.tallies) tallies_.at(one.field).texts.emplace(one.feature, one.texts);
  for (const ShortCount& one : input_.short_tallies) tallies_.back().texts.emplace(one.feature, one.texts);
  input_.tallies = {};
  input_.short_tallies = {};
}
ThreadPart::~ThreadPart() = default;
ThreadPart::ThreadPart(ThreadPart&& other) noexcept = default;

const SharedText* ThreadPart::shared_of(std::size_t thread, std::size_t field) const {
  const SharedText wanted{number_of(thread), static_cast<std::uint32_t>(field), 0, 0};
  const auto found = std::lower_bound(input_.shared.begin(), input_.shared.end(), wanted);
  return found == input_.shared.end() || wanted < *found ? nullptr : &*found;
}

bool ThreadPart::is_first(std::size_t thread, std::size_t field) const {
  const SharedText* const shared = shared_of(thread, field);
  return shared == nullptr || shared->first == number_of(thread);
}

std::uint64_t ThreadPart::threads_of(std::size_t thread, std::size_t field) const {
  const SharedText* const shared = shared_of(thread, field);
  return shared == nullptr ? 1 : shared->threads;
}

std::span<const ThreadOfText> ThreadPart::members_of(std::size_t thread, std::size_t field) const {
  const ThreadOfText wanted{number_of(thread), static_cast<std::uint32_t>(field), 0};
  const auto [begin, end] = std::equal_range(input_.members.begin(), input_.members.end(), wanted,
                                             [](const ThreadOfText& x, const ThreadOfText& y) {
                                               return std::tie(x.first, x.field) < std::tie(y.first, y.field);
                                             });
  return {begin, end};
}

std::uint32_t ThreadPart::having(std::size_t field, std::uint64_t feature) const {
  const bool is_short = !task_.plan.has_idf(field);
  const auto& tally = is_short ? tallies_.back().texts : tallies_[field].texts;
  const auto found = tally.find(is_short ? short_feature(feature, static_cast<std::uint32_t>(field)) : feature);
  return found == tally.end() ? 1 : found->second;
}

std::uint32_t ThreadPart::weight(std::size_t weighing, std::uint64_t feature) const {
  if (task_.plan.is_even(weighing)) return FeatureWeights::kUnit;
  const std::size_t field = task_.plan.weighings()[weighing].field;
  return task_.plan.weight(weighing, feature, having(field, feature), task_.texts.at(field));
}

TextWeight ThreadPart::weight_of(std::size_t thread, std::size_t weighing) const {
  TextWeight of_text;
  for (const std::uint64_t feature : features(thread, task_.plan.weighings()[weighing].field)) {
    const std::uint64_t own = weight(weighing, feature);
    of_text.total += own;
    of_text.heaviest = std::max(of_text.heaviest, own);
  }
  return of_text;
}

void ThreadPart::weights_of(std::size_t thread, std::size_t field, std::vector<TextWeight>& weights) const {
  weights.clear();
  const auto weighings = task_.plan.weighings();
  for (std::size_t i = 0; i < weighings.size(); ++i) {
    if (weighings[i].field == field) weights.push_back(weight_of(thread, i));
  }
}

}  // namespace cento
