#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "methods/substring/find_repeated_text.hpp"
#include "methods/substring/repetitive_documents.hpp"
#include "methods/word_documents.hpp"

namespace cento {
namespace {

using testing::At;
using testing::find;
using testing::find_text;
using testing::options_for;
using testing::PartWords;
using testing::place_of;
using testing::Ranges;
using testing::RepeatedText;
using testing::Words;

/// All places of all runs of `length` words, by the words themselves.
std::map<Words, std::vector<At>> places_of_runs(const std::vector<PartWords>& documents, std::uint32_t length) {
  std::map<Words, std::vector<At>> places;
  for (DocId document = 0; document < documents.size(); ++document) {
    for (std::uint32_t part = 0; part < documents[document].size(); ++part) {
      const Words& words = documents[document][part];
      for (std::uint32_t token = 0; token + length <= words.size(); ++token) {
        const auto begin = words.begin() + token;
        places[Words(begin, begin + length)].push_back({document, part, token});
      }
    }
  }
  return places;
}

/// Extends the last range by the run at `at`, or begins a new one with `other` as the other place of that run.
void add_run(const At& at, const At& other, std::uint32_t length,
             std::vector<std::pair<At, std::pair<At, std::uint32_t>>>& ranges) {
  if (!ranges.empty()) {
    auto& [begin, rest] = ranges.back();
    if (begin.document == at.document && begin.part == at.part && at.token <= begin.token + rest.second) {
      rest.second = at.token + length - begin.token;
      return;
    }
  }
  ranges.push_back({at, {other, length}});
}

std::uint32_t agreeing_words(const std::vector<PartWords>& documents, const At& a, const At& b, std::uint32_t most) {
  const Words& of_a = documents[a.document][a.part];
  const Words& of_b = documents[b.document][b.part];
  std::uint32_t count = 0;
  while (count < most && b.token + count < of_b.size() && of_a[a.token + count] == of_b[b.token + count]) ++count;
  return count;
}

/// The definition, literally: each run is looked up among all runs.
Ranges reference(const std::vector<PartWords>& documents, std::uint32_t length) {
  const auto places = places_of_runs(documents, length);
  std::map<At, std::vector<At>> others;  // of each run that has some, in order
  for (const auto& [words, list] : places) {
    if (list.size() < 2) continue;
    for (const At& at : list) others[at] = list;
  }
  std::vector<std::pair<At, std::pair<At, std::uint32_t>>> all;
  std::vector<std::pair<At, std::pair<At, std::uint32_t>>> later;
  for (const auto& [at, list] : others) {
    add_run(at, list[0] == at ? list[1] : list[0], length, all);
    if (list[0] < at) add_run(at, list[0], length, later);
  }
  Ranges ranges;
  const auto range_of = [&](const auto& range) {
    const auto& [begin, rest] = range;
    const std::uint32_t agreeing = agreeing_words(documents, begin, rest.first, rest.second);
    return RepeatedRange{place_of(documents, begin, rest.second), place_of(documents, rest.first, agreeing), false};
  };
  for (const auto& range : later) ranges.later.push_back(range_of(range));
  for (const auto& range : all) {
    RepeatedRange repeated = range_of(range);
    repeated.is_first = std::none_of(later.begin(), later.end(), [&](const auto& inner) {
      const At& at = inner.first;
      const At& begin = range.first;
      return at.document == begin.document && at.part == begin.part && at.token >= begin.token &&
             at.token < begin.token + range.second.second;
    });
    ranges.all.push_back(repeated);
  }
  return ranges;
}

RC_GTEST_PROP(SubstringDefinition, FindsExactlyWhatTheDefinitionSays, ()) {
  const auto documents = testing::repetitive_documents(
      *rc::gen::arbitrary<std::uint32_t>(), *rc::gen::inRange<std::size_t>(1, 12), *rc::gen::inRange(1U, 5U));
  const auto length = *rc::gen::inRange<std::uint32_t>(1, 12);
  const Ranges expected = reference(documents, length);
  RC_TAG(expected.all.empty() ? "nothing repeats" : "something repeats");
  const Ranges found = find(documents, length);
  RC_ASSERT(found == expected);
}

RC_GTEST_PROP(SubstringDefinition, GivesTheSameWithLittleMemoryAndManyThreads, ()) {
  const auto documents =
      testing::repetitive_documents(*rc::gen::arbitrary<std::uint32_t>(), 30, *rc::gen::inRange(2U, 6U));
  SubstringOptions scarce = options_for(*rc::gen::inRange<std::uint32_t>(2, 12));
  const Ranges plentiful = find(documents, scarce);
  scarce.memory_bytes = 1;
  scarce.threads = 3;
  const RepeatedText found = find_text(documents, scarce);
  RC_ASSERT((Ranges{found.ranges, found.later}) == plentiful);
  RC_ASSERT(found.counts.stretches == 0 || found.counts.spilled_bytes > 0);
}

RC_GTEST_PROP(SubstringDefinition, AgainstAReferenceFindsWhatStandsInIt, ()) {
  auto documents = testing::repetitive_documents(*rc::gen::arbitrary<std::uint32_t>(), 12, *rc::gen::inRange(2U, 5U));
  const auto references = *rc::gen::inRange<std::size_t>(1, 12);
  const auto length = *rc::gen::inRange<std::uint32_t>(2, 9);
  const auto places = places_of_runs(documents, length);
  std::map<At, bool> expected;  // each token of the documents after the reference: whether it is in a run of that
  for (const auto& [words, list] : places) {
    for (const At& at : list) {
      for (std::uint32_t i = 0; at.document >= references && i < length; ++i) {
        expected[{at.document, at.part, at.token + i}] |= list[0].document < references;
      }
    }
  }
  std::erase_if(expected, [](const auto& token) { return !token.second; });
  std::map<At, bool> covered;
  const RepeatedText found = find_text(documents, options_for(length), references);
  for (const RepeatedRange& range : found.ranges) {
    RC_ASSERT(range.also.document < references);
    for (std::uint32_t i = range.place.tokens.begin; i < range.place.tokens.end; ++i) {
      covered[{range.place.document, range.place.part, i}] = true;
    }
  }
  RC_ASSERT(covered == expected);
  RC_ASSERT(found.later.size() == found.ranges.size());
}

}  // namespace
}  // namespace cento
