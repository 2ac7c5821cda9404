#include "write/arrow/record_stream.hpp"

#include <array>
#include <cerrno>
#include <exception>
#include <string>
#include <utility>

namespace cento {

namespace {

constexpr std::size_t kMostBuffers = 3;
constexpr std::int64_t kNotCounted = -1;  // nulls, in Arrow

/// What an exported schema or array owns besides the batch that it refers to: its children, and what they own.
struct SchemaNode {
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
  ArrowSchema dictionary{};
};

struct ArrayNode {
  RecordBatchPtr batch;  // keeps the buffers
  std::array<const void*, kMostBuffers> buffers{};
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
  std::vector<std::int32_t> offsets;  // of ids, which are written out here
  std::vector<char> texts;
};

template <typename Node, typename Exported>
void release_node(Exported* exported) {
  for (std::int64_t i = 0; i < exported->n_children; ++i) {
    Exported* child = exported->children[i];
    if (child->release != nullptr) child->release(child);
  }
  if (exported->dictionary != nullptr) exported->dictionary->release(exported->dictionary);
  delete static_cast<Node*>(exported->private_data);
  exported->release = nullptr;
}

/// Makes room for the children, which the caller fills one by one.
template <typename Node, typename Exported>
void own(Exported& exported, std::unique_ptr<Node> node, std::size_t children) {
  node->children.resize(children);
  for (Exported& child : node->children) node->pointers.push_back(&child);
  exported.n_children = static_cast<std::int64_t>(children);
  exported.children = node->pointers.data();
  exported.release = &release_node<Node, Exported>;
  exported.private_data = node.release();
}

const char* format_of(ColumnType type) {
  switch (type) {
    case ColumnType::text: return "u";
    case ColumnType::bytes: return "z";
    case ColumnType::whole32: return "I";
    case ColumnType::whole64: return "L";
    case ColumnType::real: return "g";
    case ColumnType::flag: return "b";
    case ColumnType::list: return "+l";
  }
  return "n";
}

void export_struct_schema(std::span<const ColumnField> fields, const char* name, IdsAs ids, ArrowSchema& out);

/// Makes the field, which has the texts' type so far, a dictionary of them.
void become_dictionary(ArrowSchema& out) {
  ArrowSchema& dictionary = static_cast<SchemaNode*>(out.private_data)->dictionary;
  dictionary.format = std::exchange(out.format, "i");
  own(dictionary, std::make_unique<SchemaNode>(), 0);
  out.dictionary = &dictionary;
}

void export_schema(const ColumnField& field, IdsAs ids, ArrowSchema& out) {
  out = {};
  out.format = format_of(field.type);
  out.name = field.name;
  out.flags = field.may_be_null ? ARROW_FLAG_NULLABLE : 0;
  own(out, std::make_unique<SchemaNode>(), field.type == ColumnType::list ? 1 : 0);
  if (field.type == ColumnType::list) export_struct_schema(field.fields, "item", ids, *out.children[0]);
  if (field.is_id && ids == IdsAs::dictionary) become_dictionary(out);
}

void export_struct_schema(std::span<const ColumnField> fields, const char* name, IdsAs ids, ArrowSchema& out) {
  out = {};
  out.format = "+s";
  out.name = name;
  own(out, std::make_unique<SchemaNode>(), fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) export_schema(fields[i], ids, *out.children[i]);
}

/// Rows of a batch, from `begin` to before `end`.
struct RowRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

void export_struct(const RecordColumns& columns, const RecordBatchPtr& batch, const RowRange& rows, ArrowArray& out);

/// Ids are kept once each in a batch, and written out for each row.
void export_ids(const RecordColumn& column, const RowRange& rows, ArrowArray& out) {
  auto node = std::make_unique<ArrayNode>();
  node->offsets.reserve(rows.size() + 1);
  std::size_t bytes = 0;
  node->offsets.push_back(0);
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    bytes += column.text(row).size();
    node->offsets.push_back(static_cast<std::int32_t>(bytes));
  }
  node->texts.reserve(bytes);
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    const std::string_view text = column.text(row);
    node->texts.insert(node->texts.end(), text.begin(), text.end());
  }
  node->buffers = {nullptr, node->offsets.data(), node->texts.data()};
  out = {};
  out.length = static_cast<std::int64_t>(rows.size());
  out.n_buffers = kMostBuffers;
  out.buffers = node->buffers.data();
  own(out, std::move(node), 0);
}

