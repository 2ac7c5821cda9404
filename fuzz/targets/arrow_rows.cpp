// Makes an Arrow record batch of the input, with strings in any layout, nulls, offsets, dictionaries and structs, and
// checks that its rows become the documents that it was made of.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "arrow_arrays.hpp"
#include "core/json/json_value.hpp"
#include "core/utf8.hpp"
#include "read/arrow/arrow_rows.hpp"

namespace {

using cento::ArrowNode;
using cento::FuzzedBytes;
using cento::Texts;

constexpr std::size_t kRowsMost = 12;
constexpr std::size_t kTextBytesMost = 20;

/// A column of a table, and the values that a reader should find in it.
struct Column {
  std::unique_ptr<ArrowNode> node;
  std::string path;
  Texts values;
};

/// Values for rows that begin after `before` others, which nobody sees.
Texts some_texts(std::size_t rows, std::size_t before, FuzzedBytes& bytes) {
  Texts values;
  for (std::size_t i = 0; i < rows + before; ++i) {
    if (bytes.below(5) == 0) {
      values.emplace_back(std::nullopt);
    } else {
      values.emplace_back(bytes.text(kTextBytesMost));
    }
  }
  return values;
}

/// `before`: rows of the column before those of the batch, by the offsets of what is around it.
Column text_column(const std::string& name, std::size_t rows, std::size_t before, FuzzedBytes& bytes) {
  const std::size_t offset = bytes.below(4);
  Texts values = some_texts(rows, before + offset, bytes);
  auto node = bytes.below(3) == 0 ? cento::dictionary_texts(name, values, offset, bytes)
                                  : cento::plain_texts(name, values, offset, bytes);
  values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(before + offset));
  return {std::move(node), name, std::move(values)};
}

/// A struct with a column inside; a row whose struct is null has no value.
Column nested_column(const std::string& name, std::size_t rows, std::size_t before, FuzzedBytes& bytes, int depth) {
  if (depth == 0) return text_column(name, rows, before, bytes);
  const std::size_t offset = bytes.below(3);
  Column inner = nested_column("in", rows, before + offset, bytes, depth - 1);
  const std::size_t all = rows + before + offset;
  std::vector<bool> is_there;
  for (std::size_t i = 0; i < all; ++i) is_there.push_back(bytes.below(4) != 0);
  auto node = std::make_unique<ArrowNode>(name, "+s", static_cast<std::int64_t>(all - offset),
                                          static_cast<std::int64_t>(offset));
  cento::add_validity(*node, all, bytes, [&](std::size_t i) { return is_there[i]; });
  node->add_child(std::move(inner.node));
  for (std::size_t row = 0; row < rows; ++row) {
    if (!is_there[before + offset + row]) inner.values[row] = std::nullopt;
  }
  return {std::move(node), name + "." + inner.path, std::move(inner.values)};
}

/// A column of values of some bytes, or of bits, which become metadata.
std::unique_ptr<ArrowNode> fixed_column(const std::string& name, std::size_t rows, FuzzedBytes& bytes) {
  static constexpr const char* kFormats[] = {
      "b", "f", "g", "tdD", "tdm", "tss:", "tsm:UTC", "tsu:", "tsn:UTC", "l", "C"};
  static constexpr std::size_t kBits[] = {1, 32, 64, 32, 64, 64, 64, 64, 64, 64, 8};
  const std::size_t kind = bytes.below(11);
  auto node = std::make_unique<ArrowNode>(name, kFormats[kind], static_cast<std::int64_t>(rows), 0);
  cento::add_validity(*node, rows, bytes, [&](std::size_t) { return bytes.below(4) != 0; });
  std::vector<char> values;
  for (std::size_t i = 0; i < (rows * kBits[kind] + 7) / 8; ++i) values.push_back(static_cast<char>(bytes.byte()));
  node->add_buffer(std::move(values));
  return node;
}

void need(bool is_true) {
  if (!is_true) std::abort();
}

/// Whether the row should become a document, and if so whether it did.
void check_row(const cento::Document& document, const Column& text, const Column& id, std::size_t row) {
  need(document.parts.size() == 1 && document.parts.front().text == *text.values[row]);
  need(document.id == *id.values[row]);
  need(cento::is_valid_utf8(document.metadata) && cento::is_json_value(document.metadata));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedBytes bytes({reinterpret_cast<const char*>(data), size});
  const std::size_t rows = bytes.below(kRowsMost + 1);
  const std::size_t offset = bytes.below(4);
  ArrowNode table("", "+s", static_cast<std::int64_t>(rows), static_cast<std::int64_t>(offset));
  table.add_no_buffer();
  Column text = nested_column("body", rows, offset, bytes, static_cast<int>(bytes.below(3)));
  Column id = nested_column("key", rows, offset, bytes, static_cast<int>(bytes.below(2)));
  table.add_child(std::move(text.node));
  table.add_child(std::move(id.node));
  table.add_child(text_column("more", rows, offset, bytes).node);
  table.add_child(fixed_column("fixed", rows + offset, bytes));

  cento::ArrowRowOptions options;
  options.texts = {{text.path, "text"}};
  options.id = id.path;
  options.has_metadata = true;
  const cento::ArrowRows reader(table.schema(), options);
  cento::DocumentBatch batch;
  reader.of(table.array()).add(0, static_cast<std::int64_t>(rows), 0, batch);
  std::size_t documents = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto is_sound = [&](const Column& column) {
      return column.values[row].has_value() && cento::is_valid_utf8(*column.values[row]);
    };
    if (!is_sound(text) || !is_sound(id)) continue;
    need(documents < batch.documents.size());
    check_row(batch.documents[documents++], text, id, row);
  }
  need(documents == batch.documents.size() && documents + batch.rejected.size() == rows);
  return 0;
}
