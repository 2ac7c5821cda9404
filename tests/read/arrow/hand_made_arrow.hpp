#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cento/arrow.hpp"

namespace cento::testing {

/// A column, or a record batch, of the Arrow C data interface, made by hand. Rows before `offset` are not part of it.
class HandMadeArrow {
 public:
  using Text = std::optional<std::string>;

  ArrowSchema schema{};
  ArrowArray array{};

  HandMadeArrow() = default;
  HandMadeArrow(const HandMadeArrow&) = delete;
  HandMadeArrow& operator=(const HandMadeArrow&) = delete;

  /// Strings or bytes with the format "u", "U", "z", "Z", "vu" or "vz".
  static std::unique_ptr<HandMadeArrow> strings(const std::string& name, const std::string& format,
                                                const std::vector<Text>& values, std::int64_t offset = 0) {
    auto made = std::make_unique<HandMadeArrow>();
    std::vector<bool> valid;
    for (const Text& value : values) valid.push_back(value.has_value());
    made->add_buffer(bits_of(valid));
    if (format[0] == 'v') {
      made->add_views(values);
    } else if (format == "U" || format == "Z") {
      made->add_offsets<std::int64_t>(values);
    } else {
      made->add_offsets<std::int32_t>(values);
    }
    made->finish(name, format, static_cast<std::int64_t>(values.size()), offset);
    return made;
  }

  /// Integers with a format such as "s" for 16 bits.
  template <typename Number>
  static std::unique_ptr<HandMadeArrow> integers(const std::string& name, const std::string& format,
                                                 const std::vector<std::optional<Number>>& values,
                                                 std::int64_t offset = 0) {
    auto made = std::make_unique<HandMadeArrow>();
    std::vector<bool> valid;
    std::string bytes;
    for (const auto& value : values) {
      valid.push_back(value.has_value());
      append(bytes, value.value_or(Number(77)));
    }
    made->add_buffer(bits_of(valid));
    made->add_buffer(bytes);
    made->finish(name, format, static_cast<std::int64_t>(values.size()), offset);
    return made;
  }

  /// A column of numbers of `values`.
  static std::unique_ptr<HandMadeArrow> dictionary(std::unique_ptr<HandMadeArrow> indices,
                                                   std::unique_ptr<HandMadeArrow> values) {
    indices->schema.dictionary = &values->schema;
    indices->array.dictionary = &values->array;
    indices->children_.push_back(std::move(values));
    return indices;
  }

  /// A struct, or a record batch; each field must have `valid.size()` rows.
  static std::unique_ptr<HandMadeArrow> structure(const std::string& name,
                                                  std::vector<std::unique_ptr<HandMadeArrow>> fields,
                                                  const std::vector<bool>& valid, std::int64_t offset = 0) {
    auto made = std::make_unique<HandMadeArrow>();
    made->add_buffer(bits_of(valid));
    for (auto& field : fields) {
      made->field_schemas_.push_back(&field->schema);
      made->field_arrays_.push_back(&field->array);
      made->children_.push_back(std::move(field));
    }
    made->schema.n_children = made->array.n_children = static_cast<std::int64_t>(made->children_.size());
    made->schema.children = made->field_schemas_.data();
    made->array.children = made->field_arrays_.data();
    made->finish(name, "+s", static_cast<std::int64_t>(valid.size()), offset);
    return made;
  }

 private:
  static std::string bits_of(const std::vector<bool>& values) {
    std::string bits(values.size() / 8 + 1, '\0');
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i]) bits[i / 8] = static_cast<char>(bits[i / 8] | 1 << i % 8);
    }
    return bits;
  }

  template <typename Number>
  static void append(std::string& out, Number value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }

  template <typename Offset>
  void add_offsets(const std::vector<Text>& values) {
    std::string offsets;
    std::string bytes;
    append(offsets, Offset(0));
    for (const Text& value : values) {
      bytes += value.value_or("");
      append(offsets, static_cast<Offset>(bytes.size()));
    }
    add_buffer(offsets);
    add_buffer(bytes);
  }

  /// Longer strings are in two buffers in turn.
  void add_views(const std::vector<Text>& values) {
    std::string views;
    std::string bytes[2];
    std::int32_t number = 0;
    for (const Text& value : values) {
      const std::string text = value.value_or("");
      append(views, static_cast<std::int32_t>(text.size()));
      if (text.size() <= 12) {
        views += text + std::string(12 - text.size(), '\0');
        continue;
      }
      views += text.substr(0, 4);
      append(views, number);
      append(views, static_cast<std::int32_t>(bytes[number].size()));
      bytes[number] += text;
      number = 1 - number;
    }
    add_buffer(views);
    std::string sizes;
    for (const std::string& one : bytes) {
      add_buffer(one);
      append(sizes, static_cast<std::int64_t>(one.size()));
    }
    add_buffer(sizes);
  }

  void add_buffer(const std::string& bytes) {
    buffers_.push_back(std::make_unique<char[]>(bytes.size() + 1));
    std::memcpy(buffers_.back().get(), bytes.data(), bytes.size());
    pointers_.push_back(buffers_.back().get());
  }

  void finish(const std::string& name, const std::string& format, std::int64_t rows, std::int64_t offset) {
    name_ = name;
    format_ = format;
    schema.name = name_.c_str();
    schema.format = format_.c_str();
    schema.flags = ARROW_FLAG_NULLABLE;
    array.length = rows - offset;
    array.offset = offset;
    array.null_count = -1;
    array.n_buffers = static_cast<std::int64_t>(pointers_.size());
    array.buffers = pointers_.data();
  }

  std::string name_;
  std::string format_;
  std::vector<std::unique_ptr<char[]>> buffers_;
  std::vector<const void*> pointers_;
  std::vector<std::unique_ptr<HandMadeArrow>> children_;  // or the dictionary
  std::vector<ArrowSchema*> field_schemas_;
  std::vector<ArrowArray*> field_arrays_;
};

}  // namespace cento::testing
