#include "engine/documents/pair_files.hpp"

#include <string>

#include "write/records/forum_records.hpp"
#include "write/records/pair_records.hpp"

namespace cento {

namespace {

/// Ids that several documents have do not say which document is meant; then rows also give places.
PlaceColumns place_columns(const JobDocuments& documents) {
  return documents.repeated_ids().ids > 0 ? PlaceColumns::yes : PlaceColumns::no;
}

}  // namespace

ListedPairs write_pairs(const DuplicateSearch& search, PairLayout layout, std::uint32_t pairs_up_to,
                        AtomicFile& output) {
  const bool is_tsv = layout == PairLayout::tsv;
  const PlaceColumns places = place_columns(search.documents());
  std::string line;
  if (is_tsv) append_pair_header(line, places);
  output.write(line);
  return search.for_each_pair(pairs_up_to, [&](const PairRecord& record) {
    line.clear();
    if (is_tsv) {
      append_pair_row(line, record, places);
    } else {
      append_pair_line(line, record);
    }
    output.write(line);
  });
}

ListedPairs write_pairs(ForumPairSearch& search, PairLayout layout, std::uint32_t pairs_up_to, AtomicFile& output) {
  const bool is_tsv = layout == PairLayout::tsv;
  const PlaceColumns places = place_columns(search.documents());
  std::string line;
  if (is_tsv) {
    std::vector<PartSimilarity> parts;
    for (const std::string& part : search.part_labels()) parts.push_back({part, kMissing});
    append_forum_pair_header(line, parts, places);
  }
  output.write(line);
  return search.for_each_pair(pairs_up_to, [&](const ForumPairRecord& record) {
    line.clear();
    if (is_tsv) {
      append_forum_pair_row(line, record, places);
    } else {
      append_forum_pair_line(line, record);
    }
    output.write(line);
  });
}

void write_clusters(const JobDocuments& documents, const std::vector<Verdict>& verdicts, AtomicFile& output) {
  std::string line;
  for_each_cluster_member(documents, verdicts, [&](const ClusterRecord& record) {
    line.clear();
    append_cluster_line(line, record);
    output.write(line);
  });
}

void write_removals(const DuplicateSearch& search, const std::vector<Verdict>& verdicts, AtomicFile& output) {
  std::string line;
  search.for_each_removal(verdicts, [&](const RemovalRecord& record) {
    line.clear();
    append_removal_line(line, record);
    output.write(line);
  });
}

}  // namespace cento
