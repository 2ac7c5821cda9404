#include "arrow_files/batch_cuts.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <stdexcept>

#include <arrow/array/concatenate.h>
#include <arrow/buffer.h>
#include <arrow/type.h>

#include "arrow_files/problem.hpp"
#include "arrow_files/reused_memory.hpp"
#include "arrow_files/string_arrays.hpp"

namespace cento::arrow_files {

namespace {

/// Makes a new column of the stored one, in which row 0 of the batch has the number `first`.
using ChangeColumn = std::function<ColumnData(const ColumnData& column, std::int64_t first)>;

/// Changes the column at the end of a path. The offset of a struct counts rows of its fields, too.
ColumnData changed(const ColumnData& data, std::span<const std::int64_t> path, std::int64_t first,
                   const ChangeColumn& change) {
  if (path.empty()) return change(data, first);
  ColumnData copy = data->Copy();
  ColumnData& child = copy->child_data.at(static_cast<std::size_t>(path.front()));
  child = changed(child, path.subspan(1), first + data->offset, change);
  return copy;
}

std::shared_ptr<arrow::RecordBatch> with_changed(const arrow::RecordBatch& batch, const CentoArrowFile::Path& path,
                                                 const ChangeColumn& change) {
  std::vector<ColumnData> columns = batch.column_data();
  ColumnData& column = columns.at(static_cast<std::size_t>(path.at(0)));
  column = changed(column, std::span(path).subspan(1), 0, change);
  return arrow::RecordBatch::Make(batch.schema(), batch.num_rows(), std::move(columns));
}

std::string_view string_of(const arrow::Array& array, std::int64_t at) {
  return with_strings(*array.type(), [&]<typename Strings, typename Builder>() {
    return std::string_view(static_cast<const Strings&>(array).GetView(at));
  });
}

/// `before`: how many rows of the group come before the first of the column.
ColumnData cut_strings(const ColumnData& column, std::int64_t before, Cuts cuts) {
  const std::shared_ptr<arrow::Array> array = stored_array(column);
  const auto cut = with_strings(*array->type(), [&]<typename Strings, typename Builder>() {
    const auto& strings = static_cast<const Strings&>(*array);
    Builder builder(reused_memory());
    check(builder.Reserve(strings.length()));
    CutCursor cursor(cuts);
    for (std::int64_t i = 0; i < strings.length(); ++i) {
      const Cuts of_row = cursor.of(before + i);
      if (strings.IsNull(i)) {
        check(builder.AppendNull());
      } else if (of_row.empty()) {
        check(builder.Append(strings.GetView(i)));
      } else {
        check(builder.Append(without_cuts(strings.GetView(i), of_row)));
      }
    }
    return checked(builder.Finish());
  });
  ColumnData data = cut->data()->Copy();
  data->type = column->type;
  return data;
}

/// The rows of a dictionary column that have cuts. `begin`: the row of the group that row 0 of the batch is.
NewTexts new_texts_of(const arrow::DictionaryArray& column, std::int64_t first, std::int64_t begin, Cuts cuts,
                      const std::uint8_t* keeps) {
  NewTexts found;
  const std::shared_ptr<arrow::Array> dictionary = stored_array(column.dictionary()->data());
  std::int64_t copied = 0;  // rows of the batch before the current one
  std::int64_t counted = begin;
  while (!cuts.empty()) {
    const std::int64_t row = cuts.front().row;
    const Cuts of_row = CutCursor(cuts).of(row);
    for (; counted < row; ++counted) copied += keeps[counted] != 0 ? 1 : 0;
    const std::string_view text = string_of(*dictionary, column.GetValueIndex(first + row - begin));
    found.texts.emplace_back(copied, without_cuts(text, of_row));
    cuts = cuts.subspan(of_row.size());
  }
  return found;
}

/// The largest index of a dictionary that this type can hold.
std::int64_t largest_index(const arrow::DataType& type) {
  const int bits = static_cast<const arrow::FixedWidthType&>(type).bit_width();
  const int value_bits = std::min(arrow::is_signed_integer(type.id()) ? bits - 1 : bits, 63);
  return value_bits == 63 ? std::numeric_limits<std::int64_t>::max() : (std::int64_t{1} << value_bits) - 1;
}

const arrow::DictionaryType& dictionary_type(const ColumnData& column) {
  return static_cast<const arrow::DictionaryType&>(*column->type);
}

/// A copy of the indices with others in some rows. Numbers are stored with their lowest byte first.
std::shared_ptr<arrow::Buffer> with_indices(const ColumnData& column, std::int64_t first, const NewTexts& texts,
                                            const std::map<std::string, std::int64_t, std::less<>>& places) {
  const auto width = static_cast<std::int64_t>(dictionary_type(column).index_type()->byte_width());
  std::shared_ptr<arrow::Buffer> indices =
      checked(column->buffers.at(1)->CopySlice(0, column->buffers.at(1)->size(), reused_memory()));
  for (const auto& [row, text] : texts.texts) {
    const std::int64_t index = places.find(text)->second;
    std::memcpy(indices->mutable_data() + (column->offset + first + row) * width, &index,
                static_cast<std::size_t>(width));
  }
  return indices;
}

}  // namespace

std::shared_ptr<arrow::RecordBatch> cut_batch(const std::shared_ptr<arrow::RecordBatch>& batch, std::int64_t first,
                                              const CentoArrowChoice& choice, std::vector<NewTexts>& new_texts) {
  std::shared_ptr<arrow::RecordBatch> cut = batch;
  for (const CentoArrowColumnCuts& column : cut_columns_of(choice)) {
    const Cuts cuts = cuts_in(cuts_of(column), first, first + batch->num_rows());
    if (cuts.empty()) continue;
    cut = with_changed(*cut, path_of(column), [&](const ColumnData& data, std::int64_t at) {
      if (data->type->id() != arrow::Type::DICTIONARY) return cut_strings(data, first - at, cuts);
      new_texts.push_back(new_texts_of(arrow::DictionaryArray(data), at, first, cuts, choice.keeps));
      new_texts.back().column = path_of(column);
      return data;
    });
  }
  return cut;
}

std::shared_ptr<arrow::RecordBatch> GrowingDictionaries::add(std::shared_ptr<arrow::RecordBatch> batch,
                                                             const std::vector<NewTexts>& new_texts) {
  for (const NewTexts& texts : new_texts) dictionaries_.try_emplace(texts.column);
  for (auto& [path, dictionary] : dictionaries_) {
    const auto texts = std::find_if(new_texts.begin(), new_texts.end(),
                                    [&column = path](const NewTexts& one) { return one.column == column; });
    batch = with_changed(*batch, path, [&, &grown = dictionary](const ColumnData& column, std::int64_t first) {
      ColumnData copy = column->Copy();
      begin(grown, column->dictionary);
      if (texts != new_texts.end()) {
        grow(grown, *texts, largest_index(*dictionary_type(column).index_type()));
        copy->buffers.at(1) = with_indices(column, first, *texts, grown.places);
      }
      copy->dictionary = grown.grown->data();
      return copy;
    });
  }
  return batch;
}

/// Streams may have another dictionary for later batches.
void GrowingDictionaries::begin(Dictionary& dictionary, const ColumnData& stored) {
  const std::shared_ptr<arrow::Array> array = arrow::MakeArray(stored);
  if (dictionary.stored != nullptr && dictionary.stored->Equals(array)) return;
  dictionary = {array, array, {}};
}

void GrowingDictionaries::grow(Dictionary& dictionary, const NewTexts& texts, std::int64_t places_most) {
  const std::shared_ptr<arrow::DataType> type = dictionary.grown->type();
  const auto added = with_strings(*stored_type(type), [&]<typename Strings, typename Builder>() {
    Builder builder(reused_memory());
    for (const auto& [row, text] : texts.texts) {
      const std::int64_t next = dictionary.grown->length() + builder.length();
      const bool is_new = dictionary.places.try_emplace(text, next).second;
      if (is_new && next > places_most) {
        throw std::runtime_error(
            "the numbers of a dictionary are too small for the texts that cuts make; write JSON lines with `as_jsonl`");
      }
      if (is_new) check(builder.Append(text));
    }
    return checked(builder.Finish());
  });
  if (added->length() == 0) return;
  const ColumnData data = added->data()->Copy();
  data->type = type;
  dictionary.grown = checked(arrow::Concatenate({dictionary.grown, arrow::MakeArray(data)}));
}

}  // namespace cento::arrow_files
