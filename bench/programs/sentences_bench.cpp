// Times split_sentences (processor time, best of some rounds) on text files, cut at line feeds into documents of about
// 8 KB, with each kernel the processor has. `sentences_bench --show FILE` prints the sentences of a file instead, one
// per line.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel.hpp"
#include "document_text.hpp"
#include "text/sentence/sentences.hpp"

namespace {

using cento::bench::cut_into_documents;
using cento::bench::read_file;

constexpr int kRounds = 7;

struct Result {
  std::size_t sentences = 0;
  std::size_t bytes = 0;
};

Result split_all(const std::vector<std::string_view>& documents, cento::Kernel kernel) {
  Result result;
  std::vector<cento::Span> spans;
  for (const std::string_view document : documents) {
    cento::split_sentences(document, {}, spans, kernel);
    result.sentences += spans.size();
    for (const cento::Span& span : spans) result.bytes += span.size();
  }
  return result;
}

void measure(const char* path, std::string_view text, cento::Kernel kernel) {
  const std::vector<std::string_view> documents = cut_into_documents(text);
  double best = 1e30;
  Result result;
  for (int round = 0; round < kRounds; ++round) {
    const std::clock_t begin = std::clock();
    result = split_all(documents, kernel);
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  const double count = static_cast<double>(std::max<std::size_t>(result.sentences, 1));
  std::printf("%s\t%s\t%.2f GB/s\t%zu sentences\t%.1f bytes each\n", path, std::string(cento::name_of(kernel)).c_str(),
              static_cast<double>(text.size()) / best / 1e9, result.sentences,
              static_cast<double>(result.bytes) / count);
}

void show(std::string_view text) {
  std::vector<cento::Span> spans;
  cento::split_sentences(text, {}, spans);
  for (const cento::Span& span : spans) {
    std::string line(span.of(text));
    std::replace(line.begin(), line.end(), '\n', ' ');
    std::puts(line.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--show") {
    show(read_file(argv[2]));
    return 0;
  }
  for (int i = 1; i < argc; ++i) {
    const std::string text = read_file(argv[i]);
    for (const cento::Kernel kernel : {cento::Kernel::scalar, cento::Kernel::avx2, cento::Kernel::avx512}) {
      if (cento::has_kernel(kernel)) measure(argv[i], text, kernel);
    }
  }
  return 0;
}
