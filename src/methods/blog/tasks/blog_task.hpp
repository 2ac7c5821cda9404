#pragma once

#include <cstddef>
#include <cstdint>

#include "core/hash/mix64.hpp"
#include "core/spill/task_steps.hpp"
#include "methods/blog/blog.hpp"
#include "methods/blog/blog_kernels.hpp"
#include "sign/signer.hpp"

namespace cento {

/// What all tasks of method blog know. Documents of the reference come first.
struct BlogTask : TaskLayout {
  BlogRule rule;
  BlogReference reference;

  /// The most documents of the inputs that may contain a word that is kept.
  [[nodiscard]] std::uint32_t most_documents() const {
    return blog_most_documents(rule.df_cutoff, parts.end(parts.size() - 1) - reference.documents);
  }
  /// Whether the words of a part count.
  [[nodiscard]] bool is_of_inputs(std::size_t part) const { return parts.begin(part) >= reference.documents; }
};

[[nodiscard]] inline std::size_t group_of_word(std::uint64_t word, std::size_t groups) {
  return group_of(mix64(word), groups);
}
[[nodiscard]] inline std::size_t group_of_sentence(const Fingerprint& sentence, std::size_t groups) {
  return group_of(mix64(sentence.high), groups);
}

}  // namespace cento
