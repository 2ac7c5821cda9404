#pragma once

#include <cstdint>
#include <string>

#include "cento/method_options.hpp"
#include "cento/option_table.hpp"

/// Tables of options that several jobs share.
namespace cento {

[[nodiscard]] OptionTable options_of(DuplicateOptions& options);
[[nodiscard]] OptionTable options_of(ListingOptions& options);

/// `things`: "documents" or "threads".
[[nodiscard]] OptionTable options_of(IdenticalListing& options, const std::string& things);

/// What a run may use.
[[nodiscard]] OptionTable run_options(std::uint64_t& threads, std::uint64_t& memory_bytes, std::string& temp_dir,
                                      bool& strict);

/// Tables of `cento stats`. `for_what`: "features that need them".
[[nodiscard]] Option statistics_option(std::string& file, const std::string& for_what);

}  // namespace cento
