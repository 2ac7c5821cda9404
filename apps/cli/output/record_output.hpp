#pragma once

#include <memory>
#include <span>
#include <string>

#include "engine/job.hpp"
#include "write/records/record_file.hpp"

namespace cento::cli {

/// The form of an output by its name. Throws UsageError if such a file cannot be written; ask before any work is done.
[[nodiscard]] RecordForm checked_form(const std::string& output, std::span<const RecordForm> forms = record_forms());

/// A file that a command writes besides its output; null if it has no name.
[[nodiscard]] std::unique_ptr<RecordFile> optional_file(const std::string& name, RecordForm form,
                                                        std::span<const ColumnField> fields, const Job& job);

}  // namespace cento::cli
