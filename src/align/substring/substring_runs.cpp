#include "align/substring/substring_runs.hpp"

#include <algorithm>

#include "sign/sequence_fingerprint.hpp"

namespace cento {

void WindowPrinter::print(const WindowRequest& request, std::span<const std::uint64_t> hashes,
                          PlainVector<WindowPrint>& out) {
  out.clear();
  grams_.clear();
  shingles_.sign({{}, hashes, {}, {}}, grams_);
  const std::uint64_t first_token = request.windows.first_token();
  const std::uint32_t vouched = request.windows.is_marked() ? request.windows.count() : 1;
  for (std::size_t window = 0; window < request.asked(); ++window) {
    out.push_back({print_of(window), WindowRow(first_token + window, vouched)});
  }
}

/// Adjacent grams together with the last one cover all tokens.
Fingerprint WindowPrinter::print_of(std::size_t window) {
  side_by_side_.clear();
  const std::size_t last_gram = window + shape_.window_grams() - 1;
  for (std::size_t i = window; i < last_gram; i += shape_.gram_tokens) side_by_side_.push_back(grams_[i]);
  side_by_side_.push_back(grams_[last_gram]);
  return sequence_fingerprint(side_by_side_);
}

void append_run(const CoveredRun& run, std::vector<CoveredRun>& runs) {
  if (!runs.empty() && run.begin <= runs.back().end) {
    runs.back().end = std::max(runs.back().end, run.end);
  } else {
    runs.push_back(run);
  }
}

CoveredRuns cover(std::span<const RepeatedWindows> windows, std::uint32_t run_tokens) {
  CoveredRuns runs;
  for (const RepeatedWindows& repeated : windows) {
    const std::uint64_t begin = repeated.windows.first_token();
    const CoveredRun run{begin, begin + repeated.windows.count() + run_tokens - 1, repeated.other};
    append_run(run, runs.repeated);
    if (repeated.windows.is_marked()) append_run(run, runs.later);
  }
  return runs;
}

}  // namespace cento
