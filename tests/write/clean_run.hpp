#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "write/clean/clean_output.hpp"

namespace cento::testing {

using Ids = std::vector<std::string>;

struct CleanRun {
  Ids ids;  // of all documents read
  CleanCounts counts;
  std::uint64_t rejected = 0;
};

struct CleanSettings {
  ReadOptions reading = {};
  bool as_json_lines = false;
  std::size_t threads = 1;
  std::uint64_t memory_bytes = 1000;
  std::function<void()> between = [] {};  // the two readings
};

/// Copies inputs without the documents of these ids.
inline CleanRun clean(const std::vector<std::string>& inputs, const std::string& output,
                      const std::set<std::string>& removed, const CleanSettings& settings = {}) {
  ReporterOptions reporting;
  reporting.quiet = true;
  Reporter reporter(reporting);
  InputList list(inputs, reporter);
  list.keep_pipes(settings.memory_bytes, {});
  CleanOutput out(list, settings.reading, {output, settings.as_json_lines, settings.memory_bytes, {}});
  CleanRun run;
  TakeOnly step([&](DocumentBatch& batch) {
    for (const Document& document : batch.documents) run.ids.emplace_back(document.id);
    out.note(batch);
  });
  ReadProgress progress;
  read_collection(list, settings.reading, settings.threads, reporter, progress, step);
  settings.between();
  run.counts =
      out.write([&](std::uint64_t document) { return removed.contains(run.ids.at(document)); }, settings.threads);
  out.publish();
  run.rejected = reporter.rejected();
  return run;
}

}  // namespace cento::testing
