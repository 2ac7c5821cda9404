#include "write/clean/table_copy.hpp"

#include <atomic>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/parallel/executor.hpp"
#include "read/arrow/arrow_files.hpp"
#include "read/arrow/table_columns.hpp"

namespace cento {

namespace {

constexpr std::size_t kGroupsForEachThread = 4;

/// Rows that were prepared for a copy, and what is cut out of them.
class PreparedRows {
 public:
  explicit PreparedRows(std::unique_ptr<GroupCuts> cuts) : cuts_(std::move(cuts)) {}
  ~PreparedRows() {
    if (group_ != nullptr) arrow_files().drop_group(group_);
  }
  PreparedRows(PreparedRows&& other) noexcept
      : cuts_(std::move(other.cuts_)), group_(std::exchange(other.group_, nullptr)) {}
  PreparedRows& operator=(PreparedRows&&) = delete;

  [[nodiscard]] std::span<const CentoArrowColumnCuts> cuts() const { return cuts_->columns(); }
  [[nodiscard]] CentoArrowGroup** place() { return &group_; }
  [[nodiscard]] CentoArrowGroup* get() const { return group_; }

 private:
  std::unique_ptr<GroupCuts> cuts_;  // the group refers to them
  CentoArrowGroup* group_ = nullptr;
};

FileCuts cuts_of(const TableCuts& cuts, const TableFile& table, const ReadOptions& reading, std::string_view name) {
  if (!cuts.has(name)) return {};
  OwnedArrowSchema schema;
  table.schema(schema.value);
  return cuts.of(name, choose_table_columns(schema.value, reading, name));
}

}  // namespace

TableCopy::~TableCopy() {
  if (copy_ != nullptr) arrow_files().end_copy(copy_);
}

void TableCopy::begin(std::unique_ptr<TableFile> file) {
  first_ = std::move(file);
  output_.call(arrow_files().begin_copy, first_->handle(), &PluginOutput::write, output_.handle(), &copy_);
}

void TableCopy::add(std::unique_ptr<TableFile> file, std::string_view name, std::span<const std::uint8_t> keeps,
                    const FileCuts& cuts) {
  try {
    if (copy_ == nullptr) {
      begin(std::move(file));
      return copy_groups(*first_, keeps, cuts);
    }
    if (arrow_files().can_continue(copy_, file->handle()) == 0) {
      throw UsageError("its columns are not those of the first file; name a folder to write to, with a / at its end");
    }
    copy_groups(*file, keeps, cuts);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", name, error.what()));
  } catch (const Error& error) {
    if (output_.not_written() != nullptr) throw;
    throw Error(fmt::format("{}: {}", name, error.what()));
  }
}

void TableCopy::copy_groups(const TableFile& file, std::span<const std::uint8_t> keeps, const FileCuts& cuts) {
  std::vector<std::int64_t> begins = {0};
  for (std::int64_t group = 0; group < file.groups(); ++group) begins.push_back(begins.back() + file.group_rows(group));
  // Many groups are copied one by each thread, few by all threads together.
  const bool has_many = begins.size() > kGroupsForEachThread * threads_;
  const std::size_t threads_of_group = has_many ? 1 : threads_;
  std::atomic<std::size_t> next = 0;
  TurnTaking turns;
  run_on_threads(has_many ? threads_ : 1, [&](std::size_t) {
    for (std::size_t i = next++; i + 1 < begins.size(); i = next++) {
      turns.run(
          i,
          [&] {
            PreparedRows rows(std::make_unique<GroupCuts>(cuts, begins[i], begins[i + 1]));
            const CentoArrowChoice choice{keeps.data() + begins[i], begins[i + 1] - begins[i], rows.cuts().data(),
                                          static_cast<std::int64_t>(rows.cuts().size())};
            output_.call(arrow_files().prepare_group, copy_, file.handle(), static_cast<std::int64_t>(i), choice,
                         threads_of_group, rows.place());
            return rows;
          },
          [&](const PreparedRows& rows) { output_.call(arrow_files().append_group, copy_, rows.get()); });
    }
  });
}

void TableCopy::finish() {
  if (copy_ != nullptr) output_.call(arrow_files().finish_copy, copy_);
}

bool is_table(const Format& format) {
  return format.name == "parquet" || format.name == "arrow";
}

void copy_table(Input& in, const ReadOptions& reading, RecordLog& log, const LoggedFile& logged,
                const RecordChoice& choice, const TableCuts& cuts, TableCopy& copy) {
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
  const FileCuts cuts_of_file = cuts_of(cuts, *table, reading, logged.name);
  copy.add(std::move(table), logged.name, keeps, cuts_of_file);
}

}  // namespace cento
