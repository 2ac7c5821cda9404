#include "text/analyzed_document.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace cento {
namespace {

/// The sentences of a part: bytes, and hashes of tokens.
using PartSentenceList = std::vector<std::pair<Span, std::vector<std::uint64_t>>>;

PartSentenceList sentences_of(AnalyzedDocument& document, std::size_t part) {
  PartSentenceList all;
  document.for_each_sentence(part, [&](const Span& bytes, std::span<const std::uint64_t> tokens) {
    all.emplace_back(bytes, std::vector<std::uint64_t>(tokens.begin(), tokens.end()));
  });
  return all;
}

PartSentenceList analyzed_at_once(std::string_view text) {
  TextAnalyzer analyzer;
  AnalyzedText analyzed;
  analyzer.analyze(text, analyzed);
  PartSentenceList all;
  for (const Sentence& sentence : analyzed.sentences) {
    const auto first = analyzed.tokens.hashes.begin() + sentence.first_token;
    all.emplace_back(sentence.bytes, std::vector<std::uint64_t>(first, first + sentence.token_count));
  }
  return all;
}

std::string paragraphs(std::size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i) {
    text += "Ferry number " + std::to_string(i) + " leaves at noon. It is late.\n\n";
  }
  return text;
}

TEST(AnalyzedDocument, HasTheSentencesAndTokensOfItsParts) {
  const std::string notes = paragraphs(1000);
  const std::vector<Part> parts{{"title", "The mill. 1901."}, {"text", ""}, {"notes", notes}};
  AnalyzedDocument document(parts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(sentences_of(document, i), analyzed_at_once(parts[i].text)) << i;
    ASSERT_NE(document.tokens_of(i), nullptr);
  }
  EXPECT_EQ(document.tokens_of(0)->size(), 3U);
  EXPECT_EQ(document.tokens_of(1)->size(), 0U);
}

TEST(AnalyzedDocument, VeryLongTextsAreAnalysedEachTimeWithTheSameResult) {
  const std::string text = paragraphs(AnalyzedDocument::kKeptBytes);
  const std::vector<Part> long_parts{{"title", "The mill."}, {"text", text}};
  const std::vector<Part> short_parts{{"text", "Swallows nest in the loft."}};
  AnalyzedDocument document(long_parts);
  EXPECT_EQ(document.tokens_of(0), nullptr);
  EXPECT_EQ(sentences_of(document, 0), analyzed_at_once("The mill."));
  const PartSentenceList expected = analyzed_at_once(text);
  EXPECT_EQ(sentences_of(document, 1), expected);
  EXPECT_EQ(sentences_of(document, 1), expected);
  document.set(short_parts);
  EXPECT_EQ(document.parts().size(), 1U);
  EXPECT_EQ(sentences_of(document, 0), analyzed_at_once("Swallows nest in the loft."));
}

}  // namespace
}  // namespace cento
