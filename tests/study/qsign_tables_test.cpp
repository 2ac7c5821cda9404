#include "study/qsign/qsign_tables.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cento {
namespace {

QsignPoint point_of(unsigned distance, double recall, double candidates) {
  QsignPoint point;
  point.distance = distance;
  point.recall = {recall, recall / 2, std::nullopt, 0, 0};
  point.total_recall = recall;
  point.predicted = {0.9, 0.8, 0.7, 0.6};
  point.candidates = candidates;
  point.precision = 0.5;
  point.seconds = 0.000025;
  return point;
}

QsignResults some_qsign_results() {
  QsignResults results;
  results.sentences = 1000;
  results.query_sentences = 5;
  results.pairs = {8, 4, 0, 2, 1};
  results.scan_seconds = 0.0001;
  results.words_seconds = 0.00005;
  results.words_candidates = 12;
  results.curves.push_back(
      {{16, 1}, {point_of(0, 0.5, 1.5), point_of(1, 1, 200)}, {1.5, 0.92, 0.875, 0.96, 40, 0.000075}});
  results.curves.push_back({{64, 4}, {point_of(0, 0.25, 1)}, {4, 0.95, std::nullopt, std::nullopt, 3, 0.00001}});
  return results;
}

const StudyTable& table_named(const std::vector<StudyTable>& tables, std::string_view file) {
  for (const StudyTable& table : tables) {
    if (table.file == file) return table;
  }
  throw std::out_of_range(std::string(file));
}

TEST(QsignTables, Table2HasARowForEachLevel) {
  const auto tables = qsign_tables(some_qsign_results(), {});
  EXPECT_EQ(to_text(table_named(tables, "table_2_m16")),
            "Table 2: recall within d bits, m = 16 bits, l = 1\n"
            "threshold (θ)          pairs     d=0       d=1\n"
            "0.9 < θ ≤ 1                8  0.5000    1.0000\n"
            "0.8 < θ ≤ 0.9              4  0.2500    0.5000\n"
            "0.7 < θ ≤ 0.8              0       –         –\n"
            "0.6 < θ ≤ 0.7              2  0.0000    0.0000\n"
            "0.5 ≤ θ ≤ 0.6              1  0.0000    0.0000\n"
            "total                     15  0.5000    1.0000\n"
            "candidates a sentence      –  1.5000  200.0000\n");
  EXPECT_TRUE(to_csv(table_named(tables, "table_2_m64")).starts_with("threshold,pairs,d0\n0.9-1,8,0.250000\n"));
}

TEST(QsignTables, FiguresHaveARowForEachDistance) {
  const auto tables = qsign_tables(some_qsign_results(), {});
  EXPECT_EQ(to_csv(table_named(tables, "figure_6")),
            "d,recall_m16,precision_m16,recall_m64,precision_m64\n"
            "0,0.500000,0.500000,0.250000,0.500000\n"
            "1,1.000000,0.500000,,\n");
  EXPECT_EQ(to_csv(table_named(tables, "figure_7_m64")),
            "d,observed_0.9-1,predicted_0.9,observed_0.8-0.9,predicted_0.8,observed_0.7-0.8,predicted_0.7,"
            "observed_0.6-0.7,predicted_0.6,observed_0.5-0.6\n"
            "0,0.250000,0.900000,0.125000,0.800000,,0.700000,0.000000,0.600000,0.000000\n");
  EXPECT_EQ(to_csv(table_named(tables, "figure_8")), "d,m16,m64\n0,0.250000,0.250000\n1,0.250000,\n");
  EXPECT_EQ(to_text(table_named(tables, "figure_9")),
            "Figure 9: run time for a sentence, in µs\n"
            "d  m=16  m=64\n"
            "0  25.0  25.0\n"
            "1  25.0     –\n");
}

TEST(QsignTables, AWantedRecallIsComparedWithTheWaysThatFindAll) {
  EXPECT_EQ(to_csv(table_named(qsign_tables(some_qsign_results(), {}), "wanted_recall")),
            "way,word_bits,mean_d,predicted_recall,measured_recall,measured_recall_as_long,candidates,microseconds,of_"
            "scan,of_words\n"
            "qsign_m16,1,1.500000,0.920000,0.875000,0.960000,40.000000,75.000000,0.750000,1.500000\n"
            "qsign_m64,4,4.000000,0.950000,,,3.000000,10.000000,0.100000,0.200000\n"
            "words,,,,1.000000,1.000000,12.000000,50.000000,0.500000,1.000000\n"
            "scan,,,,1.000000,1.000000,1000.000000,100.000000,1.000000,2.000000\n");
}

TEST(QsignTables, FindingsSayWhichWayIsFastest) {
  QsignResults results = some_qsign_results();
  const auto findings = qsign_findings(results, {});
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0],
            "a predicted recall of 0.9 for overlaps of at least 0.7 is fastest with m = 64 bits, l = 4: 10.0 µs a "
            "sentence");
  EXPECT_EQ(
      findings[1],
      "lists of words find all in 50.0 µs a sentence, a full scan in 100.0 µs: here signatures are faster, at the "
      "price of recall");
  results.words_seconds = 0.000001;
  EXPECT_TRUE(qsign_findings(results, {})[1].ends_with("here signatures gain nothing"));
  results.query_sentences = 0;
  EXPECT_EQ(qsign_findings(results, {}), (std::vector<std::string>{"there was no query sentence"}));
}

}  // namespace
}  // namespace cento
