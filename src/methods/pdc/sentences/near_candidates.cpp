#include "methods/pdc/sentences/near_candidates.hpp"

#include <algorithm>

#include <boost/unordered/unordered_flat_map.hpp>

#include "methods/pdc/sentences/sentence_signer.hpp"
#include "sign/feature_store.hpp"

namespace cento {

std::vector<ShownBySentence> rarest_features(const CandidateRules& rules, std::span<const KeyedSentence> sentences) {
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> counts;
  Features scratch;
  std::vector<std::uint32_t> features;
  const auto unpack = [&](const KeyedSentence& sentence) {
    const SentenceSet set = rules.sets.get(sentence.position, scratch);
    unpack_features(set.words, set.size, features);
  };
  for (const KeyedSentence& sentence : sentences) {
    unpack(sentence);
    for (const std::uint32_t feature : features) ++counts[feature];
  }
  std::vector<ShownBySentence> shown;
  for (std::uint32_t number = 0; number < sentences.size(); ++number) {
    unpack(sentences[number]);
    const auto shown_end = features.begin() + rules.wanted.prefix_size(static_cast<std::uint32_t>(features.size()));
    std::partial_sort(features.begin(), shown_end, features.end(), [&](std::uint32_t x, std::uint32_t y) {
      return std::pair(counts[x], x) < std::pair(counts[y], y);
    });
    for (auto feature = features.begin(); feature != shown_end; ++feature) shown.emplace_back(*feature, number);
  }
  std::sort(shown.begin(), shown.end());
  return shown;
}

std::vector<KeyedSentence> one_of_each_class(const CandidateRules& rules, std::span<const KeyedSentence> group) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> members;  // the class, and which of the group
  for (std::uint32_t i = 0; i < group.size(); ++i) members.emplace_back(rules.class_of(group[i].position), i);
  leave_one_of_each_class(members);
  std::vector<KeyedSentence> sentences;
  sentences.reserve(members.size());
  for (const auto& [name, member] : members) sentences.push_back(group[member]);
  return sentences;
}

void leave_one_of_each_class(std::vector<std::pair<std::uint32_t, std::uint32_t>>& members) {
  std::sort(members.begin(), members.end());
  const auto is_same = [](const auto& x, const auto& y) { return x.first == y.first; };
  members.erase(std::unique(members.begin(), members.end(), is_same), members.end());
}

}  // namespace cento
