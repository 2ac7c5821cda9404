#pragma once

#include <cstddef>

#include "flags/shared_options.hpp"
#include "output/collection_run.hpp"
#include "study/forum/labelled_files.hpp"

namespace cento::cli {

/// Options of the commands that read labelled pairs.
struct LabelledOptions : SharedOptions, LabelFiles {};

/// The files that labels and similarities come from.
[[nodiscard]] FileUses uses_of(const LabelledOptions& options);

void add_labelled_options(CommandParser& command, LabelledOptions& options);

/// Reads the labelled pairs; throws Error unless there are at least `least` of each label.
[[nodiscard]] LabelledQuestions read_labelled(const LabelledOptions& options, std::size_t least, CollectionRun& run);

}  // namespace cento::cli
