#pragma once

#include <string_view>

namespace cento {

/// A charset as the web knows it.
struct Charset {
  std::string_view name;    // what users see
  const char* converter;    // ICU's name of the converter; null for UTF-8, which needs none
  std::string_view labels;  // space-separated, lower case
  bool is_double_byte = false;
};

/// The charset that a label ("latin1", "GB2312", any case, with white space or quotes around it) means in the WHATWG
/// Encoding Standard: ISO-8859-1 is windows-1252, GB2312 is gb18030, EUC-KR is windows-949. Null for unknown labels.
[[nodiscard]] const Charset* charset_labelled(std::string_view label);

}  // namespace cento
