#include "write/arrow/answer_fields.hpp"

#include <array>
#include <cmath>

#include "write/arrow/report_fields.hpp"

namespace cento {

namespace {

using enum ColumnType;

constexpr std::array kKnownFields{
    id_field("id"),
    ColumnField{"metadata", text},
};

constexpr std::array kSimilarFields{
    id_field("id"),
    ColumnField{"metadata", text},
    ColumnField{"similarity", real},
    ColumnField{"contained_a", real},
    ColumnField{"contained_b", real},
};

constexpr std::array kAnswerPassageFields{
    ColumnField{"a_part", text, kMayBeNull},
    ColumnField{"a_first_sentence", whole32},
    ColumnField{"a_end_sentence", whole32},
    ColumnField{"a_begin", whole32},
    ColumnField{"a_end", whole32},
    id_field("b_id"),
    ColumnField{"b_metadata", text},
    ColumnField{"b_part", text, kMayBeNull},
    ColumnField{"b_first_sentence", whole32},
    ColumnField{"b_end_sentence", whole32},
    ColumnField{"b_begin", whole32},
    ColumnField{"b_end", whole32},
    ColumnField{"matched", whole32},
    ColumnField{"similarity", real},
};

constexpr std::array kBlogSourceFields{
    id_field("id"),
    ColumnField{"metadata", text},
    ColumnField{"collisions", whole32},
    ColumnField{"matches", list, false, kSentencePairFields},
};

constexpr std::array kReusedFields{
    ColumnField{"part", text, kMayBeNull},
    ColumnField{"sentence", whole32},
    ColumnField{"begin", whole32},
    ColumnField{"end", whole32},
    id_field("there_id"),
    ColumnField{"there_metadata", text},
    ColumnField{"there_part", text, kMayBeNull},
    ColumnField{"there_sentence", whole32},
    ColumnField{"there_begin", whole32},
    ColumnField{"there_end", whole32},
    ColumnField{"overlap", real},
};

constexpr std::array kAskedPartFields{
    ColumnField{"part", text},
    ColumnField{"similarity", real, kMayBeNull},
};

constexpr std::array kAskedBeforeFields{
    id_field("id"),
    ColumnField{"metadata", text},
    ColumnField{"similarity", real},
    ColumnField{"parts", list, false, kAskedPartFields},
};

constexpr std::array kAnswerFields{
    id_field("id"),
    ColumnField{"identical", list, false, kKnownFields},
    ColumnField{"similar", list, kMayBeNull, kSimilarFields},
    ColumnField{"passages", list, kMayBeNull, kAnswerPassageFields},
    ColumnField{"blog_sentences", whole32, kMayBeNull},
    ColumnField{"blog_known", whole32, kMayBeNull},
    ColumnField{"blog_is_duplicate", flag, kMayBeNull},
    ColumnField{"blog_sources", list, kMayBeNull, kBlogSourceFields},
    ColumnField{"blog_sources_unlisted", whole64, kMayBeNull},
    ColumnField{"reused", list, kMayBeNull, kReusedFields},
    ColumnField{"asked_before", list, kMayBeNull, kAskedBeforeFields},
    ColumnField{"left_out_identical", whole64},
    ColumnField{"left_out_documents_with_passages", whole64},
    ColumnField{"left_out_places", whole64},
    ColumnField{"left_out_repetitive_texts", whole64},
    ColumnField{"left_out_candidates", whole64},
    ColumnField{"left_out_reused", whole64},
    ColumnField{"is_incomplete", flag},
};

RowFiller& fill(RowFiller& row, const KnownDocument& document) {
  return row.name(document.id).name(document.metadata);
}

void fill_side(RowFiller& row, const PassageSide& side) {
  row.whole(side.sentences.begin).whole(side.sentences.end).whole(side.bytes.begin).whole(side.bytes.end);
}

void add_known(RecordColumns& out, const KnownDocument& document) {
  RowFiller row(out);
  fill(row, document);
}

void add_similar(RecordColumns& out, const SimilarRecord& similar) {
  RowFiller row(out);
  fill(row, similar.document).real(similar.similarity).real(similar.contained_a).real(similar.contained_b);
}

void add_passage(RecordColumns& out, const AnswerPassage& found) {
  RowFiller row(out);
  row.name_or_null(found.part_a);
  fill_side(row, found.passage.a);
  fill(row, found.document).name_or_null(found.part_b);
  fill_side(row, found.passage.b);
  row.whole(found.passage.matched).real(found.passage.similarity);
}

void add_blog_source(RecordColumns& out, const BlogSourceRecord& source) {
  RowFiller row(out);
  fill(row, source.document)
      .whole(source.collisions)
      .list(source.matches, [](RecordColumns& items, const SentencePair& pair) { add_row(pair, items); });
}

void add_reused(RecordColumns& out, const ReusedRecord& reused) {
  RowFiller row(out);
  fill(row, reused.own);
  fill(row, reused.document);
  fill(row, reused.there);
  row.real(reused.overlap);
}

void add_asked_part(RecordColumns& out, const PartSimilarity& part) {
  RowFiller row(out);
  row.name(part.part);
  std::isnan(part.similarity) ? row.null() : row.real(part.similarity);
}

void add_asked_before(RecordColumns& out, const AskedBeforeRecord& found) {
  RowFiller row(out);
  fill(row, found.thread).real(found.similarity).list(found.parts, add_asked_part);
}

template <typename Values, typename Add>
void fill_list(RowFiller& row, const std::optional<Values>& values, const Add& add) {
  values ? row.list(*values, add) : row.null();
}

void fill_blog(RowFiller& row, const std::optional<BlogRecord>& blog) {
  if (!blog) {
    row.null().null().null().null().null();
    return;
  }
  row.whole(blog->sentences)
      .whole(blog->known)
      .flag(blog->is_duplicate)
      .list(blog->sources, add_blog_source)
      .whole(blog->sources_unlisted);
}

void fill(RowFiller& row, const LeftOutRecord& left_out) {
  row.whole(left_out.identical)
      .whole(left_out.documents_with_passages)
      .whole(left_out.places)
      .whole(left_out.repetitive_texts)
      .whole(left_out.candidates)
      .whole(left_out.reused);
}

}  // namespace

std::span<const ColumnField> answer_fields() {
  return kAnswerFields;
}

void add_row(const AnswerRecord& answer, RecordColumns& out) {
  RowFiller row(out);
  row.name(answer.id).list(answer.identical, add_known);
  fill_list(row, answer.similar, add_similar);
  fill_list(row, answer.passages, add_passage);
  fill_blog(row, answer.blog);
  fill_list(row, answer.reused, add_reused);
  fill_list(row, answer.asked_before, add_asked_before);
  fill(row, answer.left_out);
  row.flag(answer.incomplete);
}

}  // namespace cento
