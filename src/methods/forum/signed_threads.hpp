#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "sign/signer.hpp"
#include "sign/words/question_words.hpp"

namespace cento {

/// The features of a batch's threads: field by field for each, one after another.
struct SignedThreads {
  Features features;
  std::vector<std::uint32_t> sizes;
  std::vector<Fingerprint> fingerprints;
  std::vector<QuestionFacts> facts;  // part by part for each

  void clear() {
    features.clear();
    release_if_large(features);
    sizes.clear();
    fingerprints.clear();
    facts.clear();
  }
};

}  // namespace cento
