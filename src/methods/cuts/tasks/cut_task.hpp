#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "cento/method_options.hpp"
#include "core/spill/task_exchange.hpp"
#include "methods/cuts/repeat_records.hpp"
#include "read/document.hpp"

// What the tasks of a search for cuts share. Sentences with tokens have their number in the part of the collection, and
// their GlobalPlace; a window is named by its first sentence.

namespace cento {

/// What all tasks know: the rule, how documents are divided into parts, and how many tasks there are for groups of
/// fingerprints. Part p and group p are both worked on by task p.
struct CutTask {
  CutRule rule;
  DocumentParts parts{{0, 0}};
  DocId references = 0;  // the first documents, which are not cut
  std::size_t groups = 1;
  TaskMemory memory = {};

  [[nodiscard]] std::size_t tasks() const { return std::max(groups, parts.size()); }
  [[nodiscard]] bool is_part(std::size_t task) const { return task < parts.size(); }
};

/// A window of a part and the first equal one in the part, possibly itself. Stored.
struct WindowInPart {
  std::uint32_t first = 0;
  std::uint32_t equal = 0;
};
static_assert(sizeof(WindowInPart) == 8 && std::has_unique_object_representations_v<WindowInPart>);

/// A sentence of another part, and what is known of where it is kept: at `kept`, if that was found out, or where the
/// one at `kept` is. Stored of all that sentences of a part have as their equal ones; and what a part answers. 40
/// bytes: place 8, kept 8, text 4, document 4, part of it 4, number 4, bytes 8.
struct KeptElsewhere {
  static constexpr std::uint32_t kOpen = ~std::uint32_t{0};

  GlobalPlace place = 0;
  GlobalPlace kept = 0;
  std::uint32_t text = kOpen;  // of its part of the collection; the rest is known when this is
  std::uint32_t document = 0;
  std::uint32_t part = 0;    // of the document
  std::uint32_t number = 0;  // in the text, counting sentences without tokens
  Span bytes;

  [[nodiscard]] bool is_open() const { return text == kOpen; }
  friend bool operator<(const KeptElsewhere& x, const KeptElsewhere& y) { return x.place < y.place; }
};
static_assert(sizeof(KeptElsewhere) == 40 && std::has_unique_object_representations_v<KeptElsewhere>);

}  // namespace cento
