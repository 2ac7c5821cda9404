#include "methods/thread_comparer.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <deque>
#include <vector>

#include "core/idle_memory.hpp"
#include "core/spillable_memory.hpp"
#include "core/warm_pool.hpp"
#include "methods/thread_fields.hpp"
#include "methods/thread_signer.hpp"
#include "sign/feature_set.hpp"
#include "text/tokenizer.hpp"

namespace cento {

namespace {

/// The features of a batch's threads: field by field for each, one behind the other.
struct SignedThreads {
  Features features;
  std::vector<std::uint32_t> sizes;
  std::vector<Fingerprint> fingerprints;
  std::vector<QuestionFacts> facts;  // part by part for each

  void clear() {
    features.clear();
    release_if_large(features);
    sizes.clear();
    fingerprints.clear();
    facts.clear();
  }
};

/// What a thread of the program needs to sign threads.
struct SigningTools {
  SigningTools(std::span<const ThreadField> fields, const DocumentFrequencies* frequencies) {
    for (const ThreadField& field : fields) signers.emplace_back(field.features, frequencies);
  }

  std::deque<ThreadFieldSigner> signers;  // by field; they cannot be moved
  Tokenizer tokenizer;
  Tokens tokens;
  Features features;
};

const ThreadModel& checked(const ThreadModel& model) {
  check(model);
  return model;
}

std::vector<std::vector<std::string>> names_of_parts(const ThreadModel& model) {
  std::vector<std::vector<std::string>> names;
  for (const ComparedPart& part : model.parts) names.push_back(part_names(part));
  return names;
}

}  // namespace

class ThreadComparer::State {
 public:
  State(const ThreadModel& model, const ThreadRunOptions& options)
      : memory_bytes_(options.memory_bytes),
        model_(checked(model)),
        part_names_(names_of_parts(model)),
        fields_(fields_of(model)),
        tools_([fields = fields_, tokens = options.tokens] { return SigningTools(fields, tokens); }),
        executor_(options.threads, options.memory_bytes / kShuffleShare, options.temp_dir, options.progress),
        array_memory_(options.memory_bytes / kArrayShare, options.temp_dir),
        compared_(model_, {options.memory_bytes / kStoreShare, options.temp_dir, &array_memory_}) {
    tools_.local();  // so that a wrong name is told at once
  }

  std::shared_ptr<void> sign(const DocumentBatch& batch) {
    const std::shared_ptr<SignedThreads> out = batches_.take();
    SigningTools& tools = tools_.local();
    for (const Document& document : batch.documents) sign(document, tools, *out);
    return out;
  }

  void add(const SignedThreads& batch) {
    const std::uint64_t* features = batch.features.data();
    for (std::size_t i = 0; i < batch.sizes.size(); ++i) {
      compared_.add(i % fields_.size(), {features, batch.sizes[i]}, batch.fingerprints[i]);
      features += batch.sizes[i];
    }
    for (const QuestionFacts& facts : batch.facts) compared_.add_facts(facts);
  }

  void prepare() {
    tools_.clear();
    batches_.clear();
    give_idle_memory_back(memory_bytes_);
    compared_.prepare(model_, executor_);
    executor_.give_memory_back(0);
    give_idle_memory_back(memory_bytes_);
  }

  void compare(DocId a, DocId b, ThreadSimilarities& found) const {
    found.outside = kMissing;
    found.numbers_differ = false;
    found.negation_differs = false;
    found.comparisons.clear();
    for (const PreparedComparison& comparison : compared_.comparisons()) {
      found.comparisons.push_back(similarity(comparison, a, b));
    }
    guard(a, b, found);
  }

  [[nodiscard]] const ThreadModel& model() const { return model_; }
  [[nodiscard]] const ThreadFields& compared() const { return compared_; }
  [[nodiscard]] LocalExecutor& executor() { return executor_; }

 private:
  // Shares of the memory: raw sets, a shuffle of them or the lists of a join, and the arrays that are joined.
  static constexpr std::uint64_t kStoreShare = 6;
  static constexpr std::uint64_t kShuffleShare = 6;
  static constexpr std::uint64_t kArrayShare = 3;

  void sign(const Document& document, SigningTools& tools, SignedThreads& out) const {
    std::size_t field = 0;
    for (std::size_t part = 0; part < model_.parts.size(); ++part) {
      const std::string_view text = text_of(document.parts, part_names_[part]);
      tools.tokenizer.tokenize(text, tools.tokens);
      const Tokens& tokens = tools.tokens;
      out.facts.push_back(facts_of_question(text, tokens.hashes, tokens.begins, tokens.ends));
      for (; field < fields_.size() && fields_[field].part == part; ++field) {
        tools.signers[field].sign(text, tokens, tools.features);
        out.sizes.push_back(static_cast<std::uint32_t>(tools.features.size()));
        out.fingerprints.push_back(fingerprint_of_set(tools.features));
        out.features.insert(out.features.end(), tools.features.begin(), tools.features.end());
      }
    }
    release_if_large(tools.tokens);
    release_if_large(tools.features);
  }

  /// By the first part that both have.
  void guard(DocId a, DocId b, ThreadSimilarities& found) const {
    const auto comparisons = compared_.comparisons();
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      if (found.comparisons[i] != found.comparisons[i]) continue;
      const QuestionFacts& of_a = compared_.facts(a, comparisons[i].part);
      const QuestionFacts& of_b = compared_.facts(b, comparisons[i].part);
      found.numbers_differ = of_a.numbers != of_b.numbers;
      found.negation_differs = of_a.is_negated != of_b.is_negated;
      return;
    }
  }

  std::uint64_t memory_bytes_;
  ThreadModel model_;
  std::vector<std::vector<std::string>> part_names_;  // by part
  std::vector<ThreadField> fields_;
  oneapi::tbb::enumerable_thread_specific<SigningTools> tools_;
  WarmPool<SignedThreads> batches_;
  LocalExecutor executor_;
  SpillableMemory array_memory_;
  ThreadFields compared_;
};

ThreadComparer::ThreadComparer(const ThreadModel& model, const ThreadRunOptions& options)
    : state_(std::make_unique<State>(model, options)) {}

ThreadComparer::~ThreadComparer() = default;

std::shared_ptr<void> ThreadComparer::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void ThreadComparer::add(const void* signed_batch) {
  state_->add(*static_cast<const SignedThreads*>(signed_batch));
}

void ThreadComparer::prepare() {
  state_->prepare();
}

std::size_t ThreadComparer::size() const {
  return state_->compared().size();
}

const ThreadModel& ThreadComparer::model() const {
  return state_->model();
}

void ThreadComparer::compare(DocId a, DocId b, ThreadSimilarities& found) const {
  state_->compare(a, b, found);
}

const ThreadFields& ThreadComparer::fields() const {
  return state_->compared();
}

LocalExecutor& ThreadComparer::executor() const {
  return state_->executor();
}

}  // namespace cento
