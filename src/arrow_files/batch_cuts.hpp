#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <arrow/array/array_base.h>
#include <arrow/record_batch.h>

#include "arrow_files/table_file.hpp"
#include "arrow_files/value_cuts.hpp"

namespace cento::arrow_files {

/// Values of a dictionary column that are no longer those of its dictionary.
struct NewTexts {
  CentoArrowFile::Path column;
  std::vector<std::pair<std::int64_t, std::string>> texts;  // with the row of the batch, among those that are copied
};

/// A batch that is `first` rows after the beginning of its group, without the cuts. The texts of dictionaries are only
/// added to `new_texts`.
[[nodiscard]] std::shared_ptr<arrow::RecordBatch> cut_batch(const std::shared_ptr<arrow::RecordBatch>& batch,
                                                            std::int64_t first, const CentoArrowChoice& choice,
                                                            std::vector<NewTexts>& new_texts);

/// Dictionaries of a copy, to which new texts are added: files have one dictionary for all batches.
class GrowingDictionaries {
 public:
  /// The batch with these texts. Takes all batches in the order of the copy.
  [[nodiscard]] std::shared_ptr<arrow::RecordBatch> add(std::shared_ptr<arrow::RecordBatch> batch,
                                                        const std::vector<NewTexts>& new_texts);

 private:
  struct Dictionary {
    std::shared_ptr<arrow::Array> stored;  // as it was read
    std::shared_ptr<arrow::Array> grown;
    std::map<std::string, std::int64_t, std::less<>> places;  // of what was added
  };

  static void begin(Dictionary& dictionary, const std::shared_ptr<arrow::ArrayData>& stored);
  static void grow(Dictionary& dictionary, const NewTexts& texts, std::int64_t places_most);

  std::map<CentoArrowFile::Path, Dictionary> dictionaries_;  // those that have grown
};

}  // namespace cento::arrow_files
