#include "methods/forum/forum_record.hpp"

#include <algorithm>

#include "core/hash/mix64.hpp"

namespace cento {

std::uint32_t stored_feature(std::size_t field, std::uint64_t feature) {
  return static_cast<std::uint32_t>(mix64(feature + (field + 1) * kGoldenStep) >> 32U);
}

std::uint32_t stored_facts(const QuestionFacts& facts) {
  return (facts.numbers & ~std::uint32_t{1}) | (facts.is_negated ? 1U : 0U);
}

ForumRecordMaker::ForumRecordMaker(const ForumModel& model, const DocumentFrequencies* tokens)
    : fields_(fields_of(model)) {
  for (const ComparedPart& part : model.parts) part_names_.push_back(part_names(part));
  for (const ForumField& field : fields_) signers_.emplace_back(field.features, tokens);
}

void ForumRecordMaker::append(const AnalyzedDocument& document, PlainVector<std::uint32_t>& out) {
  static const Tokens no_tokens;
  const std::size_t begin = out.size();
  out.resize(begin + part_names_.size() + fields_.size());
  std::size_t field = 0;
  for (std::size_t part = 0; part < part_names_.size(); ++part) {
    const std::size_t own = part_with(document.parts(), part_names_[part]);
    const bool has_part = own < document.parts().size();
    const std::string_view text = has_part ? document.parts()[own].text : std::string_view();
    const Tokens& tokens = has_part ? tokens_of(document, own) : no_tokens;
    out[begin + part] = stored_facts(facts_of_question(text, tokens.hashes, tokens.begins, tokens.ends));
    for (; field < fields_.size() && fields_[field].part == part; ++field) {
      const std::size_t before = out.size();
      append_features(field, text, tokens, out);
      out[begin + part_names_.size() + field] = static_cast<std::uint32_t>(out.size() - before);
    }
  }
  release_if_large(tokens_);
  release_if_large(features_);
}

const Tokens& ForumRecordMaker::tokens_of(const AnalyzedDocument& document, std::size_t part) {
  if (const Tokens* tokens = document.tokens_of(part)) return *tokens;
  tokenizer_.tokenize(document.parts()[part].text, tokens_);
  return tokens_;
}

void ForumRecordMaker::append_features(std::size_t field, std::string_view text, const Tokens& tokens,
                                       PlainVector<std::uint32_t>& out) {
  signers_[field].sign(text, tokens, features_);
  if (fields_[field].is_order()) {
    for (const std::uint64_t token : features_) out.push_back(static_cast<std::uint32_t>(token));
    return;
  }
  const auto before = static_cast<std::ptrdiff_t>(out.size());
  for (const std::uint64_t feature : features_) out.push_back(stored_feature(field, feature));
  std::sort(out.begin() + before, out.end());
  out.erase(std::unique(out.begin() + before, out.end()), out.end());
}

bool ForumRecord::read(std::span<const std::uint32_t> numbers) {
  const std::size_t fields = begins_.size() - 1;
  std::fill(begins_.begin(), begins_.end(), 0);
  numbers_ = {};
  if (numbers.size() < parts_ + fields) return false;
  std::size_t end = parts_ + fields;
  for (std::size_t field = 0; field < fields; ++field) {
    begins_[field] = end;
    end += numbers[parts_ + field];
  }
  begins_[fields] = end;
  if (end == numbers.size()) {
    numbers_ = numbers;
    return true;
  }
  std::fill(begins_.begin(), begins_.end(), 0);
  return false;
}

}  // namespace cento
