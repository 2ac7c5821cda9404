#pragma once

#include <compare>
#include <cstdint>
#include <type_traits>

#include "core/spill/task_exchange.hpp"
#include "sign/signer.hpp"

// The records of method pdc cut into tasks (core/spill/task_blocks.hpp). A text is a part of a document; `text`,
// `sentence` and `document` count from 0 in the part of the collection that the record comes from or goes to, unless
// they are a GlobalPlace.

namespace cento {

/// What is the same for sentences that match exactly: the place of the first of them, and whether there are several.
/// Those with the same features are one class where near sentences match. Ascends as SentenceSequence's classes do.
using GlobalClass = std::uint64_t;

inline constexpr GlobalClass kClassRepeats = GlobalClass{1} << 63U;

/// The place of the first sentence of a class.
[[nodiscard]] constexpr GlobalPlace first_of(GlobalClass sentence_class) {
  return sentence_class & ~kClassRepeats;
}

/// Stands before a first sentence that nothing precedes: no class.
[[nodiscard]] constexpr GlobalClass no_class(GlobalPlace sentence) {
  return ~sentence;
}

/// A text, for finding equal ones.
struct TextMember {
  Fingerprint fingerprint;
  std::uint64_t document_bytes = 0;  // of all texts of the document, from their first sentences to their last ones
  std::uint32_t text = 0;
  std::uint32_t document = 0;
  std::uint32_t part_of_document = 0;
  std::uint32_t texts_of_document = 0;
};
static_assert(sizeof(TextMember) == 40 && std::is_trivially_copyable_v<TextMember>);

/// A document that has a text, for the part of the first document that has it.
struct TextHolder {
  std::uint64_t document_bytes = 0;
  std::uint32_t text = 0;      // of the first one
  std::uint32_t document = 0;  // in the whole collection
  std::uint32_t part_of_document = 0;
  std::uint32_t texts_of_document = 0;
};
static_assert(sizeof(TextHolder) == 24);

/// A distinct sentence of a part. The key is the hash of its features, or of its words where only identical sentences
/// match.
struct SentenceMember {
  std::uint64_t key = 0;
  std::uint32_t short_hash = 0;  // of its words
  std::uint32_t sentence = 0;
};
static_assert(sizeof(SentenceMember) == 16);

/// A sentence with a key that others have, for the part that it comes from.
struct RepeatedSentence {
  GlobalPlace first = 0;  // with the key
  std::uint32_t sentence = 0;
  std::uint32_t zero = 0;

  friend bool operator<(const RepeatedSentence& x, const RepeatedSentence& y) { return x.sentence < y.sentence; }
};
static_assert(sizeof(RepeatedSentence) == 16);

/// A part that has a class, for the part of the first sentence of the class.
struct ClassHolder {
  std::uint32_t sentence = 0;  // the first one
  std::uint32_t part = 0;

  friend auto operator<=>(const ClassHolder&, const ClassHolder&) = default;
};
static_assert(sizeof(ClassHolder) == 8);

/// Where a run of γ sentences begins that all repeat.
struct RunStart {
  std::uint64_t run = 0;     // a hash
  std::uint64_t before = 0;  // the class of the sentence before it; unique if there is none
  std::uint32_t sentence = 0;
  std::uint32_t zero = 0;
};
static_assert(sizeof(RunStart) == 24);

/// A request for what follows such a run, from the group of the run. Answered by windows, or rests (run_windows.cpp).
struct WantedRun {
  std::uint64_t run = 0;
  std::uint32_t sentence = 0;
  std::uint32_t zero = 0;

  friend auto operator<=>(const WantedRun&, const WantedRun&) = default;
};
static_assert(sizeof(WantedRun) == 16);

/// Two classes that share a part key, for the part of the first, each by its first sentence.
struct CandidateSentences {
  std::uint32_t sentence = 0;
  std::uint32_t zero = 0;
  GlobalPlace other = 0;

