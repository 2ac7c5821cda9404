#include "python_text.hpp"

#include <string_view>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "cento/compare.hpp"
#include "cento/evaluate.hpp"
#include "cento/text.hpp"
#include "given_options.hpp"
#include "job_runner.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

nb::tuple span_tuple(const Span& span) {
  return nb::make_tuple(span.begin, span.end);
}

nb::list sentence_spans(std::string_view text) {
  std::vector<Span> spans;
  {
    const WithoutGil released;
    spans = sentences_of(text);
  }
  nb::list out;
  for (const Span& span : spans) out.append(span_tuple(span));
  return out;
}

nb::list token_spans(std::string_view text) {
  std::vector<Token> tokens;
  {
    const WithoutGil released;
    tokens = tokens_of(text);
  }
  nb::list out;
  for (const Token& token : tokens) out.append(nb::make_tuple(token.bytes.begin, token.bytes.end, token.hash));
  return out;
}

std::vector<std::uint64_t> feature_numbers(std::string_view text, const std::string& method) {
  const WithoutGil released;
  return features_of(text, method);
}

/// A judgement as text for people and as JSON.
nb::tuple evaluate_files(const std::string& gold, const std::string& found, const std::string& pairs, double threshold,
                         bool closed, double recall) {
  Evaluation judgement;
  {
    const WithoutGil released;
    judgement = evaluate({gold, found, pairs, threshold, closed, recall});
  }
  return nb::make_tuple(judgement.text, judgement.measures, judgement.rejected_lines);
}

std::string part_at(const TextDocument& document, std::uint32_t part) {
  return document.parts.size() > 1 ? document.parts[part].name : std::string();
}

nb::dict compare_texts(const nb::object& a, const nb::object& b, const nb::dict& given) {
  const auto options = options_from<PassageOptions>(given);
  const TextDocument in_a = document_of("a", a);
  const TextDocument in_b = document_of("b", b);
  DocumentComparison found;
  {
    const WithoutGil released;
    found = compare(in_a, in_b, options);
  }
  nb::list passages;
  for (const SharedPassage& one : found.passages) {
    passages.append(nb::make_tuple(part_at(in_a, one.part_a), side_tuple(one.a), part_at(in_b, one.part_b),
                                   side_tuple(one.b), one.matched, one.similarity));
  }
  nb::dict out;
  out["passages"] = passages;
  out["share_a"] = found.share_a;
  out["share_b"] = found.share_b;
  out["same_words"] = found.same_words;
  return out;
}

}  // namespace

nb::tuple side_tuple(const PassageSide& side) {
  return nb::make_tuple(side.sentences.begin, side.sentences.end, side.bytes.begin, side.bytes.end);
}

TextDocument document_of(const std::string& id, const nb::object& text) {
  if (!PyDict_Check(text.ptr())) return {id, nb::cast<std::string>(text)};
  std::vector<TextPart> parts;
  for (const auto [name, value] : nb::borrow<nb::dict>(text)) {
    parts.push_back({nb::cast<std::string>(name), nb::cast<std::string>(value)});
  }
  return {id, std::move(parts)};
}

void bind_text(nb::module_& module) {
  module.def("sentences", &sentence_spans, nb::arg("text"));
  module.def("tokens", &token_spans, nb::arg("text"));
  module.def("signatures", &feature_numbers, nb::arg("text"), nb::arg("method"));
  module.def("evaluate", &evaluate_files, nb::arg("gold"), nb::arg("found"), nb::arg("pairs"), nb::arg("threshold"),
             nb::arg("closed"), nb::arg("recall"));
  module.def("compare", &compare_texts, nb::arg("a"), nb::arg("b"), nb::arg("options"));
}

}  // namespace cento::python
