#include "sign/signers.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "core/closest_name.hpp"
#include "core/utf8.hpp"
#include "sign/imatch.hpp"
#include "sign/sequence_fingerprint.hpp"
#include "sign/shingles.hpp"
#include "sign/signature_name.hpp"
#include "sign/winnowing.hpp"
#include "sign/words/sorted_words.hpp"
#include "sign/words/spots.hpp"
#include "sign/words/stop_words.hpp"

namespace cento {

namespace {

// Far beyond what makes sense, yet small enough that no name can make signing slow.
constexpr WholeRange kTokensInARow = {1, 1000};
constexpr WholeRange kWindowGrams = {1, 100'000};
constexpr WholeRange kChainTokens = {1, 100};
constexpr WholeRange kSlots = {1, 65'536};
constexpr WholeRange kDocuments = {0, std::numeric_limits<std::uint32_t>::max()};
constexpr WholeRange kAntecedents = {1, kDocuments.most};

/// A fingerprint as a set of one feature.
class FingerprintFeatureSigner : public FeatureSigner {
 public:
  explicit FingerprintFeatureSigner(std::unique_ptr<FingerprintSigner> signer) : signer_(std::move(signer)) {}

  void sign(const TokenRange& tokens, Features& features) override {
    if (tokens.size() == 0) return;
    Fingerprint fingerprint;
    const bool has_words = signer_->sign(tokens, fingerprint);
    features.push_back(has_words ? feature_of(fingerprint) : sequence_feature(tokens.hashes));
  }

 private:
  std::unique_ptr<FingerprintSigner> signer_;
};

const DocumentFrequencies& statistics_for(const SignatureName& name, const SignerContext& context) {
  if (context.tokens != nullptr) return *context.tokens;
  throw UsageError(
      fmt::format("\"{}\" needs the document frequencies of the collection's tokens: make them with cento stats first",
                  name.text()));
}

/// The words of a comma-separated list, or those of a language; none for anything else.
std::vector<std::uint64_t> listed_antecedents(std::string_view which) {
  const bool is_list = which.find(',') != std::string_view::npos && is_valid_utf8(which);
  return tokens_of_words(is_list ? which : stop_words(which));
}

std::vector<std::uint64_t> antecedents_of(const SignatureName& name, const SignerContext& context) {
  const std::string_view which = name.parameter(0);
  if (std::vector<std::uint64_t> listed = listed_antecedents(which); !listed.empty()) return listed;
  if (which.empty() || which.find_first_not_of("0123456789") != std::string_view::npos) {
    name.refuse(fmt::format("k must be a number of words, a language ({}) or a comma-separated list of words",
                            stop_word_languages()));
  }
  const std::uint64_t count = name.whole(0, "k", kAntecedents);
  return statistics_for(name, context).most_frequent(count);
}

std::unique_ptr<FeatureSigner> make_shingles(const SignatureName& name, const SignerContext& /*context*/) {
  name.expect_parameters(1, 1);
  return std::make_unique<ShingleSigner>(name.whole(0, "n", kTokensInARow));
}

std::unique_ptr<FeatureSigner> make_spots(const SignatureName& name, const SignerContext& context) {
  name.expect_parameters(1, 3);
  SpotOptions options;
  if (name.has(1)) options.distance_tokens = name.whole(1, "distance", kChainTokens);
  if (name.has(2)) options.chain_tokens = name.whole(2, "chain", kChainTokens);
  return std::make_unique<SpotSigner>(antecedents_of(name, context), options);
}

std::unique_ptr<FeatureSigner> make_winnowing(const SignatureName& name, const SignerContext& /*context*/) {
  name.expect_parameters(2, 2);
  return std::make_unique<WinnowSigner>(name.whole(0, "k", kTokensInARow), name.whole(1, "w", kWindowGrams));
}

std::unique_ptr<FingerprintSigner> make_imatch(const SignatureName& name, const SignerContext& context) {
  name.expect_parameters(0, 2);
  IdfRange range;
  if (name.has(0)) range.lowest = name.share(0, "a");
  if (name.has(1)) range.highest = name.share(1, "b");
  if (range.lowest > range.highest) name.refuse("a must not be greater than b");
  return std::make_unique<IMatchSigner>(statistics_for(name, context), range);
}

std::unique_ptr<FingerprintSigner> make_sorted_words(const SignatureName& name, const SignerContext& context) {
  name.expect_parameters(1, 1);
  const auto most_documents = static_cast<std::uint32_t>(name.whole(0, "df", kDocuments));
  return std::make_unique<SortedWordsSigner>(statistics_for(name, context), most_documents);
}

template <typename Signer>
struct Kind {
  std::string_view name;
  std::string_view usage;
  std::unique_ptr<Signer> (*make)(const SignatureName&, const SignerContext&);
};

constexpr std::array<Kind<FeatureSigner>, 3> kFeatureKinds = {{
    {"shingle", "shingle:n", make_shingles},
    {"spot", "spot:k[:distance[:chain]]", make_spots},
    {"winnow", "winnow:k:w", make_winnowing},
}};

constexpr std::array<Kind<FingerprintSigner>, 2> kFingerprintKinds = {{
    {"imatch", "imatch[:a[:b]]", make_imatch},
    {"sorted", "sorted:df", make_sorted_words},
}};

constexpr std::string_view kBitUsage = "qsign:m:l";
constexpr std::string_view kMinHashUsage = "minhash[:k]";

template <typename Kinds>
void append_names(const Kinds& kinds, std::vector<std::string>& names) {
  for (const auto& kind : kinds) names.emplace_back(kind.name);
}

[[noreturn]] void refuse_kind(const SignatureName& name, const std::vector<std::string>& kinds) {
  name.refuse("there is no such kind", did_you_mean(name.kind(), kinds));
}

template <typename Kinds>
std::string usages(const Kinds& kinds) {
  std::string list;
  for (const auto& kind : kinds) list.append(list.empty() ? "" : ", ").append(kind.usage);
  return list;
}

/// Null if no kind has the name.
template <typename Signer, std::size_t kCount>
std::unique_ptr<Signer> make_of(const std::array<Kind<Signer>, kCount>& kinds, const SignatureName& name,
                                const SignerContext& context) {
  for (const Kind<Signer>& kind : kinds) {
    if (kind.name == name.kind()) return kind.make(name, context);
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<FeatureSigner> make_feature_signer(std::string_view name, const SignerContext& context) {
  const std::string known = usages(kFeatureKinds) + ", " + usages(kFingerprintKinds);
  const SignatureName wanted(name, known);
  if (auto signer = make_of(kFeatureKinds, wanted, context)) return signer;
  if (auto signer = make_of(kFingerprintKinds, wanted, context)) {
    return std::make_unique<FingerprintFeatureSigner>(std::move(signer));
  }
  std::vector<std::string> kinds;
  append_names(kFeatureKinds, kinds);
  append_names(kFingerprintKinds, kinds);
  refuse_kind(wanted, kinds);
}

std::unique_ptr<FingerprintSigner> make_fingerprint_signer(std::string_view name, const SignerContext& context) {
  const std::string known = usages(kFingerprintKinds);
  const SignatureName wanted(name, known);
  if (auto signer = make_of(kFingerprintKinds, wanted, context)) return signer;
  std::vector<std::string> kinds;
  append_names(kFingerprintKinds, kinds);
  refuse_kind(wanted, kinds);
}

BitSigner make_bit_signer(std::string_view name) {
  const SignatureName wanted(name, kBitUsage);
  if (wanted.kind() != "qsign") refuse_kind(wanted, {"qsign"});
  wanted.expect_parameters(2, 2);
  const std::uint64_t signature_bits = wanted.whole(0, "m", {1, BitSigner::kMostBits});
  const std::uint64_t word_bits = wanted.whole(1, "l", {1, signature_bits});
  return {static_cast<unsigned>(signature_bits), static_cast<unsigned>(word_bits)};
}

MinHash make_minhash(std::string_view name) {
  const SignatureName wanted(name, kMinHashUsage);
  if (wanted.kind() != "minhash") refuse_kind(wanted, {"minhash"});
  wanted.expect_parameters(0, 1);
  return MinHash(wanted.has(0) ? wanted.whole(0, "k", kSlots) : MinHash::kDefaultSlots);
}

}  // namespace cento
