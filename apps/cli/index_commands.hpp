#pragma once

#include "commands.hpp"

namespace cento::cli {

/// The commands of `cento index`; each adds itself to it.
Command add_index_create(CLI::App& index);
Command add_index_add(CLI::App& index);
Command add_index_remove(CLI::App& index);
Command add_index_stats(CLI::App& index);
Command add_index_merge(CLI::App& index);
Command add_index_verify(CLI::App& index);
Command add_index_rebuild(CLI::App& index);
Command add_index_backup(CLI::App& index);

}  // namespace cento::cli
