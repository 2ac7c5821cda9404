#include "text_views.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace nb = nanobind;

namespace cento::python {

ReleasedObjects::~ReleasedObjects() {
  if (objects_.empty()) return;
  const nb::gil_scoped_acquire held;
  free();
}

void ReleasedObjects::add(std::vector<PyObject*> objects) {
  const std::lock_guard lock(mutex_);
  objects_.insert(objects_.end(), objects.begin(), objects.end());
}

void ReleasedObjects::free() {
  std::vector<PyObject*> objects;
  {
    const std::lock_guard lock(mutex_);
    objects.swap(objects_);
  }
  for (PyObject* object : objects) Py_DecRef(object);
}

void TextViews::add(std::string_view text, nb::object owner) {
  constexpr std::size_t kBeginning = 4;
  View view;
  view.size = static_cast<std::int32_t>(text.size());
  if (text.size() <= view.inside.size()) {
    std::copy(text.begin(), text.end(), view.inside.begin());
  } else {
    const auto number = static_cast<std::int32_t>(buffers_.size());
    std::memcpy(view.inside.data(), text.data(), kBeginning);
    std::memcpy(view.inside.data() + kBeginning, &number, sizeof(number));  // then an offset of 0
    buffers_.push_back(text.data());
    sizes_.push_back(view.size);
    owners_.push_back(owner.release().ptr());
  }
  if (rows() % 8 == 0) is_valid_.push_back(0);
  is_valid_.back() |= static_cast<std::uint8_t>(1U << (rows() % 8));
  views_.push_back(view);
}

void TextViews::add_null() {
  if (rows() % 8 == 0) is_valid_.push_back(0);
  views_.emplace_back();
  ++nulls_;
}

/// Columns and the structs of C that describe them, until the struct of the whole is released.
class ExportedViews {
 public:
  static void make(std::vector<TextViews> columns, std::shared_ptr<ReleasedObjects> released, ArrowArray* out) {
    auto* made = new ExportedViews(std::move(columns), std::move(released));
    *out = {};
    out->length = static_cast<std::int64_t>(made->columns_.front().rows());
    out->n_buffers = 1;
    out->buffers = &made->no_buffer_;
    out->n_children = static_cast<std::int64_t>(made->children_.size());
    out->children = made->children_.data();
    out->private_data = made;
    out->release = [](ArrowArray* array) {
      delete static_cast<ExportedViews*>(array->private_data);
      array->release = nullptr;
    };
  }

  ~ExportedViews() {
    for (TextViews& column : columns_) released_->add(std::move(column.owners_));
  }
  ExportedViews(const ExportedViews&) = delete;
  ExportedViews& operator=(const ExportedViews&) = delete;

 private:
  ExportedViews(std::vector<TextViews> columns, std::shared_ptr<ReleasedObjects> released)
      : columns_(std::move(columns)),
        released_(std::move(released)),
        buffers_(columns_.size()),
        arrays_(columns_.size()) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      describe(columns_[i], buffers_[i], arrays_[i]);
      children_.push_back(&arrays_[i]);
    }
  }

  static void describe(const TextViews& column, std::vector<const void*>& buffers, ArrowArray& out) {
    buffers = {column.nulls_ == 0 ? nullptr : column.is_valid_.data(), column.views_.data()};
    buffers.insert(buffers.end(), column.buffers_.begin(), column.buffers_.end());
    buffers.push_back(column.sizes_.data());
    out.length = static_cast<std::int64_t>(column.rows());
    out.null_count = column.nulls_;
    out.n_buffers = static_cast<std::int64_t>(buffers.size());
    out.buffers = buffers.data();
    out.release = [](ArrowArray* array) { array->release = nullptr; };  // belongs to the whole
  }

  std::vector<TextViews> columns_;
  std::shared_ptr<ReleasedObjects> released_;
  const void* no_buffer_ = nullptr;
  std::vector<std::vector<const void*>> buffers_;
  std::vector<ArrowArray> arrays_;
  std::vector<ArrowArray*> children_;
};

void export_view_schema(const std::vector<std::string>& names, ArrowSchema* out) {
  struct Columns {
    std::vector<std::string> names;
    std::vector<ArrowSchema> fields;
    std::vector<ArrowSchema*> children;
  };
  auto* columns = new Columns{names, std::vector<ArrowSchema>(names.size()), {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    ArrowSchema& field = columns->fields[i];
    field.format = "vu";
    field.name = columns->names[i].c_str();
    field.flags = ARROW_FLAG_NULLABLE;
    field.release = [](ArrowSchema* schema) { schema->release = nullptr; };  // belongs to the whole
    columns->children.push_back(&field);
  }
  *out = {};
  out->format = "+s";
  out->name = "";
  out->n_children = static_cast<std::int64_t>(names.size());
  out->children = columns->children.data();
  out->private_data = columns;
  out->release = [](ArrowSchema* schema) {
    delete static_cast<Columns*>(schema->private_data);
    schema->release = nullptr;
  };
}

void export_views(std::vector<TextViews> columns, std::shared_ptr<ReleasedObjects> released, ArrowArray* out) {
  ExportedViews::make(std::move(columns), std::move(released), out);
}

}  // namespace cento::python
