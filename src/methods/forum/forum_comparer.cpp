#include "methods/forum/forum_comparer.hpp"

#include <deque>
#include <vector>

#include "core/memory/idle_memory.hpp"
#include "core/memory/object_pool.hpp"
#include "core/memory/spillable_memory.hpp"
#include "core/parallel/per_thread.hpp"
#include "methods/forum/forum_fields.hpp"
#include "methods/forum/forum_signer.hpp"
#include "methods/forum/signed_threads.hpp"
#include "sign/feature_set.hpp"
#include "text/tokenizer.hpp"

namespace cento {

namespace {

/// What a thread of the program needs to sign threads.
struct SigningTools {
  SigningTools(std::span<const ForumField> fields, const DocumentFrequencies* frequencies) {
    for (const ForumField& field : fields) signers.emplace_back(field.features, frequencies);
  }

  std::deque<ForumFieldSigner> signers;  // by field; they cannot be moved
  Tokenizer tokenizer;
  Tokens tokens;
  Features features;
};

const ForumModel& checked(const ForumModel& model) {
  check(model);
  return model;
}

std::vector<std::vector<std::string>> names_of_parts(const ForumModel& model) {
  std::vector<std::vector<std::string>> names;
  for (const ComparedPart& part : model.parts) names.push_back(part_names(part));
  return names;
}

}  // namespace

class ForumComparer::State {
 public:
  State(const ForumModel& model, const ForumRunOptions& options)
      : memory_(options.memory_bytes, options.ledger),
        model_(checked(model)),
        part_names_(names_of_parts(model)),
        fields_(fields_of(model)),
        tools_([fields = fields_, tokens = options.tokens] { return SigningTools(fields, tokens); }),
        executor_(options.threads, memory_.part(kShuffles), options.temp_dir, options.progress),
        array_memory_(memory_.part(kArrays), options.temp_dir),
        compared_(model_, {memory_.part(kFeatures), options.temp_dir, &array_memory_}) {
    tools_.local();  // so that a wrong name is reported at once
  }

  std::shared_ptr<Batch> sign(const DocumentBatch& batch) {
    std::shared_ptr<Batch> out = batches_.lend();
    SigningTools& tools = tools_.local();
    for (const Document& document : batch.documents) sign(document, tools, *out);
    return out;
  }

  void add(const Batch& batch) { compared_.add(batch); }

  void prepare() {
    tools_.clear();
    batches_.clear();
    give_idle_memory_back(memory_.bytes());
    compared_.prepare(model_, executor_);
    executor_.give_memory_back(0);
    give_idle_memory_back(memory_.bytes());
  }

  [[nodiscard]] const ForumModel& model() const { return model_; }
  [[nodiscard]] const ForumFields& compared() const { return compared_; }
  [[nodiscard]] LocalExecutor& executor() { return executor_; }

 private:
  // Shares of the memory: raw sets, a shuffle of them or the lists of a join, and the joined arrays.
  static constexpr MemoryShare kFeatures{"features of threads", 6};
  static constexpr MemoryShare kShuffles{"regrouped features", 6};
  static constexpr MemoryShare kArrays{"weights and order of threads", 3};

  void sign(const Document& document, SigningTools& tools, Batch& out) const {
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

  MemoryBudget memory_;
  ForumModel model_;
  std::vector<std::vector<std::string>> part_names_;  // by part
  std::vector<ForumField> fields_;
  PerThread<SigningTools> tools_;
  ObjectPool<Batch> batches_;
  LocalExecutor executor_;
  SpillableMemory array_memory_;
  ForumFields compared_;
};

ForumComparer::ForumComparer(const ForumModel& model, const ForumRunOptions& options)
    : state_(std::make_unique<State>(model, options)) {}

ForumComparer::~ForumComparer() = default;

std::shared_ptr<ForumComparer::Batch> ForumComparer::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void ForumComparer::add(const Batch& batch) {
  state_->add(batch);
}

void ForumComparer::prepare() {
  state_->prepare();
}

std::size_t ForumComparer::size() const {
  return state_->compared().size();
}

const ForumModel& ForumComparer::model() const {
  return state_->model();
}

void ForumComparer::compare(DocId a, DocId b, ForumSimilarities& found) const {
  compare_threads(state_->compared(), a, b, found);
}

const ForumFields& ForumComparer::fields() const {
  return state_->compared();
}

LocalExecutor& ForumComparer::executor() const {
  return state_->executor();
}

}  // namespace cento
