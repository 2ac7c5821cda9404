#include "methods/substring.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "methods/word_documents.hpp"

namespace cento {
namespace {

using testing::text_of;
using testing::Words;

/// A document as the words of its parts.
using PartWords = std::vector<Words>;

/// What is found: both lists of SubstringFinder::find().
struct Ranges {
  std::vector<RepeatedRange> all;
  std::vector<RepeatedRange> later;

  friend bool operator==(const Ranges&, const Ranges&) = default;
};

std::ostream& operator<<(std::ostream& out, const RunPlace& place) {
  return out << place.document << "/" << place.part << " tokens " << place.tokens.begin << ".." << place.tokens.end
             << " bytes " << place.bytes.begin << ".." << place.bytes.end;
}

std::ostream& operator<<(std::ostream& out, const Ranges& ranges) {
  for (const auto* list : {&ranges.all, &ranges.later}) {
    out << (list == &ranges.all ? "all" : "later") << ":\n";
    for (const RepeatedRange& range : *list) {
      out << "  " << range.place << " also " << range.also << (range.is_first ? " first" : "") << "\n";
    }
  }
  return out;
}

/// Batches of documents of several parts, `in_batch` to a batch.
class PartBatches {
 public:
  explicit PartBatches(const std::vector<PartWords>& documents, std::size_t in_batch = 3) {
    for (const PartWords& words : documents) {
      if (all_.empty() || all_.back().documents.size() == in_batch) all_.emplace_back();
      std::vector<Part> parts;
      for (const Words& part : words) parts.push_back({"part", texts_.emplace_back(text_of(part))});
      all_.back().add("document", parts);
    }
  }

  [[nodiscard]] const std::deque<DocumentBatch>& all() const { return all_; }

 private:
  std::deque<std::string> texts_;
  std::deque<DocumentBatch> all_;
};

SubstringOptions options_for(std::uint32_t min_tokens) {
  SubstringOptions options;
  options.min_tokens = min_tokens;
  return options;
}

struct RepeatedText {
  std::vector<RepeatedRange> ranges;
  std::vector<RepeatedRange> later;
  SubstringCounts counts;
};

RepeatedText find_in(SubstringFinder& finder) {
  RepeatedText found;
  found.counts = finder.find([&](const RepeatedRange& range) { found.ranges.push_back(range); },
                             [&](const RepeatedRange& range) { found.later.push_back(range); });
  return found;
}

RepeatedText find_text(const std::vector<PartWords>& documents, const SubstringOptions& options,
                       std::size_t references = 0) {
  SubstringFinder finder(options);
  const std::vector<PartWords> reference(documents.begin(),
                                         documents.begin() + static_cast<std::ptrdiff_t>(references));
  const PartBatches reference_batches(reference);
  for (const DocumentBatch& batch : reference_batches.all()) finder.add(finder.sign(batch).get());
  if (references > 0) finder.end_reference();
  const std::vector<PartWords> rest(documents.begin() + static_cast<std::ptrdiff_t>(references), documents.end());
  const PartBatches batches(rest);
  for (const DocumentBatch& batch : batches.all()) finder.add(finder.sign(batch).get());
  return find_in(finder);
}

Ranges find(const std::vector<PartWords>& documents, const SubstringOptions& options) {
  RepeatedText found = find_text(documents, options);
  return {std::move(found.ranges), std::move(found.later)};
}

Ranges find(const std::vector<PartWords>& documents, std::uint32_t min_tokens) {
  return find(documents, options_for(min_tokens));
}

/// Where a run of words begins.
struct At {
  DocId document = 0;
  std::uint32_t part = 0;
  std::uint32_t token = 0;

