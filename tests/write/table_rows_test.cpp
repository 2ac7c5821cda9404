#include "write/records/table_rows.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace cento {
namespace {

const std::vector<RunRow> kRun = {{"301", "FT-1", 1, 12.5, "bm\"25"},
                                  {"301", "FT-2", 2, std::numeric_limits<double>::infinity(), "x"}};
const std::vector<QrelRow> kQrels = {{"301", "FT-1", -1}};

TEST(TableRows, AreTabSeparatedUnderNames) {
  std::string out;
  append_tsv(out, std::span(kRun));
  EXPECT_EQ(out, "topic\tdocument\trank\tscore\ttag\n301\tFT-1\t1\t12.5\tbm\"25\n301\tFT-2\t2\tinf\tx\n");
  out.clear();
  append_tsv(out, std::span(kQrels));
  EXPECT_EQ(out, "topic\tdocument\tgrade\n301\tFT-1\t-1\n");
}

TEST(TableRows, AreJsonLines) {
  std::string out;
  append_json_lines(out, std::span(kRun));
  EXPECT_EQ(out,
            "{\"topic\":\"301\",\"document\":\"FT-1\",\"rank\":1,\"score\":12.5,\"tag\":\"bm\\\"25\"}\n"
            "{\"topic\":\"301\",\"document\":\"FT-2\",\"rank\":2,\"score\":null,\"tag\":\"x\"}\n");
  out.clear();
  append_json_lines(out, std::span(kQrels));
  EXPECT_EQ(out, "{\"topic\":\"301\",\"document\":\"FT-1\",\"grade\":-1}\n");
}

}  // namespace
}  // namespace cento
