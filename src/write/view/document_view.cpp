#include "write/view/document_view.hpp"

#include <array>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "write/records/document_json.hpp"
#include "write/view/document_text.hpp"

namespace cento {

namespace {

constexpr std::array<DocumentView, 5> kViews{{
    {"text", append_document_text},
    {"sentences", append_document_sentences},
    {"tokens", append_document_tokens},
    {"json", append_analyzed_document_line},
    {"none", nullptr},
}};

}  // namespace

std::span<const DocumentView> document_views() {
  return kViews;
}

const DocumentView& document_view(std::string_view name) {
  for (const DocumentView& view : kViews) {
    if (view.name == name) return view;
  }
  throw UsageError(fmt::format("there is no view \"{}\"", name));
}

}  // namespace cento
