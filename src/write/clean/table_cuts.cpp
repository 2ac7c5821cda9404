#include "write/clean/table_cuts.hpp"

#include <algorithm>
#include <tuple>

namespace cento {

std::uint64_t TableCuts::number_of(std::string_view part) {
  const auto known = std::find(parts_.begin(), parts_.end(), part);
  if (known != parts_.end()) return static_cast<std::uint64_t>(known - parts_.begin());
  parts_.emplace_back(part);
  return parts_.size() - 1;
}

void TableCuts::add(std::string_view file, const Document& document, std::span<const PartCut> cuts) {
  std::vector<Cut> of_row;
  for (const PartCut& cut : cuts) {
    const Part& part = document.parts[cut.part];
    if (cut.bytes.empty()) continue;
    if (part.literal.data() != part.text.data()) refuse_cut(document, kNotUnchanged);
    of_row.push_back({document.record.begin, number_of(part.name), cut.bytes});
  }
  // A column that was requested twice has the cuts of both its parts.
  std::sort(of_row.begin(), of_row.end(), [](const Cut& a, const Cut& b) {
    return std::tie(a.part, a.bytes.begin) < std::tie(b.part, b.bytes.begin);
  });
  std::size_t kept = 0;
  for (const Cut& cut : of_row) {
    if (kept > 0 && cut.part == of_row[kept - 1].part && cut.bytes.begin <= of_row[kept - 1].bytes.end) {
      of_row[kept - 1].bytes.end = std::max(of_row[kept - 1].bytes.end, cut.bytes.end);
    } else {
      of_row[kept++] = cut;
    }
  }
  if (kept == 0) return;
  const std::uint64_t begin = cuts_.append(std::span(of_row).first(kept));
  files_.try_emplace(file.data(), File{begin, begin}).first->second.end = cuts_.size();
}

FileCuts TableCuts::of(std::string_view file, const TableColumns& columns) const {
  FileCuts cuts;
  cuts.cuts_ = this;
  cuts.file_ = files_.at(file.data());
  cuts.columns_.resize(parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::vector<ArrowRowOptions::Text>& texts = columns.rows.texts;
    const auto text = std::find_if(texts.begin(), texts.end(), [&](const auto& one) { return one.part == parts_[i]; });
    // Parts of other files may have no column in this one.
    if (text != texts.end()) cuts.columns_[i].add(columns.texts[static_cast<std::size_t>(text - texts.begin())].path);
  }
  return cuts;
}

/// The number of the first cut in this row or after it.
std::uint64_t FileCuts::first_from(std::uint64_t row) const {
  std::uint64_t begin = file_.begin;
  std::uint64_t end = file_.end;
  while (begin < end) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    if (cuts_->cuts_.at(middle).row < row) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

GroupCuts::GroupCuts(const FileCuts& file, std::int64_t begin, std::int64_t end) : cuts_(file.columns_.size()) {
  if (file.cuts_ == nullptr) return;
  SpoolReader<TableCuts::Cut> cuts(file.cuts_->cuts_);
  const std::uint64_t last = file.first_from(static_cast<std::uint64_t>(end));
  for (std::uint64_t i = file.first_from(static_cast<std::uint64_t>(begin)); i < last; ++i) {
    const TableCuts::Cut cut = cuts.at(i);
    cuts_[cut.part].push_back({static_cast<std::int64_t>(cut.row) - begin, cut.bytes.begin, cut.bytes.end});
  }
  for (std::size_t i = 0; i < cuts_.size(); ++i) {
    if (cuts_[i].empty()) continue;
    columns_.push_back({file.columns_[i].get(), cuts_[i].data(), static_cast<std::int64_t>(cuts_[i].size())});
  }
}

}  // namespace cento
