#include "engine/run_summary.hpp"

#include <gtest/gtest.h>

namespace cento {
namespace {

RunSummary sample() {
  RunSummary summary;
  summary.command = "show";
  summary.totals.documents = 1234;
  summary.totals.parts = 1300;
  summary.totals.text_bytes = 2'000'000;
  summary.totals.analyzed = TextTotals{1, 56789};
  summary.unused.records = 2;
  summary.unused.files = 1;
  summary.counts = {{"revisit records", 12}};
  summary.seconds = 0.5;
  summary.peak_memory_bytes = 40'000'000;
  summary.options_json = "{}";
  return summary;
}

TEST(RunSummary, TellsPeopleWhatHappened) {
  EXPECT_EQ(to_text(sample()),
            "1,234 documents, 1,300 parts, 1 sentence, 56,789 tokens, 2.0 MB of text\n"
            "1 bad file, 2 bad records, 12 revisit records\n"
            "0.50 s, 4.0 MB/s of text, at most 40.0 MB of memory\n");
}

TEST(RunSummary, IsShortWhenThereIsLittleToTell) {
  RunSummary summary = sample();
  summary.totals = {};
  summary.totals.table_rows = 3;
  summary.totals.table_topics = 1;
  summary.unused = {};
  summary.counts.clear();
  EXPECT_EQ(to_text(summary), "3 rows, 1 topic\n0.50 s, 0 B/s of text, at most 40.0 MB of memory\n");
}

TEST(RunSummary, AddsUp) {
  RunTotals totals;
  RunTotals more;
  more.documents = 2;
  more.analyzed = TextTotals{3, 4};
  totals += more;
  totals += more;
  EXPECT_EQ(totals.documents, 4U);
  EXPECT_EQ(totals.analyzed->tokens, 8U);
}

TEST(RunSummary, GroupsDigits) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1,000");
  EXPECT_EQ(with_thousands(1234567), "1,234,567");
}

}  // namespace
}  // namespace cento
