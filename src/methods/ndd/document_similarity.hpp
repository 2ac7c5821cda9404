#pragma once

#include <string>

#include "cento/method_options.hpp"
#include "cento/option_table.hpp"

namespace cento {

/// Throws UsageError for names of features that do not exist (docs/signatures.md). Whether statistics that they need
/// are available is checked later.
void check_document_features(const std::string& name);

[[nodiscard]] OptionTable options_of(DocumentSimilarity& options);

}  // namespace cento
