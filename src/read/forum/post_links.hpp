#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "read/document.hpp"
#include "read/input/input.hpp"

namespace cento {

/// Says that a question was closed as a duplicate of another.
struct DuplicateLink {
  std::uint32_t duplicate = 0;
  std::uint32_t original = 0;

  friend bool operator==(const DuplicateLink&, const DuplicateLink&) = default;
  friend bool operator<(const DuplicateLink& a, const DuplicateLink& b) {
    return a.duplicate != b.duplicate ? a.duplicate < b.duplicate : a.original < b.original;
  }
};

/// The duplicate links of a dump, from the PostLinks.xml (also .zst, .gz) in the folder of its Posts.xml.
class PostLinks {
 public:
  /// Reads the file next to `posts_path`, if there is one. Bad rows go to batch.rejected. Throws Error when the file
  /// exists but cannot be opened.
  void read_beside(const std::string& posts_path, std::uint64_t max_row_bytes, std::uint64_t memory_bytes,
                   DocumentBatch& batch);

  /// Records that a question is in Posts.xml. Links between questions that are not both there are useless.
  void note_question(std::uint32_t id);

  /// Drops those links; counts the kept and the dropped ones in batch.counts.
  void settle(DocumentBatch& batch);

  /// The questions that a question is a duplicate of, in ascending order.
  [[nodiscard]] std::vector<std::uint32_t> originals_of(std::uint32_t question) const;

 private:
  void read(Input& in, std::uint64_t max_row_bytes, DocumentBatch& batch);
  [[nodiscard]] bool is_there(std::uint32_t question) const;

  std::vector<DuplicateLink> links_;      // sorted
  std::vector<std::uint32_t> questions_;  // named in links, sorted
  std::vector<bool> there_;               // for each of questions_: it is in Posts.xml
};

}  // namespace cento
