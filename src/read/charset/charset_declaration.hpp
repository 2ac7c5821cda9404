#pragma once

#include <string_view>

#include "read/charset/charset_labels.hpp"

namespace cento {

/// What the beginning of an HTML or XML text says about its charset.
struct CharsetDeclaration {
  const Charset* charset = nullptr;  // null: none, or an unknown one
  std::string_view source;           // "xml" or "meta"
};

/// Looks for an XML declaration, then for <meta charset=…> and <meta http-equiv=content-type content="…charset=…">, in
/// the first kDeclarationBytes. A <meta> that claims UTF-16 is taken as UTF-8: otherwise it could not have been read.
[[nodiscard]] CharsetDeclaration declared_charset(std::string_view bytes);

/// Browsers check 1024 bytes; on real pages the <meta> often comes later.
inline constexpr std::size_t kDeclarationBytes = 4096;

}  // namespace cento
