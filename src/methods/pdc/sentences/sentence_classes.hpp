#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sign/signer.hpp"
#include "text/analysis.hpp"

namespace cento {

/// A part of a document with its tokens and sentences; what it refers to must outlive it.
struct AnalyzedPart {
  std::string_view text;
  const AnalyzedText* analyzed = nullptr;

  /// The tokens of a sentence.
  [[nodiscard]] TokenRange tokens_of(const Sentence& sentence) const;
};

/// The position of a sentence in a document.
struct SentencePlace {
  std::uint32_t part = 0;
  std::uint32_t sentence = 0;

  friend bool operator==(const SentencePlace&, const SentencePlace&) = default;
};

/// The sentences of two documents by content: those with the same tokens, in order, are one class. Sentences without
/// tokens are in none. The numbers of classes do not depend on which document is the first.
class SentenceClasses {
 public:
  SentenceClasses(std::span<const AnalyzedPart> a, std::span<const AnalyzedPart> b);

  [[nodiscard]] std::size_t size() const { return classes_.size(); }
  /// Where the class occurs in the documents, in their order; possibly nowhere in one of them.
  [[nodiscard]] std::span<const SentencePlace> in_a(std::size_t number) const;
  [[nodiscard]] std::span<const SentencePlace> in_b(std::size_t number) const;
  /// The tokens of a sentence of the class.
  [[nodiscard]] TokenRange tokens_of(std::size_t number) const;

 private:
  struct Class {
    std::uint32_t begin;    // of its places
    std::uint32_t begin_b;  // of those in the second document
    std::uint32_t end;
  };

  std::span<const AnalyzedPart> a_;
  std::span<const AnalyzedPart> b_;
  std::vector<SentencePlace> places_;
  std::vector<Class> classes_;
};

}  // namespace cento
