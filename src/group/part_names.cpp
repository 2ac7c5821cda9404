#include "group/part_names.hpp"

#include <algorithm>

namespace cento {

void PartNames::add(const Document& document) {
  if (is_like_last(document)) {
    list_of_.push_back(list_of_.back());
    return;
  }
  Names names;
  for (const Part& part : document.parts) names.emplace_back(part.name);
  const auto [known, is_new] = numbers_.emplace(names, static_cast<std::uint32_t>(lists_.size()));
  if (is_new) lists_.push_back(std::move(names));
  list_of_.push_back(known->second);
}

bool PartNames::is_like_last(const Document& document) const {
  if (list_of_.empty()) return false;
  const Names& last = lists_[list_of_.back()];
  return std::equal(last.begin(), last.end(), document.parts.begin(), document.parts.end(),
                    [](const std::string& name, const Part& part) { return name == part.name; });
}

std::string_view PartNames::name(DocId document, std::uint32_t part) const {
  const Names& names = lists_[list_of_[document]];
  return names.size() == 1 ? std::string_view() : std::string_view(names[part]);
}

}  // namespace cento
