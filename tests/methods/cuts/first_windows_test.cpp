#include "methods/cuts/first_windows.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "core/hash/mix64.hpp"

namespace cento {
namespace {

using PlainRepetition = std::pair<std::uint64_t, std::uint64_t>;

/// Adds as a Regrouping does.
struct Repetitions {
  std::vector<WindowRepetition> all;
  void add(const WindowRepetition& one) { all.push_back(one); }
};

/// As RepeatedSentenceRun finds them, with few slots for recent windows.
std::vector<PlainRepetition> found(const std::vector<SignedWindow>& windows, const WantedRepetitions& wanted) {
  RecentWindows recent(1);
  std::vector<SignedWindow> regrouped;
  Repetitions repetitions;
  for (const SignedWindow& window : windows) {
    const auto earlier = recent.find(window, wanted.window_sentences);
    if (!earlier) {
      regrouped.push_back(window);
      continue;
    }
    if (earlier->is_new) repetitions.add(WindowRepetition::remembering(earlier->first, earlier->slot));
    if (wanted.is_reference(window.first)) continue;
    repetitions.add(WindowRepetition::of_remembered(window.first, earlier->slot));
  }
  std::sort(regrouped.begin(), regrouped.end());
  list_all_repetitions(regrouped, repetitions);
  std::sort(repetitions.all.begin(), repetitions.all.end());
  FirstWindows firsts(wanted);
  std::vector<WindowRepetition> cut;
  std::vector<PlainRepetition> plain;
  const std::span<const WindowRepetition> all = repetitions.all;
  for (std::size_t begin = 0; begin < all.size(); begin += 7) {
    firsts.resolve(all.subspan(begin, std::min<std::size_t>(7, all.size() - begin)), cut);
    for (const WindowRepetition& one : cut) plain.emplace_back(one.first, one.earlier);
  }
  return plain;
}

std::vector<PlainRepetition> by_definition(const std::vector<SignedWindow>& windows, const WantedRepetitions& wanted) {
  std::map<Fingerprint, std::uint64_t> first;
  std::vector<PlainRepetition> plain;
  for (const SignedWindow& window : windows) {
    const std::uint64_t earlier = first.emplace(window.fingerprint, window.first).first->second;
    if (window.first - earlier < wanted.window_sentences || wanted.is_reference(window.first)) continue;
    plain.emplace_back(window.first, earlier);
  }
  return plain;
}

RC_GTEST_PROP(FirstWindows, AreNamedWhateverIsRemembered, (std::uint32_t seed)) {
  std::mt19937 random(seed);
  const std::uint64_t distinct = 1 + random() % 8;
  std::vector<SignedWindow> windows;
  std::uint64_t place = 0;
  for (std::size_t count = random() % 100; count > 0; --count) {
    const std::uint64_t kind = 1 + random() % distinct;
    windows.push_back({{mix64(kind), kind}, place});
    place += 1 + random() % 2;
  }
  const WantedRepetitions wanted{static_cast<std::uint32_t>(1 + random() % 5), random() % 3 == 0 ? place / 3 : 0};
  RC_ASSERT(found(windows, wanted) == by_definition(windows, wanted));
}

}  // namespace
}  // namespace cento
