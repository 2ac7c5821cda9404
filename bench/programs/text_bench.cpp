// Times folding, tokenising and hashing, with or without sentences, on a text file in memory:
//   bench_text FILE [--kernel scalar|avx2|avx512] [--sentences] [--repeat N] [--limit BYTES]
// The file is cut at line ends into documents of about 8 KB. Prints one JSON object.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "text/analysis.hpp"

namespace {

struct Settings {
  std::string file;
  cento::Kernel kernel = cento::best_kernel();
  bool sentences = false;
  int repeat = 7;
  std::size_t limit = 150'000'000;
};

Settings parse(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--sentences") {
      settings.sentences = true;
    } else if (argument == "--kernel" && i + 1 < argc) {
      const std::string_view name = argv[++i];
      for (const auto kernel : {cento::Kernel::scalar, cento::Kernel::avx2, cento::Kernel::avx512}) {
        if (cento::name_of(kernel) == name) settings.kernel = kernel;
      }
    } else if (argument == "--repeat" && i + 1 < argc) {
      settings.repeat = std::atoi(argv[++i]);
    } else if (argument == "--limit" && i + 1 < argc) {
      settings.limit = std::strtoull(argv[++i], nullptr, 10);
    } else {
      settings.file = argument;
    }
  }
  return settings;
}

std::vector<std::string_view> documents(std::string_view text) {
  constexpr std::size_t kDocumentBytes = 8192;
  std::vector<std::string_view> all;
  while (!text.empty()) {
    const std::size_t line_end = text.find('\n', std::min(kDocumentBytes, text.size()));
    const std::size_t size = line_end == std::string_view::npos ? text.size() : line_end + 1;
    all.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return all;
}

struct Counts {
  std::size_t tokens = 0;
  std::size_t sentences = 0;
};

Counts run(const Settings& settings, const std::vector<std::string_view>& texts) {
  cento::TextOptions options;
  options.kernel = settings.kernel;
  cento::TextAnalyzer analyzer(options);
  cento::Tokenizer tokenizer(settings.kernel);
  cento::AnalyzedText analyzed;
  Counts counts;
  for (const std::string_view text : texts) {
    if (settings.sentences) {
      analyzer.analyze(text, analyzed);
    } else {
      tokenizer.tokenize(text, analyzed.tokens);
    }
    counts.tokens += analyzed.tokens.size();
    counts.sentences += analyzed.sentences.size();
  }
  return counts;
}

}  // namespace

int main(int argc, char** argv) {
  const Settings settings = parse(argc, argv);
  std::ifstream file(settings.file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (text.empty() || !cento::has_kernel(settings.kernel)) {
    std::fprintf(stderr, "bench_text: cannot read %s, or this processor lacks the kernel\n", settings.file.c_str());
    return 1;
  }
  if (text.size() > settings.limit) text.resize(text.rfind('\n', settings.limit) + 1);
  const auto texts = documents(text);
  std::vector<double> seconds;
  Counts counts;
  for (int i = 0; i < settings.repeat; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    counts = run(settings, texts);
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(seconds.begin(), seconds.end());
  const std::string_view kernel = cento::name_of(settings.kernel);
  std::printf(R"({"file":"%s","kernel":"%.*s","bytes":%zu,"documents":%zu,"tokens":%zu,"sentences":%zu,)"
              R"("seconds_best":%.6f,"seconds_median":%.6f})"
              "\n",
              settings.file.c_str(), static_cast<int>(kernel.size()), kernel.data(), text.size(), texts.size(),
              counts.tokens, counts.sentences, seconds.front(), seconds[seconds.size() / 2]);
  return 0;
}
