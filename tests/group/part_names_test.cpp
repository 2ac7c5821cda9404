#include "group/part_names.hpp"

#include <gtest/gtest.h>

namespace cento {
namespace {

TEST(PartNames, NamesPartsOfDocumentsThatHaveSeveral) {
  const std::vector<Part> both = {{"title", "T"}, {"body", "B"}};
  const std::vector<Part> other = {{"body", "B"}, {"note", "N"}};
  DocumentBatch batch;
  batch.add("1", std::string_view("text"));
  batch.add("2", both);
  batch.add("3", both);
  batch.add("4", other);
  batch.add("5", both);
  PartNames names;
  for (const Document& document : batch.documents) names.add(document);
  EXPECT_EQ(names.name(0, 0), "");
  EXPECT_EQ(names.name(2, 0), "title");
  EXPECT_EQ(names.name(2, 1), "body");
  EXPECT_EQ(names.name(3, 1), "note");
  EXPECT_EQ(names.name(4, 1), "body");
}

}  // namespace
}  // namespace cento
