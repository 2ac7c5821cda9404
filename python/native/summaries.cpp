#include "summaries.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

nb::dict dict_of_job(const JobSummary& summary) {
  nb::dict out;
  out["documents"] = summary.documents;
  out["parts"] = summary.parts;
  out["text_bytes"] = summary.text_bytes;
  out["rejected_records"] = summary.rejected_records;
  out["rejected_files"] = summary.rejected_files;
  return out;
}

nb::dict dict_of_duplicates(const DuplicateSummary& summary) {
  nb::dict out = dict_of_job(summary);
  out["identical_documents"] = summary.identical_documents;
  out["same_words_documents"] = summary.same_words_documents;
  out["without_features"] = summary.without_features;
  out["candidate_pairs"] = summary.candidate_pairs;
  out["verified_pairs"] = summary.verified_pairs;
  out["capped_features"] = summary.capped_features;
  out["clusters"] = summary.clusters;
  return out;
}

}  // namespace

nb::dict dict_of(const ScanSummary& summary) {
  nb::dict out = dict_of_job(summary);
  out["sentences"] = summary.sentences;
  out["distinct_sentences"] = summary.distinct_sentences;
  out["document_pairs"] = summary.document_pairs;
  out["near_duplicate_pairs"] = summary.near_duplicate_pairs;
  out["passages"] = summary.passages;
  out["families"] = summary.families;
  out["family_places"] = summary.family_places;
  out["boilerplate_families"] = summary.boilerplate_families;
  out["families_without_pairs"] = summary.families_without_pairs;
  out["capped"] = summary.capped;
  return out;
}

nb::dict dict_of(const PairsSummary& summary) {
  nb::dict out = dict_of_duplicates(summary);
  out["pairs"] = summary.pairs;
  out["pairs_left_out"] = summary.pairs_left_out;
  return out;
}

nb::dict dict_of(const DedupSummary& summary) {
  nb::dict out = dict_of_duplicates(summary);
  out["kept"] = summary.kept;
  out["removed"] = summary.removed;
  out["cuts"] = summary.cuts;
  out["cut_sentences"] = summary.cut_sentences;
  out["cut_bytes"] = summary.cut_bytes;
  return out;
}

nb::dict dict_of(const ThreadsSummary& summary) {
  nb::dict out = dict_of_job(summary);
  out["identical_threads"] = summary.identical_threads;
  out["without_features"] = summary.without_features;
  out["scored_pairs"] = summary.scored_pairs;
  out["verified_pairs"] = summary.verified_pairs;
  out["capped_pairs"] = summary.capped_pairs;
  out["pairs"] = summary.pairs;
  out["pairs_left_out"] = summary.pairs_left_out;
  out["clusters"] = summary.clusters;
  return out;
}

nb::dict dict_of(const AddSummary& summary) {
  nb::dict out = dict_of_job(summary);
  out["added"] = summary.added;
  out["replaced"] = summary.replaced;
  out["index_documents"] = summary.index_documents;
  return out;
}

}  // namespace cento::python
