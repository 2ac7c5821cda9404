#include "align/substring/substring_runs.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/hash/mix64.hpp"

namespace cento {
namespace {

template <typename Record>
struct Sink {
  std::vector<Record> records;

  void add(const Record& record) { records.push_back(record); }
};

struct SortedOut {
  Sink<RepeatedWindows> repeated;
  Sink<WindowRequest> requests;
};

SortedOut sort_out(const std::vector<Stretch>& stretches, const WantedWindows& wanted = {}) {
  SortedOut out;
  sort_out_anchor(std::span<const Stretch>(stretches), wanted, out.repeated, out.requests);
  return out;
}

Stretch stretch_at(std::uint64_t token, std::uint64_t content, bool is_tied = false) {
  return {1, content, WindowRow(token, 5, is_tied)};
}

TEST(SubstringRuns, OfOneStretchAreNone) {
  const SortedOut out = sort_out({stretch_at(10, 7)});
  EXPECT_TRUE(out.repeated.records.empty());
  EXPECT_TRUE(out.requests.records.empty());
}

TEST(SubstringRuns, OfEqualStretchesNeedNoComparison) {
  const SortedOut out = sort_out({stretch_at(10, 7), stretch_at(30, 7), stretch_at(50, 7)});
  EXPECT_TRUE(out.requests.records.empty());
  ASSERT_EQ(out.repeated.records.size(), 3);
  EXPECT_EQ(out.repeated.records[0].windows, WindowRow(10, 5, false));
  EXPECT_EQ(out.repeated.records[0].other, 30);
  EXPECT_EQ(out.repeated.records[2].windows, WindowRow(50, 5, true));
  EXPECT_EQ(out.repeated.records[2].other, 10);
}

TEST(SubstringRuns, OfDifferentStretchesAreCompared) {
  const SortedOut out = sort_out({stretch_at(10, 7), stretch_at(50, 7), stretch_at(30, 8)});
  ASSERT_EQ(out.requests.records.size(), 3);
  EXPECT_EQ(out.requests.records[0].asked(), 5);
  EXPECT_EQ(out.requests.records[1].asked(), 1);
  EXPECT_EQ(out.requests.records[2].asked(), 5);
}

TEST(SubstringRuns, OfATiedStretchAreComparedWithEachOther) {
  EXPECT_EQ(sort_out({stretch_at(10, 7, true)}).requests.records.size(), 1);
}

TEST(SubstringRuns, AreWantedBehindTheReferenceOnly) {
  const SortedOut out = sort_out({stretch_at(10, 7), stretch_at(30, 7), stretch_at(50, 7)}, {true, 40});
  ASSERT_EQ(out.repeated.records.size(), 1);
  EXPECT_EQ(out.repeated.records[0].windows.first_token(), 50);
  EXPECT_TRUE(sort_out({stretch_at(50, 7), stretch_at(60, 7)}, {true, 40}).repeated.records.empty());
}

TEST(SubstringRuns, PrintEqualWindowsAlike) {
  const RunShape shape = RunShape::of(4);
  std::vector<std::uint64_t> hashes;
  for (const unsigned word : {1U, 2U, 3U, 4U, 5U, 1U, 2U, 3U, 4U}) hashes.push_back(mix64(word));
  PlainVector<WindowPrint> prints;
  WindowPrinter(shape).print({WindowRow(100, 6)}, hashes, prints);
  ASSERT_EQ(prints.size(), 6);
  EXPECT_EQ(prints[0].print, prints[5].print);
  EXPECT_NE(prints[0].print, prints[1].print);
  EXPECT_EQ(prints[5].windows, WindowRow(105, 1));
  WindowPrinter(shape).print({WindowRow(100, 6, true)}, hashes, prints);
  ASSERT_EQ(prints.size(), 1);
  EXPECT_EQ(prints[0].windows, WindowRow(100, 6));
}

TEST(SubstringRuns, CoverWhatTheirWindowsTouch) {
  const std::vector<RepeatedWindows> windows = {
      {WindowRow(10, 1), 70}, {WindowRow(14, 2, true), 5}, {WindowRow(30, 1, true), 1}};
  const CoveredRuns runs = cover(windows, 4);
  ASSERT_EQ(runs.repeated.size(), 2);
  EXPECT_EQ(runs.repeated[0].begin, 10);
  EXPECT_EQ(runs.repeated[0].end, 19);
  EXPECT_EQ(runs.repeated[0].other, 70);
  ASSERT_EQ(runs.later.size(), 2);
  EXPECT_EQ(runs.later[0].begin, 14);
  EXPECT_EQ(runs.later[1].end, 34);
}

}  // namespace
}  // namespace cento
