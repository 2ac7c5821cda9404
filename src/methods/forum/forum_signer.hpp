#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/plain_vector.hpp"
#include "methods/forum/forum_model.hpp"
#include "read/document.hpp"
#include "sign/chars/char_grams.hpp"
#include "sign/chars/char_shingles.hpp"
#include "sign/feature_set.hpp"
#include "sign/signer.hpp"
#include "sign/words/document_frequencies.hpp"
#include "sign/words/question_words.hpp"
#include "text/tokenizer.hpp"

namespace cento {

/// A part of threads by one kind of features.
struct ForumField {
  std::size_t part = 0;  // in the model
  std::string features;  // as in Comparison; "order" are the tokens as they come

  [[nodiscard]] bool is_order() const { return features == "order"; }
  friend bool operator==(const ForumField&, const ForumField&) = default;
};

/// The names that a part may have in documents; the first that exists counts.
[[nodiscard]] std::vector<std::string> part_names(const ComparedPart& part);
/// Its name in results: the first of them.
[[nodiscard]] std::string part_label(const ComparedPart& part);

/// The number of the part with the first of these names that a document has; parts.size() if it has none.
[[nodiscard]] std::size_t part_with(std::span<const Part> parts, std::span<const std::string> names);
/// Its text, or nothing.
[[nodiscard]] std::string_view text_of(std::span<const Part> parts, std::span<const std::string> names);

/// What the comparisons of a model use, each once: part by part, in the order of the model. Where word order is
/// compared, the words are included: texts without common words need not be compared.
[[nodiscard]] std::vector<ForumField> fields_of(const ForumModel& model);

/// The index of these features of a part among the fields; fields.size() if there are none.
[[nodiscard]] std::size_t field_number(std::span<const ForumField> fields, std::size_t part, std::string_view features);

/// Turns a text of a part into features. One object for each thread.
class ForumFieldSigner {
 public:
  /// Throws UsageError when the features do not exist or statistics are missing.
  ForumFieldSigner(std::string_view features, const DocumentFrequencies* tokens);

  /// Replaces `out` with the features of a text with these tokens: a set, or its first kOrderMost tokens for "order".
  void sign(std::string_view text, const Tokens& tokens, Features& out);

  static constexpr std::size_t kOrderMost = 256;

 private:
  enum class Kind { words, content, asked, order, grams, chars, signature };

  static Kind kind_of(std::string_view features);

  Kind kind_;
  std::optional<CharGramSigner> grams_;
  std::optional<CharShingleSigner> chars_;
  std::unique_ptr<FeatureSigner> signer_;
  SetMaker set_maker_;
};

/// The longest common subsequence of the tokens of two texts, relative to all their tokens: 2 L / (|a| + |b|).
[[nodiscard]] double order_similarity(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace cento
