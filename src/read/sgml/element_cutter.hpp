#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "read/document.hpp"
#include "read/input/input.hpp"

namespace cento {

/// Cuts elements such as `<DOC …> … </DOC>` off an input, with their tags, as the records of a block (with byte and
/// line). Names ignore case; elements do not nest: an opening tag inside an element means that the first one was never
/// closed. Rejected, with their place: elements that are not closed or exceed the size limit, and text between elements
/// (tags there, such as a document type or a root element, are skipped). Time is linear and memory bounded for any
/// input.
class ElementCutter {
 public:
  /// `name` must outlive the cutter.
  ElementCutter(std::string_view name, std::size_t block_bytes, std::uint64_t max_element_bytes);

  /// Adds elements to batch.block until it has block_bytes or one element that is larger. False at the end, when
  /// neither an element nor a rejection was added to the batch.
  bool cut(Input& in, DocumentBatch& batch);

 private:
  enum class Boundary { opening, closing, none };

  /// The next tag with our name. `none`: there is none before `begin`, and more bytes are needed from there on.
  struct Found {
    Boundary boundary = Boundary::none;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  [[nodiscard]] Found find(std::string_view window, std::size_t from, bool input_ends) const;
  [[nodiscard]] Found tag_at(std::string_view window, std::size_t begin) const;
  bool skip_to_opening(Input& in, DocumentBatch& batch);
  void cut_element(Input& in, DocumentBatch& batch);
  void take_element(Input& in, DocumentBatch& batch, std::string_view element);
  void reject_unclosed(Input& in, DocumentBatch& batch, std::string_view bytes, std::string_view what_came);
  void skip_space(Input& in);
  void skip_large_element(Input& in, DocumentBatch& batch);
  void consume(Input& in, std::string_view read);
  [[nodiscard]] Place place_behind(const Input& in, std::string_view bytes) const;

  std::string_view name_;
  std::size_t block_bytes_;
  std::uint64_t max_element_bytes_;
  std::size_t longest_tag_;  // bytes needed to recognise a closing tag
  std::uint64_t line_ = 1;
};

}  // namespace cento
