#include "flags/index_flags.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "command_line/command_parser.hpp"
#include "flags/option_flags.hpp"
#include "methods/forum/forum_digest.hpp"
#include "methods/ndd/document_similarity.hpp"
#include "methods/pdc/pdc_options.hpp"

namespace cento::cli {

namespace {

constexpr const char* kKept = "What is kept";

}  // namespace

void IndexFlags::add_to(CommandParser& command, Use use) {
  command_ = &command;
  const OptionGroup kept(command, kKept);
  OptionTable table = options_of(given_);
  for (Option& option : table) {
    if (option.name == "signature") std::get<TextSlot>(option.slot).check = check_sentence_features;
    if (option.name == "features") std::get<TextSlot>(option.slot).check = check_document_features;
  }
  add_options(command, kKept, table);
  if (use == Use::change) add_opposite_flags(command, kKept, options_of(given_));
  kept.add_flag("--forum", is_forum_, "documents are forum threads: keep data to find questions asked before");
  if (use == Use::change) {
    kept.add_flag("--no-forum", is_none_, "do not keep data for forum threads").excludes = "--forum";
  }
  add_forum_flags(command, comparing_, "asked_threshold");
}

bool IndexFlags::are_given() const {
  const OptionTable table = options_of(given_);
  return is_forum_ || is_none_ ||
         std::any_of(table.begin(), table.end(), [this](const Option& option) { return is_given(*command_, option); });
}

IndexOptions IndexFlags::applied_to(IndexOptions options) const {
  if (is_given(comparing_) && !is_forum_) throw UsageError("options for comparing threads need --forum");
  const OptionTable given = options_of(given_);
  const OptionTable changed = options_of(options);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (is_given(*command_, given[i])) copy_value(given[i], changed[i]);
  }
  if (is_none_) options.threads.clear();
  if (is_forum_) options.threads = forum_options(model_of(comparing_));
  if (options.signature_bits > 0 && options.word_bits > options.signature_bits) {
    throw UsageError(
        fmt::format("--word-bits {} must be at most --signature-bits {}", options.word_bits, options.signature_bits));
  }
  return options;
}

void add_index_folder(CommandParser& command, std::string& folder) {
  command.add_positional("DIR", text(folder), "folder of the index");
}

void add_statistics_option(CommandParser& command, std::string& file) {
  command.add("--stats", text(file), "FILE", "table of `cento stats`: how many documents contain each word", kKept);
}

void add_wait_option(CommandParser& command, bool& wait) {
  command.add("--wait", flag(wait), "", "wait while another program is writing to the index", "Running");
}

void add_quiet_option(CommandParser& command, bool& quiet) {
  command.add("--quiet", flag(quiet), "", "no remarks or summary", "Running");
}

std::string merge_failure_line(const std::string& failure) {
  return fmt::format("the documents were added, but segments could not be merged: {}", failure);
}

}  // namespace cento::cli
