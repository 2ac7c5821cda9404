#include "index/index_view.hpp"

#include <utility>

#include "index/index_contents.hpp"
#include "index/index_folder.hpp"
#include "index/store/catalog_log.hpp"

namespace cento {

std::shared_ptr<const IndexView> open_index(const std::string& folder, const DigesterFactory& digesters) {
  require_whole_log(require_index(folder), false);
  Catalog catalog(catalog_path(folder), Catalog::Access::read);
  IndexContents contents = read_contents(folder, catalog, digesters, WithSegments::yes, OnDamage::leave_out);
  ViewParts parts{
      contents.settings, {}, contents.removed, contents.counters.documents, std::make_shared<DocumentStore>(folder),
      contents.damages};
  for (const LiveSegment& live : contents.segments) parts.segments.push_back(live.segment);
  for (const auto& segment : contents.tail.segments()) parts.segments.push_back(segment);
  return make_view(std::move(parts));
}

}  // namespace cento
