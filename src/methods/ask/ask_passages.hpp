#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "index/digest.hpp"
#include "index/index_view.hpp"
#include "methods/ask/index_questions.hpp"

namespace cento {

/// Finds the passages that a document shares with those of an index, as method pdc does: two texts are compared if some
/// γ sentences in a row match, and are then matched as a whole. One for each thread.
class PassageAsker {
 public:
  PassageAsker(const IndexView& view, const QuestionOptions& options);
  ~PassageAsker();

  /// `asked` is the digest of the document. Adds to `answer`.
  void ask(AnalyzedDocument& document, const DigestBatch& asked, std::uint32_t but_number, IndexAnswer& answer);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace cento
