// Any valid text: the kernels agree, and the spans satisfy the contract.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel.hpp"
#include "core/utf8.hpp"
#include "text/sentence/sentence_characters.hpp"
#include "text/sentence/sentences.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void require_white_space(std::string_view gap) {
  require(cento::skip_white_space(gap, 0) == gap.size());
}

void check_spans(std::string_view text, const std::vector<cento::Span>& spans) {
  std::size_t last = 0;
  for (const cento::Span& span : spans) {
    require(span.begin >= last && span.end > span.begin && span.end <= text.size());
    require_white_space(text.substr(last, span.begin - last));
    require(cento::skip_white_space(text, span.begin) == span.begin);
    require(cento::trim_end(text, span.begin, span.end) == span.end);
    last = span.end;
  }
  require_white_space(text.substr(last));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const cento::SentenceOptions options{.max_bytes = data[0] * 8U};
  std::string text;
  cento::append_valid_utf8(text, {reinterpret_cast<const char*>(data) + 1, size - 1});

  std::vector<cento::Span> expected;
  cento::split_sentences(text, options, expected, cento::Kernel::scalar);
  check_spans(text, expected);
  std::vector<cento::Span> by_rules;
  cento::split_sentences_by_rules(text, options, by_rules);
  require(by_rules == expected);
  for (const cento::Kernel kernel : {cento::Kernel::avx2, cento::Kernel::avx512}) {
    if (!cento::has_kernel(kernel)) continue;
    std::vector<cento::Span> spans;
    cento::split_sentences(text, options, spans, kernel);
    require(spans == expected);
  }
  return 0;
}
