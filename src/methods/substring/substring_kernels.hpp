#pragma once

#include <cstdint>
#include <span>

#include "align/substring/substring_runs.hpp"
#include "align/substring/substring_stretches.hpp"
#include "align/substring/token_archive.hpp"
#include "core/memory/plain_vector.hpp"
#include "core/spill/groups.hpp"

namespace cento {

// What SubstringRun does with the batches of its regroupings. Results go to sinks with a function add(record).

/// Handles stretches, sorted by anchor, as sort_out_anchor() does. Returns the number of windows that were requested.
template <typename RepeatedSink, typename RequestSink>
std::uint64_t sort_out_anchors(std::span<const Stretch> sorted, const WantedWindows& wanted, RepeatedSink& repeated,
                               RequestSink& requests) {
  struct Counting {
    RequestSink& sink;
    std::uint64_t windows = 0;

    void add(const WindowRequest& request) {
      windows += request.asked();
      sink.add(request);
    }
  };
  Counting counting{requests};
  for_each_group(
      sorted, [](const Stretch& a, const Stretch& b) { return a.anchor == b.anchor; },
      [&](std::span<const Stretch> group) { sort_out_anchor(group, wanted, repeated, counting); });
  return counting.windows;
}

/// The fingerprints of requested windows, which ascend.
template <typename PrintSink>
void print_requested(std::span<const WindowRequest> sorted, const RunShape& shape, const TokenArchive& archive,
                     PrintSink& prints) {
  TokenReader reader(archive);
  WindowPrinter printer(shape);
  PlainVector<std::uint64_t> hashes;
  PlainVector<WindowPrint> printed;
  for (const WindowRequest& request : sorted) {
    reader.read(request.windows.first_token(), request.windows.count() + shape.run_tokens - 1, hashes);
    printer.print(request, hashes, printed);
    for (const WindowPrint& print : printed) prints.add(print);
  }
}

/// The windows that have a fingerprint in common.
template <typename RepeatedSink>
void list_equal_prints(std::span<const WindowPrint> sorted, const WantedWindows& wanted, RepeatedSink& repeated) {
  for_each_group(
      sorted, [](const WindowPrint& a, const WindowPrint& b) { return a.print == b.print; },
      [&](std::span<const WindowPrint> group) { list_equal_rows(group, wanted, repeated); });
}

}  // namespace cento
