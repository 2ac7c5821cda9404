#include "read/torn_documents.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "read/formats.hpp"

namespace cento {

namespace {

/// Formats whose records have no mark at their beginning or end.
bool may_be_torn_unnoticed(const Format& format) {
  constexpr std::array<std::string_view, 4> kNames{"text", "html", "csv", "tsv"};
  return std::find(kNames.begin(), kNames.end(), format.name) != kNames.end();
}

bool is_torn(const ByteRange& record, std::span<const std::uint64_t> gaps, bool counts_edges) {
  if (!record.is_known()) return true;
  const auto* const from = std::lower_bound(gaps.data(), gaps.data() + gaps.size(), record.begin);
  return std::any_of(from, gaps.data() + gaps.size(), [&](std::uint64_t gap) {
    const bool is_inside = gap > record.begin && gap < record.end;
    return is_inside || (counts_edges && (gap == record.begin || gap == record.end));
  });
}

}  // namespace

void reject_torn(DocumentBatch& batch, std::span<const std::uint64_t> gaps) {
  if (gaps.empty() || batch.format == nullptr) return;
  const bool counts_edges = may_be_torn_unnoticed(*batch.format);
  const auto torn = [&](const Document& document) { return is_torn(document.record, gaps, counts_edges); };
  const auto first = std::stable_partition(batch.documents.begin(), batch.documents.end(), std::not_fn(torn));
  if (first == batch.documents.end()) return;
  for (auto document = first; document != batch.documents.end(); ++document) {
    batch.record = document->record;
    batch.reject(document->place, "bytes of this document are missing, because the file is damaged");
  }
  batch.documents.erase(first, batch.documents.end());
  batch.sort_rejected();
}

}  // namespace cento
