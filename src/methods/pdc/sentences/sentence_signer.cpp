#include "methods/pdc/sentences/sentence_signer.hpp"

#include <algorithm>
#include <array>

#include "core/hash/mix64.hpp"
#include "join/part_keys.hpp"
#include "sign/feature_set.hpp"
#include "sign/signers.hpp"

namespace cento {

namespace {

constexpr unsigned kSketchShift = 58;

/// Keeps each feature once. Most sentences repeat none, which few bits show.
class Distinct {
 public:
  void make(Features& features) {
    bool may_repeat = false;
    for (const std::uint64_t feature : features) {
      std::uint64_t& word = seen_[feature >> kWordShift];
      const std::uint64_t bit = std::uint64_t{1} << (feature >> kBitShift & 63U);
      may_repeat |= (word & bit) != 0;
      word |= bit;
    }
    for (const std::uint64_t feature : features) seen_[feature >> kWordShift] = 0;
    if (may_repeat) sets_.make_set(features);
  }

 private:
  static constexpr unsigned kWordShift = 57;
  static constexpr unsigned kBitShift = 51;
  std::array<std::uint64_t, std::size_t{1} << (64U - kWordShift)> seen_{};
  SetMaker sets_;
};

}  // namespace

void SignedSentences::append(const SignedSentences& other, std::uint32_t first_sentence) {
  for (const Entry& entry : other.entries) {
    entries.push_back(entry);
    entries.back().sentence += first_sentence;
  }
  features.insert(features.end(), other.features.begin(), other.features.end());
  keys.insert(keys.end(), other.keys.begin(), other.keys.end());
}

void SignedSentences::clear() {
  entries.clear();
  features.clear();
  release_if_large(features);
  keys.clear();
}

std::size_t SignedSentences::capacity_bytes() const {
  return entries.capacity() * sizeof(Entry) + (features.capacity() + keys.capacity()) * sizeof(std::uint64_t);
}

class SentenceSigner::Tools {
 public:
  explicit Tools(const NearSentenceOptions& options)
      : signer_(make_feature_signer(options.signature, {options.tokens})),
        part_keys_(options.threshold),
        by_parts_(PartKeys::suit(options.threshold)) {}

  void sign(const TokenRange& tokens, std::uint32_t sentence, SignedSentences& out) {
    features_.clear();
    signer_->sign(tokens, features_);
    distinct_.make(features_);
    SignedSentences::Entry entry;
    std::uint64_t sum = features_.size() * kGoldenStep;
    for (const std::uint64_t feature : features_) {
      sum += feature;
      entry.sketch ^= std::uint64_t{1} << (feature >> kSketchShift);
    }
    entry.set_hash = mix64(sum);
    entry.sentence = sentence;
    entry.size = static_cast<std::uint32_t>(features_.size());
    if (part_keys_.most_different(entry.size) > 0) add_features(entry, out);
    out.entries.push_back(entry);
  }

 private:
  void add_features(SignedSentences::Entry& entry, SignedSentences& out) {
    if (!by_parts_) {
      std::sort(features_.begin(), features_.end());
      out.features.insert(out.features.end(), features_.begin(), features_.end());
      entry.keys = 1;
      return;
    }
    const std::size_t before = out.keys.size();
    part_keys_.append(features_, out.keys);
    entry.keys = static_cast<std::uint32_t>(out.keys.size() - before);
    pack_features(features_, out.features);
  }

  std::unique_ptr<FeatureSigner> signer_;
  PartKeys part_keys_;
  bool by_parts_;
  Features features_;
  Distinct distinct_;
};

SentenceSigner::SentenceSigner(const NearSentenceOptions& options) : tools_(std::make_unique<Tools>(options)) {}
SentenceSigner::~SentenceSigner() = default;
SentenceSigner::SentenceSigner(SentenceSigner&&) noexcept = default;

void SentenceSigner::sign(const TokenRange& tokens, std::uint32_t sentence, SignedSentences& out) {
  tools_->sign(tokens, sentence, out);
}

void pack_features(std::span<const std::uint64_t> features, Features& out) {
  for (std::size_t i = 0; i < features.size(); i += 2) {
    const std::uint64_t second = i + 1 < features.size() ? features[i + 1] >> 32U : 0;
    out.push_back((features[i] >> 32U << 32U) | second);
  }
}

void unpack_features(std::span<const std::uint64_t> packed, std::uint32_t count, std::vector<std::uint32_t>& out) {
  out.clear();
  for (const std::uint64_t two : packed) {
    out.push_back(static_cast<std::uint32_t>(two >> 32U));
    if (out.size() < count) out.push_back(static_cast<std::uint32_t>(two));
  }
  std::sort(out.begin(), out.end());
}

std::uint32_t count_shared(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  std::uint32_t shared = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const bool equal = a[i] == b[j];
    const bool a_first = a[i] <= b[j];
    const bool b_first = b[j] <= a[i];
    shared += equal ? 1 : 0;
    i += a_first ? 1 : 0;
    j += b_first ? 1 : 0;
  }
  return shared;
}

}  // namespace cento
