#include "engine/ask/answer_maker.hpp"

#include <set>
#include <utility>

#include "methods/forum/forum_digest.hpp"
#include "methods/forum/forum_signer.hpp"

namespace cento {

namespace {

/// Parts are named only if there are several.
template <typename Parts>
std::string_view part_name(const Parts& parts, std::uint32_t number) {
  return parts.size() > 1 && number < parts.size() ? std::string_view(parts[number].name) : std::string_view();
}

KnownDocument named(const StoredDocument& document) {
  return {document.id, document.metadata};
}

template <typename Parts>
NamedSentence named(const Parts& parts, const BlogSentence& sentence) {
  return {part_name(parts, sentence.part), sentence.number, sentence.bytes};
}

void count(const AnswerRecord& record, AnswerCounts& counts) {
  const auto has_any = [](const auto& list) { return list && !list->empty() ? 1U : 0U; };
  ++counts.asked;
  counts.with_identical += record.identical.empty() ? 0 : 1;
  counts.with_similar += has_any(record.similar);
  counts.with_passages += has_any(record.passages);
  counts.with_reused += has_any(record.reused);
  counts.with_asked_before += has_any(record.asked_before);
  counts.blog_duplicates += record.blog && record.blog->is_duplicate ? 1 : 0;
  counts.left_out += record.left_out.is_nothing() ? 0 : 1;
  counts.incomplete += record.incomplete ? 1 : 0;
}

}  // namespace

AnswerCounts& AnswerCounts::operator+=(const AnswerCounts& more) {
  asked += more.asked;
  with_identical += more.with_identical;
  with_similar += more.with_similar;
  with_passages += more.with_passages;
  blog_duplicates += more.blog_duplicates;
  with_reused += more.with_reused;
  with_asked_before += more.with_asked_before;
  left_out += more.left_out;
  incomplete += more.incomplete;
  predicted_recall += more.predicted_recall;
  distance += more.distance;
  return *this;
}

AnswerMaker::AnswerMaker(std::shared_ptr<const IndexView> view, const Questions& questions)
    : view_(std::move(view)), question_(questions.index), asker_(view_, question_) {
  if (questions.reuse) reuse_ = std::make_unique<ReuseFinder>(view_, *questions.reuse);
  if (!questions.threads) return;
  threads_ = std::make_unique<ForumAsker>(view_, *questions.threads);
  const ForumModel model = *forum_model_of(view_->options());
  for (const ComparedPart& part : model.parts) part_labels_.push_back(part_label(part));
}

void AnswerMaker::set_view(std::shared_ptr<const IndexView> view) {
  view_ = std::move(view);
  asker_.set_view(view_);
  if (reuse_ != nullptr) reuse_->set_view(view_);
  if (threads_ != nullptr) threads_->set_view(view_);
}

void AnswerMaker::answer(const Document& document, bool only_found, RenderedRecords& out, AnswerCounts& counts) {
  const DamageWatch damage;
  known_.start(*view_, document.id);
  const std::uint32_t itself = view_->number_of(document.id);
  analyzed_.set(document.parts);
  asker_.ask(analyzed_, itself, answer_);
  if (reuse_ != nullptr) reuse_->ask(analyzed_, itself, reused_);
  if (threads_ != nullptr) threads_->ask(analyzed_, itself, asked_before_);
  AnswerRecord record;
  record.id = document.id;
  add_identical(record);
  if (question_.documents) add_similar(record);
  if (question_.passages) add_passages(document, record);
  if (question_.blog) add_blog(document, record);
  if (reuse_ != nullptr) add_reused(document, record);
  if (threads_ != nullptr) add_asked_before(record);
  add_left_out(record);
  met_damage_ = met_damage_ || damage.has_met_any();
  record.incomplete = view_->lacks_documents() || damage.has_met_any() || (threads_ != nullptr && met_damage_);
  counts.predicted_recall += reused_.predicted_recall;
  counts.distance += reused_.mean_distance;
  count(record, counts);
  if (!only_found || has_findings(record) || record.incomplete) out.add(record);
}

void AnswerMaker::add_identical(AnswerRecord& record) {
  for (const IndexedPlace& place : answer_.identical) {
    if (const StoredDocument* document = known_.find(place.number)) record.identical.push_back(named(*document));
  }
}

void AnswerMaker::add_similar(AnswerRecord& record) {
  record.similar.emplace();
  for (const SimilarDocument& found : answer_.similar) {
    if (const StoredDocument* document = known_.find(found.document.number)) {
      record.similar->push_back({named(*document), found.similarity, found.contained_a, found.contained_b});
    }
  }
}

void AnswerMaker::add_passages(const Document& document, AnswerRecord& record) {
  record.passages.emplace();
  for (const IndexPassage& found : answer_.passages) {
    if (const StoredDocument* other = known_.find(found.document.number)) {
      record.passages->push_back({part_name(document.parts, found.part_a), named(*other),
                                  part_name(other->parts, found.part_b), found.passage});
    }
  }
}

void AnswerMaker::add_blog(const Document& document, AnswerRecord& record) {
  const BlogReport& report = answer_.blog;
  record.blog = BlogRecord{report.sentences, report.known, answer_.is_blog_duplicate, {}, report.sources_unlisted};
  for (const BlogSource& source : report.sources) {
    const StoredDocument* other = known_.find(source.document);
    if (other == nullptr) continue;
    BlogSourceRecord& reported =
        record.blog->sources.emplace_back(BlogSourceRecord{named(*other), source.collisions, {}});
    for (const BlogMatch& match : source.matches) {
      reported.matches.push_back({named(document.parts, match.own), named(other->parts, match.other)});
    }
  }
}

void AnswerMaker::add_reused(const Document& document, AnswerRecord& record) {
  record.reused.emplace();
  for (const AskedSentence& asked : reused_.sentences) {
    const NamedSentence own{part_name(document.parts, asked.part), asked.sentence, asked.bytes};
    record.left_out.reused += asked.found - asked.reused;
    for (std::uint32_t i = asked.first_reused; i < asked.first_reused + asked.reused; ++i) {
      const ReusedSentence& found = reused_.reused[i];
      const StoredDocument* other = known_.find(found.document.number);
      if (other == nullptr) continue;
      const NamedSentence there{part_name(other->parts, found.part), found.sentence, found.bytes};
      record.reused->push_back({own, named(*other), there, found.score});
    }
  }
}

void AnswerMaker::add_asked_before(AnswerRecord& record) {
  record.asked_before.emplace();
  for (const SimilarQuestion& found : asked_before_.threads) {
    const StoredDocument* thread = known_.find(found.thread.number);
    if (thread == nullptr) continue;
    AskedBeforeRecord& reported =
        record.asked_before->emplace_back(AskedBeforeRecord{named(*thread), found.similarity, {}});
    for (std::size_t i = 0; i < part_labels_.size(); ++i) reported.parts.push_back({part_labels_[i], found.parts[i]});
  }
}

void AnswerMaker::add_left_out(AnswerRecord& record) const {
  std::set<std::uint32_t> listed;
  for (const IndexPassage& found : answer_.passages) listed.insert(found.document.number);
  const std::uint64_t with_passages = answer_.documents_with_passages;
  record.left_out.documents_with_passages = with_passages > listed.size() ? with_passages - listed.size() : 0;
  record.left_out.identical = answer_.identical_unlisted;
  record.left_out.places = answer_.left_out_places;
  record.left_out.repetitive_texts = answer_.repetitive_texts;
  record.left_out.candidates = answer_.left_out_documents + reused_.counts.left_out + asked_before_.left_out;
}

}  // namespace cento
