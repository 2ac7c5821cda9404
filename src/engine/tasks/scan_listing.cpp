#include "engine/tasks/scan_listing.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
#include "engine/api/record_table_builder.hpp"
#include "engine/scan/covered_bytes.hpp"
#include "methods/pdc/sentences/sentence_recall.hpp"
#include "methods/pdc/tasks/family_tasks.hpp"
#include "methods/pdc/tasks/matching_tasks.hpp"
#include "write/records/passage_records.hpp"

namespace cento {

namespace {

using enum ColumnType;

constexpr std::size_t kFamilyTextBytes = 80;

constexpr std::array kListedPassageFields{
    ColumnField{"a", whole64},
    ColumnField{"a_part", whole32},
    ColumnField{"a_first_sentence", whole32},
    ColumnField{"a_end_sentence", whole32},
    ColumnField{"a_begin", whole32},
    ColumnField{"a_end", whole32},
    ColumnField{"b", whole64},
    ColumnField{"b_part", whole32},
    ColumnField{"b_first_sentence", whole32},
    ColumnField{"b_end_sentence", whole32},
    ColumnField{"b_begin", whole32},
    ColumnField{"b_end", whole32},
    ColumnField{"matched", whole32},
    ColumnField{"similarity", real},
};

constexpr std::array kListedPairFields{
    ColumnField{"a", whole64},        ColumnField{"b", whole64},        ColumnField{"similarity", real},
    ColumnField{"contained_a", real}, ColumnField{"contained_b", real},
};

constexpr std::array kListedFamilyFields{
    ColumnField{"first", whole64},       ColumnField{"sentences", whole64}, ColumnField{"documents", whole64},
    ColumnField{"is_boilerplate", flag}, ColumnField{"text", text},
};

constexpr std::array kListedPlaceFields{
    ColumnField{"first", whole64},          ColumnField{"sentences", whole64},
    ColumnField{"place", whole64},  // of the sentence where it is, by which places are sorted
    ColumnField{"document", whole64},       ColumnField{"part", whole32},
    ColumnField{"first_sentence", whole32}, ColumnField{"end_sentence", whole32},
    ColumnField{"begin", whole32},          ColumnField{"end", whole32},
};

RowFiller& fill(RowFiller& row, const ListedSide& side) {
  return row.whole(side.document)
      .whole(side.part)
      .whole(side.sentences.begin)
      .whole(side.sentences.end)
      .whole(side.bytes.begin)
      .whole(side.bytes.end);
}

/// The keys of a task are those of one range of spread ones, so they are spread in another way.
struct KeyOfListed {
  std::uint64_t operator()(const ListedPassage& one) const { return mix64(~place_in(one.a.document, one.b.document)); }
};

/// Lists pairs of documents one after another.
class PairListing {
 public:
  explicit PairListing(double near_duplicate) : near_duplicate_(near_duplicate) {}

  void add(std::span<const ListedPassage> passages) {
    covered_a_.clear();
    covered_b_.clear();
    for (const ListedPassage& one : passages) {
      covered_a_.push_back({one.a.part, one.a.whole_sentences});
      covered_b_.push_back({one.b.part, one.b.whole_sentences});
      if (one.matched > 0) add_passage(one);
    }
    const ListedPassage& first = passages.front();
    if (first.a.document != first.b.document) add_pair(first);
  }

  [[nodiscard]] ListedDocuments take() const {
    return {RecordTable(passages_), RecordTable(documents_), near_duplicates_};
  }

 private:
  void add_passage(const ListedPassage& one) {
    RowFiller row(passages_->open());
    fill(fill(row, one.a), one.b).whole(one.matched).real(one.similarity);
    passages_->added();
  }

  void add_pair(const ListedPassage& one) {
    const std::uint64_t covered_a = covered_bytes(covered_a_);
    const std::uint64_t covered_b = covered_bytes(covered_b_);
    const double similarity = share_of(covered_a + covered_b, one.a.document_bytes + one.b.document_bytes);
    if (similarity >= near_duplicate_) ++near_duplicates_;
    RowFiller(documents_->open())
        .whole(one.a.document)
        .whole(one.b.document)
        .real(similarity)
        .real(share_of(covered_a, one.a.document_bytes))
        .real(share_of(covered_b, one.b.document_bytes));
    documents_->added();
  }

  double near_duplicate_;
  std::shared_ptr<RecordTableBuilder> passages_ = std::make_shared<RecordTableBuilder>(kListedPassageFields);
  std::shared_ptr<RecordTableBuilder> documents_ = std::make_shared<RecordTableBuilder>(kListedPairFields);
  std::uint64_t near_duplicates_ = 0;
  std::vector<CoveredStretch> covered_a_;
  std::vector<CoveredStretch> covered_b_;
};

/// The beginning of a family's text at its first place.
std::string_view text_of(const PdcPart& part, const FoundFamily& family) {
  const TextOfPart& text = part.text(part.content_of(family.first));
  const std::uint32_t begin = family.first - text.first_sentence;
  const Span bytes = packed_span(part.sentences().span_words_of(text), SentenceRange{begin, begin + family.sentences});
  return bytes.of(part.sentences().bytes_of(text)).substr(0, SentenceRecall::kTextBytes);
}

}  // namespace

ListedDocuments list_documents(const PdcTask& task, const TaskInput& arrived) {
  PairListing listing(task.near_duplicate);
  const auto make = [](std::uint32_t /*from*/, const ListedPassage& one) { return one; };
  const auto same_pair = [](const ListedPassage& x, const ListedPassage& y) {
    return x.a.document == y.a.document && x.b.document == y.b.document;
  };
  for_each_batch_made<ListedPassage, ListedPassage>(
      arrived, "listed", task.memory, KeyOfListed(), make, [&](std::span<const ListedPassage> batch) {
        for_each_group(batch, same_pair, [&](std::span<const ListedPassage> pair) { listing.add(pair); });
      });
  return listing.take();
}

ListedFamilies list_families(const PdcPart& part) {
  const auto families = std::make_shared<RecordTableBuilder>(kListedFamilyFields);
  for (const FoundFamily& family : part.stored().records<FoundFamily>("families")) {
    RowFiller(families->open())
        .whole(part.place(family.first))
        .whole(family.sentences)
        .whole(family.documents)
        .flag(family.documents > part.task().boilerplate)
        .text(first_words(text_of(part, family), kFamilyTextBytes));
    families->added();
  }
  const auto places = std::make_shared<RecordTableBuilder>(kListedPlaceFields);
  for (const FamilyPlace& place : part.stored().records<FamilyPlace>("family_places")) {
    const std::uint32_t content = part.content_of(place.sentence);
    const TextOfPart& text = part.text(content);
    const std::uint32_t begin = place.sentence - text.first_sentence;
    const SentenceRange sentences{begin, begin + place.sentences()};
    const Span bytes = packed_span(part.sentences().span_words_of(text), sentences);
    for (const TextHolder& holder : part.holders(content)) {
      RowFiller(places->open())
          .whole(place.first)
          .whole(place.sentences())
          .whole(part.place(place.sentence))
          .whole(holder.document)
          .whole(holder.part_of_document)
          .whole(sentences.begin)
          .whole(sentences.end)
          .whole(bytes.begin)
          .whole(bytes.end);
      places->added();
    }
  }
  return {RecordTable(families), RecordTable(places)};
}

}  // namespace cento
