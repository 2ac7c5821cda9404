// Times tokenising, folding to normalised text, and character shingles (processor time, best of some rounds) on text
// files, cut at line feeds into documents of about 8 KB, with each kernel the processor has:
//   char_shingles_bench FILE…
// The share is relative to the speed of tokenising.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel.hpp"
#include "document_text.hpp"
#include "sign/chars/char_shingles.hpp"
#include "text/tokenizer.hpp"

namespace {

using cento::bench::cut_into_documents;
using cento::bench::read_file;

constexpr int kRounds = 7;

struct Result {
  double seconds = 1e30;
  std::size_t count = 0;  // of the results
};

/// `count_of` works on one document and returns how many results it made.
template <typename CountOf>
void run_once(const std::vector<std::string_view>& documents, CountOf count_of, Result& result) {
  const std::clock_t begin = std::clock();
  result.count = 0;
  for (const std::string_view document : documents) result.count += count_of(document);
  result.seconds = std::min(result.seconds, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
}

void print(const char* what, std::size_t bytes, const Result& result, const Result& tokenising) {
  std::printf("  %-18s %6.2f GB/s  %5.2f  %zu\n", what, static_cast<double>(bytes) / result.seconds / 1e9,
              tokenising.seconds / result.seconds, result.count);
}

void measure(const char* path, std::string_view text, cento::Kernel kernel) {
  const std::vector<std::string_view> documents = cut_into_documents(text);
  cento::Tokenizer tokenizer(kernel);
  cento::Tokens tokens;
  cento::FoldedText folded;
  cento::CharShingleSigner signer(cento::CharShingleSigner::kDefaultLength, kernel);
  cento::Features features;
  const auto tokenise = [&](std::string_view document) {
    tokenizer.tokenize(document, tokens);
    return tokens.size();
  };
  const auto fold = [&](std::string_view document) {
    tokenizer.fold(document, folded);
    return folded.begins.size();
  };
  const auto sign = [&](std::string_view document) {
    features.clear();
    signer.sign(document, features);
    return features.size();
  };
  Result tokenised, normalised, signed_, both;
  for (int round = 0; round < kRounds; ++round) {  // alternating, so that noise affects all of them
    run_once(documents, tokenise, tokenised);
    run_once(documents, fold, normalised);
    run_once(documents, sign, signed_);
    run_once(
        documents, [&](std::string_view document) { return tokenise(document), sign(document); }, both);
  }
  std::printf("%s, %s\n", path, std::string(cento::name_of(kernel)).c_str());
  print("tokens", text.size(), tokenised, tokenised);
  print("normalised text", text.size(), normalised, tokenised);
  print("shingles", text.size(), signed_, tokenised);
  print("tokens + shingles", text.size(), both, tokenised);
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string text = read_file(argv[i]);
    for (const cento::Kernel kernel : {cento::Kernel::scalar, cento::Kernel::avx2, cento::Kernel::avx512}) {
      if (cento::has_kernel(kernel)) measure(argv[i], text, kernel);
    }
  }
  return 0;
}
