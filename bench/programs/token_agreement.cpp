// Compares Cento's tokens (hashes and byte offsets, each kernel of this processor) with the slow ICU reference:
//   token_agreement [--random N] [INPUT…]
// on every document of the inputs and on N random strings. Prints a line of counts; exits 1 if anything differs.

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cento/error.hpp"
#include "read/collection.hpp"
#include "text/icu_tokens.hpp"
#include "text/random_text.hpp"
#include "text/token_hash.hpp"
#include "text/tokenizer.hpp"

namespace {

class Comparison {
 public:
  Comparison() {
    for (const auto kernel : {cento::Kernel::scalar, cento::Kernel::avx2, cento::Kernel::avx512}) {
      if (cento::has_kernel(kernel)) tokenizers_.emplace_back(kernel);
    }
  }

  void compare(std::string_view text) {
    const auto expected = cento::testing::tokens_by_icu(text);
    std::vector<std::uint64_t> hashes;
    hashes.reserve(expected.size());
    for (const auto& token : expected) hashes.push_back(cento::token_hash(token.folded));
    for (cento::Tokenizer& tokenizer : tokenizers_) {
      tokenizer.tokenize(text, tokens_);
      if (!is_equal(expected, hashes)) ++different_;
    }
    ++texts_;
    count_ += expected.size();
    bytes_ += text.size();
  }

  void print(const char* what) const {
    std::printf("%s: %zu texts, %zu bytes, %zu tokens, %zu kernels, %zu different\n", what, texts_, bytes_, count_,
                tokenizers_.size(), different_);
  }

  [[nodiscard]] bool agrees() const { return different_ == 0; }

 private:
  [[nodiscard]] bool is_equal(const std::vector<cento::testing::ReferenceToken>& expected,
                              const std::vector<std::uint64_t>& hashes) const {
    if (tokens_.size() != expected.size()) return false;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (tokens_.hashes[i] != hashes[i] || tokens_.span(i) != expected[i].span) return false;
    }
    return true;
  }

  std::deque<cento::Tokenizer> tokenizers_;  // their addresses are stable
  cento::Tokens tokens_;
  std::size_t texts_ = 0;
  std::size_t bytes_ = 0;
  std::size_t count_ = 0;
  std::size_t different_ = 0;
};

bool compare_random(std::size_t count) {
  Comparison comparison;
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < count; ++i) comparison.compare(cento::testing::random_text(random, 1 + random() % 100));
  comparison.print("random");
  return comparison.agrees();
}

bool compare_inputs(const std::vector<std::string>& inputs) {
  Comparison comparison;
  cento::Reporter reporter;
  cento::ReadProgress progress;
  cento::TakeOnly step([&](cento::DocumentBatch& batch) {
    for (const cento::Document& document : batch.documents) {
      for (const cento::Part& part : document.parts) comparison.compare(part.text);
    }
  });
  cento::read_collection(cento::InputList(inputs, reporter), {}, 1, reporter, progress, step);
  comparison.print("inputs");
  return comparison.agrees();
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t random_count = 0;
  std::vector<std::string> inputs;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--random" && i + 1 < argc) {
      random_count = std::strtoull(argv[++i], nullptr, 10);
    } else {
      inputs.emplace_back(argv[i]);
    }
  }
  try {
    const bool random_agrees = random_count == 0 || compare_random(random_count);
    const bool inputs_agree = inputs.empty() || compare_inputs(inputs);
    return random_agrees && inputs_agree ? 0 : 1;
  } catch (const cento::Error& error) {
    std::fprintf(stderr, "token_agreement: %s\n", error.what());
    return 1;
  }
}
