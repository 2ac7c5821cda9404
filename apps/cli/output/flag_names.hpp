#pragma once

#include <string>
#include <string_view>

namespace cento::cli {

/// A sentence of the library, which names options by their fields (`max_document_bytes`), with flags instead
/// (--max-document).
[[nodiscard]] std::string with_flags(std::string_view sentence);

}  // namespace cento::cli
