#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "index/index_options.hpp"
#include "sign/document_frequencies.hpp"
#include "thread_flags.hpp"

namespace cento::cli {

class CommandParser;

/// What the user said about the options of an index, to be done to those it would have otherwise.
using IndexChanges = std::vector<std::function<void(IndexOptions&)>>;

/// The options with the changes. Throws UsageError when they do not go together.
[[nodiscard]] IndexOptions changed(IndexOptions options, const IndexChanges& changes);

/// Add options to a command; what is referred to must live as long as it.
void add_index_folder(CommandParser& command, std::string& folder);
/// `both_ways`: also those that undo what an index has by default.
enum class BothWays : bool { no, yes };
void add_index_options(CommandParser& command, IndexChanges& changes, BothWays both_ways);
/// What the user said about an index of threads.
struct ForumFlags {
  bool is_forum = false;
  bool is_none = false;  // no longer
  ThreadFlags comparing;
};
void add_forum_options(CommandParser& command, ForumFlags& flags, BothWays both_ways);
void add_statistics_option(CommandParser& command, std::string& file);
void add_wait_option(CommandParser& command, bool& wait);
void add_quiet_option(CommandParser& command, bool& quiet);

/// Notes what the flags change. Throws as model_of() does, and UsageError when they say how threads are compared of an
/// index that is not said to have some.
void note_forum(const ForumFlags& flags, IndexChanges& changes);

/// Lets an index of threads read their parts, unless --text-field says which.
void read_threads_of(const IndexOptions& index, ReadOptions& reading);

/// A table of `cento stats` for an index.
struct IndexStatistics {
  std::string bytes;                          // as an index keeps them; empty: none
  std::optional<DocumentFrequencies> tokens;  // the same, to be used
};

/// None for an empty name. Throws Error, naming the file, when it is no such table.
[[nodiscard]] IndexStatistics load_statistics(const std::string& file);

/// Throws UsageError when no index can be made like this.
void check_index_options(const IndexOptions& options, const IndexStatistics& statistics);

/// What is told when segments could not be merged after documents were added (IndexWriter::merge_failure()).
[[nodiscard]] std::string merge_failure_line(const std::string& failure);

/// What an index keeps, for people: "passages (exact), blog, documents (shingle:5 from 0.8 on)".
[[nodiscard]] std::string describe(const IndexOptions& options);

}  // namespace cento::cli
