#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "index/live/index_writer.hpp"
#include "index/new_index.hpp"
#include "sign/words/frequencies_file.hpp"

namespace cento {
namespace {

using namespace testing;

using Documents = std::vector<std::pair<std::string, std::string>>;

TEST(IndexUpkeep, ViewsGoOnWhenSegmentsAreMergedAway) {
  const NewIndex index;
  IndexWriter writer = index.writer();
  add_batch(writer, {{"a", "One."}});
  writer.commit();
  add_batch(writer, {{"b", "Two."}});
  writer.commit();
  const auto before = index.view();
  add_batch(writer, {{"c", "Three."}});
  writer.merge();
  EXPECT_EQ(index.segment_bytes().size(), 1U);
  EXPECT_EQ(documents_of(*before), (Documents{{"a", "One."}, {"b", "Two."}}));
  EXPECT_EQ(before->documents(), 2U);
}

TEST(IndexUpkeep, RebuildsUnderOtherOptions) {
  const NewIndex index;
  IndexWriter writer = index.writer();
  add_batch(writer, {{"a", "One."}, {"b", "Two."}});
  writer.commit();
  EXPECT_TRUE(writer.remove("a"));
  IndexOptions options;
  options.df_cutoff = 7;
  writer.rebuild(&options, nullptr);
  EXPECT_EQ(writer.view()->options(), options);
  EXPECT_EQ(index.view()->options(), options);
  EXPECT_EQ(documents_of(*index.view()), (Documents{{"b", "Two."}}));
  EXPECT_FALSE(index.view()->has_removed());
  add_batch(writer, {{"c", "Three."}});
  writer.commit();
  EXPECT_EQ(documents_of(*index.view()), (Documents{{"b", "Two."}, {"c", "Three."}}));
  expect_sound(index);
}

TEST(IndexUpkeep, RebuildsInPiecesOnThreads) {
  const NewIndex index;
  WriterOptions options;
  options.threads = 2;
  IndexWriter writer = index.writer(options);
  std::vector<Entry> entries;
  for (int i = 0; i < 300; ++i)
    entries.push_back({std::to_string(i), "Shared.\n" + std::to_string(i) + std::string(50'000, 'x')});
  add_batch(writer, entries);
  writer.merge();
  const auto before = index.segment_bytes();
  writer.rebuild(nullptr, nullptr);
  EXPECT_EQ(index.segment_bytes(), before);
  expect_sound(index);
}

std::string statistics_bytes(std::uint64_t documents) {
  std::vector<SavedFrequencies> tables(1);
  tables[0].counted = "tokens";
  tables[0].options = "{}";
  tables[0].frequencies = DocumentFrequencies(documents, {{42, 3}});
  std::string bytes;
  write_frequencies(tables, [&bytes](std::string_view more) { bytes += more; });
  return bytes;
}

TEST(IndexUpkeep, KeepsItsStatistics) {
  const NewIndex index(statistics_bytes(10));
  ASSERT_NE(index.view()->statistics(), nullptr);
  EXPECT_EQ(index.view()->statistics()->documents(), 10U);
  EXPECT_EQ(index.view()->statistics()->of(42), 3U);
  IndexWriter writer = index.writer();
  add_batch(writer, {{"a", "One."}});
  writer.commit();
  const std::string fresh = statistics_bytes(20);
  writer.rebuild(nullptr, &fresh);
  EXPECT_EQ(writer.view()->statistics()->documents(), 20U);
  EXPECT_EQ(index.view()->statistics()->documents(), 20U);
}

TEST(IndexUpkeep, RefusesStatisticsThatAreNone) {
  const TempFolder folder;
  EXPECT_EQ(complaint_of([&] { create_index(folder / "index", IndexOptions(), "nonsense"); }),
            "the given statistics is not a statistics file; `cento stats` makes one");
  EXPECT_FALSE(std::filesystem::exists(folder / "index"));
}

TEST(IndexBackup, IsWholeWhileAWriterGoesOn) {
  const NewIndex index;
  IndexWriter writer = index.writer(small_tail(200));
  std::atomic<bool> is_done = false;
  auto writing = std::async(std::launch::async, [&] {
    for (int i = 0; !is_done; ++i) {
      add_each(writer, {{std::to_string(i), "Some text.\n" + std::to_string(i)}});
      if (i % 3 == 0) writer.commit();
      if (i % 20 == 0) writer.merge();
    }
  });
  for (int i = 0; i < 10; ++i) {
    const std::string copy = index.beside("copy" + std::to_string(i));
    back_up_index(index.folder(), copy);
    const IndexFaults faults = verify_index(copy, line_digesters());
    EXPECT_EQ(faults.catalog, std::vector<std::string>{});
    EXPECT_EQ(faults.segments, std::vector<std::string>{});
    IndexWriter another(copy, line_digesters(), {});
    const std::size_t documents = documents_of(*another.view()).size();
    EXPECT_EQ(documents, another.view()->documents());
    add_each(another, {{"more", "Some text."}});
    another.merge();
    EXPECT_EQ(with_line(*open_index(copy, line_digesters()), "Some text.").size(), documents + 1);
  }
  is_done = true;
  writing.get();
  expect_sound(index);
}

TEST(IndexView, IsReadByManyThreadsWhileAWriterGoesOn) {
  const NewIndex index;
  IndexWriter writer = index.writer(small_tail(500));
  std::atomic<bool> is_done = false;
  const auto look = [&] {
    while (!is_done) {
      const auto view = index.view();
      EXPECT_EQ(with_line(*view, "Some text.").size(), view->documents());
      for (const std::uint32_t number : with_line(*view, "Some text.")) {
        EXPECT_EQ(view->document(number, IndexView::Texts::no).id, std::to_string(number));
      }
    }
  };
  auto one = std::async(std::launch::async, look);
  auto other = std::async(std::launch::async, look);
  for (int i = 1; i < 150; ++i) {
    add_each(writer, {{std::to_string(i), "Some text.\n" + std::to_string(i)}});
    if (i % 3 == 0) writer.commit();
    if (i % 30 == 0) writer.merge();
  }
  is_done = true;
  one.get();
  other.get();
}

TEST(IndexSizes, CountEverything) {
  const NewIndex index;
  IndexWriter writer = index.writer();
  add_batch(writer, {{"a", "One.\nTwo."}, {"b", "Three."}});
  writer.commit();
  add_each(writer, {{"a", "Four."}});
  writer.commit();
  const IndexSizes sizes = index.sizes();
  EXPECT_EQ(sizes.documents, 2U);
  EXPECT_EQ(sizes.sentences, 2U);
  EXPECT_EQ(sizes.text_bytes, 11U);
  EXPECT_EQ(sizes.segments, 1U);
  EXPECT_EQ(sizes.tail_documents, 1U);
  EXPECT_EQ(sizes.removed, 1U);
  EXPECT_EQ(sizes.segment_bytes, index.segment_bytes().front().size());
  EXPECT_GE(sizes.bytes, sizes.catalog_bytes + sizes.segment_bytes);
  EXPECT_GT(sizes.catalog_bytes, 8192U);
  std::uint64_t sections = 0;
  for (const auto& section : sizes.sections) sections += section.bytes;
  EXPECT_EQ(sections, sizes.segment_bytes);
}

}  // namespace
}  // namespace cento
