#include "methods/index_questions.hpp"

#include <optional>
#include <utility>

#include "core/error.hpp"
#include "methods/ask_blog.hpp"
#include "methods/ask_documents.hpp"
#include "methods/ask_passages.hpp"
#include "methods/index_digester.hpp"

namespace cento {

namespace {

void check(const IndexOptions& index, const QuestionOptions& options) {
  if (options.documents && !index.documents) {
    throw UsageError("this index was made without documents: it cannot tell similar ones");
  }
  if (options.passages && !index.passages) {
    throw UsageError("this index was made without passages: it cannot tell any");
  }
  if (options.blog && !index.blog) {
    throw UsageError("this index was made without the fingerprints of blog: it cannot decide by them");
  }
  if (options.min_sentences == 0) throw UsageError("--min-sentences 0 makes no passage: it must be at least 1");
}

/// What a digest of the asked document has to hold.
IndexOptions needed(IndexOptions options, const QuestionOptions& question) {
  options.documents = question.documents;
  options.passages = question.passages;
  options.blog = question.blog;
  options.reuse = false;
  options.threads.clear();
  return options;
}

}  // namespace

class IndexAsker::State {
 public:
  State(std::shared_ptr<const IndexView> view, const QuestionOptions& options) : options_(options) {
    check(view->options(), options);
    digester_ = index_digesters()(needed(view->options(), options), view->statistics());
    set_view(std::move(view));
  }

  void set_view(std::shared_ptr<const IndexView> view) {
    documents_.emplace(*view, options_, cache_);
    passages_.emplace(*view, options_);
    blog_.emplace(*view, options_);
    view_ = std::move(view);
  }

  void ask(std::span<const Part> parts, std::uint32_t but_number, IndexAnswer& answer) {
    answer.clear();
    digest_.clear();
    digester_->add(parts, digest_);
    documents_->ask(parts, digest_, but_number, answer);
    if (options_.passages) passages_->ask(parts, digest_, but_number, answer);
    if (options_.blog) blog_->ask(digest_, but_number, answer);
  }

 private:
  QuestionOptions options_;
  std::shared_ptr<const IndexView> view_;
  std::unique_ptr<Digester> digester_;
  DigestBatch digest_;
  FeatureCache cache_;  // outlives views: the same text has the same features in all of them
  std::optional<DocumentAsker> documents_;
  std::optional<PassageAsker> passages_;
  std::optional<BlogAsker> blog_;
};

IndexAsker::IndexAsker(std::shared_ptr<const IndexView> view, const QuestionOptions& options)
    : state_(std::make_unique<State>(std::move(view), options)) {}
IndexAsker::~IndexAsker() = default;

void IndexAsker::set_view(std::shared_ptr<const IndexView> view) {
  state_->set_view(std::move(view));
}

void IndexAsker::ask(std::span<const Part> parts, std::uint32_t but_number, IndexAnswer& answer) {
  state_->ask(parts, but_number, answer);
}

}  // namespace cento
