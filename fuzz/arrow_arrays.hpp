#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cento/arrow.hpp"

namespace cento {

/// Small numbers and strings taken off bytes; zeros and nothing when these are used up.
class FuzzedBytes {
 public:
  explicit FuzzedBytes(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  std::size_t below(std::size_t limit) { return byte() % limit; }
  std::string text(std::size_t size_most) {
    const std::string_view taken = rest_.substr(0, below(size_most + 1));
    rest_.remove_prefix(taken.size());
    return std::string(taken);
  }

 private:
  std::string_view rest_;
};

using Texts = std::vector<std::optional<std::string>>;

/// An array with its schema, and everything that they refer to. Buffers have exactly the size that is needed, so that
/// AddressSanitizer notices a read beyond them.
class ArrowNode {
 public:
  ArrowNode(std::string name, std::string format, std::int64_t length, std::int64_t offset)
      : name_(std::move(name)), format_(std::move(format)) {
    array_.length = length;
    array_.offset = offset;
  }
  ArrowNode(const ArrowNode&) = delete;
  ArrowNode& operator=(const ArrowNode&) = delete;

  void add_buffer(std::vector<char> bytes) { buffers_.push_back(std::move(bytes)); }
  void add_no_buffer() { buffers_.emplace_back(std::nullopt); }
  void add_child(std::unique_ptr<ArrowNode> child) { children_.push_back(std::move(child)); }
  void set_dictionary(std::unique_ptr<ArrowNode> values) { dictionary_ = std::move(values); }
  void set_nulls(std::int64_t count) { array_.null_count = count; }

  ArrowSchema& schema() {
    schema_.format = format_.c_str();
    schema_.name = name_.c_str();
    schemas_.clear();
    for (const auto& child : children_) schemas_.push_back(&child->schema());
    schema_.n_children = static_cast<std::int64_t>(schemas_.size());
    schema_.children = schemas_.data();
    schema_.dictionary = dictionary_ == nullptr ? nullptr : &dictionary_->schema();
    return schema_;
  }

  ArrowArray& array() {
    pointers_.clear();
    for (const auto& buffer : buffers_) pointers_.push_back(buffer ? buffer->data() : nullptr);
    arrays_.clear();
    for (const auto& child : children_) arrays_.push_back(&child->array());
    array_.n_buffers = static_cast<std::int64_t>(pointers_.size());
    array_.buffers = pointers_.data();
    array_.n_children = static_cast<std::int64_t>(arrays_.size());
    array_.children = arrays_.data();
    array_.dictionary = dictionary_ == nullptr ? nullptr : &dictionary_->array();
    return array_;
  }

