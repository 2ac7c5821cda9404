#include "methods/ask/index_questions.hpp"

#include <optional>
#include <utility>

#include "cento/error.hpp"
#include "methods/ask/ask_blog.hpp"
#include "methods/ask/ask_documents.hpp"
#include "methods/ask/ask_passages.hpp"
#include "methods/ask/index_digester.hpp"

namespace cento {

namespace {

void check(const IndexOptions& index, const QuestionOptions& options) {
  if (options.documents && !index.documents) {
    throw UsageError("this index was created without documents, so it cannot find similar ones");
  }
  if (options.passages && !index.passages) {
    throw UsageError("this index was created without passages, so it cannot find any");
  }
  if (options.blog && !index.blog) {
    throw UsageError("this index was created without the fingerprints that blog needs");
  }
  check_options(options);
}

/// What the digest of the query document must contain.
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

  void ask(AnalyzedDocument& document, std::uint32_t but_number, IndexAnswer& answer) {
    answer.clear();
    digest_.clear();
    digester_->add(document, digest_);
    documents_->ask(document, digest_, but_number, answer);
    if (options_.passages) passages_->ask(document, digest_, but_number, answer);
    if (options_.blog) blog_->ask(digest_, but_number, answer);
  }

 private:
  QuestionOptions options_;
  std::shared_ptr<const IndexView> view_;
  std::unique_ptr<Digester> digester_;
  DigestBatch digest_;
  FeatureCache cache_;  // outlives views: a text has the same features in all of them
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

void IndexAsker::ask(AnalyzedDocument& document, std::uint32_t but_number, IndexAnswer& answer) {
  state_->ask(document, but_number, answer);
}

}  // namespace cento
