#pragma once

#include <string>
#include <string_view>

#include "cento/method_options.hpp"
#include "cento/option_table.hpp"
#include "methods/forum/forum_model.hpp"

namespace cento {

/// The model that the options describe. `place`: where ForumComparison::model comes from, for messages. Throws
/// UsageError, or Error about the model's text.
[[nodiscard]] ForumModel model_of(const ForumComparison& options, std::string_view place = "model");

/// Whether any of them is given.
[[nodiscard]] bool is_given(const ForumComparison& options);

/// All except the text of a model.
[[nodiscard]] OptionTable options_of(ForumComparison& options);

/// Throw UsageError for comparisons of parts, and for features they compare, that do not exist.
void check_comparison(const std::string& text);
void check_forum_features(const std::string& name);

}  // namespace cento
