#pragma once

#include <cstdint>
#include <string>

#include "flags/forum_flags.hpp"
#include "index/index_options.hpp"

namespace cento::cli {

class CommandParser;

/// The user's options for what an index keeps. Made for one command, which it must outlive.
class IndexFlags {
 public:
  /// What the command creates, or what it changes in an index that exists: with the opposites of all flags.
  enum class Use : std::uint8_t { create, change };

  void add_to(CommandParser& command, Use use);

  /// Whether any is given.
  [[nodiscard]] bool are_given() const;

  /// The options with those that the user gave. Throws UsageError when they contradict each other, as model_of() does,
  /// and when options for comparing threads are given without --forum.
  [[nodiscard]] IndexOptions applied_to(IndexOptions options) const;

 private:
  CommandParser* command_ = nullptr;
  mutable IndexOptions given_;
  bool is_forum_ = false;
  bool is_none_ = false;  // --no-forum
  ForumFlags comparing_;
};

void add_index_folder(CommandParser& command, std::string& folder);
void add_statistics_option(CommandParser& command, std::string& file);
void add_wait_option(CommandParser& command, bool& wait);
void add_quiet_option(CommandParser& command, bool& quiet);

/// The message when segments could not be merged after documents were added (IndexWriter::merge_failure()).
[[nodiscard]] std::string merge_failure_line(const std::string& failure);

}  // namespace cento::cli
