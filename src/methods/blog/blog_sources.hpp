#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

#include "core/memory/plain_vector.hpp"
#include "core/span.hpp"
#include "core/spill/record_spool.hpp"
#include "methods/blog/blog.hpp"

namespace cento {

/// A sentence of a document, as a member of a group of equal ones.
struct BlogMember {
  DocId document = 0;
  BlogSentence place;

  friend bool operator<(const BlogMember& x, const BlogMember& y) {
    return std::tie(x.document, x.place.part, x.place.number) < std::tie(y.document, y.place.part, y.place.number);
  }
};

/// The members of groups of equal sentences from which others are known: 20 bytes each, in memory up to a limit, then
/// in temporary files. Documents are read more often than places and are stored apart from them.
class BlogSources {
 public:
  /// `temp_dir`: empty for the system default.
  BlogSources(const MemoryPart& memory, const std::string& temp_dir)
      : documents_(memory.divided(kParts), temp_dir), places_(memory.less(memory.divided(kParts)), temp_dir) {}

  /// Adds a member to the open group.
  void add(const BlogMember& member) {
    group_documents_.push_back(member.document);
    group_places_.push_back(member.place);
  }

  /// Ends the group; returns the number by which it is found.
  std::uint64_t end_group() {
    places_.append(group_places_);
    const std::uint64_t first = documents_.append(group_documents_);
    group_documents_.clear();
    group_places_.clear();
    return first;
  }

 private:
  friend class BlogSourceReader;

  static constexpr std::uint64_t kParts = 4;  // one of them is for the numbers of documents

  RecordSpool<DocId> documents_;
  RecordSpool<BlogSentence> places_;
  PlainVector<DocId> group_documents_;
  PlainVector<BlogSentence> group_places_;
};

/// Reads groups. One object for each thread; the groups must outlive it and not grow.
class BlogSourceReader {
 public:
  explicit BlogSourceReader(const BlogSources& sources) : sources_(sources) {}

  /// Opens a group of `members` members.
  void open(std::uint64_t group, std::size_t members) {
    group_ = group;
    sources_.documents_.read(group, members, documents_);
    places_.clear();
  }

  [[nodiscard]] std::size_t size() const { return documents_.size(); }
  [[nodiscard]] DocId document(std::size_t member) const { return documents_[member]; }

  [[nodiscard]] const BlogSentence& place(std::size_t member) {
    if (places_.empty()) sources_.places_.read(group_, documents_.size(), places_);
    return places_[member];
  }

 private:
  const BlogSources& sources_;
  std::uint64_t group_ = 0;
  PlainVector<DocId> documents_;
  PlainVector<BlogSentence> places_;  // of the same members; empty: not read
};

}  // namespace cento
