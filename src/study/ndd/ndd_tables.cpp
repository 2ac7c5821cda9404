#include "study/ndd/ndd_tables.hpp"

#include <cmath>
#include <span>

#include <fmt/format.h>

namespace cento {

namespace {

using Unit = StudyTable::Unit;

/// As ndd writes them: "100%", "12.5%", "3.13%".
StudyTable::Name kept_name(unsigned sample) {
  constexpr double kPercent = 100;
  const double share = std::ldexp(1.0, -static_cast<int>(sample));
  const double hundredths = std::round(share * kPercent * kPercent);
  const double percent = share >= 0.05 ? share * kPercent : hundredths / kPercent;
  return {share >= 0.05 ? fmt::format("{}%", percent) : fmt::format("{:.2f}%", percent), fmt::format("{}", share)};
}

StudyTable::Name sct_name(std::uint32_t sct) {
  if (sct == 0) return {"∞", "inf"};
  return {fmt::format("{}", sct), fmt::format("{}", sct)};
}

StudyTable::Name name_of_hash_run(const NddRun& run) {
  return kept_name(run.sample);
}

StudyTable::Name name_of_sct_run(const NddRun& run) {
  return sct_name(run.sct);
}

using NameOf = StudyTable::Name (*)(const NddRun&);

/// Tables 3.1 and 3.3: the share of documents that resemble another one, one column per run.
StudyTable shares_table(std::string file, std::string title, const NddResults& results, std::span<const NddRun> runs,
                        NameOf name_of) {
  StudyTable table{std::move(file), std::move(title), {"", "rr"}, {}, {}};
  for (const NddRun& run : runs) table.columns.push_back({name_of(run), Unit::percent});
  for (std::size_t i = 0; i < results.rr.size(); ++i) {
    StudyTable::Row row{{fmt::format("RR ≥ {}", results.rr[i]), fmt::format("{}", results.rr[i])}, {}};
    for (const NddRun& run : runs) row.values.emplace_back(run.shares[i]);
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Tables 3.2 and 3.4: how the runs agree with the one by all shingles, one row per run.
StudyTable agreement_table(std::string file, std::string title, StudyTable::Name row_names,
                           std::span<const NddRun> runs, NameOf name_of) {
  StudyTable table{std::move(file), std::move(title), std::move(row_names), {}, {}};
  table.columns = {{{"average error", "average_error"}, Unit::ratio},
                   {{"correlation", "correlation"}, Unit::ratio},
                   {{"recall", "recall"}, Unit::ratio},
                   {{"precision", "precision"}, Unit::ratio},
                   {{"pairs", "pairs"}, Unit::count},
                   {{"shingles", "shingles"}, Unit::count}};
  for (const NddRun& run : runs) {
    const Agreement& agreement = run.agreement;
    table.rows.push_back({name_of(run),
                          {agreement.average_error, agreement.correlation, agreement.recall, agreement.precision,
                           static_cast<double>(agreement.pairs), static_cast<double>(run.shingles)}});
  }
  return table;
}

}  // namespace

std::array<StudyTable, 4> ndd_tables(const NddResults& results) {
  const auto sampled = std::span(results.by_hash).subspan(1);
  const auto thresholded = std::span(results.by_sct).subspan(1);
  StudyTable last = agreement_table("table_3_4", "Table 3.4: agreement with SCT = ∞, by shingle commonality threshold",
                                    {"SCT", "sct"}, thresholded, name_of_sct_run);
  last.columns.push_back({{"MR#1 pairs saved", "pairs_saved"}, Unit::percent});
  for (std::size_t i = 0; i < thresholded.size(); ++i) last.rows[i].values.emplace_back(thresholded[i].saved_pairs);
  return {shares_table("table_3_1", "Table 3.1: documents that resemble another one, by share of shingles kept",
                       results, results.by_hash, name_of_hash_run),
          agreement_table("table_3_2", "Table 3.2: agreement with 100%, by share of shingles kept", {"kept", "kept"},
                          sampled, name_of_hash_run),
          shares_table("table_3_3",
                       "Table 3.3: documents that resemble another one, by shingle commonality threshold (SCT)",
                       results, results.by_sct, name_of_sct_run),
          std::move(last)};
}

}  // namespace cento