  friend auto operator<=>(const At&, const At&) = default;
};

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

RunPlace place_of(const std::vector<PartWords>& documents, const At& at, std::uint32_t length) {
  const Words& words = documents[at.document][at.part];
  const auto bytes_before = [&](std::uint32_t count) {
    return static_cast<std::uint32_t>(text_of(Words(words.begin(), words.begin() + count)).size());
  };
  const std::uint32_t begin = at.token == 0 ? 0 : bytes_before(at.token) + 1;
  return {at.document, at.part, {at.token, at.token + length}, {begin, bytes_before(at.token + length)}};
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

/// The definition, literally: each run looked up among all runs.
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

/// Words of a small vocabulary; some parts are made of pieces of earlier ones, some are periodic.
Words some_words(std::mt19937& random, const std::vector<PartWords>& earlier, unsigned vocabulary) {
  Words words;
  const std::size_t length = random() % 40;
  const std::size_t kind = random() % 4;
  const std::size_t period = 1 + random() % 5;
  while (words.size() < length) {
    if (kind == 0 && words.size() >= period) {
      words.push_back(words[words.size() - period]);
    } else if (kind == 1 && !earlier.empty() && !earlier[random() % earlier.size()].empty()) {
      const PartWords& document = earlier[random() % earlier.size()];
      if (document.empty() || document[0].empty()) break;
      const Words& source = document[random() % document.size()];
      for (std::size_t i = random() % (source.size() + 1); i < source.size() && random() % 8 != 0; ++i) {
        words.push_back(source[i]);
      }
      words.push_back(static_cast<unsigned>(random() % vocabulary));
    } else {
      words.push_back(static_cast<unsigned>(random() % vocabulary));
    }
  }
  return words;
}

std::vector<PartWords> some_documents(std::uint32_t seed, std::size_t count, unsigned vocabulary) {
  std::mt19937 random(seed);
  std::vector<PartWords> documents;
  for (std::size_t i = 0; i < count; ++i) {
    PartWords document;
    if (!documents.empty() && random() % 5 == 0) document = documents[random() % documents.size()];
    if (document.empty() || random() % 4 == 0) {
      for (std::size_t parts = 1 + random() % 3; parts > 0; --parts) {
        document.push_back(some_words(random, documents, vocabulary));
      }
    }
    documents.push_back(document);
  }
  return documents;
}

Words numbered_words(unsigned first, std::size_t count) {
  Words words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = first + static_cast<unsigned>(i);
  return words;
}

Words joined(std::initializer_list<Words> pieces) {
  Words words;
  for (const Words& piece : pieces) words.insert(words.end(), piece.begin(), piece.end());
  return words;
}

TEST(Substring, TellsARunThatStandsInTwoDocuments) {
  const Words shared = numbered_words(100, 60);
  const std::vector<PartWords> documents = {{joined({numbered_words(0, 10), shared, numbered_words(20, 10)})},
                                            {joined({shared, numbered_words(40, 10)})}};
  const Ranges ranges = find(documents, 50);
  const RunPlace in_first = place_of(documents, {0, 0, 10}, 60);
  const RunPlace in_second = place_of(documents, {1, 0, 0}, 60);
  EXPECT_EQ(ranges,
            (Ranges{{{in_first, in_second, true}, {in_second, in_first, false}}, {{in_second, in_first, false}}}));
}

TEST(Substring, TellsBytesOfTheTextAsItStands) {
  DocumentBatch batch;
  batch.add("a", "Zuerst dies: »Ein, ZWEI… drei!«");
  batch.add("b", "ein zwei drei vier");
  SubstringFinder finder(options_for(3));
  finder.add(finder.sign(batch).get());
  const RepeatedText found = find_in(finder);
  ASSERT_EQ(found.ranges.size(), 2);
  EXPECT_EQ(found.ranges[0].place.bytes.of(batch.documents[0].parts[0].text), "Ein, ZWEI… drei");
  EXPECT_EQ(found.ranges[0].also.bytes.of(batch.documents[1].parts[0].text), "ein zwei drei");
}

TEST(Substring, LeavesShorterRunsAlone) {
  const Words shared = numbered_words(100, 49);
  EXPECT_EQ(find({{joined({shared, {1}})}, {joined({shared, {2}})}}, 50), Ranges{});
}

TEST(Substring, DoesNotReachFromPartToPart) {
  const Words half = numbered_words(100, 5);
  const Words other_half = numbered_words(200, 5);
  EXPECT_EQ(find({{half, other_half}, {joined({half, other_half})}}, 6), Ranges{});
}

TEST(Substring, FindsWhatStandsTwiceInOnePart) {
  const std::vector<PartWords> documents = {{{1, 2, 3, 9, 1, 2, 3}}};
  const RunPlace first = place_of(documents, {0, 0, 0}, 3);
  const RunPlace second = place_of(documents, {0, 0, 4}, 3);
  EXPECT_EQ(find(documents, 3), (Ranges{{{first, second, true}, {second, first, false}}, {{second, first, false}}}));
}

TEST(Substring, JoinsRangesThatTouch) {
  const std::vector<PartWords> documents = {{{1, 2, 3, 4, 5, 6}}, {{1, 2, 3}}, {{4, 5, 6}}};
  const Ranges ranges = find(documents, 3);
  ASSERT_EQ(ranges.all.size(), 3);
  EXPECT_EQ(ranges.all[0], (RepeatedRange{place_of(documents, {0, 0, 0}, 6), place_of(documents, {1, 0, 0}, 3), true}));
}

TEST(Substring, FindsNothingInNothing) {
  EXPECT_EQ(find({}, 50), Ranges{});
  EXPECT_EQ(find({{{}}, {{}, {}}, {{1}}}, 50), Ranges{});
}

TEST(Substring, SaysWhichLengthsMakeNoSense) {
  EXPECT_THROW(SubstringFinder{options_for(0)}, UsageError);
  EXPECT_THROW(SubstringFinder{options_for(100'000)}, UsageError);
}

RC_GTEST_PROP(Substring, FindsExactlyWhatTheDefinitionSays, ()) {
  const auto documents = some_documents(*rc::gen::arbitrary<std::uint32_t>(), *rc::gen::inRange<std::size_t>(1, 12),
                                        *rc::gen::inRange(1U, 5U));
  const auto length = *rc::gen::inRange<std::uint32_t>(1, 12);
  const Ranges expected = reference(documents, length);
  RC_TAG(expected.all.empty() ? "nothing repeats" : "something repeats");
  const Ranges found = find(documents, length);
  RC_ASSERT(found == expected);
}

RC_GTEST_PROP(Substring, GivesTheSameWithLittleMemoryAndManyThreads, ()) {
  const auto documents = some_documents(*rc::gen::arbitrary<std::uint32_t>(), 30, *rc::gen::inRange(2U, 6U));
  SubstringOptions scarce = options_for(*rc::gen::inRange<std::uint32_t>(2, 12));
  const Ranges plentiful = find(documents, scarce);
  scarce.memory_bytes = 1;
  scarce.threads = 3;
  const RepeatedText found = find_text(documents, scarce);
  RC_ASSERT((Ranges{found.ranges, found.later}) == plentiful);
  RC_ASSERT(found.counts.stretches == 0 || found.counts.spilled_bytes > 0);
}

RC_GTEST_PROP(Substring, AgainstAReferenceFindsWhatStandsInIt, ()) {
  auto documents = some_documents(*rc::gen::arbitrary<std::uint32_t>(), 12, *rc::gen::inRange(2U, 5U));
  const auto references = *rc::gen::inRange<std::size_t>(1, 12);
  const auto length = *rc::gen::inRange<std::uint32_t>(2, 9);
  const auto places = places_of_runs(documents, length);
  std::map<At, bool> expected;  // each token of the documents behind the reference: whether it is in a run of that
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

TEST(Substring, TakesOneWordOverAndOver) {
  const std::size_t count = 1'000'000;
  const std::vector<PartWords> documents = {{Words(count, 7)}};
  const RepeatedText found = find_text(documents, options_for(50));
  ASSERT_EQ(found.ranges.size(), 1);
  EXPECT_EQ(found.ranges[0].place.tokens, (TokenSpan{0, count}));
  EXPECT_EQ(found.ranges[0].also.tokens, (TokenSpan{1, count}));
  ASSERT_EQ(found.later.size(), 1);
  EXPECT_EQ(found.later[0].place.tokens, (TokenSpan{1, count}));
  EXPECT_LT(found.counts.stretches, count / 20);  // not one for each word
}

TEST(Substring, KeepsOneOfManyCopies) {
  const PartWords document = {numbered_words(0, 80), numbered_words(100, 10), numbered_words(200, 70)};
  const std::size_t copies = 3000;
  const RepeatedText found = find_text(std::vector<PartWords>(copies, document), options_for(50));
  EXPECT_EQ(found.counts.identical, copies - 1);
  EXPECT_LT(found.counts.stretches, 30);
  EXPECT_EQ(found.ranges.size(), 2 * copies);
  EXPECT_EQ(found.later.size(), 2 * (copies - 1));
  EXPECT_EQ(found.counts.repeated_ranges, found.ranges.size());
  EXPECT_EQ(found.counts.later_ranges, found.later.size());
}

TEST(Substring, ComparesAFrequentAnchorInLinearTime) {
  const Words boilerplate = numbered_words(0, 40);
  std::vector<PartWords> documents;
  for (unsigned i = 0; i < 20'000; ++i) {
    documents.push_back({joined({numbered_words(100 + 100 * i, 12), boilerplate, numbered_words(150 + 100 * i, 12)})});
  }
  const RepeatedText found = find_text(documents, options_for(50));
  EXPECT_TRUE(found.ranges.empty());
  EXPECT_LE(found.counts.compared_windows, documents.size() * 15);  // each at most once
}

TEST(Substring, FindsRunsAcrossTheSlicesOfALongText) {
  std::mt19937 random(5);
  Words long_text(400'000);
  std::generate(long_text.begin(), long_text.end(), [&] { return static_cast<unsigned>(random() % 100'000); });
  std::string text = text_of(long_text);
  for (std::size_t i = 200; i < text.size(); i += 200) {
    const std::size_t space = text.find(' ', i);
    if (space != std::string::npos) text.replace(space, 1, "\n\n");
  }
  ASSERT_GT(text.size(), std::size_t{2} << 20);
  DocumentBatch batch;
  batch.add("long", text);
  const std::string copy = "other words " + text.substr(text.find(' ') + 1);
  batch.add("copy", copy);
  SubstringFinder finder(options_for(50));
  finder.add(finder.sign(batch).get());
  const RepeatedText found = find_in(finder);
  ASSERT_EQ(found.ranges.size(), 2);
  const std::string_view shared = found.ranges[0].place.bytes.of(text);
  EXPECT_EQ(shared, text.substr(text.find(' ') + 1));
  EXPECT_EQ(found.ranges[1].place.bytes.of(copy), shared);
}

}  // namespace
}  // namespace cento
