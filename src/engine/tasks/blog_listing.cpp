#include "engine/tasks/blog_listing.hpp"

#include <array>
#include <memory>

#include "engine/api/record_table_builder.hpp"
#include "methods/blog/tasks/blog_steps.hpp"

namespace cento {

namespace {

using enum ColumnType;

constexpr std::array kListedMatchFields{
    ColumnField{"part", whole32},        ColumnField{"sentence", whole32},   ColumnField{"begin", whole32},
    ColumnField{"end", whole32},         ColumnField{"there_part", whole32}, ColumnField{"there_sentence", whole32},
    ColumnField{"there_begin", whole32}, ColumnField{"there_end", whole32},
};

constexpr std::array kListedSourceFields{
    ColumnField{"source", whole64},
    ColumnField{"collisions", whole64},
    ColumnField{"matches", list, false, kListedMatchFields},
};

constexpr std::array kListedReportFields{
    ColumnField{"document", whole64},
    ColumnField{"sentences", whole64},
    ColumnField{"known", whole64},
    ColumnField{"sources", list, false, kListedSourceFields},
    ColumnField{"sources_unlisted", whole64},
};

RowFiller& fill(RowFiller& row, const BlogSentence& one) {
  return row.whole(one.part).whole(one.number).whole(one.bytes.begin).whole(one.bytes.end);
}

void add_match(RecordColumns& out, const BlogMatch& match) {
  RowFiller row(out);
  fill(fill(row, match.own), match.other);
}

void add_source(RecordColumns& out, const BlogSource& source) {
  RowFiller(out).whole(source.document).whole(source.collisions).list(source.matches, add_match);
}

}  // namespace

RecordTable list_blog_reports(const BlogTask& task, const TaskInputs& inputs) {
  const auto reports = std::make_shared<RecordTableBuilder>(kListedReportFields);
  report_part(task, inputs, [&](const BlogReport& report) {
    RowFiller(reports->open())
        .whole(report.document)
        .whole(report.sentences)
        .whole(report.known)
        .list(report.sources, add_source)
        .whole(report.sources_unlisted);
    reports->added();
  });
  return RecordTable(reports);
}

}  // namespace cento
