#include "methods/loose/loose_passages.hpp"

#include <utility>

#include "core/parallel/executor.hpp"
#include "core/parallel/per_thread.hpp"
#include "methods/loose/loose_passages_run.hpp"
#include "methods/loose/loose_words.hpp"

namespace cento {

namespace {

using Run = LoosePassageRun<LocalExecutor>;

/// What a thread needs to cut documents into words.
struct WordTools {
  LooseWordMaker maker;
  LooseWords words;
};

}  // namespace

template class LoosePassageRun<LocalExecutor>;

class LoosePassageFinder::State {
 public:
  explicit State(const LoosePassageOptions& options)
      : executor_(options.threads, Run::executor_memory(options), options.temp_dir, options.progress),
        run_(options, executor_) {
    const LooseAligner checked(options.matching);
  }

  std::shared_ptr<Batch> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<Batch>();
    WordTools& tools = tools_.local();
    for (const Document& document : batch.documents) {
      for (const Part& part : document.parts) {
        tools.words.clear();
        tools.maker.make(part.text, tools.words);
        const std::size_t before = out->packed.size();
        pack_words(tools.words, out->packed);
        out->sizes.push_back(static_cast<std::uint32_t>(out->packed.size() - before));
      }
      out->parts.push_back(static_cast<std::uint32_t>(document.parts.size()));
    }
    return out;
  }

  void add(const Batch& batch) { run_.add(batch); }

  LoosePassages find(DocId references, const std::vector<DocPair>& known) {
    tools_.clear();
    return run_.find(references, known);
  }

  LoosePassages find_in(std::vector<DocPair> pairs) {
    tools_.clear();
    return run_.find_in(std::move(pairs));
  }

 private:
  PerThread<WordTools> tools_;
  LocalExecutor executor_;
  Run run_;
};

LoosePassageFinder::LoosePassageFinder(const LoosePassageOptions& options) : state_(std::make_unique<State>(options)) {}

LoosePassageFinder::~LoosePassageFinder() = default;

std::shared_ptr<LoosePassageFinder::Batch> LoosePassageFinder::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void LoosePassageFinder::add(const Batch& batch) {
  state_->add(batch);
}

LoosePassages LoosePassageFinder::find(DocId references, const std::vector<DocPair>& known) {
  return state_->find(references, known);
}

LoosePassages LoosePassageFinder::find_in(std::vector<DocPair> pairs) {
  return state_->find_in(std::move(pairs));
}

}  // namespace cento
