#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "align/substring/substring_stretches.hpp"
#include "core/memory/plain_vector.hpp"
#include "core/spill/groups.hpp"
#include "sign/shingles.hpp"
#include "sign/signer.hpp"

namespace cento {

/// Windows in a row that also occur elsewhere. Regrouped by first token; 16 bytes: windows 8, other 8.
struct RepeatedWindows {
  WindowRow windows;        // marked: each of them also occurs earlier
  std::uint64_t other = 0;  // first token of the first other occurrence of the first of them

  friend bool operator<(const RepeatedWindows& a, const RepeatedWindows& b) { return a.windows < b.windows; }
};

static_assert(sizeof(RepeatedWindows) == 16 && std::is_trivially_copyable_v<RepeatedWindows>);
static_assert(std::has_unique_object_representations_v<RepeatedWindows>);

/// Windows that have to be compared one by one. Regrouped by first token; 8 bytes: windows 8.
struct WindowRequest {
  WindowRow windows;  // marked: all are known to occur earlier; only the first place of the first is wanted

  [[nodiscard]] std::uint64_t asked() const { return windows.is_marked() ? 1 : windows.count(); }

  friend bool operator<(const WindowRequest& a, const WindowRequest& b) { return a.windows < b.windows; }
};

static_assert(sizeof(WindowRequest) == 8 && std::is_trivially_copyable_v<WindowRequest>);
static_assert(std::has_unique_object_representations_v<WindowRequest>);

/// A window as its fingerprint. Regrouped by fingerprint; 24 bytes: print (low 8, high 8), windows 8.
struct WindowPrint {
  Fingerprint print;
  WindowRow windows;  // this one; if there are more, they are known to occur earlier

  friend bool operator<(const WindowPrint& a, const WindowPrint& b) {
    if (a.print.low != b.print.low) return a.print.low < b.print.low;
    return a.print.high != b.print.high ? a.print.high < b.print.high : a.windows < b.windows;
  }
};

static_assert(sizeof(WindowPrint) == 24 && std::is_trivially_copyable_v<WindowPrint>);
static_assert(std::has_unique_object_representations_v<WindowPrint>);

/// Which repeated windows are wanted. Without a reference, all; with one, those after it that occur in it.
struct WantedWindows {
  bool has_reference = false;
  std::uint64_t reference_end = 0;  // number of the first token after it

  [[nodiscard]] bool is_reference(std::uint64_t token) const { return token < reference_end; }
  [[nodiscard]] bool wants(std::uint64_t token, std::uint64_t earliest) const {
    return !has_reference || (!is_reference(token) && is_reference(earliest));
  }
};

/// Handles all stretches of one anchor, sorted. Where all have the same tokens, their windows occur at each other's
/// places and nowhere else. Otherwise windows may occur in stretches that differ and must be compared: those of the
/// first stretch of each content. Results go to `repeated.add(RepeatedWindows)` and `requests.add(WindowRequest)`.
template <typename RepeatedSink, typename RequestSink>
void sort_out_anchor(std::span<const Stretch> stretches, const WantedWindows& wanted, RepeatedSink& repeated,
                     RequestSink& requests);

/// Lists windows that are equal, row by row: those of stretches with the same content or fingerprint; sorted.
template <typename Record, typename RepeatedSink>
void list_equal_rows(std::span<const Record> records, const WantedWindows& wanted, RepeatedSink& repeated);

/// Computes the fingerprints of windows. Pure; one object for each thread.
class WindowPrinter {
 public:
  explicit WindowPrinter(const RunShape& shape, Kernel kernel = best_kernel())
      : shape_(shape), shingles_(shape.gram_tokens, kernel) {}

  /// Replaces `out` with the fingerprints of the requested windows; `hashes` are the tokens of all of them.
  void print(const WindowRequest& request, std::span<const std::uint64_t> hashes, PlainVector<WindowPrint>& out);

 private:
  [[nodiscard]] Fingerprint print_of(std::size_t window);

  RunShape shape_;
  ShingleSigner shingles_;
  Features grams_;
  Features side_by_side_;  // the grams that a window's print is made of
};

/// Tokens in a row that are covered by windows: `[begin, end)`.
struct CoveredRun {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t other = 0;  // first token of the first other occurrence of the first window
};

/// Maximal runs, ascending.
struct CoveredRuns {
  std::vector<CoveredRun> repeated;  // covered by windows that also occur elsewhere
  std::vector<CoveredRun> later;     // covered by windows that also occur earlier
};

/// Appends a run that begins at or after the last one; runs that overlap or touch become one.
void append_run(const CoveredRun& run, std::vector<CoveredRun>& runs);

/// The runs covered by windows, which ascend by their first token.
[[nodiscard]] CoveredRuns cover(std::span<const RepeatedWindows> windows, std::uint32_t run_tokens);

/// All windows of the first stretch are repeated by the second, and those of the others occur earlier. Still unknown is
/// whether those of the first also occur earlier, and the first place of each one's first window.
template <typename RepeatedSink, typename RequestSink>
void request_content(std::span<const Stretch> stretches, const WantedWindows& wanted, RepeatedSink& repeated,
                     RequestSink& requests) {
  const WindowRow& first = stretches[0].windows;
  const bool is_known = !wanted.has_reference || wanted.is_reference(first.first_token());
  requests.add({WindowRow(first.first_token(), first.count())});
  for (const Stretch& stretch : stretches.subspan(1)) {
    requests.add({WindowRow(stretch.windows.first_token(), first.count(), is_known)});
  }
  if (wanted.has_reference || stretches.size() == 1 || first.count() == 1) return;
  repeated.add({WindowRow(first.first_token() + 1, first.count() - 1), stretches[1].windows.first_token() + 1});
}

template <typename RepeatedSink, typename RequestSink>
void sort_out_anchor(std::span<const Stretch> stretches, const WantedWindows& wanted, RepeatedSink& repeated,
                     RequestSink& requests) {
  const Stretch& first = stretches.front();
  if (stretches.size() == 1 && !first.windows.is_marked()) return;
  if (first.content == stretches.back().content && !first.windows.is_marked()) {
    list_equal_rows<Stretch>(stretches, wanted, repeated);
    return;
  }
  const auto same_content = [](const Stretch& x, const Stretch& y) { return x.content == y.content; };
  for_each_group(stretches, same_content,
                 [&](std::span<const Stretch> group) { request_content(group, wanted, repeated, requests); });
}

template <typename Record, typename RepeatedSink>
void list_equal_rows(std::span<const Record> records, const WantedWindows& wanted, RepeatedSink& repeated) {
  if (records.size() < 2) return;
  const std::uint64_t first = records[0].windows.first_token();
  if (!wanted.has_reference) {
    repeated.add({WindowRow(first, records[0].windows.count()), records[1].windows.first_token()});
  }
  for (const Record& record : records.subspan(1)) {
    const WindowRow& windows = record.windows;
    if (!wanted.wants(windows.first_token(), first)) continue;
    repeated.add({WindowRow(windows.first_token(), windows.count(), true), first});
  }
}

}  // namespace cento
