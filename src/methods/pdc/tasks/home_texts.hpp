#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "methods/pdc/pdc_memory.hpp"
#include "methods/pdc/sentences/near_classes.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"
#include "methods/pdc/tasks/pdc_part.hpp"
#include "methods/pdc/tasks/pdc_records.hpp"

namespace cento {

/// What is known of a text where it is matched.
struct TextAtHome {
  GlobalPlace place = 0;
  std::uint32_t first_sentence = 0;  // in its own part
  std::uint32_t sentences = 0;
  std::vector<GlobalClass> named;         // classes of the sentences that others may match, in their order
  std::vector<std::uint64_t> is_named;    // a bit for each sentence
  std::vector<std::uint16_t> edge_words;  // see EdgeWords
  std::vector<std::uint64_t> span_words;  // see pack_sentence_spans()
  std::vector<TextHolder> holders;

  /// The bytes of a range of sentences, from the first to the last.
  [[nodiscard]] Span bytes_of(const SentenceRange& range) const;
};

/// A text of a part as it is matched.
[[nodiscard]] TextAtHome text_at_home(const PdcPart& part, std::uint32_t content);

/// Appends a text to a block for another part.
void append_text(const TextAtHome& text, std::string& out);

/// Texts of one part and of others as a sequence of their own: content i of it is text i here, in the order of places.
/// Classes have other numbers than on one machine, in the same order.
class HomeTexts {
 public:
  /// `wanted`: texts, ascending, of the part or among those in the blocks. Throws Error when one is missing.
  HomeTexts(const PdcPart& part, std::span<const TaskBlock> sent, std::span<const GlobalPlace> wanted);

  [[nodiscard]] const SentenceSequence& sequence() const { return sequence_; }
  /// The near classes of the texts.
  [[nodiscard]] const NearClasses& near() const { return near_; }
  [[nodiscard]] const TextAtHome& text(ContentId content) const { return texts_[content]; }
  [[nodiscard]] ContentId content_of(GlobalPlace text) const;
  /// The sentences of a class in a content, ascending.
  [[nodiscard]] std::vector<Position> positions_of(ContentId content, GlobalPlace name) const;

 private:
  void add_to_sequence(const TextAtHome& text, std::size_t number);
  void name_classes();
  void set_classes();
  [[nodiscard]] std::uint32_t number_of(GlobalPlace name) const;
  [[nodiscard]] std::vector<NearPair> near_pairs(const PdcPart& part) const;

  std::vector<TextAtHome> texts_;     // by place
  std::vector<GlobalPlace> classes_;  // the named ones, ascending: their numbers
  SentenceSequence sequence_;
  NearClasses near_;
};

}  // namespace cento