 private:
  std::string name_;
  std::string format_;
  std::vector<std::optional<std::vector<char>>> buffers_;
  std::vector<std::unique_ptr<ArrowNode>> children_;
  std::unique_ptr<ArrowNode> dictionary_;
  std::vector<const void*> pointers_;
  std::vector<ArrowSchema*> schemas_;
  std::vector<ArrowArray*> arrays_;
  ArrowSchema schema_{};
  ArrowArray array_{};
};

template <typename Value>
void append_value(std::vector<char>& out, Value value) {
  const auto* bytes = reinterpret_cast<const char*>(&value);
  out.insert(out.end(), bytes, bytes + sizeof(value));
}

/// Adds the buffer of a column that says which of its values are there; none if all are and the bytes say so.
template <typename IsThere>
void add_validity(ArrowNode& node, std::size_t size, FuzzedBytes& bytes, const IsThere& is_there) {
  std::vector<char> bits((size + 7) / 8);
  std::int64_t nulls = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (is_there(i)) {
      bits[i / 8] = static_cast<char>(bits[i / 8] | 1 << (i % 8));
    } else {
      ++nulls;
    }
  }
  node.set_nulls(bytes.below(2) == 0 ? nulls : -1);  // -1: not counted
  if (nulls == 0 && bytes.below(2) == 0) return node.add_no_buffer();
  node.add_buffer(std::move(bits));
}

/// A column of strings in one of the layouts without a dictionary.
inline std::unique_ptr<ArrowNode> plain_texts(const std::string& name, const Texts& values, std::size_t offset,
                                              FuzzedBytes& bytes) {
  static constexpr const char* kFormats[] = {"u", "U", "vu", "z", "Z", "vz"};
  const std::string format = kFormats[bytes.below(6)];
  auto node = std::make_unique<ArrowNode>(name, format, static_cast<std::int64_t>(values.size() - offset),
                                          static_cast<std::int64_t>(offset));
  add_validity(*node, values.size(), bytes, [&](std::size_t i) { return values[i].has_value(); });
  std::vector<char> data;
  std::vector<char> places;
  if (format.front() == 'v') {
    for (const auto& value : values) {
      const std::string text = value.value_or("");
      append_value(places, static_cast<std::int32_t>(text.size()));
      std::string rest = text.substr(0, 12);
      rest.resize(12);
      if (text.size() > 12) {
        std::memcpy(rest.data() + 4, "\0\0\0\0", 4);  // the first buffer
        const auto at = static_cast<std::int32_t>(data.size());
        std::memcpy(rest.data() + 8, &at, 4);
        data.insert(data.end(), text.begin(), text.end());
      }
      places.insert(places.end(), rest.begin(), rest.end());
    }
    node->add_buffer(std::move(places));
    std::vector<char> sizes;
    append_value(sizes, static_cast<std::int64_t>(data.size()));
    node->add_buffer(std::move(data));
    node->add_buffer(std::move(sizes));
    return node;
  }
  const bool is_large = format == "U" || format == "Z";
  const auto add_place = [&] {
    if (is_large) return append_value(places, static_cast<std::int64_t>(data.size()));
    append_value(places, static_cast<std::int32_t>(data.size()));
  };
  add_place();
  for (const auto& value : values) {
    const std::string text = value.value_or(bytes.text(2));  // a null may have bytes
    data.insert(data.end(), text.begin(), text.end());
    add_place();
  }
  node->add_buffer(std::move(places));
  data.empty() ? node->add_no_buffer() : node->add_buffer(std::move(data));
  return node;
}

/// A column of strings as indices into a dictionary, whose values may be null.
inline std::unique_ptr<ArrowNode> dictionary_texts(const std::string& name, const Texts& values, std::size_t offset,
                                                   FuzzedBytes& bytes) {
  static constexpr const char* kFormats[] = {"c", "C", "s", "S", "i", "I", "l", "L"};
  static constexpr std::size_t kWidths[] = {1, 1, 2, 2, 4, 4, 8, 8};
  const std::size_t kind = bytes.below(8);
  const std::size_t hidden = bytes.below(3);  // values before the offset of the dictionary
  Texts distinct(hidden, "hidden");
  std::vector<std::size_t> indices;
  for (const auto& value : values) {
    const auto found = std::find(distinct.begin() + static_cast<std::ptrdiff_t>(hidden), distinct.end(), value);
    indices.push_back(static_cast<std::size_t>(found - distinct.begin()) - hidden);
    if (found == distinct.end()) distinct.push_back(value);
  }
  auto node = std::make_unique<ArrowNode>(name, kFormats[kind], static_cast<std::int64_t>(values.size() - offset),
                                          static_cast<std::int64_t>(offset));
  const bool in_dictionary = bytes.below(2) == 0;  // where nulls are
  add_validity(*node, values.size(), bytes, [&](std::size_t i) { return in_dictionary || values[i].has_value(); });
  std::vector<char> places;
  for (const std::size_t index : indices) {
    const auto wide = static_cast<std::uint64_t>(index);
    const auto* raw = reinterpret_cast<const char*>(&wide);  // little-endian, as Arrow is here
    places.insert(places.end(), raw, raw + kWidths[kind]);
  }
  node->add_buffer(std::move(places));
  node->set_dictionary(plain_texts("", distinct, hidden, bytes));
  return node;
}

}  // namespace cento
