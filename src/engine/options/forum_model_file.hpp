#pragma once

#include <string>

#include "cento/method_options.hpp"
#include "index/index_options.hpp"
#include "methods/forum/forum_model.hpp"
#include "read/reader.hpp"

namespace cento {

/// The model that a file of `cento tune` describes, changed by what `comparison` sets; an empty name: that of
/// `comparison` alone. Throws UsageError, or Error about the file.
[[nodiscard]] ForumModel load_forum_model(const std::string& file, const ForumComparison& comparison);

/// Reads the parts that the model compares from JSON lines and CSV, unless `reading` names the fields with text.
void read_parts_of(const ForumModel& model, ReadOptions& reading);

/// The same for the model of an index of threads; nothing for other indexes.
void read_parts_of(const IndexOptions& index, ReadOptions& reading);

}  // namespace cento
