#include "arrow_files/value_cuts.hpp"

#include <algorithm>
#include <stdexcept>

namespace cento::arrow_files {

CentoArrowFile::Path path_of(const CentoArrowColumnCuts& column) {
  return paths_of(column.column).at(0);
}

Cuts cuts_in(Cuts cuts, std::int64_t begin, std::int64_t end) {
  const auto is_before = [](const CentoArrowCut& cut, std::int64_t row) { return cut.row < row; };
  const auto first = std::lower_bound(cuts.begin(), cuts.end(), begin, is_before);
  return {first, std::lower_bound(first, cuts.end(), end, is_before)};
}

std::string without_cuts(std::string_view value, Cuts cuts) {
  std::string rest;
  std::size_t after = 0;  // what was cut
  for (const CentoArrowCut& cut : cuts) {
    if (cut.begin < after || cut.end < cut.begin || cut.end > value.size()) {
      throw std::runtime_error("a text is not what it was when it was read before");
    }
    rest += value.substr(after, cut.begin - after);
    after = cut.end;
  }
  rest += value.substr(after);
  return rest;
}

Cuts CutCursor::of(std::int64_t row) {
  while (!left_.empty() && left_.front().row < row) left_ = left_.subspan(1);
  std::size_t size = 0;
  while (size < left_.size() && left_[size].row == row) ++size;
  return left_.first(size);
}

}  // namespace cento::arrow_files
