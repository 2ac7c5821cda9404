#pragma once

#include <string>

namespace cento::cli {

/// Check names of features while the command line is read; docs/signatures.md has them. Throw UsageError when there are
/// none of that name. Whether statistics that they need are there is seen later.
void check_sentence_features(const std::string& name);
void check_document_features(const std::string& name);

/// The same for how near-duplicate documents are found: by features, or by sketches.
void check_duplicate_method(const std::string& name);

/// The same for how a part of threads is compared, and for what it is compared by.
void check_comparison(const std::string& text);
void check_thread_features(const std::string& name);

}  // namespace cento::cli
