#include "methods/substring.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <utility>

#include <fmt/format.h>

#include "align/substring_runs.hpp"
#include "align/substring_stretches.hpp"
#include "align/token_archive.hpp"
#include "core/error.hpp"
#include "core/executor.hpp"
#include "core/groups.hpp"
#include "core/idle_memory.hpp"
#include "core/spillable_memory.hpp"
#include "methods/run_spool.hpp"
#include "methods/substring_places.hpp"
#include "methods/substring_signer.hpp"

namespace cento {

namespace {

struct AnchorKey {
  std::uint64_t operator()(const Stretch& stretch) const { return stretch.anchor; }
};

struct PrintKey {
  std::uint64_t operator()(const WindowPrint& print) const { return print.print.low; }
};

/// Spreads the numbers of tokens over all keys, in their order.
struct TokenKey {
  std::uint64_t step = 1;

  template <typename Record>
  std::uint64_t operator()(const Record& record) const {
    return record.windows.first_token() * step;
  }
};

using Stretches = LocalExecutor::Regrouping<Stretch, AnchorKey>;
using Requests = LocalExecutor::Regrouping<WindowRequest, TokenKey>;
using Prints = LocalExecutor::Regrouping<WindowPrint, PrintKey>;
using Repeats = LocalExecutor::Regrouping<RepeatedWindows, TokenKey>;

RunShape checked_shape(const SubstringOptions& options) {
  if (options.min_tokens < 1 || options.min_tokens > RunShape::kRunTokensMost) {
    throw UsageError(fmt::format("--min-tokens {} is no length of a run: it must be 1 to {}", options.min_tokens,
                                 RunShape::kRunTokensMost));
  }
  return RunShape::of(options.min_tokens);
}

}  // namespace

class SubstringFinder::State {
 public:
  explicit State(const SubstringOptions& options)
      : shape_(checked_shape(options)),
        temp_dir_(options.temp_dir),
        signers_([shape = shape_] { return RunSigner(shape); }),
        memory_bytes_(options.memory_bytes),
        document_memory_(options.memory_bytes / kDocumentsShare, options.temp_dir),
        known_(document_memory_),
        executor_(options.threads, options.memory_bytes / kShuffleShare, options.temp_dir, options.progress),
        archive_(options.memory_bytes / kArchiveShare, options.temp_dir),
        places_(archive_, options.min_tokens, document_memory_),
        stretches_(executor_.regroup<Stretch>(kLikelyStretches, AnchorKey())) {}

  std::shared_ptr<void> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<SignedRuns>();
    signers_.local().sign(batch, known_, *out);
    return out;
  }

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
    forget_reading();
    RunSpool repeated(executor_.memory_bytes() / 2, temp_dir_);
    RunSpool later(executor_.memory_bytes() / 2, temp_dir_);
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
  // Shares of the memory: the archive and a shuffle while documents are read, which needs some as well; then the
  // archive and up to three shuffles at a time, and the runs that the last of them gives.
  static constexpr std::uint64_t kArchiveShare = 4;
  static constexpr std::uint64_t kShuffleShare = 10;
  static constexpr std::uint64_t kDocumentsShare = 16;
  static constexpr std::uint64_t kLikelyStretches = std::uint64_t{1} << 22;  // how many come is not known while reading

  /// Gives back what only reading needs.
  void forget_reading() {
    known_.forget();
    signers_.clear();
    give_idle_memory_back(memory_bytes_);
  }

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
    Repeats repeats = executor_.regroup<RepeatedWindows>(counts_.stretches / kLikelyRepeatedShare, by_token);
    {
      Requests requests = executor_.regroup<WindowRequest>(counts_.stretches / kLikelyRepeatedShare, by_token);
      counts_.compared_windows = sort_out_stretches(repeats, requests);
      counts_.spilled_bytes += stretches_.spilled_bytes();
      compare_windows(requests, repeats);
      counts_.spilled_bytes += requests.spilled_bytes();
    }
    cover_all(repeats, repeated, later);
    counts_.spilled_bytes += repeats.spilled_bytes();
  }

  /// Gives the number of windows that are left to be compared.
  std::uint64_t sort_out_stretches(Repeats& repeats, Requests& requests) {
    std::vector<std::uint64_t> windows(executor_.workers());
    stretches_.for_each_batch([&](std::span<const Stretch> sorted, std::size_t worker) {
      auto& repeated = repeats.writer(worker);
      CountingRequests counting{requests.writer(worker), 0};
      for_each_group(
          sorted, [](const Stretch& a, const Stretch& b) { return a.anchor == b.anchor; },
          [&](std::span<const Stretch> group) { sort_out_anchor(group, wanted_, repeated, counting); });
      windows[worker] += counting.windows;
    });
    std::uint64_t sum = 0;
    for (const std::uint64_t count : windows) sum += count;
    return sum;
  }

  void compare_windows(Requests& requests, Repeats& repeats) {
    Prints prints = executor_.regroup<WindowPrint>(counts_.compared_windows, PrintKey());
    print_windows(requests, prints);
    prints.for_each_batch([&](std::span<const WindowPrint> sorted, std::size_t worker) {
      auto& repeated = repeats.writer(worker);
      for_each_group(
          sorted, [](const WindowPrint& a, const WindowPrint& b) { return a.print == b.print; },
          [&](std::span<const WindowPrint> group) { list_equal_rows(group, wanted_, repeated); });
    });
    counts_.spilled_bytes += prints.spilled_bytes();
  }

  void print_windows(Requests& requests, Prints& prints) {
    requests.for_each_batch([&](std::span<const WindowRequest> sorted, std::size_t worker) {
      auto& writer = prints.writer(worker);
      TokenReader reader(archive_);
      WindowPrinter printer(shape_);
      PlainVector<std::uint64_t> hashes;
      PlainVector<WindowPrint> printed;
      for (const WindowRequest& request : sorted) {
        reader.read(request.windows.first_token(), request.windows.count() + shape_.run_tokens - 1, hashes);
        printer.print(request, hashes, printed);
        for (const WindowPrint& print : printed) writer.add(print);
      }
    });
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

  /// Passes requests on and counts the windows in them.
  struct CountingRequests {
    decltype(std::declval<Requests&>().writer(0)) writer;
    std::uint64_t windows;

    void add(const WindowRequest& request) {
      windows += request.asked();
      writer.add(request);
    }
  };

  static constexpr std::uint64_t kLikelyRepeatedShare = 2;  // of all stretches, about

  RunShape shape_;
  std::string temp_dir_;
  WantedWindows wanted_;
  oneapi::tbb::enumerable_thread_specific<RunSigner> signers_;
  std::uint64_t memory_bytes_;
  SpillableMemory document_memory_;
  KnownDocuments known_;
  LocalExecutor executor_;
  TokenArchive archive_;
  RunPlaces places_;
  Stretches stretches_;
  DocId documents_ = 0;
  SubstringCounts counts_;
};

SubstringFinder::SubstringFinder(const SubstringOptions& options) : state_(std::make_unique<State>(options)) {}

SubstringFinder::~SubstringFinder() = default;

std::shared_ptr<void> SubstringFinder::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void SubstringFinder::add(void* signed_batch) {
  state_->add(*static_cast<SignedRuns*>(signed_batch));
}

void SubstringFinder::end_reference() {
  state_->end_reference();
}

SubstringCounts SubstringFinder::find(const UseRange& repeated, const UseRange& later) {
  return state_->find(repeated, later);
}

}  // namespace cento
