#pragma once

#include <string>
#include <vector>

#include "methods/ask_threads.hpp"
#include "methods/index_questions.hpp"
#include "methods/reuse_options.hpp"
#include "shared_options.hpp"

namespace cento::cli {

struct QueryOptions : SharedOptions {
  std::string folder;
  std::vector<std::string> answers;  // empty: those that the index can give, but for blog and reuse
  QuestionOptions question;
  ReuseOptions reuse;
  ThreadQuestion asking;  // about threads
  bool only_found = false;
  bool add = false;
  std::string durable = "batch";
  bool wait = false;
};

/// Adds what is asked, and whether documents are added; `options` must live as long as the command.
void add_query_options(CommandParser& command, QueryOptions& options);

}  // namespace cento::cli
