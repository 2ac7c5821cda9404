#include <string>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "core/json_text.hpp"
#include "methods/substring.hpp"
#include "scan_command.hpp"
#include "scan_documents.hpp"
#include "scan_folder.hpp"
#include "write/repeat_records.hpp"

namespace cento::cli {

namespace {

SubstringOptions finder_options(const ScanOptions& options) {
  SubstringOptions finder;
  finder.min_tokens = options.min_tokens;
  finder.threads = options.threads;
  finder.memory_bytes = options.reading.memory_bytes;
  finder.temp_dir = options.reading.temp_dir;
  return finder;
}

NamedRun name(const ScanDocuments& documents, const RunPlace& run, std::string& place) {
  const NamedStretch stretch = documents.name({run.document, run.part}, {{}, run.bytes}, place);
  return {stretch.document, stretch.part, run.tokens.begin, run.tokens.end, run.bytes};
}

void write_range(const RepeatedRange& range, const ScanDocuments& documents, AtomicFile& output) {
  std::string line;
  std::string place;
  std::string also_place;
  append_repeat_line(line,
                     {name(documents, range.place, place), name(documents, range.also, also_place), range.is_first});
  output.write(line);
}

void tell_counts(const ScanOptions& options, const SubstringCounts& counts, CollectionRun& run) {
  run.tell("identical_documents", counts.identical);
  run.tell("repeated_ranges", counts.repeated_ranges);
  run.tell("repeated_tokens", counts.repeated_tokens);
  run.tell("repeated_bytes", counts.repeated_bytes);
  run.tell("later_ranges", counts.later_ranges);
  run.tell("later_tokens", counts.later_tokens);
  run.tell("later_bytes", counts.later_bytes);
  run.tell("spilled_bytes", counts.spilled_bytes);
  run.tell(fmt::format("{} of runs of {} tokens or more that stand elsewhere, too: {} tokens",
                       counted(counts.repeated_ranges, "range", "ranges"), options.min_tokens,
                       with_thousands(counts.repeated_tokens)));
  run.tell(fmt::format("{} tokens of them stand earlier; {} the words of an earlier one",
                       with_thousands(counts.later_tokens),
                       counted(counts.identical, "document has", "documents have")));
}

}  // namespace

UnusedInput scan_substring(const ScanOptions& options) {
  CollectionRun run("scan", options, scan_uses(options));
  run.tell_option("method", json_string(options.method));
  run.tell_option("min_tokens", fmt::format("{}", options.min_tokens));
  run.tell_option("against", fmt::format("{}", options.against.size()));
  ScanFolder output(options.output);
  AtomicFile* repeats = output.add("repeats.jsonl");
  SubstringOptions finding = finder_options(options);
  finding.progress = &run.progress();
  SubstringFinder finder(finding);
  ScanDocuments documents(options, options.against, run);
  documents.read(
      {[&](const DocumentBatch& batch) { return finder.sign(batch); }, [&](void* batch) { finder.add(batch); }},
      [&] { finder.end_reference(); });
  run.progress().begin_phase("joining");
  const SubstringCounts counts = finder.find([&](const RepeatedRange& range) {
    if (repeats != nullptr) write_range(range, documents, *repeats);
  });
  tell_counts(options, counts, run);
  output.publish(run.json(documents.totals()));
  return run.finish(documents.totals());
}

}  // namespace cento::cli
