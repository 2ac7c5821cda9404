#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "index/index_view.hpp"
#include "methods/pdc/sentences/near_classes.hpp"
#include "methods/pdc/sentences/sentence_classes.hpp"
#include "methods/pdc/sentences/sentence_signer.hpp"
#include "text/analyzed_document.hpp"

namespace cento {

/// Classes of the sentences of two documents where near ones also match: what NearSentences does for a collection.
/// Sentences with equal features are one class. One for each thread.
class NearTexts {
 public:
  NearTexts(const IndexOptions& options, const DocumentFrequencies* statistics);

  /// The document that is compared with others.
  void set_asked(AnalyzedDocument& document);
  void set_other(const StoredDocument& document);

  /// Replaces the classes of a part of the query document and of one of the other; near() then says which are near.
  void classify(std::uint32_t asked_part, std::uint32_t other_part, PlainVector<std::uint32_t>& asked,
                PlainVector<std::uint32_t>& other);
  [[nodiscard]] const NearClasses& near() const { return near_; }

  /// Whether the last two parts had so many different sentences with a common key that not all were compared.
  [[nodiscard]] bool is_capped() const { return is_capped_; }

  /// Sentences compared for one query document, in all.
  static constexpr std::uint64_t kComparedMost = std::uint64_t{1} << 20U;

 private:
  /// The sentences of a part.
  struct SignedPart {
    SignedSentences sentences;
    std::vector<std::uint8_t> has_words;
    std::vector<std::size_t> first_key;      // of each entry
    std::vector<std::size_t> first_feature;  // of each entry, in words
  };

  void sign(AnalyzedDocument& document, std::vector<SignedPart>& parts);
  void add_slice(const AnalyzedPart& slice, SignedPart& part);

  /// A sentence for each class of a part.
  using Members = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // class, sentence

  void add_classes(const SignedPart& part, PlainVector<std::uint32_t>& classes, Members& members);
  void find_near(const SignedPart& asked, const SignedPart& other);
  [[nodiscard]] bool may_compare();
  void add_pair(const SignedPart& asked, const SignedPart& other, const Members::value_type& a,
                const Members::value_type& b);
  [[nodiscard]] std::uint32_t class_of(const SignedPart& part, std::size_t entry);
  static void unpack(const SignedPart& part, std::size_t entry, std::vector<std::uint32_t>& features);

  double threshold_;
  SentenceSigner signer_;
  AnalyzedDocument analyzed_;  // the other document
  std::vector<Part> other_parts_;
  std::vector<SignedPart> asked_;
  std::vector<SignedPart> other_;
  std::unordered_map<std::uint64_t, std::uint32_t> classes_;  // by the hash of features
  Members asked_members_;
  Members other_members_;
  std::vector<NearPair> pairs_;
  std::uint64_t compared_ = 0;  // for this query document
  bool is_capped_ = false;
  NearClasses near_;
  std::vector<std::uint32_t> features_a_;
  std::vector<std::uint32_t> features_b_;
};

}  // namespace cento
