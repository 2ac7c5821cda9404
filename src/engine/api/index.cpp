#include "cento/index.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "cento/error.hpp"
#include "core/parallel/executor.hpp"
#include "core/parallel/progress.hpp"
#include "engine/api/job_run.hpp"
#include "engine/ask/answer_documents.hpp"
#include "engine/index/index_filling.hpp"
#include "engine/index/writer_options.hpp"
#include "index/damage.hpp"
#include "index/live/index_writer.hpp"
#include "methods/ask/index_digester.hpp"
#include "methods/ask/index_questions.hpp"
#include "read/document.hpp"
#include "read/input/file_uses.hpp"

namespace cento {

namespace {

QuestionOptions question_of(const AskOptions& options, const IndexOptions& index) {
  QuestionOptions question{options};
  question.documents = options.documents && index.documents;
  question.passages = options.passages && index.passages;
  return question;
}

template <typename Parts>
std::string part_name(const Parts& parts, std::uint32_t number) {
  return parts.size() > 1 && number < parts.size() ? std::string(parts[number].name) : std::string();
}

std::vector<Part> parts_of(const TextDocument& document) {
  std::vector<Part> parts;
  for (const TextPart& part : document.parts) {
    if (const std::string problem = problem_of_text(part.text); !problem.empty()) throw Error(problem);
    parts.push_back({part.name, part.text});
  }
  return parts;
}

TextDocument text_document(StoredDocument stored) {
  TextDocument document;
  document.id = std::move(stored.id);
  document.metadata = std::move(stored.metadata);
  for (StoredPart& part : stored.parts) document.parts.push_back({std::move(part.name), std::move(part.text)});
  return document;
}

/// Asks a view about texts. One for each thread.
class TextAsker {
 public:
  TextAsker(std::shared_ptr<const IndexView> view, const AskOptions& options)
      : view_(std::move(view)), options_(options), asker_(view_, question_of(options, view_->options())) {}

  [[nodiscard]] const AskOptions& options() const { return options_; }

  QueryAnswer ask(const TextDocument& document) {
    const DamageWatch damage;
    const std::vector<Part> parts = parts_of(document);
    analyzed_.set(parts);
    asker_.ask(analyzed_, view_->number_of(document.id), found_);
    known_.start(*view_, document.id);
    QueryAnswer answer;
    for (const IndexedPlace& place : found_.identical) {
      if (const StoredDocument* other = known_.find(place.number)) answer.identical.push_back(other->id);
    }
    for (const SimilarDocument& one : found_.similar) {
      if (const StoredDocument* other = known_.find(one.document.number)) {
        answer.similar.push_back({other->id, one.similarity, one.contained_a, one.contained_b});
      }
    }
    for (const IndexPassage& one : found_.passages) {
      if (const StoredDocument* other = known_.find(one.document.number)) {
        answer.passages.push_back({other->id, part_name(parts, one.part_a), part_name(other->parts, one.part_b),
                                   one.passage.a, one.passage.b, one.passage.matched, one.passage.similarity});
      }
    }
    answer.is_incomplete = view_->lacks_documents() || damage.has_met_any();
    return answer;
  }

 private:
  std::shared_ptr<const IndexView> view_;
  AskOptions options_;
  IndexAsker asker_;
  AnalyzedDocument analyzed_;
  IndexAnswer found_;
  AnswerDocuments known_;
};

}  // namespace

class Index::State {
 public:
  explicit State(std::string folder) : folder_(std::move(folder)), view_(open_index(folder_, index_digesters())) {}

  AddSummary add(const Source& source, const RunOptions& options) {
    JobRun run("cento index add", options, source);
    IndexWriter writer(folder_, index_digesters(), writer_options(run.job()));
    const CollectionTotals totals = add_collection(writer, run.inputs(), run.job());
    AddSummary summary;
    run.summarise(totals, summary);
    summary.added = writer.counts().added;
    summary.replaced = writer.counts().replaced;
    show(writer.view());
    summary.index_documents = view_->documents();
    return summary;
  }

  bool remove(std::string_view id) {
    IndexWriter writer(folder_, index_digesters(), {});
    const bool was_there = writer.remove(id);
    writer.commit();
    show(writer.view());
    return was_there;
  }

