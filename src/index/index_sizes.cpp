#include <algorithm>
#include <filesystem>
#include <system_error>

#include "index/index_contents.hpp"
#include "index/index_folder.hpp"
#include "index/live/index_writer.hpp"
#include "index/store/catalog_log.hpp"

namespace cento {

namespace {

namespace fs = std::filesystem;

void add_sections(const Segment& segment, std::vector<Segment::SectionSize>& sections) {
  for (const Segment::SectionSize& section : segment.section_sizes()) {
    const auto same = std::find_if(sections.begin(), sections.end(),
                                   [&section](const auto& known) { return known.name == section.name; });
    if (same == sections.end()) {
      sections.push_back(section);
    } else {
      same->bytes += section.bytes;
    }
  }
}

void add_files(const std::string& folder, IndexSizes& sizes) {
  std::error_code ignored;  // a file that is gone has no size
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const std::uintmax_t bytes = entry.file_size(ignored);
    if (ignored) continue;
    sizes.bytes += bytes;
    if (name.starts_with(Catalog::kFileName)) sizes.catalog_bytes += bytes;  // with its log
  }
}

}  // namespace

IndexSizes index_sizes(const std::string& folder, const DigesterFactory& digesters) {
  require_whole_log(require_index(folder), false);
  Catalog catalog(catalog_path(folder), Catalog::Access::read);
  const IndexContents contents = read_contents(folder, catalog, digesters);
  IndexSizes sizes;
  sizes.documents = contents.counters.documents;
  sizes.sentences = contents.counters.sentences;
  sizes.text_bytes = contents.counters.text_bytes;
  sizes.segments = contents.segments.size();
  sizes.tail_documents = contents.tail.documents();
  sizes.removed = contents.removed.size();
  for (const LiveSegment& live : contents.segments) {
    sizes.segment_bytes += live.segment->bytes().size();
    add_sections(*live.segment, sizes.sections);
  }
  add_files(folder, sizes);
  return sizes;
}

}  // namespace cento
