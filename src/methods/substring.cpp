#include "methods/substring.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "align/substring_runs.hpp"
#include "align/substring_stretches.hpp"
#include "align/token_archive.hpp"
#include "core/error.hpp"
#include "core/executor.hpp"
#include "core/groups.hpp"
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

/// One list of runs from those of pieces of the collection.
std::vector<CoveredRun> joined_runs(std::vector<std::vector<CoveredRun>>&& pieces) {
  std::erase_if(pieces, [](const auto& piece) { return piece.empty(); });
  std::sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a[0].begin < b[0].begin; });
  std::vector<CoveredRun> runs;
  for (const auto& piece : pieces) {
    for (const CoveredRun& run : piece) append_run(run, runs);
  }
  return runs;
}

void count_ranges(const std::vector<RepeatedRange>& ranges, std::uint64_t& tokens, std::uint64_t& bytes) {
  for (const RepeatedRange& range : ranges) {
    tokens += range.place.tokens.size();
    bytes += range.place.bytes.size();
  }
}

}  // namespace

class SubstringFinder::State {
 public:
  explicit State(const SubstringOptions& options)
      : shape_(checked_shape(options)),
        signers_([shape = shape_] { return RunSigner(shape); }),
        executor_(options.threads, options.memory_bytes / kShuffleShare, options.temp_dir, options.progress),
        archive_(options.memory_bytes / kArchiveShare, options.temp_dir),
        places_(archive_, options.min_tokens),
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

  RepeatedText find() {
    RepeatedText result;
    result.counts = counts_;
    CoveredRuns runs = find_runs(result.counts);
    places_.list_ranges(std::move(runs), executor_, result);
    count_ranges(result.ranges, result.counts.repeated_tokens, result.counts.repeated_bytes);
    count_ranges(result.later, result.counts.later_tokens, result.counts.later_bytes);
    result.counts.spilled_bytes += archive_.spilled_bytes();
    return result;
  }

 private:
  // Shares of the memory: the archive, up to three shuffles at a time, what is being read and the results.
  static constexpr std::uint64_t kArchiveShare = 4;
  static constexpr std::uint64_t kShuffleShare = 8;
  static constexpr std::uint64_t kLikelyStretches = std::uint64_t{1} << 22;  // how many come is not known while reading

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

  CoveredRuns find_runs(SubstringCounts& counts) {
    const TokenKey by_token{~std::uint64_t{0} / (archive_.size() + 1)};
    Repeats repeats = executor_.regroup<RepeatedWindows>(counts.stretches / kLikelyRepeatedShare, by_token);
    {
      Requests requests = executor_.regroup<WindowRequest>(counts.stretches / kLikelyRepeatedShare, by_token);
      counts.compared_windows = sort_out_stretches(repeats, requests);
      counts.spilled_bytes += stretches_.spilled_bytes();
      compare_windows(requests, repeats, counts);
      counts.spilled_bytes += requests.spilled_bytes();
    }
    CoveredRuns runs = cover_all(repeats);
    counts.spilled_bytes += repeats.spilled_bytes();
    return runs;
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

  void compare_windows(Requests& requests, Repeats& repeats, SubstringCounts& counts) {
    Prints prints = executor_.regroup<WindowPrint>(counts.compared_windows, PrintKey());
    print_windows(requests, prints);
    prints.for_each_batch([&](std::span<const WindowPrint> sorted, std::size_t worker) {
      auto& repeated = repeats.writer(worker);
      for_each_group(
          sorted, [](const WindowPrint& a, const WindowPrint& b) { return a.print == b.print; },
          [&](std::span<const WindowPrint> group) { list_equal_rows(group, wanted_, repeated); });
    });
    counts.spilled_bytes += prints.spilled_bytes();
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

  CoveredRuns cover_all(Repeats& repeats) {
    std::mutex mutex;
    std::vector<std::vector<CoveredRun>> repeated;
    std::vector<std::vector<CoveredRun>> later;
    repeats.for_each_batch([&](std::span<const RepeatedWindows> sorted, std::size_t) {
      CoveredRuns runs = cover(sorted, shape_.run_tokens);
      const std::lock_guard lock(mutex);
      repeated.push_back(std::move(runs.repeated));
      later.push_back(std::move(runs.later));
    });
    return {joined_runs(std::move(repeated)), joined_runs(std::move(later))};
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
  WantedWindows wanted_;
  oneapi::tbb::enumerable_thread_specific<RunSigner> signers_;
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

RepeatedText SubstringFinder::find() {
  return state_->find();
}

}  // namespace cento
