#pragma once

#include <string_view>

namespace cento {

/// Common words of a language (`en`, `de`, `fr`, `es`, `zh`, `ja`, `ko`, `ru`), separated by spaces; empty for a
/// language without a list. Chinese and Japanese lists have single characters, as these are tokens. The lists must not
/// change: signatures depend on them.
[[nodiscard]] std::string_view stop_words(std::string_view language);

/// The languages that have a list, separated by commas.
[[nodiscard]] std::string_view stop_word_languages();

}  // namespace cento
