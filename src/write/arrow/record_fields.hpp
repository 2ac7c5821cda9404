#pragma once

#include <span>

#include "cento/options.hpp"
#include "cento/records.hpp"
#include "write/arrow/record_columns.hpp"

/// The columns of each kind of record, and the row that a record is.
namespace cento {

[[nodiscard]] std::span<const ColumnField> passage_fields();
void add_row(const PassageRecord& record, RecordColumns& out);

[[nodiscard]] std::span<const ColumnField> pair_fields();
void add_row(const PairRecord& record, RecordColumns& out);

[[nodiscard]] std::span<const ColumnField> cluster_fields();
void add_row(const ClusterRecord& record, RecordColumns& out);

[[nodiscard]] std::span<const ColumnField> removal_fields();
void add_row(const RemovalRecord& record, RecordColumns& out);

[[nodiscard]] std::span<const ColumnField> cut_fields();
void add_row(const CutRecord& record, RecordColumns& out);

[[nodiscard]] std::span<const ColumnField> forum_pair_fields();
void add_row(const ForumPairRecord& record, RecordColumns& out);

[[nodiscard]] std::span<const ColumnField> reject_fields();
void add_row(const RejectRecord& record, RecordColumns& out);

[[nodiscard]] std::span<const ColumnField> family_fields();
/// Pieces of a family become one row: those after the first extend the last.
void add_row(const FamilyPiece& piece, RecordColumns& out);

}  // namespace cento
