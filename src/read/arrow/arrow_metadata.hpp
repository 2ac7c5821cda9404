#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cento/arrow.hpp"
#include "read/arrow/arrow_column.hpp"

namespace cento {

/// The columns of a table that become the metadata of documents: strings, numbers, truth values, dates and times, also
/// in structs. Others (lists, bytes) are left out.
class ArrowMetadata {
 public:
  /// All such columns except the `used` ones.
  ArrowMetadata(const ArrowSchema& table, const std::vector<ArrowColumn>& used);

  [[nodiscard]] bool is_empty() const { return fields_.empty(); }
  /// The paths of the columns.
  [[nodiscard]] std::vector<std::vector<std::int64_t>> paths() const;

  /// A column, or a struct with columns.
  struct Field {
    std::string key;     // as JSON, with its colon: "\"year\":"
    std::string format;  // of its values, as the Arrow C data interface has it
    ArrowColumn column;
    std::vector<Field> fields = {};  // of a struct
  };

  /// Metadata of the rows of one record batch, which must outlive it, as must the columns.
  class Batch {
   public:
    Batch(const ArrowMetadata& metadata, const ArrowArray& array);
    /// Appends a JSON object.
    void append(std::int64_t row, std::string& out) const;

   private:
    struct Value {
      const Field* field;
      ArrowValues values;
      std::vector<Value> inner;
    };

    static std::vector<Value> bind(const std::vector<Field>& fields, const ArrowArray& array);
    static void append_object(const std::vector<Value>& values, std::int64_t row, std::string& out);
    static void append_value(const Value& value, std::int64_t row, std::string& out);

    std::vector<Value> values_;
  };

 private:
  std::vector<Field> fields_;
};

}  // namespace cento
