#include "methods/cuts/repeated_sentences.hpp"

#include "core/memory/idle_memory.hpp"
#include "core/parallel/executor.hpp"
#include "core/parallel/per_thread.hpp"
#include "methods/cuts/repeat_signer.hpp"
#include "methods/cuts/repeated_sentences_run.hpp"

namespace cento {

namespace {

using Run = RepeatedSentenceRun<LocalExecutor>;

}  // namespace

OptionTable options_of(CutRule& options) {
  return {
      {"min_sentences", "N", "passage: minimum number of consecutive sentences that occur earlier",
       WholeSlot{&options.min_sentences, at_least(1)}, "γ"},
      {"min_tokens", "N", "passage, sentence: minimum number of words in them, so that \"Yes.\" stays",
       WholeSlot{&options.min_tokens, {}}},
  };
}

template class RepeatedSentenceRun<LocalExecutor>;

class RepeatedSentenceFinder::State {
 public:
  explicit State(const RepeatOptions& options)
      : options_(checked(options)),
        executor_(options.threads, Run::executor_memory(options), options.temp_dir, options.progress),
        run_(options, executor_) {}

  std::shared_ptr<Batch> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<Batch>();
    signers_.local().sign(batch, options_, *out);
    return out;
  }

  void add(const Batch& batch) { run_.add(batch); }

  void end_reference() { run_.end_reference(); }

  RepeatCounts find(const RepeatCutter::UseRun& use) {
    forget_reading();
    return run_.find(use);
  }

 private:
  static const RepeatOptions& checked(const RepeatOptions& options) {
    check_options<CutRule>(options);
    return options;
  }

  /// Frees what only reading needs.
  void forget_reading() {
    signers_.clear();
    give_idle_memory_back(options_.memory_bytes);
  }

  RepeatOptions options_;
  PerThread<RepeatSigner> signers_;
  LocalExecutor executor_;
  Run run_;
};

RepeatedSentenceFinder::RepeatedSentenceFinder(const RepeatOptions& options)
    : state_(std::make_unique<State>(options)) {}

RepeatedSentenceFinder::~RepeatedSentenceFinder() = default;

std::shared_ptr<RepeatedSentenceFinder::Batch> RepeatedSentenceFinder::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void RepeatedSentenceFinder::add(const Batch& batch) {
  state_->add(batch);
}

void RepeatedSentenceFinder::end_reference() {
  state_->end_reference();
}

RepeatCounts RepeatedSentenceFinder::find(const std::function<void(const RepeatedRun&)>& use) {
  return state_->find(use);
}

}  // namespace cento
