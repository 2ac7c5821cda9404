#include "read/forum/post_links.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "read/forum/post_row.hpp"
#include "read/forum/xml_rows.hpp"

namespace cento {

namespace {

constexpr std::string_view kDuplicateLinkType = "3";

/// The link file in the folder of `posts_path`; empty when there is none.
std::string find_beside(const std::string& posts_path) {
  const std::filesystem::path folder = std::filesystem::path(posts_path).parent_path();
  for (const char* name : {"PostLinks.xml", "PostLinks.xml.zst", "PostLinks.xml.gz"}) {
    std::error_code error;
    const std::filesystem::path path = folder / name;
    if (std::filesystem::is_regular_file(path, error)) return path.string();
  }
  return {};
}

/// A row of PostLinks.xml.
struct LinkRow {
  std::uint32_t post = 0;
  std::uint32_t related = 0;
  bool is_duplicate = false;
};

LinkRow read_link(XmlRow& row) {
  LinkRow link;
  if (!row.problem.empty()) return link;
  AttributeScanner attributes(row.bytes);
  while (attributes.next()) {
    if (attributes.name() == "PostId") link.post = parse_id(attributes.value());
    if (attributes.name() == "RelatedPostId") link.related = parse_id(attributes.value());
    if (attributes.name() == "LinkTypeId") link.is_duplicate = attributes.value() == kDuplicateLinkType;
  }
  row.problem = attributes.problem();
  if (row.problem.empty() && link.post == 0) row.problem = "the link has no PostId";
  if (row.problem.empty() && link.related == 0) row.problem = "the link has no RelatedPostId";
  return link;
}

}  // namespace

void PostLinks::read_beside(const std::string& posts_path, std::uint64_t max_row_bytes, std::uint64_t memory_bytes,
                            DocumentBatch& batch) {
  const std::string path = find_beside(posts_path);
  if (path.empty()) return;
  // Places of bad rows refer to the name, so it must live as long as they do.
  const std::string_view file = batch.arena.store(path);
  read(*open_input(file, path, memory_bytes), max_row_bytes, batch);
}

void PostLinks::read(Input& in, std::uint64_t max_row_bytes, DocumentBatch& batch) {
  RowCutter cutter(max_row_bytes);
  XmlRow row;
  while (cutter.next(in, row)) {
    const LinkRow link = read_link(row);
    if (!row.problem.empty()) {
      reject_row(batch, row);
    } else if (link.is_duplicate) {
      links_.push_back({link.post, link.related});
      questions_.insert(questions_.end(), {link.post, link.related});
    }
  }
  if (!in.problem().empty()) batch.reject_file(in.place(), in.problem());
  std::sort(links_.begin(), links_.end());
  links_.erase(std::unique(links_.begin(), links_.end()), links_.end());
  std::sort(questions_.begin(), questions_.end());
  questions_.erase(std::unique(questions_.begin(), questions_.end()), questions_.end());
  there_.assign(questions_.size(), false);
}

void PostLinks::note_question(std::uint32_t id) {
  const auto found = std::lower_bound(questions_.begin(), questions_.end(), id);
  if (found != questions_.end() && *found == id) there_[static_cast<std::size_t>(found - questions_.begin())] = true;
}

bool PostLinks::is_there(std::uint32_t question) const {
  const auto found = std::lower_bound(questions_.begin(), questions_.end(), question);
  return there_[static_cast<std::size_t>(found - questions_.begin())];
}

void PostLinks::settle(DocumentBatch& batch) {
  const std::size_t all = links_.size();
  std::erase_if(links_,
                [&](const DuplicateLink& link) { return !is_there(link.duplicate) || !is_there(link.original); });
  if (!links_.empty()) batch.counts["duplicate links"] += links_.size();
  if (links_.size() < all) batch.counts["duplicate links with a missing question"] += all - links_.size();
}

std::vector<std::uint32_t> PostLinks::originals_of(std::uint32_t question) const {
  std::vector<std::uint32_t> originals;
  auto link = std::lower_bound(links_.begin(), links_.end(), DuplicateLink{question, 0});
  for (; link != links_.end() && link->duplicate == question; ++link) originals.push_back(link->original);
  return originals;
}

}  // namespace cento
