// All sources give the same results for the same documents, whatever the threads and the memory.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "cento/read.hpp"
#include "core/json/json_text.hpp"
#include "engine/arrow_table.hpp"
#include "engine/collected.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

using testing::ArrowTable;
using testing::CollectedPairs;
using testing::CollectedPassages;
using testing::TempFolder;

/// Documents that share passages: each is made of sentences out of a few.
std::vector<TextDocument> some_documents(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::string> sentences;
  for (int i = 0; i < 40; ++i) {
    std::string sentence = "Sentence " + std::to_string(i);
    for (int word = 0; word < 6; ++word) sentence += " w" + std::to_string(random() % 500);
    sentences.push_back(sentence + ". ");
  }
  std::vector<TextDocument> documents;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    const std::size_t first = random() % sentences.size();
    for (std::size_t j = 0; j < 2 + random() % 9; ++j) text += sentences[(first + j) % sentences.size()];
    documents.emplace_back("d" + std::to_string(i), text);
  }
  return documents;
}

ArrowTable table_of(const std::vector<TextDocument>& documents, std::size_t rows_in_batch, bool large = false) {
  testing::StringColumn id{"name", {}};
  testing::StringColumn text{"body", {}};
  for (const TextDocument& document : documents) {
    id.values.emplace_back(document.id);
    text.values.emplace_back(document.parts.front().text);
  }
  return {{id, text}, rows_in_batch, large};
}

ArrowSource source_of(const ArrowTable& table, ArrowMemory memory = ArrowMemory::of_stream) {
  ArrowArrayStream stream = table.stream();
  return {&stream, {{"body"}, "name"}, memory};
}

RunOptions with(std::size_t threads, std::uint64_t memory_bytes = 0) {
  RunOptions run;
  run.threads = threads;
  run.memory_bytes = memory_bytes;
  return run;
}

CollectedPassages::Lines passages_of(const Source& source, const RunOptions& run) {
  CollectedPassages found;
  scan(source, {}, found, run);
  return found.lines;
}

TEST(Sources, GiveTheSameForTheSameDocuments) {
  const TempFolder folder;
  const std::vector<TextDocument> documents = some_documents(300, 1);
  std::string lines;
  for (const TextDocument& document : documents) {
    lines += "{";
    append_json_field(lines, "id", document.id);
    append_json_field(lines, "text", document.parts.front().text);
    lines += "}\n";
  }
  folder.write("all.jsonl", lines);
  const CollectedPassages::Lines expected = passages_of(FileSource({folder / "all.jsonl"}), with(1));
  EXPECT_FALSE(expected.passages.empty());
  EXPECT_FALSE(expected.families.empty());
  constexpr std::uint64_t kLittle = std::uint64_t{42} << 20;
  for (const std::size_t threads : {1, 2, 7}) {
    EXPECT_EQ(passages_of(DocumentSource(documents), with(threads)), expected);
    EXPECT_EQ(passages_of(source_of(table_of(documents, 64)), with(threads)), expected);
    EXPECT_EQ(passages_of(source_of(table_of(documents, 64), ArrowMemory::of_table), with(threads)), expected);
    EXPECT_EQ(passages_of(source_of(table_of(documents, 7, true)), with(threads, kLittle)), expected);
  }
}

/// The ids, texts and metadata of a source, and what is wrong with the rest.
std::vector<std::string> documents_of(const Source& source) {
  std::vector<std::string> lines;
  RunOptions run = with(2);
  run.on_reject = [&](const RejectRecord& record) { lines.emplace_back(record.reason); };
  const auto note = [&](const DocumentRecord& document) {
    lines.push_back(std::string(document.document.id) + " " + std::string(document.metadata));
    for (const PartRecord& part : document.parts) {
      lines.push_back(std::string(part.name) + "=" + std::string(part.text));
    }
  };
  read(source, note, run);
  return lines;
}

const std::vector<std::string> kObjects = {
    R"({"id":"x","text":"one","year":2020})", R"({"content":"two","m":{"t":"inside"}})",
    R"({"url":7,"html":"<p>three</p>","text":null})", R"({"id":"y","other":"four"})", "[]"};

