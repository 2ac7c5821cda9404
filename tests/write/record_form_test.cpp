#include "write/records/record_form.hpp"

#include <gtest/gtest.h>

namespace cento {
namespace {

TEST(RecordForms, AreKnownByTheNameOfTheOutput) {
  EXPECT_EQ(form_of("found/pairs.parquet", record_forms()), RecordForm::parquet);
  EXPECT_EQ(form_of("pairs.pq", record_forms()), RecordForm::parquet);
  EXPECT_EQ(form_of("pairs.arrow", record_forms()), RecordForm::arrow);
  EXPECT_EQ(form_of("pairs.feather", record_forms()), RecordForm::arrow);
  EXPECT_EQ(form_of("pairs.arrows", record_forms()), RecordForm::arrow_stream);
  for (const char* name : {"", "-", "pairs", "pairs.jsonl", "pairs.jsonl.gz", "pairs.parquet.gz", "pairs.txt", "pq"}) {
    EXPECT_EQ(form_of(name, record_forms()), RecordForm::json_lines) << name;
  }
}

TEST(RecordForms, OfPairsHaveTsv) {
  for (const char* name : {"pairs.tsv", "pairs.tsv.gz", "pairs.tsv.zst"}) {
    EXPECT_EQ(form_of(name, pair_forms()), RecordForm::tsv);
    EXPECT_EQ(form_of(name, record_forms()), RecordForm::json_lines);
  }
}

TEST(RecordForms, HaveNamesAndExtensions) {
  EXPECT_EQ(names_of(record_forms()), (std::vector<std::string>{"jsonl", "parquet", "arrow", "arrows"}));
  for (const RecordForm form : pair_forms()) {
    EXPECT_EQ(form_of("x" + std::string(extension_of(form)), pair_forms()), form);
  }
  for (const std::string& name : names_of(pair_forms())) {
    EXPECT_EQ(extension_of(form_named(name)), "." + name);
  }
}

}  // namespace
}  // namespace cento
