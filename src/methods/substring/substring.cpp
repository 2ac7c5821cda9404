#include "methods/substring/substring.hpp"

#include "align/substring/substring_stretches.hpp"
#include "cento/option_table.hpp"
#include "core/memory/idle_memory.hpp"
#include "core/parallel/executor.hpp"
#include "core/parallel/per_thread.hpp"
#include "methods/substring/substring_run.hpp"
#include "methods/substring/substring_signer.hpp"

namespace cento {

namespace {

using Run = SubstringRun<LocalExecutor>;

RunShape checked_shape(const SubstringOptions& options) {
  check_options<RunRule>(options);
  return RunShape::of(options.min_tokens);
}

}  // namespace

OptionTable options_of(RunRule& options) {
  return {{"min_tokens", "N", "substring: minimum length of a run, in tokens",
           WholeSlot{&options.min_tokens, {1, RunShape::kRunTokensMost}}, "N"}};
}

template class SubstringRun<LocalExecutor>;

class SubstringFinder::State {
 public:
  explicit State(const SubstringOptions& options)
      : memory_bytes_(options.memory_bytes),
        signers_([shape = checked_shape(options)] { return RunSigner(shape); }),
        executor_(options.threads, Run::executor_memory(options), options.temp_dir, options.progress),
        run_(options, executor_) {}

  std::shared_ptr<SignedRuns> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<SignedRuns>();
    signers_.local().sign(batch, run_.known(), *out);
    return out;
  }

  void add(SignedRuns& batch) { run_.add(batch); }

  void end_reference() { run_.end_reference(); }

  SubstringCounts find(const UseRange& use_repeated, const UseRange& use_later) {
    forget_reading();
    return run_.find(use_repeated, use_later);
  }

 private:
  /// Frees what only reading needs.
  void forget_reading() {
    run_.forget_known();
    signers_.clear();
    give_idle_memory_back(memory_bytes_);
  }

  std::uint64_t memory_bytes_;
  PerThread<RunSigner> signers_;
  LocalExecutor executor_;
  Run run_;
};

SubstringFinder::SubstringFinder(const SubstringOptions& options) : state_(std::make_unique<State>(options)) {}

SubstringFinder::~SubstringFinder() = default;

std::shared_ptr<SignedRuns> SubstringFinder::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void SubstringFinder::add(SignedRuns& batch) {
  state_->add(batch);
}

void SubstringFinder::end_reference() {
  state_->end_reference();
}

SubstringCounts SubstringFinder::find(const UseRange& repeated, const UseRange& later) {
  return state_->find(repeated, later);
}

}  // namespace cento
