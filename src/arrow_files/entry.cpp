// The functions that Cento calls, see read/arrow/arrow_files_interface.hpp.

#include <algorithm>
#include <memory>
#include <utility>

#include <arrow/c/bridge.h>
#include <arrow/util/config.h>

#include "arrow_files/problem.hpp"
#include "arrow_files/record_writer.hpp"
#include "arrow_files/reused_memory.hpp"
#include "arrow_files/table_copy.hpp"
#include "arrow_files/table_file.hpp"

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
  std::int64_t bytes = 0;
  CentoArrowProblem problem;
  return guarded(&problem, [&] { bytes = file->group_bytes(group, paths_of(columns)); }) == 0 ? bytes : -1;
}

int schema(CentoArrowFile* file, ArrowSchema* schema, CentoArrowProblem* problem) {
  return guarded(problem, [&] { check(arrow::ExportSchema(*file->schema(), schema)); });
}

int schema_of(CentoArrowFile* file, CentoArrowPaths columns, ArrowSchema* schema, CentoArrowProblem* problem) {
  return guarded(problem, [&] { check(arrow::ExportSchema(*file->schema_of(paths_of(columns)), schema)); });
}

int read(CentoArrowFile* file, std::int64_t group, CentoArrowPaths columns, std::int64_t batch_rows,
         CentoArrowRows** rows, CentoArrowProblem* problem) {
  return guarded(problem, [&] { *rows = file->read(group, paths_of(columns), batch_rows).release(); });
}

int next(CentoArrowRows* rows, std::int64_t rows_most, CentoArrowPiece** piece, std::int64_t* piece_rows,
         CentoArrowProblem* problem) {
  return guarded(problem, [&] {
    *piece = rows->next(rows_most).release();
    *piece_rows = *piece == nullptr ? 0 : (*piece)->rows();
  });
}

int unpack(CentoArrowPiece* piece, ArrowArray* batch, CentoArrowProblem* problem) {
  return guarded(problem, [&] { check(arrow::ExportRecordBatch(*piece->unpack(), batch)); });
}

void drop_piece(CentoArrowPiece* piece) {
  delete piece;
}

void end_rows(CentoArrowRows* rows) {
  delete rows;
}

int begin(CentoArrowFile* file, int (*write)(CentoArrowOutput*, const char*, std::int64_t), CentoArrowOutput* output,
          CentoArrowCopy** copy, CentoArrowProblem* problem) {
  return guarded(problem, [&] { *copy = begin_copy(*file, called_output(write, output)).release(); });
}

int can_continue(const CentoArrowCopy* copy, const CentoArrowFile* file) {
  bool can = false;
  CentoArrowProblem problem;
  return guarded(&problem, [&] { can = copy->can_continue(*file); }) == 0 && can ? 1 : 0;
}

int prepare_group(CentoArrowCopy* copy, CentoArrowFile* file, std::int64_t group, CentoArrowChoice choice,
                  std::size_t threads, CentoArrowGroup** prepared, CentoArrowProblem* problem) {
  return guarded(problem, [&] { *prepared = copy->prepare(*file, group, choice, threads).release(); });
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

int begin_rows(CentoArrowKind kind, ArrowSchema* schema, int (*write)(CentoArrowOutput*, const char*, std::int64_t),
               CentoArrowOutput* output, CentoArrowWriter** writer, CentoArrowProblem* problem) {
  return guarded(problem, [&] {
    const std::shared_ptr<arrow::Schema> imported = checked(arrow::ImportSchema(schema));
    *writer = begin_writer(kind, imported, called_output(write, output)).release();
  });
}

int add_rows(CentoArrowWriter* writer, ArrowArray* rows, CentoArrowProblem* problem) {
  return guarded(problem, [&] { writer->open.push_back(checked(arrow::ImportRecordBatch(rows, writer->schema()))); });
}

int end_group(CentoArrowWriter* writer, CentoArrowProblem* problem) {
  return guarded(problem, [&] {
    const auto rows = std::exchange(writer->open, {});
    if (!rows.empty()) writer->write(rows);
  });
}

int finish_rows(CentoArrowWriter* writer, CentoArrowProblem* problem) {
  return guarded(problem, [&] { writer->finish(); });
}

void end_writer(CentoArrowWriter* writer) {
  delete writer;
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
    table.unpack = own::unpack;
    table.drop_piece = own::drop_piece;
    table.end_rows = own::end_rows;
    table.begin_copy = own::begin;
    table.can_continue = own::can_continue;
    table.prepare_group = own::prepare_group;
    table.append_group = own::append_group;
    table.drop_group = own::drop_group;
    table.finish_copy = own::finish_copy;
    table.end_copy = own::end_copy;
    table.begin_rows = own::begin_rows;
    table.add_rows = own::add_rows;
    table.end_group = own::end_group;
    table.finish_rows = own::finish_rows;
    table.end_writer = own::end_writer;
    return table;
  }();
  return &functions;
}
