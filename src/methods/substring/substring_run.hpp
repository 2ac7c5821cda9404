#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "align/substring/substring_runs.hpp"
#include "align/substring/substring_stretches.hpp"
#include "align/substring/token_archive.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/parallel/executor.hpp"
#include "methods/substring/run_spool.hpp"
#include "methods/substring/substring.hpp"
#include "methods/substring/substring_kernels.hpp"
#include "methods/substring/substring_listing.hpp"
#include "methods/substring/substring_places.hpp"
#include "methods/substring/substring_records.hpp"
#include "methods/substring/substring_signer.hpp"

namespace cento {

/// Finds repeated runs of tokens, under any executor that has the operations of LocalExecutor: what SubstringFinder
/// does, as explained there, once documents are signed.
template <typename Executor>
class SubstringRun {
 public:
  /// The part of the memory that the executor should have.
  [[nodiscard]] static MemoryPart executor_memory(const SubstringOptions& options) {
    return MemoryBudget(options.memory_bytes, options.ledger).part(kShuffles);
  }

  /// `options` must be in range; their threads and progress are the executor's.
  SubstringRun(const SubstringOptions& options, Executor& executor)
      : shape_(RunShape::of(options.min_tokens)),
        temp_dir_(options.temp_dir),
        memory_(options.memory_bytes, options.ledger),
        document_memory_(memory_.part(kDocuments), options.temp_dir),
        known_(document_memory_),
        executor_(executor),
        archive_(memory_.part(kArchive), options.temp_dir),
        places_(archive_, options.min_tokens, document_memory_),
        stretches_(executor.template regroup<Stretch>(kLikelyStretches, AnchorKey())) {}

  /// Documents that need not be signed again.
  [[nodiscard]] const KnownDocuments& known() const { return known_; }
  /// Called when all documents are added: frees what is only needed for that.
  void forget_known() { known_.forget(); }

  // As in SubstringFinder.

  void add(SignedRuns& batch) {
    const SignedPart* parts = batch.parts.data();
    Stretch* stretches = batch.stretches.data();
    for (const SignedDocument& document : batch.documents) {
      add_document(document, {parts, document.part_count}, {stretches, document.stretch_count});
      parts += document.part_count;
      stretches += document.stretch_count;
    }
    for (TokenChunk& chunk : batch.chunks) archive_.add(std::move(chunk));
    batch = {};
  }

  void end_reference() {
    wanted_ = {true, archive_.size()};
    places_.end_reference();
  }

  SubstringCounts find(const UseRange& use_repeated, const UseRange& use_later) {
    RunSpool repeated(memory_.part(kRepeats), temp_dir_);
    RunSpool later(memory_.part(kRepeats), temp_dir_);
    find_runs(repeated, later);
    executor_.give_memory_back(0);
    places_.note_earlier(later);
    places_.list_repeated(repeated, later, executor_, [&](const RepeatedRange& range) {
      ++counts_.repeated_ranges;
      counts_.repeated_tokens += range.place.tokens.size();
      counts_.repeated_bytes += range.place.bytes.size();
      use_repeated(range);
    });
    places_.list_later(later, executor_, [&](const RepeatedRange& range) {
      ++counts_.later_ranges;
      counts_.later_tokens += range.place.tokens.size();
      counts_.later_bytes += range.place.bytes.size();
      if (use_later) use_later(range);
    });
    counts_.spilled_bytes += archive_.spilled_bytes();
    return counts_;
  }

 private:
  using Stretches = typename Executor::template Regrouping<Stretch, AnchorKey>;
  using Requests = typename Executor::template Regrouping<WindowRequest, TokenKey>;
  using Prints = typename Executor::template Regrouping<WindowPrint, PrintKey>;
  using Repeats = typename Executor::template Regrouping<RepeatedWindows, TokenKey>;

