#pragma once

#include <string_view>

#include "read/charset_labels.hpp"

namespace cento {

/// What the beginning of an HTML or XML text says about its charset.
struct CharsetDeclaration {
  const Charset* charset = nullptr;  // null: it says nothing that we know
  std::string_view source;           // "xml" or "meta"
};

/// Looks for an XML declaration, then for <meta charset=…> and <meta http-equiv=content-type content="…charset=…">, in
/// the first kDeclarationBytes. A <meta> that claims UTF-16 is taken as UTF-8: it could not have been read otherwise.
[[nodiscard]] CharsetDeclaration declared_charset(std::string_view bytes);

/// Browsers look at 1024 bytes; real pages have their <meta> later often enough.
inline constexpr std::size_t kDeclarationBytes = 4096;

}  // namespace cento
