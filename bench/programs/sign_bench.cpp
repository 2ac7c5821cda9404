// Times the signatures on a text file in memory, one after another, each over the same documents:
//   sign_bench FILE
// The file is cut at line ends into documents of about 8 KB. Prints nanoseconds of processor time per token (sketches:
// per feature) and how many features there were, or a checksum.

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "sign/bits/simhash.hpp"
#include "sign/shingles.hpp"
#include "sign/signers.hpp"
#include "text/tokenizer.hpp"

namespace {

constexpr int kRounds = 5;
constexpr std::size_t kDocumentBytes = 8192;
constexpr std::size_t kMostBytes = 60'000'000;

std::vector<cento::Tokens> documents(std::string_view text) {
  std::vector<cento::Tokens> all;
  cento::Tokenizer tokenizer;
  while (!text.empty()) {
    const std::size_t line_end = text.find('\n', std::min(kDocumentBytes, text.size()));
    const std::size_t size = line_end == std::string_view::npos ? text.size() : line_end + 1;
    tokenizer.tokenize(text.substr(0, size), all.emplace_back());
    text.remove_prefix(size);
  }
  return all;
}

cento::TokenRange range_of(const cento::Tokens& tokens) {
  return {{}, tokens.hashes, tokens.begins, tokens.ends};
}

cento::DocumentFrequencies count(const std::vector<cento::Tokens>& texts) {
  std::vector<std::uint64_t> all;
  for (const cento::Tokens& tokens : texts) {
    std::vector<std::uint64_t> own(tokens.hashes.begin(), tokens.hashes.end());
    std::sort(own.begin(), own.end());
    all.insert(all.end(), own.begin(), std::unique(own.begin(), own.end()));
  }
  std::sort(all.begin(), all.end());
  std::vector<cento::Frequency> counts;
  for (const std::uint64_t token : all) {
    if (counts.empty() || counts.back().hash != token) counts.push_back({token, 0});
    ++counts.back().documents;
  }
  return {texts.size(), std::move(counts)};
}

using Work = std::function<std::uint64_t()>;  // returns a count or a checksum, the same in each round

void time_it(std::string_view name, std::size_t items, const Work& work) {
  double best = 1e9;
  std::uint64_t result = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::clock_t start = std::clock();
    result = work();
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  fmt::print("{:24} {:8.2f} ns   {}\n", name, best * 1e9 / static_cast<double>(items), result);
}

class Bench {
 public:
  explicit Bench(std::string_view text) : texts_(documents(text)), frequencies_(count(texts_)) {
    for (const cento::Tokens& tokens : texts_) {
      tokens_ += tokens.size();
      cento::ShingleSigner(5).sign(range_of(tokens), shingles_.emplace_back());
    }
    fmt::print("{} documents, {} tokens, {} distinct\n", texts_.size(), tokens_, frequencies_.size());
  }

  void features(std::string_view name) const {
    const auto signer = cento::make_feature_signer(name, {&frequencies_});
    cento::Features features;
    time_it(name, tokens_, [&] {
      std::uint64_t made = 0;
      for (const cento::Tokens& tokens : texts_) {
        features.clear();
        signer->sign(range_of(tokens), features);
        made += features.size();
      }
      return made;
    });
  }

  void bits(std::string_view name) const {
    const cento::BitSigner signer = cento::make_bit_signer(name);
    time_it(name, tokens_, [&] {
      std::uint64_t sum = 0;
      for (const cento::Tokens& tokens : texts_) sum ^= signer.sign(range_of(tokens)).words[0];
      return sum;
    });
  }

  /// For the shingles of whole documents, or of pieces with `piece` features.
  void sketches(std::string_view name, std::size_t piece) const {
    cento::MinHash minhash = cento::make_minhash(name);
    std::vector<std::uint32_t> sketch(minhash.slots());
    time_it(fmt::format("{} of {}", name, piece), tokens_, [&] {
      std::uint64_t sum = 0;
      each_piece(piece, [&](std::span<const std::uint64_t> features) {
        minhash.sketch(features, sketch);
        sum += sketch[0];
      });
      return sum;
    });
  }

  void simhashes(std::size_t piece) const {
    time_it(fmt::format("simhash of {}", piece), tokens_, [&] {
      std::uint64_t sum = 0;
      each_piece(piece, [&](std::span<const std::uint64_t> features) { sum += cento::simhash(features); });
      return sum;
    });
  }

 private:
  template <typename Visit>
  void each_piece(std::size_t piece, const Visit& visit) const {
    for (const cento::Features& features : shingles_) {
      const std::span<const std::uint64_t> all(features);
      for (std::size_t i = 0; i < all.size(); i += piece) visit(all.subspan(i, std::min(piece, all.size() - i)));
    }
  }

  std::vector<cento::Tokens> texts_;
  cento::DocumentFrequencies frequencies_;
  std::size_t tokens_ = 0;
  std::vector<cento::Features> shingles_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "Usage: sign_bench FILE\n");
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  text.resize(std::min(text.size(), kMostBytes));
  const Bench bench(text);
  for (const std::string_view name : {"shingle:5", "spot:en", "spot:60", "spot:10000", "winnow:5:4", "winnow:5:16",
                                      "winnow:5:100", "imatch:0.1:1", "sorted:3000"}) {
    bench.features(name);
  }
  bench.bits("qsign:64:3");
  bench.bits("qsign:128:4");
  constexpr std::size_t kWhole = 1'000'000'000;
  for (const std::size_t piece : {kWhole, std::size_t{1000}, std::size_t{300}, std::size_t{100}, std::size_t{20}}) {
    bench.sketches("minhash:128", piece);
    bench.simhashes(piece);
  }
  return 0;
}
