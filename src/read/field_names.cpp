#include "read/field_names.hpp"

#include <algorithm>
#include <array>

namespace cento {

namespace {

constexpr std::array<std::string_view, 9> kTextFields{"text",     "content", "body",    "html",    "raw_content",
                                                      "document", "article", "passage", "sentence"};
constexpr std::array<std::string_view, 8> kIdFields{"id", "_id", "doc_id", "docid", "docno", "uid", "guid", "url"};

constexpr std::size_t kNamesMost = 20;
constexpr std::size_t kNameBytesMost = 40;

std::string shortened(std::string_view name) {
  if (name.size() <= kNameBytesMost) return std::string(name);
  std::size_t end = kNameBytesMost;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
  return std::string(name.substr(0, end)) + "…";
}

}  // namespace

std::span<const std::string_view> usual_text_fields() {
  return kTextFields;
}

std::span<const std::string_view> usual_id_fields() {
  return kIdFields;
}

std::string list_field_names(std::span<const std::string_view> names) {
  std::string list;
  for (const std::string_view name : names.first(std::min(names.size(), kNamesMost))) {
    if (!list.empty()) list += ", ";
    list += shortened(name);
  }
  if (names.size() > kNamesMost) list += ", …";
  return list;
}

}  // namespace cento