  // Shares of the memory: the archive and a shuffle while documents are read, which needs some as well; then the
  // archive and up to three shuffles at a time, and the runs that the last of them yields.
  static constexpr MemoryShare kArchive{"words of texts", 4};
  static constexpr MemoryShare kShuffles{"regrouped runs", 10};
  static constexpr MemoryShare kRepeats{"repeated runs", 20};
  static constexpr MemoryShare kDocuments{"table of texts", 16};
  static constexpr std::uint64_t kLikelyStretches = std::uint64_t{1} << 22;  // the number is not known while reading
  static constexpr std::uint64_t kLikelyRepeatedShare = 2;                   // of all stretches, approximately

  void add_document(const SignedDocument& document, std::span<const SignedPart> parts, std::span<Stretch> stretches) {
    const DocId number = documents_++;
    if (parts.empty()) return;
    for (const SignedPart& part : parts) counts_.tokens += part.token_count;
    const std::uint32_t original = known_.find(document.fingerprint);
    if (original != KnownDocuments::kNone) {
      for (std::uint32_t i = 0; i < parts.size(); ++i) places_.add_copy(number, parts[i], original + i);
      ++counts_.identical;
      return;
    }
    if (!wanted_.has_reference) known_.add(document.fingerprint, places_.next_part());
    const std::uint64_t batch_begin = archive_.size();
    for (const SignedPart& part : parts) places_.add_part(number, part, batch_begin + part.first_token);
    for (Stretch& stretch : stretches) {
      stretch.windows = stretch.windows.moved_by(batch_begin);
      stretches_.writer(0).add(stretch);
    }
    counts_.stretches += stretches.size();
  }

  void find_runs(RunSpool& repeated, RunSpool& later) {
    const TokenKey by_token{~std::uint64_t{0} / (archive_.size() + 1)};
    const std::uint64_t likely = counts_.stretches / kLikelyRepeatedShare;
    Repeats repeats = executor_.template regroup<RepeatedWindows>(likely, by_token);
    {
      Requests requests = executor_.template regroup<WindowRequest>(likely, by_token);
      counts_.compared_windows = sort_out_stretches(repeats, requests);
      counts_.spilled_bytes += stretches_.spilled_bytes();
      compare_windows(requests, repeats);
      counts_.spilled_bytes += requests.spilled_bytes();
    }
    cover_all(repeats, repeated, later);
    counts_.spilled_bytes += repeats.spilled_bytes();
  }

  /// Returns the number of windows that are left to be compared.
  std::uint64_t sort_out_stretches(Repeats& repeats, Requests& requests) {
    std::vector<std::uint64_t> windows(executor_.workers());
    stretches_.for_each_batch([&](std::span<const Stretch> sorted, std::size_t worker) {
      windows[worker] += sort_out_anchors(sorted, wanted_, repeats.writer(worker), requests.writer(worker));
    });
    std::uint64_t sum = 0;
    for (const std::uint64_t count : windows) sum += count;
    return sum;
  }

  void compare_windows(Requests& requests, Repeats& repeats) {
    Prints prints = executor_.template regroup<WindowPrint>(counts_.compared_windows, PrintKey());
    requests.for_each_batch([&](std::span<const WindowRequest> sorted, std::size_t worker) {
      print_requested(sorted, shape_, archive_, prints.writer(worker));
    });
    prints.for_each_batch([&](std::span<const WindowPrint> sorted, std::size_t worker) {
      list_equal_prints(sorted, wanted_, repeats.writer(worker));
    });
    counts_.spilled_bytes += prints.spilled_bytes();
  }

  void cover_all(Repeats& repeats, RunSpool& repeated, RunSpool& later) {
    const auto make = [&](std::span<const RepeatedWindows> sorted, std::size_t) {
      return cover(sorted, shape_.run_tokens);
    };
    repeats.for_each_batch_in_order(make, [&](const CoveredRuns& runs) {
      repeated.add(runs.repeated);
      later.add(runs.later);
    });
    repeated.finish();
    later.finish();
  }

  RunShape shape_;
  std::string temp_dir_;
  WantedWindows wanted_;
  MemoryBudget memory_;
  SpillableMemory document_memory_;
  KnownDocuments known_;
  Executor& executor_;
  TokenArchive archive_;
  RunPlaces places_;
  Stretches stretches_;
  DocId documents_ = 0;
  SubstringCounts counts_;
};

extern template class SubstringRun<LocalExecutor>;

}  // namespace cento
