#pragma once

#include <string>

#include "write/arrow/answer_fields.hpp"
#include "write/arrow/record_fields.hpp"
#include "write/arrow/report_fields.hpp"
#include "write/records/answer_records.hpp"
#include "write/records/forum_records.hpp"
#include "write/records/pair_records.hpp"
#include "write/records/passage_records.hpp"
#include "write/records/repeat_records.hpp"
#include "write/records/report_records.hpp"

/// For every kind of record its line of JSON, append_line(), and its row of a table, add_row(), under one name.
namespace cento {

inline void append_line(std::string& out, const PairRecord& record) {
  append_pair_line(out, record);
}
inline void append_line(std::string& out, const ForumPairRecord& record) {
  append_forum_pair_line(out, record);
}
inline void append_line(std::string& out, const ClusterRecord& record) {
  append_cluster_line(out, record);
}
inline void append_line(std::string& out, const RemovalRecord& record) {
  append_removal_line(out, record);
}
inline void append_line(std::string& out, const CutRecord& record) {
  append_cut_line(out, record);
}
inline void append_line(std::string& out, const PassageRecord& record) {
  append_passage_line(out, record);
}
inline void append_line(std::string& out, const FamilyPiece& piece) {
  append_family_piece(out, piece);
}
inline void append_line(std::string& out, const ReportRecord& record) {
  append_report_line(out, record);
}
inline void append_line(std::string& out, const RepeatRecord& record) {
  append_repeat_line(out, record);
}
inline void append_line(std::string& out, const AnswerRecord& record) {
  append_answer_line(out, record);
}

}  // namespace cento
