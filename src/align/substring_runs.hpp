#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/substring_stretches.hpp"
#include "core/groups.hpp"
#include "core/plain_vector.hpp"
#include "sign/shingles.hpp"
#include "sign/signer.hpp"

namespace cento {

/// Windows in a row that stand elsewhere, too.
struct RepeatedWindows {
  WindowRow windows;        // marked: each of them stands earlier, too
  std::uint64_t other = 0;  // first token of the first other place where the first of them stands

  friend bool operator<(const RepeatedWindows& a, const RepeatedWindows& b) { return a.windows < b.windows; }
};

/// Windows that have to be compared one by one.
struct WindowRequest {
  WindowRow windows;  // marked: all are known to stand earlier; the first is asked for because of its first place

  [[nodiscard]] std::uint64_t asked() const { return windows.is_marked() ? 1 : windows.count(); }

  friend bool operator<(const WindowRequest& a, const WindowRequest& b) { return a.windows < b.windows; }
};

/// A window as its fingerprint.
struct WindowPrint {
  Fingerprint print;
  WindowRow windows;  // this one; and if there are more, they are known to stand earlier

  friend bool operator<(const WindowPrint& a, const WindowPrint& b) {
    if (a.print.low != b.print.low) return a.print.low < b.print.low;
    return a.print.high != b.print.high ? a.print.high < b.print.high : a.windows < b.windows;
  }
};

/// Which repeated windows are wanted. Without a reference all are; with one, those behind it that stand in it.
struct WantedWindows {
  bool has_reference = false;
  std::uint64_t reference_end = 0;  // number of the first token behind it

  [[nodiscard]] bool is_reference(std::uint64_t token) const { return token < reference_end; }
  [[nodiscard]] bool wants(std::uint64_t token, std::uint64_t earliest) const {
    return !has_reference || (!is_reference(token) && is_reference(earliest));
  }
};

/// Looks at all stretches of one anchor, sorted. Where all have the same tokens, their windows stand at each other's
/// places and nowhere else. Else windows may stand in stretches that differ, and are to be compared: those of the first
/// stretch of each content.
/// `repeated.add(RepeatedWindows)` and `requests.add(WindowRequest)` take what is found.
template <typename RepeatedSink, typename RequestSink>
void sort_out_anchor(std::span<const Stretch> stretches, const WantedWindows& wanted, RepeatedSink& repeated,
                     RequestSink& requests);

/// Lists windows that are equal, row by row: those of stretches of one content, or of one fingerprint; sorted.
template <typename Record, typename RepeatedSink>
void list_equal_rows(std::span<const Record> records, const WantedWindows& wanted, RepeatedSink& repeated);

/// Makes the fingerprints of windows. Pure; one object for each thread.
class WindowPrinter {
 public:
  explicit WindowPrinter(const RunShape& shape, Kernel kernel = best_kernel())
      : shape_(shape), shingles_(shape.gram_tokens, kernel) {}

  /// Replaces `out` by the prints of what was requested; `hashes` are the tokens of all windows of the request.
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
  std::uint64_t other = 0;  // first token of the first other place where the first window stands
};

/// Maximal runs, ascending.
struct CoveredRuns {
  std::vector<CoveredRun> repeated;  // covered by windows that stand elsewhere
  std::vector<CoveredRun> later;     // covered by windows that stand earlier
};

/// Appends a run that begins at or behind the last one; runs that overlap or touch become one.
void append_run(const CoveredRun& run, std::vector<CoveredRun>& runs);

/// The runs that windows cover, which ascend by their first token.
[[nodiscard]] CoveredRuns cover(std::span<const RepeatedWindows> windows, std::uint32_t run_tokens);

/// The windows of the first stretch are all repeated, by the second one, and those of the others stand earlier: what is
/// left to find is whether those of the first do, too, and the first place of each one's first window.
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
