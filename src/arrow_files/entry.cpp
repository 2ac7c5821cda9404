// The functions that Cento calls, see read/arrow/arrow_files_interface.hpp.

#include <algorithm>
#include <memory>
#include <utility>

#include <arrow/c/bridge.h>
#include <arrow/util/config.h>

#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"
#include "arrow_files/table_copy.hpp"
#include "arrow_files/table_file.hpp"

/// Batches of a group and how far they were given out.
struct CentoArrowRows {
  std::shared_ptr<arrow::RecordBatchReader> batches;
  std::shared_ptr<arrow::RecordBatch> batch;  // the current one; null: the next is to be read
  std::int64_t given = 0;                     // of its rows

  /// Null at the end.
  std::shared_ptr<arrow::RecordBatch> next(std::int64_t rows_most) {
    while (batch == nullptr || given == batch->num_rows()) {
      cento::arrow_files::check(batches->ReadNext(&batch));
      given = 0;
      if (batch == nullptr) return nullptr;
    }
    const std::int64_t taken = std::min(rows_most, batch->num_rows() - given);
    const std::shared_ptr<arrow::RecordBatch> rows = taken == batch->num_rows() ? batch : batch->Slice(given, taken);
    given += taken;
    return rows;
  }
};

namespace cento::arrow_files {

namespace {

int open(int descriptor, CentoArrowFile** file, CentoArrowProblem* problem) {
  return guarded(problem, [&] {
    const std::shared_ptr<arrow::io::ReadableFile> bytes =
        checked(arrow::io::ReadableFile::Open(descriptor, reused_memory()));
    *file = open_table_file(bytes).release();
  });
}

void close(CentoArrowFile* file) {
  delete file;
}

std::int64_t groups(const CentoArrowFile* file) {
  return file->groups();
}

std::int64_t group_rows(const CentoArrowFile* file, std::int64_t group) {
  return file->group_rows(group);
}

std::int64_t group_bytes(const CentoArrowFile* file, std::int64_t group, CentoArrowPaths columns) {
  return file->group_bytes(group, paths_of(columns));
}

int schema(CentoArrowFile* file, ArrowSchema* schema, CentoArrowProblem* problem) {
  return guarded(problem, [&] { check(arrow::ExportSchema(*file->schema(), schema)); });
}

int schema_of(CentoArrowFile* file, CentoArrowPaths columns, ArrowSchema* schema, CentoArrowProblem* problem) {
  return guarded(problem, [&] { check(arrow::ExportSchema(*file->schema_of(paths_of(columns)), schema)); });
}

int read(CentoArrowFile* file, std::int64_t group, CentoArrowPaths columns, std::int64_t batch_rows,
         CentoArrowRows** rows, CentoArrowProblem* problem) {
  return guarded(problem, [&] {
    *rows = new CentoArrowRows{file->read(group, paths_of(columns), batch_rows), nullptr, 0};
  });
}

int next(CentoArrowRows* rows, std::int64_t rows_most, ArrowArray* batch, CentoArrowProblem* problem) {
  return guarded(problem, [&] {
    const std::shared_ptr<arrow::RecordBatch> found = rows->next(rows_most);
    batch->release = nullptr;
    if (found != nullptr) check(arrow::ExportRecordBatch(*found, batch));
  });
}

void end_rows(CentoArrowRows* rows) {
  delete rows;
}

int begin(CentoArrowFile* file, int (*write)(CentoArrowOutput*, const char*, std::int64_t), CentoArrowOutput* output,
          CentoArrowCopy** copy, CentoArrowProblem* problem) {
  return guarded(problem, [&] { *copy = begin_copy(*file, called_output(write, output)).release(); });
}

int can_continue(const CentoArrowCopy* copy, const CentoArrowFile* file) {
  return copy->can_continue(*file) ? 1 : 0;
}

int prepare_group(CentoArrowCopy* copy, CentoArrowFile* file, std::int64_t group, CentoArrowChoice choice,
                  CentoArrowGroup** prepared, CentoArrowProblem* problem) {
  return guarded(problem, [&] { *prepared = copy->prepare(*file, group, choice).release(); });
}

int append_group(CentoArrowCopy* copy, CentoArrowGroup* prepared, CentoArrowProblem* problem) {
  return guarded(problem, [&] { copy->append(*prepared); });
}

void drop_group(CentoArrowGroup* prepared) {
  delete prepared;
}

int finish_copy(CentoArrowCopy* copy, CentoArrowProblem* problem) {
  return guarded(problem, [&] { copy->finish(); });
}

void end_copy(CentoArrowCopy* copy) {
  delete copy;
}

}  // namespace

}  // namespace cento::arrow_files

extern "C" __attribute__((visibility("default"))) const CentoArrowFiles* cento_arrow_files();

const CentoArrowFiles* cento_arrow_files() {
  namespace own = cento::arrow_files;
  static const CentoArrowFiles functions = [] {
    CentoArrowFiles table{};
    table.version = cento::kArrowFilesVersion;
    table.library = "Arrow C++ " ARROW_VERSION_STRING;
    table.keep_memory = own::keep_memory;
    table.open = own::open;
    table.close = own::close;
    table.groups = own::groups;
    table.group_rows = own::group_rows;
    table.group_bytes = own::group_bytes;
    table.schema = own::schema;
    table.schema_of = own::schema_of;
    table.read = own::read;
    table.next = own::next;
    table.end_rows = own::end_rows;
    table.begin_copy = own::begin;
    table.can_continue = own::can_continue;
    table.prepare_group = own::prepare_group;
    table.append_group = own::append_group;
    table.drop_group = own::drop_group;
    table.finish_copy = own::finish_copy;
    table.end_copy = own::end_copy;
    return table;
  }();
  return &functions;
}