ArrowSource objects_source(const ArrowColumns& columns) {
  static const ArrowTable table = [] {
    testing::StringColumn column{"objects", {}};
    for (const std::string& object : kObjects) column.values.emplace_back(object);
    return ArrowTable({column}, 2);
  }();
  ArrowArrayStream stream = table.stream();
  return {&stream, columns};
}

TEST(ArrowSource, ReadsJsonObjectsAsLinesOfJson) {
  const std::vector<std::string> found = documents_of(objects_source({{}, "", false, "objects"}));
  const std::vector<std::string> expected = {
      "x {\"year\":2020}",
      "text=one",
      R"(2 {"m":{"t":"inside"}})",
      "text=two",
      "the line has no field \"text\"; it has: id, other (name the text with `text_fields`)",
      R"(7 {"text":null})",
      "text=three"};
  EXPECT_EQ(std::vector(found.begin(), found.begin() + 7), expected);
  EXPECT_TRUE(found.back().starts_with("the line is not a JSON object")) << found.back();
  EXPECT_EQ(documents_of(objects_source({{"m.t"}, "", false, "objects", true}))[1], "the record has no id");
}

TEST(ArrowSource, IsReadOnce) {
  const std::vector<TextDocument> documents = some_documents(10, 2);
  const ArrowTable table = table_of(documents, 4);
  const ArrowSource source = source_of(table);
  CollectedPairs found;
  EXPECT_EQ(pairs(source, {}, found).documents, 10U);
  EXPECT_THROW(pairs(source, {}, found), Error);
}

TEST(Sources, ErrorsSayWhereTheInputIsWrong) {
  const auto place_of = [](const Source& source, const RunOptions& run) -> std::string {
    CollectedPairs found;
    try {
      pairs(source, {}, found, run);
    } catch (const InputError& error) {
      return error.place();
    }
    return "nowhere";
  };
  EXPECT_EQ(place_of(FileSource({"no-such-file"}), with(1)), "no-such-file");
  RunOptions strict = with(1);
  strict.strict = true;
  EXPECT_EQ(place_of(DocumentSource({{"a", "Some words."}, {"b", "\xff"}}), strict), "documents, line 2");
}

TEST(ArrowSource, RejectsRowsWithoutText) {
  const std::string copied = "Some words here. More words there. The last words of all.";
  const ArrowTable table({{"text", {copied, std::nullopt, copied}}}, 2);
  for (const ArrowMemory memory : {ArrowMemory::of_stream, ArrowMemory::of_table}) {
    ArrowArrayStream stream = table.stream();
    CollectedPassages found;
    const ScanSummary summary = scan(ArrowSource(&stream, {}, memory), {}, found);
    EXPECT_EQ(summary.documents, 2U);
    EXPECT_EQ(summary.rejected_records, 1U);
    EXPECT_FALSE(found.lines.passages.empty());
  }
}

TEST(ArrowSource, SaysWhatIsWrong) {
  const ArrowTable table({{"text", {"Some words."}}}, 2);
  const auto message_of = [&](const ArrowTable& broken, const ArrowColumns& columns) -> std::string {
    ArrowArrayStream stream = broken.stream();
    CollectedPairs found;
    try {
      pairs(ArrowSource(&stream, columns), {}, found);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message_of(table, {{"body"}, ""}), "there is no column \"body\"; columns: text");
  ArrowTable burning = table;
  burning.fail_at(0);
  EXPECT_EQ(message_of(burning, {}), "the Arrow stream cannot be read: the disk is on fire");
  ArrowArrayStream released{};
  EXPECT_THROW(ArrowSource(&released, {}), UsageError);
}

RC_GTEST_PROP(Sources, GiveTheSamePairsHoweverRowsAreBatched, ()) {
  const auto documents = some_documents(*rc::gen::inRange<std::size_t>(1, 60), *rc::gen::arbitrary<std::uint32_t>());
  const auto rows_in_batch = *rc::gen::inRange<std::size_t>(1, 20);
  PairsOptions options;
  options.threshold = 0.4;
  CollectedPairs expected;
  pairs(DocumentSource(documents), options, expected, with(1));
  CollectedPairs found;
  pairs(source_of(table_of(documents, rows_in_batch)), options, found, with(3));
  RC_ASSERT(found.pairs == expected.pairs);
  RC_ASSERT(found.clusters == expected.clusters);
}

}  // namespace
}  // namespace cento
