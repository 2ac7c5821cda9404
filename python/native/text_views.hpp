#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>

#include "cento/arrow.hpp"

namespace cento::python {

/// Objects that are not needed any more, of threads that do not have the GIL. Thread-safe.
class ReleasedObjects {
 public:
  ReleasedObjects() = default;
  /// Takes the GIL to free what is left.
  ~ReleasedObjects();
  ReleasedObjects(const ReleasedObjects&) = delete;
  ReleasedObjects& operator=(const ReleasedObjects&) = delete;

  /// Takes over references.
  void add(std::vector<PyObject*> objects);
  /// Frees them, with the GIL.
  void free();

 private:
  std::mutex mutex_;
  std::vector<PyObject*> objects_;
};

/// A column of texts that stay where they are, in strings and bytes of Python: an Arrow array of the layout "vu".
class TextViews {
 public:
  /// What `text` is in belongs to `owner`, which must not change it.
  void add(std::string_view text, nanobind::object owner);
  void add_null();

  [[nodiscard]] std::size_t rows() const { return views_.size(); }

 private:
  friend class ExportedViews;

  /// A text of up to 12 bytes is inside; of a longer one, the beginning, and its place.
  struct View {
    std::int32_t size = 0;
    std::array<char, 12> inside{};
  };

  std::vector<View> views_;
  std::vector<std::uint8_t> is_valid_;  // a bit each
  std::int64_t nulls_ = 0;
  std::vector<const void*> buffers_;  // of the longer texts
  std::vector<std::int64_t> sizes_;
  std::vector<PyObject*> owners_;
};

/// Makes `out` the schema of a table of such columns.
void export_view_schema(const std::vector<std::string>& names, ArrowSchema* out);

/// Makes `out` a batch of the columns, which have the same number of rows. Their objects go to `released` with it.
void export_views(std::vector<TextViews> columns, std::shared_ptr<ReleasedObjects> released, ArrowArray* out);

}  // namespace cento::python
