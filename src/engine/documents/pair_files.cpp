#include "engine/documents/pair_files.hpp"

#include <string>

namespace cento {

namespace {

/// Ids that several documents have do not say which document is meant; then rows also give places.
PlaceColumns place_columns(const JobDocuments& documents) {
  return documents.repeated_ids().ids > 0 ? PlaceColumns::yes : PlaceColumns::no;
}

}  // namespace

ListedPairs write_pairs(const DuplicateSearch& search, std::uint32_t pairs_up_to, RecordFile& output) {
  if (output.form() != RecordForm::tsv) {
    return search.for_each_pair(pairs_up_to, [&](const PairRecord& record) { output.add(record); });
  }
  const PlaceColumns places = place_columns(search.documents());
  std::string line;
  append_pair_header(line, places);
  output.write(line);
  return search.for_each_pair(pairs_up_to, [&](const PairRecord& record) {
    line.clear();
    append_pair_row(line, record, places);
    output.write(line);
  });
}

ListedPairs write_pairs(ForumPairSearch& search, std::uint32_t pairs_up_to, RecordFile& output) {
  if (output.form() != RecordForm::tsv) {
    return search.for_each_pair(pairs_up_to, [&](const ForumPairRecord& record) { output.add(record); });
  }
  const PlaceColumns places = place_columns(search.documents());
  std::vector<PartSimilarity> parts;
  for (const std::string& part : search.part_labels()) parts.push_back({part, kMissing});
  std::string line;
  append_forum_pair_header(line, parts, places);
  output.write(line);
  return search.for_each_pair(pairs_up_to, [&](const ForumPairRecord& record) {
    line.clear();
    append_forum_pair_row(line, record, places);
    output.write(line);
  });
}

void write_clusters(const JobDocuments& documents, const std::vector<Verdict>& verdicts, RecordFile& output) {
  for_each_cluster_member(documents, verdicts, [&](const ClusterRecord& record) { output.add(record); });
}

void write_removals(const DuplicateSearch& search, const std::vector<Verdict>& verdicts, RecordFile& output) {
  search.for_each_removal(verdicts, [&](const RemovalRecord& record) { output.add(record); });
}

}  // namespace cento
