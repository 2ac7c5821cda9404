#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "read/arrow/arrow_files_interface.hpp"

namespace cento {

/// How records are written. This file decides it for all outputs: by the name of --as, or by the output's name.
enum class RecordForm : std::uint8_t { json_lines, tsv, parquet, arrow, arrow_stream };

/// The forms that all records have, and those of pairs.
[[nodiscard]] std::span<const RecordForm> record_forms();
[[nodiscard]] std::span<const RecordForm> pair_forms();

/// The names of forms, for --as: "jsonl", "tsv", "parquet", "arrow", "arrows".
[[nodiscard]] std::vector<std::string> names_of(std::span<const RecordForm> forms);
/// The form of this name, which names_of() has.
[[nodiscard]] RecordForm form_named(std::string_view name);

/// The form that an output's name asks for, if it is one of `forms`; otherwise JSON lines.
[[nodiscard]] RecordForm form_of(std::string_view output, std::span<const RecordForm> forms);

/// What names of such files end in: ".jsonl"
[[nodiscard]] std::string_view extension_of(RecordForm form);

/// Whether the form is a table that the plug-in writes, and of which kind.
[[nodiscard]] bool is_table(RecordForm form);
[[nodiscard]] CentoArrowKind table_kind(RecordForm form);

/// Throws UsageError that names the output or option if such a file cannot be written, since there is no plug-in.
void check_can_write(RecordForm form, std::string_view what);

}  // namespace cento
