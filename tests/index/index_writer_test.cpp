#include "index/live/index_writer.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "index/new_index.hpp"
#include "index/store/catalog.hpp"

namespace cento {
namespace {

using namespace testing;

using Documents = std::vector<std::pair<std::string, std::string>>;

TEST(IndexWriter, GivesBackWhatWasAddedInABatch) {
  const NewIndex index;
  IndexWriter writer = index.writer();
  add_batch(writer, {{"a", "One line.\nAnother."}, {"b", "Another."}});
  EXPECT_EQ(writer.view()->documents(), 0U) << "collected documents are not visible yet";
  EXPECT_EQ(index.view()->documents(), 0U);
  writer.commit();

  for (const auto& view : {writer.view(), index.view()}) {
    EXPECT_EQ(view->documents(), 2U);
    EXPECT_EQ(documents_of(*view), (Documents{{"a", "One line.\nAnother."}, {"b", "Another."}}));
    EXPECT_EQ(with_line(*view, "Another."), (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(with_line(*view, "One line."), (std::vector<std::uint32_t>{1}));
    EXPECT_FALSE(view->has_removed());
    EXPECT_EQ(view->options(), IndexOptions());
    EXPECT_EQ(view->statistics(), nullptr);
  }
  EXPECT_EQ(writer.counts().added, 2U);
  EXPECT_EQ(writer.counts().sentences, 3U);
  EXPECT_EQ(writer.counts().text_bytes, 26U);
  expect_sound(index);
}

TEST(IndexWriter, ShowsAtOnceWhatWasAddedAlone) {
  const NewIndex index;
  IndexWriter writer = index.writer();
  add_each(writer, {{"a", "One."}});
  const auto before = writer.view();
  EXPECT_EQ(documents_of(*before), (Documents{{"a", "One."}}));
  EXPECT_EQ(index.view()->documents(), 0U) << "others see it when it is committed";
  add_each(writer, {{"b", "Two.\nOne."}});
  EXPECT_EQ(with_line(*writer.view(), "One."), (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(with_line(*before, "One."), (std::vector<std::uint32_t>{1})) << "a view stays as it was";
  EXPECT_EQ(before->documents(), 1U);
  writer.commit();
  EXPECT_EQ(documents_of(*index.view()), (Documents{{"a", "One."}, {"b", "Two.\nOne."}}));
  EXPECT_EQ(documents_of(*before), (Documents{{"a", "One."}}));
  EXPECT_EQ(index.sizes().tail_documents, 2U);
  EXPECT_EQ(index.sizes().segments, 0U);
  expect_sound(index);
}

TEST(IndexWriter, KeepsPartsAndMetadata) {
  const NewIndex index;
  IndexWriter writer = index.writer();
  DocumentBatch batch;
  const std::vector<Part> parts = {{"title", "A title"}, {"body", "First.\nSecond."}};
  Document& document = batch.add("a", parts);
  document.metadata = R"({"year":1911})";
  writer.add(document);
  for (int round = 0; round < 2; ++round, writer.commit()) {
    const StoredDocument stored = writer.view()->document(1, IndexView::Texts::yes);
    EXPECT_EQ(stored.metadata, R"({"year":1911})");
    ASSERT_EQ(stored.parts.size(), 2U);
    EXPECT_EQ(stored.parts[0].name, "title");
    EXPECT_EQ(stored.parts[1].text, "First.\nSecond.");
    EXPECT_EQ(writer.view()->segments().front()->parts_of(0), 2U);
  }
}

TEST(IndexWriter, ForgetsWhatWasNotCommitted) {
  const NewIndex index;
  {
    IndexWriter writer = index.writer(small_tail(1));
    add_each(writer, {{"a", "One."}});
    writer.commit();
    add_each(writer, {{"b", "Two."}});
    add_batch(writer, {{"c", "Three."}});
    EXPECT_TRUE(writer.remove("a"));  // commits the batch first
  }
  EXPECT_EQ(documents_of(*index.view()), (Documents{{"a", "One."}, {"b", "Two."}, {"c", "Three."}}));
  IndexWriter writer = index.writer();
  EXPECT_EQ(documents_of(*writer.view()), (Documents{{"a", "One."}, {"b", "Two."}, {"c", "Three."}}));
  expect_sound(index);
}

TEST(IndexWriter, ReplacesADocumentWhoseIdIsThere) {
  const NewIndex index;
  IndexWriter writer = index.writer();
  add_batch(writer, {{"a", "Old."}, {"b", "Other."}, {"a", "Newer."}});
  writer.commit();
  EXPECT_EQ(writer.counts().added, 3U);
  EXPECT_EQ(writer.counts().replaced, 1U);
  const auto before = writer.view();
  EXPECT_EQ(documents_of(*before), (Documents{{"b", "Other."}, {"a", "Newer."}}));

  add_each(writer, {{"a", "Newest."}, {"c", "Tail."}, {"c", "Tail again."}});
  EXPECT_EQ(documents_of(*writer.view()), (Documents{{"b", "Other."}, {"a", "Newest."}, {"c", "Tail again."}}));
  EXPECT_EQ(writer.view()->documents(), 3U);
  EXPECT_EQ(with_line(*writer.view(), "Tail."), std::vector<std::uint32_t>{});
  EXPECT_EQ(documents_of(*before), (Documents{{"b", "Other."}, {"a", "Newer."}})) << "not committed: still there";
  writer.commit();
  EXPECT_EQ(with_line(*before, "Newer."), (std::vector<std::uint32_t>{3})) << "the view still has it";
  EXPECT_THROW((void)before->document(3, IndexView::Texts::no), DocumentRemoved);
  EXPECT_EQ(documents_of(*index.view()), (Documents{{"b", "Other."}, {"a", "Newest."}, {"c", "Tail again."}}));
  expect_sound(index);
}

TEST(IndexWriter, RemovesDocuments) {
  const NewIndex index;
  IndexWriter writer = index.writer();
  add_batch(writer, {{"a", "One."}, {"b", "Two."}, {"c", "Three."}});
  writer.commit();
  add_each(writer, {{"d", "Four."}, {"e", "Five."}});
  EXPECT_TRUE(writer.remove("b"));
  EXPECT_TRUE(writer.remove("d"));
  EXPECT_FALSE(writer.remove("d"));
  EXPECT_FALSE(writer.remove("x"));
  const Documents expected = {{"a", "One."}, {"c", "Three."}, {"e", "Five."}};
  EXPECT_EQ(documents_of(*writer.view()), expected);
  EXPECT_EQ(writer.view()->documents(), 3U);
  writer.commit();
  EXPECT_EQ(documents_of(*index.view()), expected);
  EXPECT_EQ(index.sizes().removed, 1U);
  expect_sound(index);

  writer.merge();
  EXPECT_EQ(documents_of(*index.view()), expected);
  EXPECT_FALSE(writer.view()->has_removed());
  EXPECT_EQ(index.sizes().removed, 0U);
  EXPECT_EQ(index.sizes().segments, 1U);
  EXPECT_EQ(index.sizes().tail_documents, 0U);
  expect_sound(index);

  for (const char* id : {"a", "c", "e"}) EXPECT_TRUE(writer.remove(id));
  writer.merge();
  EXPECT_EQ(index.sizes().segments, 0U);
  EXPECT_EQ(index.segment_bytes().size(), 0U);
  EXPECT_EQ(index.view()->documents(), 0U);
  expect_sound(index);
}

TEST(IndexWriter, NumbersAreNeverUsedAgain) {
  const NewIndex index;
  {
    IndexWriter writer = index.writer();
    add_each(writer, {{"a", "One."}, {"b", "Two."}});
    EXPECT_TRUE(writer.remove("b"));
    writer.commit();
  }
  IndexWriter writer = index.writer();
  add_each(writer, {{"c", "Three."}});
  EXPECT_EQ(with_line(*writer.view(), "Three."), (std::vector<std::uint32_t>{3}));
}

TEST(IndexWriter, WritesALargeTailAsASegment) {
  const NewIndex index;
  IndexWriter writer = index.writer(small_tail(100));
  for (int i = 0; i < 50; ++i) add_each(writer, {{std::to_string(i), "A line of the document.\n" + std::to_string(i)}});
  EXPECT_TRUE(writer.remove("7"));
  EXPECT_EQ(documents_of(*writer.view()).size(), 49U);
  writer.commit();
  EXPECT_GT(index.sizes().segments, 0U);
  EXPECT_LT(index.sizes().tail_documents, 5U);
  EXPECT_EQ(with_line(*index.view(), "A line of the document.").size(), 49U);
  expect_sound(index);
}

TEST(IndexWriter, MergesSegmentsOfSimilarSize) {
  const NewIndex index;
  IndexWriter writer = index.writer();
  for (int i = 0; i < 30; ++i) {
    add_batch(writer, {{std::to_string(i), "A line of the document.\n" + std::to_string(i)}});
    writer.commit();
    EXPECT_LE(index.sizes().segments, 8U);
    EXPECT_EQ(index.segment_bytes().size(), index.sizes().segments);
  }
  EXPECT_EQ(with_line(*index.view(), "A line of the document.").size(), 30U);
  expect_sound(index);
}

/// Any texts under few ids, so that many are replaced.
std::vector<Entry> arbitrary_entries() {
  const auto count = *rc::gen::inRange(1, 60);
  std::vector<Entry> entries;
  for (int i = 0; i < count; ++i) {
    const int id = *rc::gen::inRange(0, 40);
    const int line = *rc::gen::inRange(0, 9);
    entries.push_back({"id" + std::to_string(id), "Line " + std::to_string(line) + "\nat " + std::to_string(i)});
  }
  return entries;
}

RC_GTEST_PROP(IndexWriterProperty, AnyBatchesGiveTheSameIndex, ()) {
  const std::vector<Entry> entries = arbitrary_entries();
  const NewIndex plain;
  IndexWriter at_once = plain.writer();
  add_batch(at_once, entries);
  at_once.merge();

  const NewIndex index;
  const auto options = small_tail(static_cast<std::uint64_t>(*rc::gen::inRange(1, 400)));
  auto writer = std::make_unique<IndexWriter>(index.folder(), line_digesters(), options);
  for (std::size_t begin = 0; begin < entries.size();) {
    const auto size = std::min<std::size_t>(*rc::gen::inRange<std::size_t>(1, 20), entries.size() - begin);
    const auto first = entries.begin() + static_cast<std::ptrdiff_t>(begin);
    const std::vector<Entry> some(first, first + static_cast<std::ptrdiff_t>(size));
    *rc::gen::arbitrary<bool>() ? add_batch(*writer, some) : add_each(*writer, some);
    if (*rc::gen::arbitrary<bool>()) writer->commit();
    if (*rc::gen::inRange(0, 4) == 0) {
      writer->commit();
      writer.reset();
      writer = std::make_unique<IndexWriter>(index.folder(), line_digesters(), options);
    }
    if (*rc::gen::inRange(0, 4) == 0) (void)writer->view();
    begin += size;
  }
  writer->commit();
  RC_ASSERT(documents_of(*index.view()) == documents_of(*plain.view()));
  RC_ASSERT(writer->view()->documents() == plain.view()->documents());
  for (int line = 0; line < 9; ++line) {
    const std::string text = "Line " + std::to_string(line);
    RC_ASSERT(with_line(*writer->view(), text) == with_line(*plain.view(), text));
  }
  RC_ASSERT(index.faults().segments.empty());
  RC_ASSERT(index.faults().catalog.empty());
  writer->merge();
  RC_ASSERT(index.segment_bytes() == plain.segment_bytes());
  writer->rebuild(nullptr, nullptr);
  RC_ASSERT(index.segment_bytes() == plain.segment_bytes());
}

TEST(IndexWriter, CommitsLargeBatchesByItself) {
  const NewIndex index;
  WriterOptions options;
  options.batch_bytes = 40;
  IndexWriter writer = index.writer(options);
  for (int i = 0; i < 10; ++i) add_batch(writer, {{std::to_string(i), "ten bytes."}});
  EXPECT_EQ(index.view()->documents(), 8U);
  for (int i = 10; i < 20; ++i) add_each(writer, {{std::to_string(i), "ten bytes."}});
  EXPECT_EQ(index.view()->documents(), 18U);
}

TEST(IndexWriter, ASecondWriterIsToldSo) {
  const NewIndex index;
  auto first = std::make_unique<IndexWriter>(index.folder(), line_digesters(), WriterOptions());
  EXPECT_EQ(complaint_of([&] { (void)index.writer(); }), "another program is writing to the index " + index.folder() +
                                                             "; try again when it has ended, or use `wait`");
  WriterOptions waiting;
  waiting.wait = true;
  auto second = std::async(std::launch::async, [&] {
    IndexWriter writer = index.writer(waiting);
    add_each(writer, {{"b", "Two."}});
    writer.commit();
  });
  add_each(*first, {{"a", "One."}});
  first->commit();
  first.reset();
  second.get();
  EXPECT_EQ(documents_of(*index.view()), (Documents{{"a", "One."}, {"b", "Two."}}));
}

TEST(IndexWriter, NamesAFolderThatIsNoIndex) {
  const TempFolder folder;
  const std::string expected =
      folder.path() + " is not an index: it has no catalog.sqlite; make one with `cento index create`";
  EXPECT_EQ(complaint_of([&] { (void)open_index(folder.path(), line_digesters()); }), expected);
  EXPECT_EQ(complaint_of([&] { IndexWriter(folder.path(), line_digesters(), {}); }), expected);
  EXPECT_EQ(folder.size(), 0U);
  folder.write("some file", "");
  EXPECT_THROW(create_index(folder.path(), {}, {}), UsageError);
}

TEST(IndexWriter, RefusesANewerFormat) {
  const NewIndex index;
  Database(index.folder() + "/catalog.sqlite", Database::Access::write)
      .run("UPDATE meta SET value = 99 WHERE key = 'format'");
  EXPECT_EQ(complaint_of([&] { (void)index.view(); }),
            index.folder() + "/catalog.sqlite has format 99 and this Cento reads formats up to 2; use a newer Cento");
  EXPECT_THROW((void)index.writer(), Error);
}

}  // namespace
}  // namespace cento
