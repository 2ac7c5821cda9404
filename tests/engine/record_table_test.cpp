// Results as Arrow tables, and what else programs with data frames need.

#include "cento/record_table.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "cento/error.hpp"
#include "cento/index.hpp"
#include "cento/read.hpp"
#include "engine/collected.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

using testing::CollectedPassages;
using testing::CollectedRemovals;
using testing::TempFolder;

/// Rows of a table, read through its stream.
class StreamedTable {
 public:
  explicit StreamedTable(const RecordTable& table) {
    ArrowArrayStream stream{};
    table.stream(&stream);
    stream.get_schema(&stream, &schema_);
    for (ArrowArray array{}; stream.get_next(&stream, &array) == 0 && array.release != nullptr;)
      batches_.push_back(array);
    stream.release(&stream);
  }
  ~StreamedTable() {
    for (ArrowArray& batch : batches_) batch.release(&batch);
    schema_.release(&schema_);
  }
  StreamedTable(const StreamedTable&) = delete;
  StreamedTable& operator=(const StreamedTable&) = delete;

  [[nodiscard]] std::size_t batches() const { return batches_.size(); }

  [[nodiscard]] std::vector<std::string> texts(const std::string& column) const {
    std::vector<std::string> out;
    for_each(column, [&](const ArrowArray& values, std::int64_t row) {
      const auto* offsets = static_cast<const std::int32_t*>(values.buffers[1]);
      out.emplace_back(static_cast<const char*>(values.buffers[2]) + offsets[row], offsets[row + 1] - offsets[row]);
    });
    return out;
  }

  [[nodiscard]] std::vector<std::uint32_t> wholes(const std::string& column) const {
    std::vector<std::uint32_t> out;
    for_each(column, [&](const ArrowArray& values, std::int64_t row) {
      out.push_back(static_cast<const std::uint32_t*>(values.buffers[1])[row]);
    });
    return out;
  }

  [[nodiscard]] std::vector<std::int32_t> list_sizes(const std::string& column) const {
    std::vector<std::int32_t> out;
    for_each(column, [&](const ArrowArray& values, std::int64_t row) {
      const auto* offsets = static_cast<const std::int32_t*>(values.buffers[1]);
      out.push_back(offsets[row + 1] - offsets[row]);
    });
    return out;
  }

 private:
  template <typename Use>
  void for_each(const std::string& column, const Use& use) const {
    std::int64_t child = 0;
    while (schema_.children[child]->name != column) ++child;
    for (const ArrowArray& batch : batches_) {
      for (std::int64_t row = 0; row < batch.length; ++row) use(*batch.children[child], row);
    }
  }

  ArrowSchema schema_{};
  std::vector<ArrowArray> batches_;
};

const std::string kRain = "It rained all day. The river rose by a metre. Nobody had expected that. ";

/// `count` documents that share a passage.
DocumentSource flooded(std::size_t count) {
  std::vector<TextDocument> documents;
  for (std::size_t i = 0; i < count; ++i) {
    documents.emplace_back("d" + std::to_string(i), "Number " + std::to_string(i) + " begins. " + kRain);
  }
  return DocumentSource(std::move(documents));
}

TEST(RecordTables, HaveARowForEachRecord) {
  CollectedPassages lines;
  PassageTables tables;
  const ScanSummary summary = scan(flooded(12), {}, lines);
  scan(flooded(12), {}, tables);
  EXPECT_EQ(tables.passages().size(), summary.passages);
  EXPECT_EQ(tables.documents().size(), summary.document_pairs);
  EXPECT_EQ(tables.families().size(), summary.families);
  const StreamedTable passages(tables.passages());
  const std::vector<std::string> a = passages.texts("a_id");
  const std::vector<std::string> b = passages.texts("b_id");
  const std::vector<std::uint32_t> begins = passages.wholes("b_begin");
  std::size_t at = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    at = lines.lines.passages.find("{\"a\":{\"id\":\"" + a[i] + "\"", at);
    ASSERT_NE(at, std::string::npos) << "in the same order";
    const std::string line = lines.lines.passages.substr(at, lines.lines.passages.find('\n', at) - at);
    EXPECT_NE(line.find("\"b\":{\"id\":\"" + b[i] + "\""), std::string::npos) << line;
    EXPECT_NE(line.find("\"bytes\":[" + std::to_string(begins[i]) + ","), std::string::npos) << line;
    ++at;
  }
}

TEST(RecordTables, JoinThePiecesOfAFamily) {
  constexpr std::size_t kDocuments = 20'000;
  PassageTables tables;
  const ScanSummary summary = scan(flooded(kDocuments), {}, tables);
  const StreamedTable families(tables.families());
  const std::vector<std::int32_t> places = families.list_sizes("places");
  ASSERT_EQ(places.size(), summary.families);
  std::uint64_t all = 0;
  for (const std::int32_t count : places) all += static_cast<std::uint64_t>(count);
  EXPECT_EQ(all, summary.family_places);
  EXPECT_EQ(*std::max_element(places.begin(), places.end()), static_cast<std::int32_t>(kDocuments));
}

TEST(RecordTables, MayBeReadByMany) {
  PairTables tables;
  PairsOptions options;
  options.pairs_up_to = 1000;
  pairs(DocumentSource(std::vector<TextDocument>(400, {"same", "The same words in all of them."})), options, tables);
  EXPECT_EQ(tables.pairs().size(), 400U * 399 / 2);
  const StreamedTable first(tables.pairs());
  const StreamedTable second(tables.pairs());
  EXPECT_GT(first.batches(), 1U);
  EXPECT_EQ(first.texts("a_place"), second.texts("a_place"));
  EXPECT_EQ(first.texts("a_place").size(), 400U * 399 / 2);
}