void export_column(const RecordColumn& column, const RecordBatchPtr& batch, const RowRange& rows, ArrowArray& out) {
  if (column.field().is_id) return export_ids(column, rows, out);
  auto node = std::make_unique<ArrayNode>();
  node->batch = batch;
  const bool is_list = column.field().type == ColumnType::list;
  const bool is_whole = rows.size() == column.rows();
  std::size_t buffers = 0;
  node->buffers[buffers++] = column.nulls() > 0 ? column.validity().data() : nullptr;
  if (!column.offsets().empty()) node->buffers[buffers++] = column.offsets().data();
  if (!is_list) node->buffers[buffers++] = column.values().data();
  out = {};
  out.offset = static_cast<std::int64_t>(rows.begin);
  out.length = static_cast<std::int64_t>(rows.size());
  out.null_count = is_whole || column.nulls() == 0 ? static_cast<std::int64_t>(column.nulls()) : kNotCounted;
  out.n_buffers = static_cast<std::int64_t>(buffers);
  out.buffers = node->buffers.data();
  own(out, std::move(node), is_list ? 1 : 0);
  if (is_list) export_struct(*column.items(), batch, {0, column.items()->rows()}, *out.children[0]);
}

void export_struct(const RecordColumns& columns, const RecordBatchPtr& batch, const RowRange& rows, ArrowArray& out) {
  auto node = std::make_unique<ArrayNode>();
  node->batch = batch;
  out = {};
  out.length = static_cast<std::int64_t>(rows.size());
  out.n_buffers = 1;
  out.buffers = node->buffers.data();
  own(out, std::move(node), columns.columns().size());
  for (std::size_t i = 0; i < columns.columns().size(); ++i) export_column(columns[i], batch, rows, *out.children[i]);
}

/// What a stream owns.
struct StreamState {
  std::span<const ColumnField> fields;
  std::vector<RecordBatchPtr> batches;
  std::size_t next = 0;
  std::string error;
};

StreamState& state_of(ArrowArrayStream* stream) {
  return *static_cast<StreamState*>(stream->private_data);
}

/// Exceptions do not cross the interface.
template <typename Work>
int guarded(ArrowArrayStream* stream, const Work& work) {
  try {
    work(state_of(stream));
    return 0;
  } catch (const std::exception& error) {
    state_of(stream).error = error.what();
    return ENOMEM;
  }
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  return guarded(stream, [&](const StreamState& state) { export_fields(state.fields, IdsAs::text, out); });
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  return guarded(stream, [&](StreamState& state) {
    *out = {};  // the end, unless there is another
    if (state.next == state.batches.size()) return;
    const RecordBatchPtr& batch = state.batches[state.next++];
    export_rows(batch, 0, batch->rows(), out);
  });
}

const char* get_last_error(ArrowArrayStream* stream) {
  const StreamState& state = state_of(stream);
  return state.error.empty() ? nullptr : state.error.c_str();
}

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<StreamState*>(stream->private_data);
  stream->release = nullptr;
}

}  // namespace

void stream_records(std::span<const ColumnField> fields, std::vector<RecordBatchPtr> batches, ArrowArrayStream* out) {
  auto state = std::make_unique<StreamState>();
  state->fields = fields;
  state->batches = std::move(batches);
  *out = {&get_schema, &get_next, &get_last_error, &release_stream, state.release()};
}

void export_fields(std::span<const ColumnField> fields, IdsAs ids, ArrowSchema* out) {
  export_struct_schema(fields, "", ids, *out);
}

void export_rows(const RecordBatchPtr& batch, std::size_t begin, std::size_t end, ArrowArray* out) {
  export_struct(*batch, batch, {begin, end}, *out);
}

}  // namespace cento
