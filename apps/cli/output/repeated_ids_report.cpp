#include "output/repeated_ids_report.hpp"

#include <fmt/format.h>

namespace cento::cli {

void report_repeated_ids(const JobDocuments& documents, CollectionRun& run) {
  const RepeatedIds& repeated = documents.repeated_ids();
  run.report("repeated_ids", repeated.ids);
  if (repeated.ids == 0) return;
  run.report(fmt::format("{} several documents ({} in all, \"{}\" for example); results also give their place",
                         counted(repeated.ids, "id is used by", "ids are used by"), with_thousands(repeated.documents),
                         documents.table().id(repeated.examples.front())));
}

}  // namespace cento::cli