  friend auto operator<=>(const CandidateSentences&, const CandidateSentences&) = default;
};
static_assert(sizeof(CandidateSentences) == 16);

/// A request for the features of a sentence, from a group of very many sentences with one part key.
struct WantedSet {
  std::uint32_t sentence = 0;
  std::uint32_t key_high = 0;
};
static_assert(sizeof(WantedSet) == 8);

/// A class near another, for the parts that have it.
struct NearClass {
  GlobalPlace name = 0;
  GlobalPlace other = 0;
  float similarity = 0;
  std::uint32_t zero = 0;

  friend bool operator<(const NearClass& x, const NearClass& y) {
    return x.name != y.name ? x.name < y.name : x.other < y.other;
  }
  friend bool operator==(const NearClass& x, const NearClass& y) { return x.name == y.name && x.other == y.other; }
};
static_assert(sizeof(NearClass) == 24);

/// A document with a text that has one of two near classes, for finding texts that share them.
struct NearPlace {
  GlobalPlace a = 0;  // the classes, a before b
  GlobalPlace b = 0;
  GlobalPlace text = 0;
  std::uint32_t document = 0;  // in the whole collection
  std::uint32_t side = 0;

  // Sides: the text has a, or b; or a part has one of them in more documents than matter, and nothing else is said of
  // it.
  static constexpr std::uint32_t kHasA = 0;
  static constexpr std::uint32_t kHasB = 1;
  static constexpr std::uint32_t kTooMany = 2;

  friend auto operator<=>(const NearPlace&, const NearPlace&) = default;
};
static_assert(sizeof(NearPlace) == 32);

/// Two texts to be matched, for the part where they are: because they share a family, or, if there are classes, because
/// they have sentences of these.
struct ProposedTexts {
  GlobalPlace a = 0;  // not after b
  GlobalPlace b = 0;
  GlobalPlace class_a = 0;
  GlobalPlace class_b = 0;

  [[nodiscard]] bool is_of_family() const { return class_a == class_b; }
  friend auto operator<=>(const ProposedTexts&, const ProposedTexts&) = default;
};
static_assert(sizeof(ProposedTexts) == 32);

/// A text that another part needs. Answered by a SentText (home_texts.hpp).
struct WantedText {
  std::uint32_t text = 0;
  std::uint32_t home = 0;

  friend auto operator<=>(const WantedText&, const WantedText&) = default;
};
static_assert(sizeof(WantedText) == 8);

/// A request for the words of some sentences of a text, from the part that needs them.
struct WantedWords {
  std::uint32_t text = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend auto operator<=>(const WantedWords&, const WantedWords&) = default;
};
static_assert(sizeof(WantedWords) == 12);

/// A family, for the part of its first place.
struct FoundFamily {
  std::uint32_t first = 0;  // a sentence
  std::uint32_t sentences = 0;
  std::uint32_t documents = 0;
  std::uint32_t zero = 0;

  friend bool operator<(const FoundFamily& x, const FoundFamily& y) {
    return x.first != y.first ? x.first < y.first : x.sentences > y.sentences;
  }
};
static_assert(sizeof(FoundFamily) == 16);

/// A place of a family, for its part.
struct FamilyPlace {
  GlobalPlace first = 0;         // of the family
  std::uint32_t sentence = 0;    // where it is here
  std::uint32_t sentences2 = 0;  // twice the number of its sentences, and one more if it is reported

  FamilyPlace() = default;
  FamilyPlace(GlobalPlace first_place, std::uint32_t begin, std::uint32_t sentences, bool reported)
      : first(first_place), sentence(begin), sentences2(sentences << 1U | (reported ? 1U : 0U)) {}

  [[nodiscard]] std::uint32_t sentences() const { return sentences2 >> 1U; }
  [[nodiscard]] bool is_reported() const { return (sentences2 & 1U) != 0; }

  friend auto operator<=>(const FamilyPlace&, const FamilyPlace&) = default;
};
static_assert(sizeof(FamilyPlace) == 16 && std::is_trivially_copyable_v<FamilyPlace>);

}  // namespace cento
