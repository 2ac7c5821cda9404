#include "write/clean/table_copy.hpp"

#include <atomic>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/parallel/executor.hpp"
#include "read/arrow/arrow_files.hpp"

namespace cento {

namespace {

/// Rows that were prepared for a copy.
class PreparedRows {
 public:
  PreparedRows() = default;
  ~PreparedRows() {
    if (group_ != nullptr) arrow_files().drop_group(group_);
  }
  PreparedRows(PreparedRows&& other) noexcept : group_(std::exchange(other.group_, nullptr)) {}
  PreparedRows& operator=(PreparedRows&&) = delete;

  [[nodiscard]] CentoArrowGroup** place() { return &group_; }
  [[nodiscard]] CentoArrowGroup* get() const { return group_; }

 private:
  CentoArrowGroup* group_ = nullptr;
};

}  // namespace

TableCopy::~TableCopy() {
  if (copy_ != nullptr) arrow_files().end_copy(copy_);
}

/// Nothing may be thrown through the plug-in.
int TableCopy::write(CentoArrowOutput* output, const char* bytes, std::int64_t size) {
  auto& copy = *reinterpret_cast<TableCopy*>(output);
  try {
    copy.target_.write({bytes, static_cast<std::size_t>(size)});
    return 0;
  } catch (...) {
    const std::lock_guard lock(copy.mutex_);
    copy.not_written_ = std::current_exception();
    return 1;
  }
}

template <typename Function, typename... Arguments>
void TableCopy::call(Function function, Arguments... arguments) {
  CentoArrowProblem problem{};
  if (function(arguments..., &problem) == 0) return;
  if (const std::exception_ptr error = not_written(); error != nullptr) std::rethrow_exception(error);
  throw Error(problem.text);
}

void TableCopy::begin(std::unique_ptr<TableFile> file) {
  first_ = std::move(file);
  call(arrow_files().begin_copy, first_->handle(), &TableCopy::write, reinterpret_cast<CentoArrowOutput*>(this),
       &copy_);
}

void TableCopy::add(std::unique_ptr<TableFile> file, std::string_view name, std::span<const std::uint8_t> keeps) {
  try {
    if (copy_ == nullptr) {
      begin(std::move(file));
      return copy_groups(*first_, keeps);
    }
    if (arrow_files().can_continue(copy_, file->handle()) == 0) {
      throw UsageError("its columns are not those of the first file; name a folder to write to, with a / at its end");
    }
    copy_groups(*file, keeps);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", name, error.what()));
  } catch (const Error& error) {
    if (not_written() != nullptr) throw;
    throw Error(fmt::format("{}: {}", name, error.what()));
  }
}

void TableCopy::copy_groups(const TableFile& file, std::span<const std::uint8_t> keeps) {
  std::vector<std::int64_t> begins = {0};
  for (std::int64_t group = 0; group < file.groups(); ++group) begins.push_back(begins.back() + file.group_rows(group));
  std::atomic<std::size_t> next = 0;
  TurnTaking turns;
  run_on_threads(threads_, [&](std::size_t) {
    for (std::size_t i = next++; i + 1 < begins.size(); i = next++) {
      turns.run(
          i,
          [&] {
            PreparedRows rows;
            const CentoArrowChoice choice{keeps.data() + begins[i], begins[i + 1] - begins[i]};
            call(arrow_files().prepare_group, copy_, file.handle(), static_cast<std::int64_t>(i), choice, rows.place());
            return rows;
          },
          [&](const PreparedRows& rows) { call(arrow_files().append_group, copy_, rows.get()); });
    }
  });
}

void TableCopy::finish() {
  if (copy_ != nullptr) call(arrow_files().finish_copy, copy_);
}

bool is_table(const Format& format) {
  return format.name == "parquet" || format.name == "arrow";
}

void copy_table(Input& in, const ReadOptions& reading, RecordLog& log, const LoggedFile& logged,
                const RecordChoice& choice, TableCopy& copy) {
  if (logged.log_begin == logged.log_end) return;
  auto table = std::make_unique<TableFile>(in, reading);
  std::vector<std::uint8_t> keeps(static_cast<std::size_t>(table->rows()), 0);
  RecordCursor cursor(log, logged);
  for (LoggedRecord record; cursor.next(record);) {
    if (record.bytes.begin >= keeps.size()) {
      throw Error(fmt::format("{} has fewer rows than before; start again when no program writes to it", logged.name));
    }
    keeps[record.bytes.begin] = choice.leaves_out(record, cursor.document()) ? 0 : 1;
  }
  copy.add(std::move(table), logged.name, keeps);
}

}  // namespace cento
