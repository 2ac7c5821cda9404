// All kernels must find the same tokens, with the same hashes, in any text, and fold it to the same text.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/utf8.hpp"
#include "text/tokenizer.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text;
  cento::append_valid_utf8(text, {reinterpret_cast<const char*>(data), size});
  cento::Tokens expected;
  cento::Tokenizer(cento::Kernel::scalar).tokenize(text, expected);
  cento::FoldedText expected_text;
  cento::Tokenizer(cento::Kernel::scalar).fold(text, expected_text);
  for (const auto kernel : {cento::Kernel::avx2, cento::Kernel::avx512}) {
    if (!cento::has_kernel(kernel)) continue;
    cento::Tokens tokens;
    cento::Tokenizer(kernel).tokenize(text, tokens);
    if (tokens.hashes != expected.hashes || tokens.begins != expected.begins || tokens.ends != expected.ends) {
      std::abort();
    }
    cento::FoldedText folded;
    cento::Tokenizer(kernel).fold(text, folded);
    if (folded.bytes != expected_text.bytes || folded.begins != expected_text.begins ||
        folded.characters != expected_text.characters) {
      std::abort();
    }
  }
  return 0;
}
