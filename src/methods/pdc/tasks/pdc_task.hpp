#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/hash/mix64.hpp"
#include "core/spill/task_blocks.hpp"
#include "methods/pdc/document_families.hpp"
#include "methods/pdc/matching/proposal_kernels.hpp"
#include "methods/pdc/pdc_options.hpp"
#include "read/document.hpp"

namespace cento {

/// What all tasks of a scan know: the options, how documents are divided into parts, and how many tasks there are for
/// groups of keys. Part p and group p are both worked on by task p.
struct PdcTask {
  PdcOptions options;
  double near_duplicate = ListingOptions{}.near_duplicate;
  std::uint32_t boilerplate = ListingOptions{}.boilerplate;
  DocumentParts parts{{0, 0}};
  DocId references = 0;  // the first documents
  std::size_t groups = 1;
  TaskMemory memory = {};
  std::size_t window_sentences = 24;  // after the begin of a run; the rest is sent where families need it

  [[nodiscard]] std::size_t tasks() const { return std::max(groups, parts.size()); }
  [[nodiscard]] bool is_part(std::size_t task) const { return task < parts.size(); }
  [[nodiscard]] std::size_t group_of_key(std::uint64_t key) const { return group_of(mix64(key), groups); }
  [[nodiscard]] bool has_near() const { return options.passages.match == SentenceMatching::near; }
  [[nodiscard]] std::uint32_t least() const { return options.passages.min_sentences; }

  /// How many sentences of a window are sent first: at least the run itself.
  [[nodiscard]] std::size_t first_sentences() const { return std::max<std::size_t>(window_sentences, least()); }

  [[nodiscard]] FamilyChoice family_choice() const {
    return {least(), options.passages.within, options.pairs_up_to, references};
  }
  /// Which texts are matched with themselves.
  [[nodiscard]] SelfMatching selves() const { return self_matching(options); }
};

}  // namespace cento
