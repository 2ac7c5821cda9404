#include "methods/ask/near_texts.hpp"

#include <algorithm>

#include <boost/unordered/unordered_flat_map.hpp>

#include "join/bounds.hpp"
#include "join/similar_pair.hpp"
#include "methods/pdc/sentences/sentence_classes.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

NearTexts::NearTexts(const IndexOptions& options, const DocumentFrequencies* statistics)
    : threshold_(options.threshold), signer_({options.signature, options.threshold, statistics, 0, {}}) {}

void NearTexts::set_asked(AnalyzedDocument& document) {
  compared_ = 0;
  sign(document, asked_);
}

void NearTexts::set_other(const StoredDocument& document) {
  other_parts_.clear();
  for (const StoredPart& part : document.parts) other_parts_.push_back({part.name, part.text});
  analyzed_.set(other_parts_);
  sign(analyzed_, other_);
}

void NearTexts::sign(AnalyzedDocument& document, std::vector<SignedPart>& parts) {
  parts.resize(document.parts().size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    SignedPart& part = parts[i];
    part.sentences.clear();
    part.has_words.clear();
    part.first_key.clear();
    part.first_feature.clear();
    document.for_each_slice(i, [&](std::string_view slice, std::uint32_t, const AnalyzedText& analyzed) {
      add_slice({slice, &analyzed}, part);
    });
  }
}

void NearTexts::add_slice(const AnalyzedPart& slice, SignedPart& part) {
  for (const Sentence& sentence : slice.analyzed->sentences) {
    part.first_key.push_back(part.sentences.keys.size());
    part.first_feature.push_back(part.sentences.features.size());
    const auto number = static_cast<std::uint32_t>(part.has_words.size());
    signer_.sign(slice.tokens_of(sentence), number, part.sentences);
    part.has_words.push_back(sentence.token_count > 0 ? 1 : 0);
  }
}

std::uint32_t NearTexts::class_of(const SignedPart& part, std::size_t entry) {
  const auto next = static_cast<std::uint32_t>(classes_.size());
  // Sentences without words match nothing: each gets a unique number.
  const std::uint64_t key = part.sentences.entries[entry].set_hash;
  if (part.has_words[entry] == 0) return classes_.emplace(~std::uint64_t{next}, next).first->second;
  return classes_.emplace(key, next).first->second;
}

void NearTexts::classify(std::uint32_t asked_part, std::uint32_t other_part, PlainVector<std::uint32_t>& asked,
                         PlainVector<std::uint32_t>& other) {
  classes_.clear();
  add_classes(asked_[asked_part], asked, asked_members_);
  add_classes(other_[other_part], other, other_members_);
  find_near(asked_[asked_part], other_[other_part]);
}

/// Replaces the classes of a part and their members.
void NearTexts::add_classes(const SignedPart& part, PlainVector<std::uint32_t>& classes, Members& members) {
  classes.clear();
  members.clear();
  for (std::uint32_t i = 0; i < part.has_words.size(); ++i) {
    const std::uint32_t name = class_of(part, i);
    classes.push_back(name | (part.has_words[i] != 0 ? SentenceSequence::kRepeats : 0));
    members.emplace_back(name, i);
  }
  std::sort(members.begin(), members.end());
  const auto is_same = [](const auto& x, const auto& y) { return x.first == y.first; };
  members.erase(std::unique(members.begin(), members.end(), is_same), members.end());
}

/// One member of each class is compared, however often a part repeats it.
void NearTexts::find_near(const SignedPart& asked, const SignedPart& other) {
  boost::unordered_flat_map<std::uint64_t, Members> asked_by_key;
  for (const auto& member : asked_members_) {
    for (std::uint32_t k = 0; k < asked.sentences.entries[member.second].keys; ++k) {
      asked_by_key[asked.sentences.keys[asked.first_key[member.second] + k]].push_back(member);
    }
  }
  pairs_.clear();
  is_capped_ = false;
  for (const auto& member : other_members_) {
    for (std::uint32_t k = 0; k < other.sentences.entries[member.second].keys; ++k) {
      const auto found = asked_by_key.find(other.sentences.keys[other.first_key[member.second] + k]);
      if (found == asked_by_key.end()) continue;
      for (const auto& of_asked : found->second) {
        if (of_asked.first != member.first && may_compare()) add_pair(asked, other, of_asked, member);
      }
    }
  }
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  near_ = NearClasses(pairs_, classes_.size());
}

bool NearTexts::may_compare() {
  if (compared_ < kComparedMost) {
    ++compared_;
    return true;
  }
  is_capped_ = true;
  return false;
}

void NearTexts::add_pair(const SignedPart& asked, const SignedPart& other, const Members::value_type& a,
                         const Members::value_type& b) {
  const std::size_t i = a.second;
  const std::size_t j = b.second;
  unpack(asked, i, features_a_);
  unpack(other, j, features_b_);
  const std::uint32_t shared = count_shared(features_a_, features_b_);
  const SimilarPair pair{0, 0, shared, asked.sentences.entries[i].size, other.sentences.entries[j].size};
  if (!WantedSimilarity(Measure::jaccard, threshold_).reached(shared, pair.size_a, pair.size_b)) return;
  const auto [least, most] = std::minmax(a.first, b.first);
  pairs_.push_back({least, most, static_cast<float>(pair.similarity())});
}

void NearTexts::unpack(const SignedPart& part, std::size_t entry, std::vector<std::uint32_t>& features) {
  const std::uint32_t size = part.sentences.entries[entry].size;
  const std::span<const std::uint64_t> all(part.sentences.features);
  unpack_features(all.subspan(part.first_feature[entry], packed_words(size)), size, features);
}

}  // namespace cento
