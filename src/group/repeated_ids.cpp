#include "group/repeated_ids.hpp"

#include <algorithm>
#include <span>
#include <tuple>

#include "core/memory/plain_vector.hpp"

namespace cento {

namespace {

constexpr std::size_t kExamplesMost = 5;

struct HashedDocument {
  std::uint64_t hash = 0;
  DocId document = 0;

  friend bool operator<(const HashedDocument& a, const HashedDocument& b) {
    return std::tie(a.hash, a.document) < std::tie(b.hash, b.document);
  }
};

class RepeatedIdSearch {
 public:
  RepeatedIdSearch(std::size_t documents, const std::function<std::string_view(DocId)>& id_of,
                   const std::function<std::uint64_t(std::string_view)>& hash_of)
      : documents_(documents), id_of_(id_of), hash_of_(hash_of) {}

  RepeatedIds find() {
    std::vector<HashedDocument> suspects = documents_of(repeated_hashes());
    std::sort(suspects.begin(), suspects.end());
    for (auto begin = suspects.begin(); begin != suspects.end();) {
      const auto end =
          std::find_if(begin, suspects.end(), [&](const auto& other) { return other.hash != begin->hash; });
      compare_ids({begin, end});
      begin = end;
    }
    std::sort(found_.examples.begin(), found_.examples.end());
    if (found_.examples.size() > kExamplesMost) found_.examples.resize(kExamplesMost);
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::uint64_t hash(DocId document) const { return hash_of_(id_of_(document)); }

  /// Ascending, each once.
  [[nodiscard]] PlainVector<std::uint64_t> repeated_hashes() const {
    PlainVector<std::uint64_t> hashes(documents_);
    for (DocId document = 0; document < documents_; ++document) hashes[document] = hash(document);
    std::sort(hashes.begin(), hashes.end());
    std::size_t kept = 0;
    for (std::size_t i = 1; i < hashes.size(); ++i) {
      const bool is_repeated = hashes[i] == hashes[i - 1];
      if (is_repeated && (kept == 0 || hashes[kept - 1] != hashes[i])) hashes[kept++] = hashes[i];
    }
    hashes.resize(kept);
    return hashes;
  }

  [[nodiscard]] std::vector<HashedDocument> documents_of(const PlainVector<std::uint64_t>& hashes) const {
    std::vector<HashedDocument> documents;
    if (hashes.empty()) return documents;
    for (DocId document = 0; document < documents_; ++document) {
      const std::uint64_t hash_here = hash(document);
      if (std::binary_search(hashes.begin(), hashes.end(), hash_here)) documents.push_back({hash_here, document});
    }
    return documents;
  }

  /// For documents with the same hash, in order; these nearly always have the same id as well.
  void compare_ids(std::span<HashedDocument> group) {
    const auto id = [&](const HashedDocument& entry) { return id_of_(entry.document); };
    const std::string_view first = id(group.front());
    if (!std::all_of(group.begin(), group.end(), [&](const HashedDocument& entry) { return id(entry) == first; })) {
      std::stable_sort(group.begin(), group.end(), [&](const auto& a, const auto& b) { return id(a) < id(b); });
    }
    for (auto begin = group.begin(); begin != group.end();) {
      const std::string_view wanted = id(*begin);
      const auto end = std::find_if(begin, group.end(), [&](const auto& other) { return id(other) != wanted; });
      note({begin, end});
      begin = end;
    }
  }

  void note(std::span<const HashedDocument> same_id) {
    if (same_id.size() < 2) return;
    if (found_.is_repeated.empty()) found_.is_repeated.assign(documents_, false);
    for (const HashedDocument& entry : same_id) found_.is_repeated[entry.document] = true;
    ++found_.ids;
    found_.documents += same_id.size();
    found_.examples.push_back(same_id.front().document);
  }

  std::size_t documents_;
  const std::function<std::string_view(DocId)>& id_of_;
  const std::function<std::uint64_t(std::string_view)>& hash_of_;
  RepeatedIds found_;
};

}  // namespace

RepeatedIds find_repeated_ids(std::size_t documents, const std::function<std::string_view(DocId)>& id_of,
                              const std::function<std::uint64_t(std::string_view)>& hash_of) {
  return RepeatedIdSearch(documents, id_of, hash_of).find();
}

}  // namespace cento
