#include "write/arrow/record_fields.hpp"

#include <array>
#include <cmath>

namespace cento {

namespace {

using enum ColumnType;

constexpr std::array kPassageFields{
    id_field("a_id"),
    ColumnField{"a_place", text, kMayBeNull},
    ColumnField{"a_part", text, kMayBeNull},
    ColumnField{"a_first_sentence", whole32},
    ColumnField{"a_end_sentence", whole32},
    ColumnField{"a_begin", whole32},
    ColumnField{"a_end", whole32},
    id_field("b_id"),
    ColumnField{"b_place", text, kMayBeNull},
    ColumnField{"b_part", text, kMayBeNull},
    ColumnField{"b_first_sentence", whole32},
    ColumnField{"b_end_sentence", whole32},
    ColumnField{"b_begin", whole32},
    ColumnField{"b_end", whole32},
    ColumnField{"matched", whole32},
    ColumnField{"similarity", real},
};

constexpr std::array kPairFields{
    id_field("a_id"),
    ColumnField{"a_place", text, kMayBeNull},
    id_field("b_id"),
    ColumnField{"b_place", text, kMayBeNull},
    ColumnField{"similarity", real},
    ColumnField{"contained_a", real},
    ColumnField{"contained_b", real},
};

constexpr std::array kClusterFields{
    id_field("id"),
    ColumnField{"place", text, kMayBeNull},
    ColumnField{"line", whole64},
    id_field("cluster"),
    ColumnField{"cluster_place", text, kMayBeNull},
    ColumnField{"cluster_line", whole64},
    ColumnField{"is_kept", flag},
    ColumnField{"similarity", real},
};

constexpr std::array kRemovalFields{
    id_field("id"),
    ColumnField{"place", text, kMayBeNull},
    ColumnField{"line", whole64},
    id_field("duplicate_of"),
    ColumnField{"kept_place", text, kMayBeNull},
    ColumnField{"kept_line", whole64},
    ColumnField{"similarity", real},
    ColumnField{"contained", real},
    ColumnField{"contained_by", real},
    ColumnField{"reason", text},
};

constexpr std::array kCutFields{
    id_field("id"),
    ColumnField{"place", text, kMayBeNull},
    ColumnField{"line", whole64},
    ColumnField{"part", text, kMayBeNull},
    ColumnField{"first_sentence", whole32},
    ColumnField{"end_sentence", whole32},
    ColumnField{"begin", whole32},
    ColumnField{"end", whole32},
    id_field("kept_id"),
    ColumnField{"kept_place", text, kMayBeNull},
    ColumnField{"kept_line", whole64},
    ColumnField{"kept_part", text, kMayBeNull},
    ColumnField{"kept_first_sentence", whole32},
    ColumnField{"kept_end_sentence", whole32},
    ColumnField{"kept_begin", whole32},
    ColumnField{"kept_end", whole32},
    ColumnField{"reason", text},
};

constexpr std::array kPartFields{
    ColumnField{"part", text},
    ColumnField{"similarity", real, kMayBeNull},
};

constexpr std::array kForumPairFields{
    id_field("a_id"),
    ColumnField{"a_place", text, kMayBeNull},
    id_field("b_id"),
    ColumnField{"b_place", text, kMayBeNull},
    ColumnField{"similarity", real},
    ColumnField{"parts", list, false, kPartFields},
};

constexpr std::array kRejectFields{
    ColumnField{"place", text},
    ColumnField{"reason", text},
    ColumnField{"bytes", bytes},
    ColumnField{"is_file", flag},
};

constexpr std::array kPlaceFields{
    id_field("id"),
    ColumnField{"place", text, kMayBeNull},
    ColumnField{"part", text, kMayBeNull},
    ColumnField{"first_sentence", whole32},
    ColumnField{"end_sentence", whole32},
    ColumnField{"begin", whole32},
    ColumnField{"end", whole32},
};

constexpr std::array kFamilyFields{
    ColumnField{"family", text},       ColumnField{"documents", whole64},
    ColumnField{"sentences", whole64}, ColumnField{"is_boilerplate", flag},
    ColumnField{"text", text},         ColumnField{"places", list, false, kPlaceFields},
};
constexpr std::size_t kPlacesColumn = kFamilyFields.size() - 1;

void fill(RowFiller& row, const NamedDocument& document) {
  row.name(document.id).name_or_null(document.place);
}

void fill(RowFiller& row, const PassageSide& where) {
  row.whole(where.sentences.begin).whole(where.sentences.end).whole(where.bytes.begin).whole(where.bytes.end);
}

void fill(RowFiller& row, const NamedStretch& stretch) {
  fill(row, stretch.document);
  row.name_or_null(stretch.part);
  fill(row, stretch.where);
}

void fill_with_line(RowFiller& row, const NamedStretch& stretch) {
  fill(row, stretch.document);
  row.whole(stretch.document.line).name_or_null(stretch.part);
  fill(row, stretch.where);
}

void fill_with_line(RowFiller& row, const NamedDocument& document) {
  fill(row, document);
  row.whole(document.line);
}

}  // namespace

std::span<const ColumnField> passage_fields() {
  return kPassageFields;
}

void add_row(const PassageRecord& record, RecordColumns& out) {
  RowFiller row(out);
  fill(row, record.a);
  fill(row, record.b);
  row.whole(record.matched).real(record.similarity);
}

std::span<const ColumnField> pair_fields() {
  return kPairFields;
}

void add_row(const PairRecord& record, RecordColumns& out) {
  RowFiller row(out);
  fill(row, record.a);
  fill(row, record.b);
  row.real(record.similarity).real(record.contained_a).real(record.contained_b);
}

std::span<const ColumnField> cluster_fields() {
  return kClusterFields;
}

void add_row(const ClusterRecord& record, RecordColumns& out) {
  RowFiller row(out);
  fill_with_line(row, record.document);
  fill_with_line(row, record.kept);
  row.flag(record.is_kept).real(record.similarity);
}

std::span<const ColumnField> removal_fields() {
  return kRemovalFields;
}

void add_row(const RemovalRecord& record, RecordColumns& out) {
  RowFiller row(out);
  fill_with_line(row, record.removed);
  fill_with_line(row, record.kept);
  row.real(record.similarity).real(record.contained).real(record.contained_by).text(record.reason);
}

std::span<const ColumnField> cut_fields() {
  return kCutFields;
}

void add_row(const CutRecord& record, RecordColumns& out) {
  RowFiller row(out);
  fill_with_line(row, record.cut);
  fill_with_line(row, record.kept);
  row.text(record.reason);
}

std::span<const ColumnField> forum_pair_fields() {
  return kForumPairFields;
}

void add_row(const ForumPairRecord& record, RecordColumns& out) {
  RowFiller row(out);
  fill(row, record.a);
  fill(row, record.b);
  row.real(record.similarity);
  RecordColumn& parts = out[kForumPairFields.size() - 1];
  for (const PartSimilarity& part : record.parts) {
    RowFiller item(parts.items());
    item.name(part.part);
    std::isnan(part.similarity) ? item.null() : item.real(part.similarity);
  }
  parts.end_list();
}

std::span<const ColumnField> reject_fields() {
  return kRejectFields;
}

void add_row(const RejectRecord& record, RecordColumns& out) {
  RowFiller(out).name(record.place).name(record.reason).text(record.bytes).flag(record.is_file);
}

std::span<const ColumnField> family_fields() {
  return kFamilyFields;
}

void add_row(const FamilyPiece& piece, RecordColumns& out) {
  RecordColumn& places = out[kPlacesColumn];
  for (const NamedStretch& place : piece.places) {
    RowFiller item(places.items());
    fill(item, place);
  }
  if (!piece.is_first && out.rows() > 0) {
    places.extend_list();
    return;
  }
  const FamilyRecord& family = piece.family;
  RowFiller(out)
      .text(family.name)
      .whole(family.documents)
      .whole(family.sentences)
      .flag(family.is_boilerplate)
      .text(family.text);
  places.end_list();
}

}  // namespace cento
