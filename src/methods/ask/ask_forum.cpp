#include "methods/ask/ask_forum.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "methods/forum/forum_candidates.hpp"
#include "methods/forum/forum_digest.hpp"
#include "methods/forum/forum_record_comparer.hpp"
#include "methods/forum/forum_searches.hpp"

namespace cento {

namespace {

constexpr std::size_t kAhead = 8;  // threads whose records are prefetched before they are compared

ForumModel model_of(const IndexView& view, const ForumQuestion& question) {
  auto model = forum_model_of(view.options());
  if (!model) {
    throw UsageError("the index has no threads; create it with `threads` to find questions that were asked before");
  }
  if (!(question.threshold >= 0 && question.threshold <= 1)) {
    throw UsageError(fmt::format("the least similarity of threads must be greater than 0 and at most 1, not {}",
                                 question.threshold));
  }
  if (question.threshold > 0) model->threshold = question.threshold;
  return *model;
}

/// Leaves threads that several searches found only once.
void unite(std::vector<ForumCandidate>& candidates) {
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
}

bool is_better_question(const SimilarQuestion& a, const SimilarQuestion& b) {
  return a.similarity != b.similarity ? a.similarity > b.similarity : a.thread.number < b.thread.number;
}

}  // namespace

void ForumAnswer::clear() {
  threads.clear();
  found = 0;
  compared = 0;
  looked_at = 0;
  left_out = 0;
}

class ForumAsker::State {
 public:
  State(std::shared_ptr<const IndexView> view, const ForumQuestion& question)
      : question_(question),
        model_(model_of(*view, question)),
        maker_(model_, view->statistics()),
        weights_(model_, maker_.fields()),
        comparer_(model_, weights_),
        finder_(model_.parts.size(), maker_.fields().size(), weights_),
        asked_(model_.parts.size(), maker_.fields().size()),
        other_(asked_) {
    const auto comparisons = searchable_comparisons(model_);
    for (const ForumSearchPlan& plan : plan_searches(model_, model_.threshold)) {
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

  void ask(const AnalyzedDocument& document, std::uint32_t but_number, ForumAnswer& answer) {
    answer.clear();
    record_.clear();
    maker_.append(document, record_);
    asked_.read(record_);
    find_candidates(but_number, answer);
    compare(answer);
    answer.found = answer.threads.size();
    std::sort(answer.threads.begin(), answer.threads.end(), is_better_question);
    if (answer.threads.size() > question_.limit) answer.threads.resize(question_.limit);
  }

 private:
  void find_candidates(std::uint32_t but_number, ForumAnswer& answer) {
    candidates_.clear();
    const std::uint64_t looks = finder_.looks();
    ForumCandidates::Budget budget{question_.most_entries, question_.most_threads};
    for (const ForumCandidates::Search& search : searches_) {
      answer.left_out += finder_.find(search, asked_.features(search.field), *view_, budget, candidates_);
    }
    answer.looked_at = finder_.looks() - looks;
    unite(candidates_);
    const auto is_not_told = [&](const ForumCandidate& candidate) {
      const std::uint32_t number = number_of(candidate);
      return number == but_number || (view_->has_removed() && view_->is_removed(number));
    };
    candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), is_not_told), candidates_.end());
  }

  [[nodiscard]] std::uint32_t number_of(const ForumCandidate& candidate) const {
    return view_->segments()[candidate.segment]->numbers()[candidate.document];
  }

  [[nodiscard]] std::span<const std::uint32_t> record_of(const ForumCandidate& candidate) const {
    return view_->segments()[candidate.segment]->thread_of(candidate.document);
  }

  void compare(ForumAnswer& answer) {
    comparer_.set_asked(asked_);
    answer.compared = candidates_.size();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const ForumCandidate& candidate = candidates_[i];
      if (i + kAhead < candidates_.size()) __builtin_prefetch(record_of(candidates_[i + kAhead]).data());
      if (!other_.read(record_of(candidate))) continue;
      comparer_.compare(other_, similarities_);
      const double similarity = forum_similarity(model_, similarities_);
      if (similarity < model_.threshold) continue;
      const IndexedPlace place{candidate.segment, candidate.document, number_of(candidate)};
      answer.threads.push_back({place, similarity, {}});
      part_similarities(model_, similarities_, answer.threads.back().parts);
    }
  }

  ForumQuestion question_;
  std::shared_ptr<const IndexView> view_;
  ForumModel model_;
  ForumRecordMaker maker_;
  ForumWeights weights_;
  ForumRecordComparer comparer_;
  ForumCandidates finder_;
  std::vector<ForumCandidates::Search> searches_;
  PlainVector<std::uint32_t> record_;  // of the query thread
  ForumRecord asked_;
  ForumRecord other_;
  std::vector<ForumCandidate> candidates_;
  ForumSimilarities similarities_;
};

ForumAsker::ForumAsker(std::shared_ptr<const IndexView> view, const ForumQuestion& question)
    : state_(std::make_unique<State>(std::move(view), question)) {}
ForumAsker::~ForumAsker() = default;

void ForumAsker::set_view(std::shared_ptr<const IndexView> view) {
  state_->set_view(std::move(view));
}

void ForumAsker::ask(const AnalyzedDocument& document, std::uint32_t but_number, ForumAnswer& answer) {
  state_->ask(document, but_number, answer);
}

}  // namespace cento
