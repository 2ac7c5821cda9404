#include "cento/option_table.hpp"
#include "methods/ask/index_questions.hpp"
#include "methods/pdc/pdc_options.hpp"

namespace cento {

OptionTable options_of(AskOptions& options) {
  OptionTable table = {
      {"documents", "", "report near-duplicate documents, if the index keeps what that needs",
       FlagSlot{&options.documents}},
      {"passages", "", "report shared passages, if the index keeps what that needs", FlagSlot{&options.passages}},
      {"limit", "N", "maximum number of answers of each kind, best first", WholeSlot{&options.limit, at_least(1)}},
  };
  append(table, length_options(options.min_sentences, options.max_gap));
  return table;
}

OptionTable options_of(QuestionOptions& options) {
  OptionTable table = options_of(static_cast<AskOptions&>(options));
  append(table, {{"collisions", "N", "blog: a document with more known sentences is a duplicate",
                  WholeSlot{&options.collisions, {}}, "δ"},
                 {"max_repeats", "N", "blog: ignore sentences that occur more often than this",
                  WholeSlot{&options.max_repeats, at_least(1)}}});
  return table;
}

}  // namespace cento
