#include "methods/qsign/tasks/reuse_steps.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "methods/qsign/tasks/reuse_works.hpp"

namespace cento {

namespace {

constexpr std::array<std::string_view, 1> kStoredForReuse{"asked_places"};

}  // namespace

std::span<const TaskStep<ReuseTask>> reuse_steps() {
  using enum TaskSide;
  static const std::vector<TaskStep<ReuseTask>> steps{
      {"count words", group, {}, count_reuse_words},
      {"ask", part, {"words", "sentences", "sentence_words"}, ask_for_reuse},
      {"wanted lists", group, {"holders"}, want_word_lists},
      {"send lists", part, {"words", "sentences", "sentence_words", "replaced"}, send_word_lists},
      {"compare", group, {"asked"}, compare_for_reuse},
  };
  return steps;
}

std::span<const std::string_view> stored_for_reuse() {
  return kStoredForReuse;
}

void list_reuse(const ReuseTask& task, const TaskInputs& inputs, const std::function<void(const FoundReuse&)>& use) {
  auto hits = inputs.arrived.records<OverlapHit>("hits");
  std::sort(hits.begin(), hits.end());
  auto counts = inputs.arrived.records<OverlapCount>("found");
  const auto by_query = [](const auto& x, const auto& y) { return x.query < y.query; };
  std::sort(counts.begin(), counts.end(), by_query);
  inputs.stored.for_each<AskedPlace>("asked_places", [&](std::uint32_t, const AskedPlace& asked) {
    const auto [first, last] = std::equal_range(hits.begin(), hits.end(), OverlapHit{0, asked.query, {}}, by_query);
    if (first == last) return;
    FoundReuse found;
    found.asked = asked.place;
    found.asked.document += task.parts.begin(inputs.number);
    found.reused = std::span<const OverlapHit>(first, last);
    found.reused = found.reused.first(std::min<std::size_t>(found.reused.size(), task.options.limit));
    const auto [count, end] = std::equal_range(counts.begin(), counts.end(), OverlapCount{asked.query, 0}, by_query);
    for (auto one = count; one != end; ++one) found.found += one->found;
    use(found);
  });
}

}  // namespace cento
