#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "read/reader.hpp"

namespace cento {

/// The name of the part that holds a document's text if nothing else is said.
inline constexpr std::string_view kTextPart = "text";

/// The roles of the columns of a file whose first row names them.
class CsvColumns {
 public:
  struct TextColumn {
    std::size_t index = 0;
    std::string part;
    bool is_html = false;
  };

  /// Takes the header's names. Returns what is wrong with them, or an empty string.
  std::string assign(std::span<const std::string_view> names, const ReadOptions& options);

  [[nodiscard]] std::size_t size() const { return names_.size(); }  // 0 before assign()
  [[nodiscard]] const std::string& name(std::size_t column) const { return names_[column]; }
  [[nodiscard]] const std::vector<TextColumn>& texts() const { return texts_; }
  [[nodiscard]] std::optional<std::size_t> id() const { return id_; }
  [[nodiscard]] const std::vector<std::size_t>& others() const { return others_; }

 private:
  void add_text(std::size_t index, std::string_view part);
  void choose_texts(const ReadOptions& options);

  std::vector<std::string> names_;
  std::vector<TextColumn> texts_;
  std::optional<std::size_t> id_;
  std::vector<std::size_t> others_;  // become metadata
};

/// Whether these are certainly column names: all plain and different, one of them a usual name for the text.
[[nodiscard]] bool are_certainly_columns(std::span<const std::string_view> names);

}  // namespace cento
