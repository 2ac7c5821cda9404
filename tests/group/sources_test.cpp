#include "group/sources.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace cento {
namespace {

std::string source_of_metadata(std::string_view metadata, std::string_view id = "7") {
  Document document;
  document.id = id;
  document.metadata = metadata;
  document.place.file = "news/2001.jsonl.gz";
  return source_of(document);
}

TEST(SourceOf, IsTheFieldSourceFirst) {
  EXPECT_EQ(source_of_metadata(R"({"url":"http://a.org/x","source":"The Daily\tNews"})"), "The Daily News");
  EXPECT_EQ(source_of_metadata(R"({"source":"https://www.BBC.co.uk/news?x=1"})"), "bbc.co.uk");
  EXPECT_EQ(source_of_metadata(R"({"meta":{"source":"wiki"},"source":""})"), "2001.jsonl.gz") << "empty counts too";
  EXPECT_EQ(source_of_metadata(R"({"meta":{"source":"wiki"}})"), "wiki");
}

TEST(SourceOf, IsTheHostOfAnAddress) {
  EXPECT_EQ(source_of_metadata(R"({"url":"http://user:pass@News.Example.org:8080/a/b"})"), "news.example.org");
  EXPECT_EQ(source_of_metadata(R"({"warc_target_uri":"https://example.org"})"), "example.org");
  EXPECT_EQ(source_of_metadata(R"({"url":"http://[2001:db8::1]:80/x"})"), "[2001:db8::1]");
  EXPECT_EQ(source_of_metadata(R"({"url":"http:\/\/escaped.org\/x"})"), "escaped.org");
  EXPECT_EQ(source_of_metadata(R"({"url":"not an address"})"), "2001.jsonl.gz");
  EXPECT_EQ(source_of_metadata("{}", "http://www.by-id.org/page"), "by-id.org");
}

TEST(SourceOf, IsTheFileNameAtLast) {
  EXPECT_EQ(source_of_metadata("{}"), "2001.jsonl.gz");
  EXPECT_EQ(source_of_metadata(R"({"source":null,"url":17})"), "2001.jsonl.gz");
  EXPECT_EQ(source_of(Document()), "(unnamed)");
  EXPECT_EQ(source_of_metadata(R"({"source":")" + std::string(1000, 'x') + "\"}"), std::string(200, 'x'));
}

RC_GTEST_PROP(SourceOf, TakesAnyAddress, (const std::string& bytes)) {
  const std::string name = source_of_metadata("{}", "http://" + bytes);
  RC_ASSERT(!name.empty());
  RC_ASSERT(name.find('\n') == std::string::npos);
}

TEST(SourceNames, AreNumberedAsTheyCome) {
  SourceNames names;
  EXPECT_EQ(names.number_of("a"), 0U);
  EXPECT_EQ(names.number_of("b"), 1U);
  EXPECT_EQ(names.number_of("a"), 0U);
  EXPECT_EQ(names.size(), 2U);
  EXPECT_EQ(names.name(1), "b");
}

TEST(SourceNames, AreBounded) {
  SourceNames names;
  for (std::uint32_t i = 0; i < SourceNames::kSourcesMost + 10; ++i) names.number_of(std::to_string(i));
  EXPECT_EQ(names.size(), SourceNames::kSourcesMost + 1);
  EXPECT_EQ(names.name(names.number_of("new")), SourceNames::kOthers);
  EXPECT_EQ(names.name(names.number_of("17")), "17");
}

/// Documents of sources, added one by one.
struct Collection {
  void add(std::string_view source, std::size_t count, DocId kept, bool is_kept = false) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto document = static_cast<DocId>(verdicts.size());
      sources.push_back(names.number_of(source));
      verdicts.push_back(is_kept ? Verdict{document} : Verdict{kept, Removal::near_duplicate, 0, 0, 0});
      references.push_back(0);
    }
  }
  [[nodiscard]] std::vector<std::string> warnings(const SourceLossOptions& options = {}) const {
    return source_warnings({names, sources, verdicts, references}, options);
  }

  SourceNames names;
  std::vector<std::uint32_t> sources;
  std::vector<Verdict> verdicts;
  std::vector<std::uint8_t> references;
};

TEST(SourceWarnings, NameWhatWouldVanish) {
  Collection collection;
  collection.add("cnn.com", 20, 0, true);    // documents 0 to 19
  collection.add("bbc.co.uk", 30, 0, true);  // 20 to 49
  collection.add("bbc.co.uk", 100, 3);       // to cnn.com
  collection.add("bbc.co.uk", 20, 20);       // to itself
  collection.add("mirror.org", 12, 25);      // to bbc.co.uk
  collection.add("mirror.org", 12, 5);       // to cnn.com
  collection.add("small.org", 9, 0);         // too few
  collection.add("half.org", 10, 0);         // not more than half
  collection.add("half.org", 10, 0, true);
  EXPECT_EQ(
      collection.warnings(),
      (std::vector<std::string>{"Source bbc.co.uk would lose 120 of 150 documents (80 %), most of them to cnn.com.",
                                "Source mirror.org would lose 24 of 24 documents (100 %), 12 of them to cnn.com."}));
  SourceLossOptions options;
  options.listed_most = 1;
  EXPECT_EQ(collection.warnings(options).back(), "1 more source would lose more than 50 % of its documents.");
  options.share = 0.9;
  EXPECT_EQ(collection.warnings(options).size(), 1U);
}

TEST(SourceWarnings, CountTheReferenceAsTakerOnly) {
  Collection collection;
  collection.add("test set", 30, 0, true);
  std::fill(collection.references.begin(), collection.references.end(), std::uint8_t{1});
  collection.add("test set", 11, 4);
  EXPECT_EQ(collection.warnings(),
            (std::vector<std::string>{"Source test set would lose 11 of 11 documents (100 %), most of them to other "
                                      "documents of the same source."}));
}

}  // namespace
}  // namespace cento
