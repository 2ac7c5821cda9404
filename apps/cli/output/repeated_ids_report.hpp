#pragma once

#include "engine/job_documents.hpp"
#include "output/collection_run.hpp"

namespace cento::cli {

/// Reports ids that several documents have. Called after reading.
void report_repeated_ids(const JobDocuments& documents, CollectionRun& run);

}  // namespace cento::cli
