#include "methods/thread_record.hpp"

#include <algorithm>

#include "sign/mix64.hpp"

namespace cento {

std::uint32_t stored_feature(std::size_t field, std::uint64_t feature) {
  return static_cast<std::uint32_t>(mix64(feature + (field + 1) * kGoldenStep) >> 32U);
}

std::uint32_t stored_facts(const QuestionFacts& facts) {
  return (facts.numbers & ~std::uint32_t{1}) | (facts.is_negated ? 1U : 0U);
}

ThreadRecordMaker::ThreadRecordMaker(const ThreadModel& model, const DocumentFrequencies* tokens)
    : fields_(fields_of(model)) {
  for (const ComparedPart& part : model.parts) part_names_.push_back(part_names(part));
  for (const ThreadField& field : fields_) signers_.emplace_back(field.features, tokens);
}

void ThreadRecordMaker::append(std::span<const Part> parts, PlainVector<std::uint32_t>& out) {
  const std::size_t begin = out.size();
  out.resize(begin + part_names_.size() + fields_.size());
  std::size_t field = 0;
  for (std::size_t part = 0; part < part_names_.size(); ++part) {
    const std::string_view text = text_of(parts, part_names_[part]);
    tokenizer_.tokenize(text, tokens_);
    out[begin + part] = stored_facts(facts_of_question(text, tokens_.hashes, tokens_.begins, tokens_.ends));
    for (; field < fields_.size() && fields_[field].part == part; ++field) {
      const std::size_t before = out.size();
      append_features(field, text, out);
      out[begin + part_names_.size() + field] = static_cast<std::uint32_t>(out.size() - before);
    }
  }
  release_if_large(tokens_);
  release_if_large(features_);
}

void ThreadRecordMaker::append_features(std::size_t field, std::string_view text, PlainVector<std::uint32_t>& out) {
  signers_[field].sign(text, tokens_, features_);
  if (fields_[field].is_order()) {
    for (const std::uint64_t token : features_) out.push_back(static_cast<std::uint32_t>(token));
    return;
  }
  const auto before = static_cast<std::ptrdiff_t>(out.size());
  for (const std::uint64_t feature : features_) out.push_back(stored_feature(field, feature));
  std::sort(out.begin() + before, out.end());
  out.erase(std::unique(out.begin() + before, out.end()), out.end());
}

bool ThreadRecord::read(std::span<const std::uint32_t> numbers) {
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
