#include "group/document_table.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

namespace cento {
namespace {

Document document_of(std::string_view id, const Part& part, const Place& place) {
  Document document;
  document.id = id;
  document.parts = {&part, 1};
  document.place = place;
  return document;
}

TEST(DocumentTable, KeepsWhatIsNeeded) {
  DocumentTable table(KeepPolicy("longest"));
  const Part part_a{"text", "four"};
  const Part part_b{"text", "longer"};
  table.add(document_of("a", part_a, {"one.jsonl", 7, 400}));
  table.add(document_of("", part_b, {"one.jsonl", Place::kUnknown, 500}));
  table.add(document_of("c", part_b, {"two.html", Place::kUnknown, Place::kUnknown}));
  ASSERT_EQ(table.size(), 3U);
  EXPECT_EQ(table.id(0), "a");
  EXPECT_EQ(table.id(1), "");
  EXPECT_EQ(table.id(2), "c");
  EXPECT_EQ(table.place(0).to_string(), "one.jsonl, line 7");
  EXPECT_EQ(table.place(1).to_string(), "one.jsonl, byte 500");
  EXPECT_EQ(table.place(2).to_string(), "two.html");
  EXPECT_EQ(table.text_bytes(1), 6U);
  EXPECT_EQ(table.ranks(), (std::vector<std::uint32_t>{2, 0, 1}));
  EXPECT_EQ(table.source_names().name(table.sources()[2]), "two.html");
  EXPECT_GT(table.memory_bytes(), 0U);
}

TEST(DocumentTable, CountsMissingKeepValues) {
  DocumentTable table(KeepPolicy("newest"));
  const Part part{"text", "x"};
  table.add(document_of("a", part, {"f"}));
  EXPECT_EQ(table.without_keep_value(), 1U);
  DocumentTable by_order(KeepPolicy("first"));
  by_order.add(document_of("a", part, {"f"}));
  EXPECT_EQ(by_order.without_keep_value(), 0U);
}

TEST(DocumentTable, TellsRepeatedIds) {
  DocumentTable table(KeepPolicy("first"));
  const Part part{"text", "x"};
  for (const std::string_view id : {"a", "b", "c", "b", "a", "b"}) table.add(document_of(id, part, {"f"}));
  const RepeatedIds repeated = table.repeated_ids();
  EXPECT_EQ(repeated.ids, 2U);
  EXPECT_EQ(repeated.documents, 5U);
  EXPECT_EQ(repeated.examples, (std::vector<DocId>{0, 1}));
  EXPECT_TRUE(repeated.has(0));
  EXPECT_FALSE(repeated.has(2));
}

TEST(DocumentTable, NoRepeatedIdsCostNothing) {
  DocumentTable table(KeepPolicy("first"));
  EXPECT_EQ(table.repeated_ids().ids, 0U);
  const Part part{"text", "x"};
  table.add(document_of("a", part, {"f"}));
  EXPECT_TRUE(table.repeated_ids().is_repeated.empty());
  EXPECT_FALSE(table.repeated_ids().has(0));
}

/// With any hash, including one under which many ids collide.
RC_GTEST_PROP(RepeatedIds, AreExact, (bool hash_is_poor)) {
  const auto ids =
      *rc::gen::container<std::vector<std::string>>(rc::gen::container<std::string>(rc::gen::element('a', 'b', '\0')));
  std::map<std::string_view, std::vector<DocId>> by_id;
  for (DocId d = 0; d < ids.size(); ++d) by_id[ids[d]].push_back(d);
  const auto hash = [&](std::string_view id) -> std::uint64_t {
    return hash_is_poor ? id.size() % 2 : std::hash<std::string_view>()(id);
  };
  const RepeatedIds repeated = find_repeated_ids(
      ids.size(), [&](DocId d) -> std::string_view { return ids[d]; }, hash);
  std::uint64_t repeated_ids = 0;
  std::uint64_t documents = 0;
  for (const auto& [id, those] : by_id) {
    repeated_ids += those.size() > 1 ? 1 : 0;
    documents += those.size() > 1 ? those.size() : 0;
    for (const DocId d : those) RC_ASSERT(repeated.has(d) == (those.size() > 1));
  }
  RC_ASSERT(repeated.ids == repeated_ids);
  RC_ASSERT(repeated.documents == documents);
  for (const DocId d : repeated.examples) RC_ASSERT(by_id[ids[d]].front() == d && by_id[ids[d]].size() > 1);
  RC_ASSERT(repeated.examples.size() == std::min<std::size_t>(repeated_ids, 5));
}

}  // namespace
}  // namespace cento
