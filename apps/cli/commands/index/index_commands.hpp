#pragma once

#include "commands/commands.hpp"

namespace cento::cli {

/// The commands of `cento index`; each adds itself to it.
Command add_index_create(CommandParser& index);
Command add_index_add(CommandParser& index);
Command add_index_remove(CommandParser& index);
Command add_index_stats(CommandParser& index);
Command add_index_merge(CommandParser& index);
Command add_index_verify(CommandParser& index);
Command add_index_rebuild(CommandParser& index);
Command add_index_backup(CommandParser& index);

}  // namespace cento::cli
