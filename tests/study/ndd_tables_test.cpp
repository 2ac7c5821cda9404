#include "study/ndd/ndd_tables.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cento {
namespace {

NddRun run_of(unsigned sample, std::uint32_t sct, std::vector<double> shares) {
  NddRun run;
  run.sample = sample;
  run.sct = sct;
  run.shingles = 1200;
  run.shares = std::move(shares);
  run.agreement = {0.0087, 0.9972, 0.5, std::nullopt, 42, 0};
  run.saved_pairs = 0.25;
  return run;
}

NddResults some_results() {
  NddResults results;
  results.documents = 200;
  results.rr = {0.9, 0.5};
  results.by_hash = {run_of(0, 0, {0.0744, 0.1736}), run_of(1, 0, {0.075, 0.173}), run_of(5, 0, {0, 1})};
  results.by_sct = {run_of(0, 0, {0.0744, 0.1736}), run_of(0, 100, {0.0633, 0.1662})};
  return results;
}

TEST(NddTables, SharesArePercentagesForPeopleAndSharesForPrograms) {
  const StudyTable table = ndd_tables(some_results())[0];
  EXPECT_EQ(table.file, "table_3_1");
  EXPECT_EQ(to_text(table),
            "Table 3.1: documents that resemble another one, by share of shingles kept\n"
            "            100%     50%    3.13%\n"
            "RR ≥ 0.9   7.44%   7.50%    0.00%\n"
            "RR ≥ 0.5  17.36%  17.30%  100.00%\n");
  EXPECT_EQ(to_csv(table),
            "rr,1,0.5,0.03125\n"
            "0.9,0.074400,0.075000,0.000000\n"
            "0.5,0.173600,0.173000,1.000000\n");
}

TEST(NddTables, AgreementHasARowForEachSample) {
  const StudyTable table = ndd_tables(some_results())[1];
  EXPECT_EQ(table.file, "table_3_2");
  EXPECT_EQ(to_text(table),
            "Table 3.2: agreement with 100%, by share of shingles kept\n"
            "kept   average error  correlation  recall  precision  pairs  shingles\n"
            "50%           0.0087       0.9972  0.5000          –     42      1200\n"
            "3.13%         0.0087       0.9972  0.5000          –     42      1200\n");
  EXPECT_EQ(to_csv(table),
            "kept,average_error,correlation,recall,precision,pairs,shingles\n"
            "0.5,0.008700,0.997200,0.500000,,42,1200\n"
            "0.03125,0.008700,0.997200,0.500000,,42,1200\n");
}

TEST(NddTables, ThresholdsStartWithNone) {
  const auto tables = ndd_tables(some_results());
  EXPECT_EQ(to_csv(tables[2]),
            "rr,inf,100\n"
            "0.9,0.074400,0.063300\n"
            "0.5,0.173600,0.166200\n");
  EXPECT_NE(to_text(tables[2]).find("               ∞     100\n"), std::string::npos) << to_text(tables[2]);
  EXPECT_EQ(to_csv(tables[3]),
            "sct,average_error,correlation,recall,precision,pairs,shingles,pairs_saved\n"
            "100,0.008700,0.997200,0.500000,,42,1200,0.250000\n");
  EXPECT_NE(to_text(tables[3]).find("25.00%"), std::string::npos);
}

}  // namespace
}  // namespace cento