  QueryAnswer ask(const TextDocument& document, const AskOptions& options) {
    if (!asker_ || asker_->options() != options) asker_.emplace(view_, options);
    try {
      return asker_->ask(document);
    } catch (...) {
      asker_.reset();  // it may have stopped anywhere
      throw;
    }
  }

  std::vector<QueryAnswer> ask_many(std::span<const TextDocument> documents, const AskOptions& options,
                                    const RunOptions& run) const {
    std::vector<QueryAnswer> answers(documents.size());
    const Progress progress(run.stop);
    std::atomic<std::size_t> next = 0;
    run_on_threads(std::min(threads_of(run), documents.size()), [&](std::size_t) {
      TextAsker asker(view_, options);
      for (std::size_t i = next++; i < documents.size(); i = next++) {
        progress.check();
        answers[i] = asker.ask(documents[i]);
      }
    });
    return answers;
  }

  [[nodiscard]] std::optional<TextDocument> get(std::string_view id) const {
    const std::uint32_t number = view_->number_of(id);
    if (number == 0) return std::nullopt;
    return text_document(view_->document(number, IndexView::Texts::yes));
  }

  void for_each(bool with_texts, const std::function<void(const TextDocument&)>& use) const {
    const auto texts = with_texts ? IndexView::Texts::yes : IndexView::Texts::no;
    for (const auto& segment : view_->segments()) {
      for (const std::uint32_t number : segment->numbers()) {
        if (!view_->is_removed(number)) use(text_document(view_->document(number, texts)));
      }
    }
  }

  void refresh() { show(open_index(folder_, index_digesters())); }

  [[nodiscard]] std::vector<std::string> verify() const {
    IndexFaults faults = verify_index(folder_, index_digesters());
    std::vector<std::string> sentences = std::move(faults.catalog);
    std::move(faults.segments.begin(), faults.segments.end(), std::back_inserter(sentences));
    return sentences;
  }

  void merge() {
    IndexWriter writer(folder_, index_digesters(), {});
    writer.merge();
    show(writer.view());
  }

  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] const IndexView& view() const { return *view_; }

 private:
  void show(std::shared_ptr<const IndexView> view) {
    asker_.reset();
    view_ = std::move(view);
  }

  std::string folder_;
  std::shared_ptr<const IndexView> view_;
  std::optional<TextAsker> asker_;  // of the last question: the next is likely to be of the same kind
};

Index::Index(std::string folder) : state_(std::make_unique<State>(std::move(folder))) {}
Index::~Index() = default;
Index::Index(Index&&) noexcept = default;
Index& Index::operator=(Index&&) noexcept = default;

Index Index::create(std::string folder, const IndexOptions& options) {
  index_digesters()(options, nullptr);  // throws UsageError when no index can have them
  create_index(folder, options, {});
  return Index(std::move(folder));
}

AddSummary Index::add(const Source& source, const RunOptions& run) {
  return state_->add(source, run);
}

bool Index::remove(std::string_view id) {
  return state_->remove(id);
}

QueryAnswer Index::ask(const TextDocument& document, const AskOptions& options) {
  return state_->ask(document, options);
}

std::vector<QueryAnswer> Index::ask_many(std::span<const TextDocument> documents, const AskOptions& options,
                                         const RunOptions& run) {
  return state_->ask_many(documents, options, run);
}

std::optional<TextDocument> Index::get(std::string_view id) const {
  return state_->get(id);
}

void Index::for_each(bool with_texts, const std::function<void(const TextDocument&)>& use) const {
  state_->for_each(with_texts, use);
}

std::uint64_t Index::size() const {
  return state_->view().documents();
}

const IndexOptions& Index::options() const {
  return state_->view().options();
}

void Index::refresh() {
  state_->refresh();
}

std::vector<std::string> Index::verify() const {
  return state_->verify();
}

void Index::back_up(const std::string& folder) const {
  FileUses().reads("the index", state_->folder()).writes("folder", folder).check();
  back_up_index(state_->folder(), folder);
}

void Index::merge() {
  state_->merge();
}

}  // namespace cento
