#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "align/passage_options.hpp"

namespace cento::cli {

class CommandParser;

/// Adds the options that say what a passage is. `matchings`: the values of --match that the command offers. `options`
/// must live as long as the command.
void add_passage_options(CommandParser& command, PassageOptions& options, const std::vector<std::string>& matchings);

/// All of them but `within`, with the values that were in force, as a JSON object.
[[nodiscard]] std::string to_json(const PassageOptions& options);

/// The values as the flags name them.
[[nodiscard]] std::string_view name_of(SentenceMatching match);
[[nodiscard]] std::string_view name_of(PassageEdges edges);

}  // namespace cento::cli
