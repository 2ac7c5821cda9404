#pragma once

#include <string>

#include "engine/ask/chosen_questions.hpp"
#include "flags/shared_options.hpp"

namespace cento::cli {

struct QueryOptions : SharedOptions, QuestionChoice {
  std::string folder;
  bool only_found = false;
  bool add = false;
  std::string durable = "batch";
  bool wait = false;
};

/// Adds the options for asking and adding; `options` must outlive the command.
void add_query_options(CommandParser& command, QueryOptions& options);

}  // namespace cento::cli
