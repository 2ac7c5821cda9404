#include "methods/ask_threads.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "methods/thread_candidates.hpp"
#include "methods/thread_digest.hpp"
#include "methods/thread_record_comparer.hpp"
#include "methods/thread_searches.hpp"

namespace cento {

namespace {

constexpr std::size_t kAhead = 8;  // threads whose records are asked for before they are compared

ThreadModel model_of(const IndexView& view, const ThreadQuestion& question) {
  auto model = thread_model_of(view.options());
  if (!model) {
    throw UsageError("the index keeps no threads; make it with --forum to ask whether something was asked before");
  }
  if (!(question.threshold >= 0 && question.threshold <= 1)) {
    throw UsageError(
        fmt::format("the least similarity of threads must be over 0 and at most 1, not {}", question.threshold));
  }
  if (question.threshold > 0) model->threshold = question.threshold;
  return *model;
}

/// Threads that several searches found come once.
void unite(std::vector<ThreadCandidate>& candidates) {
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
}

bool is_better(const SimilarThread& a, const SimilarThread& b) {
  return a.similarity != b.similarity ? a.similarity > b.similarity : a.thread.number < b.thread.number;
}

}  // namespace

void ThreadAnswer::clear() {
  threads.clear();
  found = 0;
  compared = 0;
  looked_at = 0;
  left_out = 0;
}

class ThreadAsker::State {
 public:
  State(std::shared_ptr<const IndexView> view, const ThreadQuestion& question)
      : question_(question),
        model_(model_of(*view, question)),
        maker_(model_, view->statistics()),
        weights_(model_, maker_.fields()),
        comparer_(model_, weights_),
        finder_(model_.parts.size(), maker_.fields().size(), weights_),
        asked_(model_.parts.size(), maker_.fields().size()),
        other_(asked_) {
    const auto comparisons = searchable_comparisons(model_);
    for (const ThreadSearchPlan& plan : plan_searches(model_, model_.threshold)) {
      const auto& [part, how] = comparisons[plan.comparison];
      const std::size_t field = field_number(maker_.fields(), part, how.features);
      searches_.push_back({field, weights_.way_of(field, how.idf_power), how.measure, plan.threshold});
    }
    set_view(std::move(view));
  }

  void set_view(std::shared_ptr<const IndexView> view) {
    view_ = std::move(view);
    weights_.set_view(*view_);
    finder_.forget_weights();
  }

  void ask(std::span<const Part> parts, std::uint32_t but_number, ThreadAnswer& answer) {
    answer.clear();
    record_.clear();
    maker_.append(parts, record_);
    asked_.read(record_);
    find_candidates(but_number, answer);
    compare(answer);
    answer.found = answer.threads.size();
    std::sort(answer.threads.begin(), answer.threads.end(), is_better);
    if (answer.threads.size() > question_.limit) answer.threads.resize(question_.limit);
  }

 private:
  void find_candidates(std::uint32_t but_number, ThreadAnswer& answer) {
    candidates_.clear();
    const std::uint64_t looks = finder_.looks();
    ThreadCandidates::Budget budget{question_.most_entries, question_.most_threads};
    for (const ThreadCandidates::Search& search : searches_) {
      answer.left_out += finder_.find(search, asked_.features(search.field), *view_, budget, candidates_);
    }
    answer.looked_at = finder_.looks() - looks;
    unite(candidates_);
    const auto is_not_told = [&](const ThreadCandidate& candidate) {
      const std::uint32_t number = number_of(candidate);
      return number == but_number || (view_->has_removed() && view_->is_removed(number));
    };
    candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), is_not_told), candidates_.end());
  }

  [[nodiscard]] std::uint32_t number_of(const ThreadCandidate& candidate) const {
    return view_->segments()[candidate.segment]->numbers()[candidate.document];
  }

  [[nodiscard]] std::span<const std::uint32_t> record_of(const ThreadCandidate& candidate) const {
    return view_->segments()[candidate.segment]->thread_of(candidate.document);
  }

  void compare(ThreadAnswer& answer) {
    comparer_.set_asked(asked_);
    answer.compared = candidates_.size();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const ThreadCandidate& candidate = candidates_[i];
      if (i + kAhead < candidates_.size()) __builtin_prefetch(record_of(candidates_[i + kAhead]).data());
      if (!other_.read(record_of(candidate))) continue;
      comparer_.compare(other_, similarities_);
      const double similarity = thread_similarity(model_, similarities_);
      if (similarity < model_.threshold) continue;
      const IndexedPlace place{candidate.segment, candidate.document, number_of(candidate)};
      answer.threads.push_back({place, similarity, {}});
      part_similarities(model_, similarities_, answer.threads.back().parts);
    }
  }

  ThreadQuestion question_;
  std::shared_ptr<const IndexView> view_;
  ThreadModel model_;
  ThreadRecordMaker maker_;
  ThreadWeights weights_;
  ThreadRecordComparer comparer_;
  ThreadCandidates finder_;
  std::vector<ThreadCandidates::Search> searches_;
  PlainVector<std::uint32_t> record_;  // of the asked thread
  ThreadRecord asked_;
  ThreadRecord other_;
  std::vector<ThreadCandidate> candidates_;
  ThreadSimilarities similarities_;
};

ThreadAsker::ThreadAsker(std::shared_ptr<const IndexView> view, const ThreadQuestion& question)
    : state_(std::make_unique<State>(std::move(view), question)) {}
ThreadAsker::~ThreadAsker() = default;

void ThreadAsker::set_view(std::shared_ptr<const IndexView> view) {
  state_->set_view(std::move(view));
}

void ThreadAsker::ask(std::span<const Part> parts, std::uint32_t but_number, ThreadAnswer& answer) {
  state_->ask(parts, but_number, answer);
}

}  // namespace cento
