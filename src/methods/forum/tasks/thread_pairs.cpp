#include "methods/forum/tasks/thread_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <boost/unordered/unordered_flat_set.hpp>

#include "methods/forum/forum_fields.hpp"
#include "methods/forum/tasks/text_pairs.hpp"

namespace cento {

namespace {

/// Everything that a thread is compared by: a text for each field, then its facts.
struct ThreadView {
  std::vector<TextView> texts;
  std::vector<std::vector<TextWeight>> weights;  // of texts of this part
};

void view_own(const ThreadPart& part, std::size_t thread, std::size_t fields, ThreadView& view) {
  view.texts.resize(fields + 1);
  view.weights.resize(fields + 1);
  for (std::size_t field = 0; field <= fields; ++field) {
    part.weights_of(thread, field, view.weights[field]);
    view.texts[field] = {part.features(thread, field), view.weights[field], 1, {}};
  }
}

void view_sent(const SentTexts& sent, std::uint32_t number, std::size_t fields, ThreadView& view) {
  view.texts.resize(fields + 1);
  for (std::uint32_t field = 0; field <= fields; ++field) view.texts[field] = sent.get(number, field);
}

void lower_halves(std::span<const std::uint64_t> tokens, std::vector<std::uint32_t>& out) {
  out.clear();
  for (const std::uint64_t token : tokens) out.push_back(static_cast<std::uint32_t>(token));
}

/// Compares threads as compare_threads() of forum_fields.hpp does, whose part has one of them.
class ThreadComparer {
 public:
  ThreadComparer(const ThreadsTask& task, const ThreadPart& part) : task_(task), part_(part) {
    std::vector<std::size_t> ways(task.plan.fields().size(), 0);
    for (const Weighing& weighing : task.plan.weighings()) places_.push_back(ways[weighing.field]++);
  }

  void compare(const ThreadView& a, const ThreadView& b, ForumSimilarities& found) {
    found = {};
    for (const PlannedComparison& comparison : task_.plan.comparisons()) {
      found.comparisons.push_back(similarity_by(comparison, a, b));
    }
    guard_by_facts(a, b, found);
  }

 private:
  [[nodiscard]] double similarity_by(const PlannedComparison& by, const ThreadView& a, const ThreadView& b) {
    const TextView& of_a = a.texts[by.field];
    const TextView& of_b = b.texts[by.field];
    if (of_a.features.empty() || of_b.features.empty()) return kMissing;
    if (by.is_order()) {
      lower_halves(of_a.features, tokens_a_);
      lower_halves(of_b.features, tokens_b_);
      return order_similarity(tokens_a_, tokens_b_);
    }
    const std::size_t place = places_[by.weighing];
    const auto weight = [&](std::uint64_t feature) { return part_.weight(by.weighing, feature); };
    return measured(overlap_of_texts(of_a.features, of_a.weights[place], of_b.features, of_b.weights[place], weight),
                    by.how.measure);
  }

  /// By the first part that both have.
  void guard_by_facts(const ThreadView& a, const ThreadView& b, ForumSimilarities& found) const {
    for (std::size_t i = 0; i < found.comparisons.size(); ++i) {
      if (std::isnan(found.comparisons[i])) continue;
      const std::size_t part = task_.plan.comparisons()[i].part;
      const QuestionFacts of_a = unpacked_facts(a.texts.back().features[part]);
      const QuestionFacts of_b = unpacked_facts(b.texts.back().features[part]);
      found.numbers_differ = of_a.numbers != of_b.numbers;
      found.negation_differs = of_a.is_negated != of_b.is_negated;
      return;
    }
  }

  const ThreadsTask& task_;
  const ThreadPart& part_;
  std::vector<std::size_t> places_;  // by way of weighing: which of its field's it is
  std::vector<std::uint32_t> tokens_a_;
  std::vector<std::uint32_t> tokens_b_;
};

void add_similar(const ThreadPair& pair, double similarity, std::span<const double> parts, SimilarThreads& found) {
  found.pairs.push_back(pair);
  found.similarities.push_back(similarity);
  found.parts.insert(found.parts.end(), parts.begin(), parts.end());
}

}  // namespace

SentForThreads send_threads(const ThreadsTask& task, const ThreadPart& part, std::vector<ThreadPair> pairs) {
  std::sort(pairs.begin(), pairs.end(),
            [](const ThreadPair& x, const ThreadPair& y) { return x.b != y.b ? x.b < y.b : x.a < y.a; });
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  const std::size_t fields = task.plan.fields().size();
  OutgoingBlocks out_pairs(task.parts.size());
  OutgoingBlocks out_threads(task.parts.size());
  boost::unordered_flat_set<std::uint64_t> sent;  // which thread to which part
  ThreadView view;
  std::string scratch;
  for (const ThreadPair& pair : pairs) {
    const std::size_t to = task.parts.part_of(pair.a);
    out_pairs.add(to, pair);
    if (to == part.part() || !sent.insert(std::uint64_t{pair.b} << 32U | to).second) continue;
    view_own(part, part.thread_of(pair.b), fields, view);
    scratch.clear();
    for (std::uint32_t field = 0; field <= fields; ++field) SentTexts::write(pair.b, field, view.texts[field], scratch);
    out_threads.add(to, std::string_view(scratch));
  }
  return {out_pairs.take(), out_threads.take(), pairs.size()};
}

SimilarThreads compare_threads(const ThreadsTask& task, const ThreadPart& part, const SentTexts& sent,
                               std::vector<ThreadPair> pairs) {
  std::sort(pairs.begin(), pairs.end());
  const std::size_t fields = task.plan.fields().size();
  const ForumModel& model = task.plan.model();
  ThreadComparer comparer(task, part);
  SimilarThreads found;
  ForumSimilarities similarities;
  std::vector<double> parts;
  ThreadView a;
  ThreadView b;
  const ThreadPair* last = nullptr;
  for (const ThreadPair& pair : pairs) {
    if (last == nullptr || last->a != pair.a) view_own(part, part.thread_of(pair.a), fields, a);
    last = &pair;
    if (task.parts.part_of(pair.b) == part.part()) {
      view_own(part, part.thread_of(pair.b), fields, b);
    } else {
      view_sent(sent, pair.b, fields, b);
    }
    comparer.compare(a, b, similarities);
    const double similarity = forum_similarity(model, similarities);
    if (similarity < model.threshold) continue;
    part_similarities(model, similarities, parts);
    add_similar(pair, similarity, parts, found);
  }
  return found;
}

SimilarThreads compare_same(const ThreadsTask& task, const ThreadPart& part) {
  ThreadComparer comparer(task, part);
  SimilarThreads found;
  ForumSimilarities similarities;
  std::vector<double> parts;
  ThreadView view;
  for (const LaterMember& one : part.later()) {
    view_own(part, part.thread_of(one.document), task.plan.fields().size(), view);
    comparer.compare(view, view, similarities);
    part_similarities(task.plan.model(), similarities, parts);
    add_similar({one.first, one.document}, 1, parts, found);
  }
  return found;
}

}  // namespace cento