/// The number of characters before a byte, counted one by one.
std::uint32_t characters_before(std::string_view text, std::uint32_t byte) {
  return static_cast<std::uint32_t>(std::count_if(
      text.begin(), text.begin() + byte, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

RC_GTEST_PROP(RecordTables, AreConvertedToCodePoints, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "It rained. ", "河水涨了一米。", "😀 smiled. ", "e\xCC\x81tait la\xCC\x80. ", "x. "));
  std::string start;
  for (const std::string& piece : pieces) start += piece;
  const std::string shared = "它下了一整天雨。The river rose. 没有人料到。Nobody had 😀 expected that.";
  std::vector<TextDocument> documents{
      {"a", shared}, {"b", start + "Then it went on. " + shared}, {"a", start + shared}};
  const DocumentSource source(documents);
  PassageTables tables;
  scan(source, {}, tables);
  const StreamedTable bytes(tables.passages());
  const std::vector<Source> sources{source};
  const StreamedTable characters(tables.passages().in_code_points(sources));
  const std::vector<std::string> ids = bytes.texts("b_id");
  const std::vector<std::string> places = bytes.texts("b_place");
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::string& text = ids[i] == "b"              ? documents[1].parts[0].text
                              : places[i].ends_with("1") ? documents[0].parts[0].text
                                                         : documents[2].parts[0].text;
    for (const char* column : {"b_begin", "b_end"}) {
      RC_ASSERT(characters.wholes(column)[i] == characters_before(text, bytes.wholes(column)[i]));
    }
  }
  RC_ASSERT(characters.texts("a_id") == bytes.texts("a_id"));
}

TEST(RecordTables, AreNotConvertedWithoutTheirDocuments) {
  PassageTables tables;
  scan(flooded(3), {}, tables);
  const std::vector<Source> sources{flooded(2)};
  EXPECT_THROW(static_cast<void>(tables.passages().in_code_points(sources)), Error);
}

TEST(Duplicates, AreChosenForSeveralThresholdsAsByDedup) {
  std::vector<TextDocument> documents;
  for (std::size_t i = 0; i < 80; ++i) {
    std::string text;
    for (std::size_t j = 0; j < 30; ++j) text += "w" + std::to_string((i * 7 + j * (1 + i % 3)) % 23) + " ";
    documents.emplace_back(std::to_string(i), text);
  }
  const DocumentSource source(std::move(documents));
  DedupOptions options;
  options.method = "shingle:1";
  options.threshold = 0.3;
  const Duplicates duplicates(source, options);
  for (const double threshold : {0.3, 0.5, 0.75, 0.9, 1.0}) {
    CollectedRemovals chosen;
    const DedupSummary summary = duplicates.choose(threshold, chosen);
    options.threshold = threshold;
    CollectedRemovals found;
    EXPECT_EQ(dedup(source, options, found).removed, summary.removed) << threshold;
    EXPECT_EQ(chosen.removals, found.removals) << threshold;
  }
  CollectedRemovals none;
  EXPECT_THROW(duplicates.choose(0.2, none), UsageError);
  EXPECT_THROW(duplicates.choose(1.1, none), UsageError);
}

TEST(Reading, HandsDocumentsOnInOrder) {
  std::string seen;
  const JobSummary summary = read(flooded(3), [&](const DocumentRecord& document) {
    seen += std::string(document.document.id) + " " + std::to_string(document.document.line) + " " +
            std::string(document.parts[0].text.substr(0, 8)) + "; ";
  });
  EXPECT_EQ(seen, "d0 1 Number 0; d1 2 Number 1; d2 3 Number 2; ");
  EXPECT_EQ(summary.documents, 3U);
}

TEST(LibraryIndex, GivesDocumentsBack) {
  const TempFolder folder;
  Index index = Index::create(folder.path() + "/index");
  TextDocument titled("t", {{"title", "A title"}, {"body", kRain}});
  titled.metadata = R"({"year":1900})";
  index.add(DocumentSource({{"a", "First."}, titled, {"c", "Third."}}));
  index.remove("a");
  index.add(DocumentSource({{"c", "Third, again."}, {"d", "Fourth."}}));
  const auto found = index.get("t");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->parts[1].text, kRain);
  EXPECT_EQ(found->metadata, R"({"year":1900})");
  EXPECT_FALSE(index.get("a"));
  std::string ids;
  index.for_each(true, [&](const TextDocument& document) { ids += document.id + "=" + document.parts[0].text + " "; });
  EXPECT_EQ(ids, "t=A title c=Third, again. d=Fourth. ");
  EXPECT_TRUE(index.verify().empty());
  index.back_up(folder.path() + "/copy");
  index.merge();
  EXPECT_EQ(Index(folder.path() + "/copy").size(), 3U);
  EXPECT_THROW(index.back_up(folder.path() + "/index"), Error);
}

TEST(LibraryIndex, ShowsWhatOthersAddedAfterRefreshing) {
  const TempFolder folder;
  Index first = Index::create(folder.path() + "/index");
  Index second(folder.path() + "/index");
  second.add(DocumentSource(std::vector<TextDocument>{{"a", "First."}}));
  EXPECT_EQ(first.size(), 0U);
  first.refresh();
  EXPECT_EQ(first.size(), 1U);
}

}  // namespace
}  // namespace cento
