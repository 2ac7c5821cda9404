#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/plain_vector.hpp"
#include "methods/thread_model.hpp"
#include "read/document.hpp"
#include "sign/char_grams.hpp"
#include "sign/char_shingles.hpp"
#include "sign/document_frequencies.hpp"
#include "sign/feature_set.hpp"
#include "sign/question_words.hpp"
#include "sign/signer.hpp"
#include "text/tokenizer.hpp"

namespace cento {

/// A part of threads by one kind of features.
struct ThreadField {
  std::size_t part = 0;  // in the model
  std::string features;  // as in Comparison; "order" are the tokens as they come

  [[nodiscard]] bool is_order() const { return features == "order"; }
  friend bool operator==(const ThreadField&, const ThreadField&) = default;
};

/// The names that a part may have in documents, the first that is there counts.
[[nodiscard]] std::vector<std::string> part_names(const ComparedPart& part);
/// How it is called in results: by the first of them.
[[nodiscard]] std::string part_label(const ComparedPart& part);

/// The text of the first of these names that a document has as a part, or nothing.
[[nodiscard]] std::string_view text_of(std::span<const Part> parts, std::span<const std::string> names);

/// What the comparisons of a model look at, each once: part by part, in the order of the model. Where the order of
/// words is compared, the words are looked at, too: texts that have none in common need not be.
[[nodiscard]] std::vector<ThreadField> fields_of(const ThreadModel& model);

/// Where these features of a part are among the fields; fields.size() if they are not.
[[nodiscard]] std::size_t field_number(std::span<const ThreadField> fields, std::size_t part,
                                       std::string_view features);

/// Turns a text of a part into features. One object for each thread.
class ThreadFieldSigner {
 public:
  /// Throws UsageError when there are no such features or statistics are missing.
  ThreadFieldSigner(std::string_view features, const DocumentFrequencies* tokens);

  /// Replaces `out` by the features of a text with these tokens: a set, or its first kOrderMost tokens for "order".
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

/// The longest common subsequence of two texts in tokens, of all their tokens: 2 L / (|a| + |b|).
[[nodiscard]] double order_similarity(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace cento
