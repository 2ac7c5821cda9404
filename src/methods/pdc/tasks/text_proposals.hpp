#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/hash/mix64.hpp"
#include "core/spill/task_exchange.hpp"
#include "methods/pdc/tasks/pdc_records.hpp"

namespace cento {

/// The part where texts of two parts are matched: one of both, always the same, and either as likely, so that the work
/// is spread evenly and a text goes to each part at most once.
[[nodiscard]] inline std::uint32_t home_of(GlobalPlace a, GlobalPlace b) {
  const std::uint32_t first = std::min(part_of(a), part_of(b));
  const std::uint32_t second = std::max(part_of(a), part_of(b));
  return (mix64(place_in(first, second)) & 1U) != 0 ? first : second;
}

/// Sends pairs of texts to the part where they are matched, and asks for the text that is not there. A pair may be sent
/// more than once.
class TextProposals {
 public:
  explicit TextProposals(TaskOutput& out) : proposed_(out.kind_of("proposed")), wanted_(out.kind_of("wanted_texts")) {}

  /// Texts that share a family.
  void add_of_family(GlobalPlace a, GlobalPlace b) { add(std::min(a, b), std::max(a, b), 0, 0); }

  /// Texts of which `a` has a sentence of `class_a`, and `b` a near one of `class_b`.
  void add_near(GlobalPlace a, GlobalPlace b, GlobalPlace class_a, GlobalPlace class_b) {
    if (b < a) {
      std::swap(a, b);
      std::swap(class_a, class_b);
    }
    add(a, b, class_a, class_b);
  }

 private:
  void add(GlobalPlace a, GlobalPlace b, GlobalPlace class_a, GlobalPlace class_b) {
    const std::uint32_t home = home_of(a, b);
    proposed_.add(home, ProposedTexts{a, b, class_a, class_b});
    for (const GlobalPlace text : {a, b}) {
      if (part_of(text) != home) want(text, home);
    }
  }

  /// A text usually comes several times in a row.
  void want(GlobalPlace text, std::uint32_t home) {
    if (text == last_text_ && home == last_home_) return;
    last_text_ = text;
    last_home_ = home;
    wanted_.add(part_of(text), WantedText{number_in(text), home});
  }

  OutgoingBlocks& proposed_;
  OutgoingBlocks& wanted_;
  GlobalPlace last_text_ = ~GlobalPlace{0};
  std::uint32_t last_home_ = 0;
};

}  // namespace cento
