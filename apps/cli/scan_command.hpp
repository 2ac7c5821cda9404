#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "methods/blog.hpp"
#include "methods/pdc.hpp"
#include "read/file_uses.hpp"
#include "shared_options.hpp"

namespace cento::cli {

/// Options of `cento scan`.
struct ScanOptions : SharedOptions {
  ScanOptions() { output.clear(); }  // the folder; empty: only the summary

  std::string method = "pdc";
  std::uint32_t min_tokens = 50;  // substring: N, the least length of a run
  BlogOptions blog;
  std::string pairs_up_to = "20";
  PassageOptions passages;
  std::uint32_t boilerplate = 50;  // a family in more documents is marked
  double near_duplicate = 0.8;     // documents of at least this similarity count as near-duplicates
  std::string pairs_file;          // pairs of documents to match; empty: all that share something
  std::vector<std::string> against;
  std::string statistics_file;
};

/// The files that a scan reads besides its inputs, and its folder.
[[nodiscard]] FileUses scan_uses(const ScanOptions& options);

/// Method pdc, and what goes beyond it.
UnusedInput scan_passages(const ScanOptions& options);

/// Method blog: documents put together from others.
UnusedInput scan_blog(const ScanOptions& options);

/// Method substring: every repeated run of tokens.
UnusedInput scan_substring(const ScanOptions& options);

}  // namespace cento::cli
