#include "methods/pdc/sentences/recalled_sentences.hpp"

#include "methods/pdc/sentences/sentence_spans.hpp"

namespace cento {

namespace {

Span moved(const Span& span, std::uint32_t offset) {
  return {span.begin + offset, span.end + offset};
}

}  // namespace

void append_recalled(const Sentence& sentence, const Tokens& of_slice, std::uint32_t offset, Features& out) {
  out.push_back(span_word(moved(sentence.bytes, offset)));
  for (std::uint32_t i = sentence.first_token; i < sentence.first_token + sentence.token_count; ++i) {
    out.push_back(of_slice.hashes[i]);
    out.push_back(span_word(moved({of_slice.begins[i], of_slice.ends[i]}, offset)));
  }
}

void add_to_window(const SentenceSet& stored, WindowMemory& memory) {
  memory.sentences.push_back(
      {span_of_word(stored.words[0]), static_cast<std::uint32_t>(memory.tokens.size()), stored.size});
  for (std::size_t token = 0; token < stored.size; ++token) {
    const Span bytes = span_of_word(stored.words[2 + 2 * token]);
    memory.tokens.hashes.push_back(stored.words[1 + 2 * token]);
    memory.tokens.begins.push_back(bytes.begin);
    memory.tokens.ends.push_back(bytes.end);
  }
}

SentenceWindow window_in(const WindowMemory& memory, const SentenceRange& sentences) {
  SentenceWindow window;
  window.first_sentence = sentences.begin;
  window.sentences = memory.sentences;
  window.hashes = memory.tokens.hashes;
  window.begins = memory.tokens.begins;
  window.ends = memory.tokens.ends;
  return window;
}

}  // namespace cento
