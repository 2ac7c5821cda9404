#include "arrow_files/column_copy.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include <parquet/schema.h>
#include <parquet/types.h>

namespace cento::arrow_files {

namespace {

constexpr std::size_t kLevelsAtOnce = 1024;

/// Some values of a column with their levels, as Parquet stores nested and missing values: a repetition level of 0
/// begins a row, and a value follows where the definition level is the highest.
template <typename Type>
struct Levels {
  std::array<std::int16_t, kLevelsAtOnce> definitions;
  std::array<std::int16_t, kLevelsAtOnce> repetitions;
  std::array<typename Type::c_type, kLevelsAtOnce> values;
};

template <typename Type>
class ColumnFilter {
 public:
  ColumnFilter(const parquet::ColumnDescriptor& column, const CentoArrowChoice& choice, Cuts cuts)
      : highest_(column.max_definition_level()),
        repeats_(column.max_repetition_level() > 0),
        choice_(choice),
        cuts_(cuts) {
    if (!cuts.empty() && (repeats_ || column.physical_type() != parquet::Type::BYTE_ARRAY)) {
      throw std::runtime_error("texts of a column cannot be cut");
    }
  }

  /// Leaves the levels and values of chosen rows, and returns how many levels there are. Values without their cuts are
  /// valid until the next call.
  std::int64_t filter(Levels<Type>& levels, std::int64_t count) {
    cut_values_.clear();
    std::size_t levels_kept = 0;
    std::size_t values_kept = 0;
    std::size_t value = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      if (!repeats_ || levels.repetitions[i] == 0) begin_row();
      const bool has_value = highest_ == 0 || levels.definitions[i] == highest_;
      if (keeps_row_) {
        levels.definitions[levels_kept] = levels.definitions[i];
        levels.repetitions[levels_kept++] = levels.repetitions[i];
        if (has_value) levels.values[values_kept++] = without_cuts_of_row(levels.values[value]);
      }
      value += has_value ? 1 : 0;
    }
    return static_cast<std::int64_t>(levels_kept);
  }

  /// Rows that have begun.
  [[nodiscard]] std::int64_t seen() const { return row_ + 1; }

 private:
  void begin_row() {
    if (++row_ >= choice_.rows) throw std::runtime_error("a column has more rows than its group");
    keeps_row_ = choice_.keeps[row_] != 0;
  }

  [[nodiscard]] typename Type::c_type without_cuts_of_row(const typename Type::c_type& value) {
    if constexpr (std::is_same_v<Type, parquet::ByteArrayType>) {
      const Cuts cuts = cuts_.of(row_);
      if (!cuts.empty()) return parquet::ByteArray(cut_values_.add(std::string_view(value), cuts));
    }
    return value;
  }

  std::int16_t highest_;
  bool repeats_;
  const CentoArrowChoice& choice_;
  CutCursor cuts_;
  CutValues cut_values_;
  std::int64_t row_ = -1;
  bool keeps_row_ = false;
};

template <typename Type>
void copy_typed(parquet::ColumnReader& any_in, parquet::ColumnWriter& any_out,
                const parquet::ColumnChunkMetaData& chunk, const CentoArrowChoice& choice, Cuts cuts) {
  auto& in = static_cast<parquet::TypedColumnReader<Type>&>(any_in);
  auto& out = static_cast<parquet::TypedColumnWriter<Type>&>(any_out);
  const parquet::ColumnDescriptor& column = *in.descr();
  const bool has_definitions = column.max_definition_level() > 0;
  const bool has_repetitions = column.max_repetition_level() > 0;
  const auto levels = std::make_unique<Levels<Type>>();
  ColumnFilter<Type> rows(column, choice, cuts);
  std::int64_t left = chunk.num_values();
  std::int64_t empty_pages_most = chunk.total_compressed_size();
  // Strings refer to the current page, so they are written before the next is read.
  while (left > 0) {
    // Writers may put a page without values between others: there, too, the reader says that nothing is next.
    if (!in.HasNext()) {
      if (--empty_pages_most < 0) throw std::runtime_error("a column ends early");
      continue;
    }
    std::int64_t values = 0;
    const std::int64_t count = in.ReadBatch(kLevelsAtOnce, levels->definitions.data(), levels->repetitions.data(),
                                            levels->values.data(), &values);
    if (count == 0) throw std::runtime_error("a column ends early");
    left -= count;
    const std::int64_t kept = rows.filter(*levels, count);
    if (kept == 0) continue;
    out.WriteBatch(kept, has_definitions ? levels->definitions.data() : nullptr,
                   has_repetitions ? levels->repetitions.data() : nullptr, levels->values.data());
  }
  if (rows.seen() != choice.rows) throw std::runtime_error("a column has fewer rows than its group");
}

}  // namespace

void copy_column(parquet::ColumnReader& in, parquet::ColumnWriter& out, const parquet::ColumnChunkMetaData& chunk,
                 const CentoArrowChoice& choice, Cuts cuts) {
  switch (in.type()) {
    case parquet::Type::BOOLEAN: return copy_typed<parquet::BooleanType>(in, out, chunk, choice, cuts);
    case parquet::Type::INT32: return copy_typed<parquet::Int32Type>(in, out, chunk, choice, cuts);
    case parquet::Type::INT64: return copy_typed<parquet::Int64Type>(in, out, chunk, choice, cuts);
    case parquet::Type::INT96: return copy_typed<parquet::Int96Type>(in, out, chunk, choice, cuts);
    case parquet::Type::FLOAT: return copy_typed<parquet::FloatType>(in, out, chunk, choice, cuts);
    case parquet::Type::DOUBLE: return copy_typed<parquet::DoubleType>(in, out, chunk, choice, cuts);
    case parquet::Type::BYTE_ARRAY: return copy_typed<parquet::ByteArrayType>(in, out, chunk, choice, cuts);
    case parquet::Type::FIXED_LEN_BYTE_ARRAY: return copy_typed<parquet::FLBAType>(in, out, chunk, choice, cuts);
    default: throw std::runtime_error("a column has a type that is not known");
  }
}

}  // namespace cento::arrow_files
