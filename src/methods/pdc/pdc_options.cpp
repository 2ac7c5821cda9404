#include "methods/pdc/pdc_options.hpp"

#include "cento/option_table.hpp"
#include "sign/signers.hpp"

namespace cento {

namespace {

constexpr std::uint32_t kGapMost = 100;

}  // namespace

void check_sentence_features(const std::string& name) {
  static const DocumentFrequencies any_statistics;
  static_cast<void>(make_feature_signer(name, {&any_statistics}));
}

OptionTable options_of(SentenceSimilarity& options) {
  return {
      {"signature", "NAME", "near: features of a sentence, shingle:N, spot:K or imatch:A:B",
       TextSlot{&options.signature, check_sentence_features}},
      {"threshold", "T", "near: minimum Jaccard similarity of matching sentences",
       RealSlot{&options.threshold, kAboveZeroToOne}, "τ"},
  };
}

OptionTable length_options(std::uint32_t& min_sentences, std::uint32_t& max_gap) {
  return {
      {"min_sentences", "N", "minimum number of matched sentences in a passage", WholeSlot{&min_sentences, at_least(1)},
       "γ"},
      {"gap", "N", "changed, inserted, split or merged sentences that a passage may span",
       WholeSlot{&max_gap, {0, kGapMost}}, "g"},
  };
}

OptionTable options_of(PassageOptions& options) {
  OptionTable table = {{"match", "HOW", "when sentences match: exact, near or loose",
                        choice_slot(options.match, {"exact", "near", "loose"})}};
  append(table, options_of(static_cast<SentenceSimilarity&>(options)));
  append(table, length_options(options.min_sentences, options.max_gap));
  append(table, {{"edges", "WHERE", "end passages at whole sentences or at the last shared word: sentence or word",
                  choice_slot(options.edges, {"sentence", "word"})},
                 {"within", "", "also find what a document repeats within itself", FlagSlot{&options.within}}});
  return table;
}

}  // namespace cento
