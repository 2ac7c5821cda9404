#include "engine/ask/collection_asker.hpp"

#include <utility>

namespace cento {

void DamageReport::update(const IndexView& view) {
  for (const IndexDamage& damage : view.damages()) {
    const auto [known, is_new] = reported_.insert(damage);
    if (is_new) reporter_.reject({{known->file, Place::kUnknown, known->byte}, known->reason, {}, 0, {}});
  }
}

CollectionAsker::CollectionAsker(std::shared_ptr<const IndexView> view, const AskingOptions& options, Job& job)
    : view_(std::move(view)), options_(options), job_(job) {
  makers_.push_back(std::make_unique<AnswerMaker>(view_, options_.questions));  // now, so that it throws now
}

AskedCollection CollectionAsker::ask(const Collection& collection, const TakeAnswers& take) {
  DamageReport damage(job_.reporter());
  damage.update(*view_);
  AskedCollection asked;
  const auto work = [&](DocumentBatch& batch) { return answer(batch); };
  const auto take_batch = [&](DocumentBatch& batch, AnsweredBatch& answered) {
    asked.read += totals_of(batch);
    asked.answers += answered.counts;
    take(answered.answers);
    if (answered.counts.incomplete > 0) damage.update(*view_);
  };
  job_.read(collection, WorkAndTake{work, take_batch});
  return asked;
}

CollectionAsker::AnsweredBatch CollectionAsker::answer(const DocumentBatch& batch) {
  AnsweredBatch out{{options_.form, answer_fields()}, {}};
  auto maker = free_maker();
  for (const Document& document : batch.documents) {
    maker->answer(document, options_.only_found, out.answers, out.counts);
  }
  const std::lock_guard lock(mutex_);
  makers_.push_back(std::move(maker));
  return out;
}

std::unique_ptr<AnswerMaker> CollectionAsker::free_maker() {
  const std::lock_guard lock(mutex_);
  if (makers_.empty()) return std::make_unique<AnswerMaker>(view_, options_.questions);
  std::unique_ptr<AnswerMaker> maker = std::move(makers_.back());
  makers_.pop_back();
  return maker;
}

AskingAdder::AskingAdder(IndexWriter& writer, const AskingOptions& options, Durability durability, Job& job)
    : writer_(writer),
      options_(options),
      durability_(durability),
      job_(job),
      maker_(writer.view(), options_.questions),
      answers_(options_.form, answer_fields()) {}

AskedCollection AskingAdder::ask(const Collection& collection, const TakeAnswers& take) {
  DamageReport damage(job_.reporter());
  AskedCollection asked;
  job_.read(collection, TakeOnly([&](DocumentBatch& batch) {
              const std::uint64_t incomplete = asked.answers.incomplete;
              asked.read += totals_of(batch);
              take_batch(batch, asked.answers, take);
              if (asked.answers.incomplete > incomplete) damage.update(*writer_.view());
            }));
  return asked;
}

void AskingAdder::take_batch(const DocumentBatch& batch, AnswerCounts& counts, const TakeAnswers& take) {
  for (const Document& document : batch.documents) {
    maker_.answer(document, options_.only_found, answers_, counts);
    writer_.add(document);
    if (durability_ == Durability::each) commit(take);
    maker_.set_view(writer_.view());
  }
  if (durability_ == Durability::batch && !batch.documents.empty()) commit(take);
}

void AskingAdder::commit(const TakeAnswers& take) {
  writer_.commit();
  take(answers_);
  answers_.clear();
}

}  // namespace cento
