#include "cento/compare.hpp"

#include <deque>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "cento/option_table.hpp"
#include "methods/compare/pair_comparison.hpp"
#include "read/document.hpp"
#include "text/analysis.hpp"

namespace cento {

namespace {

/// A document with the tokens and sentences of its parts.
class ComparedText {
 public:
  ComparedText(const TextDocument& document, TextAnalyzer& analyzer) {
    for (const TextPart& part : document.parts) {
      if (const std::string problem = problem_of_text(part.text); !problem.empty()) {
        throw Error(fmt::format("document \"{}\": {}", document.id, problem));
      }
      analyzer.analyze(part.text, analyzed_.emplace_back());
      parts_.push_back({part.text, &analyzed_.back()});
    }
  }

  [[nodiscard]] std::span<const AnalyzedPart> parts() const { return parts_; }

 private:
  std::deque<AnalyzedText> analyzed_;
  std::vector<AnalyzedPart> parts_;
};

}  // namespace

DocumentComparison compare(const TextDocument& a, const TextDocument& b, const PassageOptions& options) {
  check_options(options);
  TextAnalyzer analyzer;
  const ComparedText in_a(a, analyzer);
  const ComparedText in_b(b, analyzer);
  const PairComparison found = PairComparer(options).compare(in_a.parts(), in_b.parts());
  DocumentComparison comparison;
  for (const PartPassage& one : found.passages) {
    comparison.passages.push_back(
        {one.part_a, one.part_b, one.passage.a, one.passage.b, one.passage.matched, one.passage.similarity});
  }
  comparison.share_a = found.a.share();
  comparison.share_b = found.b.share();
  comparison.same_words = found.same_words;
  return comparison;
}

}  // namespace cento
