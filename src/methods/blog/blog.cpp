#include "methods/blog/blog.hpp"

#include <algorithm>

#include "cento/option_table.hpp"
#include "core/memory/idle_memory.hpp"
#include "core/parallel/executor.hpp"
#include "core/parallel/per_thread.hpp"
#include "methods/blog/blog_run.hpp"
#include "methods/blog/blog_signer.hpp"

namespace cento {

namespace {

const DocumentFrequencies& no_frequencies() {
  static const DocumentFrequencies none;
  return none;
}

using Run = BlogRun<LocalExecutor>;

}  // namespace

std::uint32_t blog_most_documents(double df_cutoff, std::uint64_t documents) {
  constexpr double kMost = 4e9;
  const double most = df_cutoff < 1 ? df_cutoff * static_cast<double>(documents) : df_cutoff;
  return most > 0 ? static_cast<std::uint32_t>(std::min(most, kMost)) : 0;
}

SortedWordsSigner blog_words(double df_cutoff, const DocumentFrequencies* tokens) {
  const DocumentFrequencies& frequencies = tokens == nullptr ? no_frequencies() : *tokens;
  return {frequencies, blog_most_documents(df_cutoff, frequencies.documents())};
}

template class BlogRun<LocalExecutor>;

class BlogFinder::State {
 public:
  explicit State(const BlogOptions& options)
      : options_(checked(options)),
        signers_([this] { return BlogSigner(options_); }),
        executor_(options.threads, Run::executor_memory(options), options.temp_dir, options.progress),
        run_(options, executor_) {}

  std::shared_ptr<Batch> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<Batch>();
    signers_.local().sign(batch, *out);
    return out;
  }

  void add(const Batch& batch) { run_.add(batch); }

  void end_reference() { run_.end_reference(); }

  BlogCounts find(const Run::UseReport& use) {
    forget_reading();
    return run_.find(use);
  }

 private:
  static const BlogOptions& checked(const BlogOptions& options) {
    check_options<BlogRule>(options);
    return options;
  }

  /// Frees what only reading needs.
  void forget_reading() {
    signers_.clear();
    give_idle_memory_back(options_.memory_bytes);
  }

  BlogOptions options_;
  PerThread<BlogSigner> signers_;
  LocalExecutor executor_;
  Run run_;
};

BlogFinder::BlogFinder(const BlogOptions& options) : state_(std::make_unique<State>(options)) {}

BlogFinder::~BlogFinder() = default;

std::shared_ptr<BlogFinder::Batch> BlogFinder::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void BlogFinder::add(const Batch& batch) {
  state_->add(batch);
}

void BlogFinder::end_reference() {
  state_->end_reference();
}

BlogCounts BlogFinder::find(const std::function<void(const BlogReport&)>& use) {
  return state_->find(use);
}

}  // namespace cento
