#pragma once

#include <string>
#include <vector>

#include "cento/scan.hpp"
#include "engine/job.hpp"
#include "engine/scan/scan_folder.hpp"
#include "flags/shared_options.hpp"
#include "read/input/file_uses.hpp"

namespace cento::cli {

/// Options of `cento scan`.
struct ScanFlags : SharedOptions {
  ScanFlags() { output.clear(); }  // the folder; empty: only show the summary

  std::string method = "pdc";
  ScanOptions scan;
  BlogRule blog;
  RunRule runs;
  std::string as = "jsonl";  // how records are written: a name of record_forms()
  std::string pairs_file;    // document pairs to match; empty: all that share something
  std::vector<std::string> against;
};

/// The folder that a scan writes, or nothing. Throws UsageError if its form cannot be written.
[[nodiscard]] ScanFolder scan_folder(const ScanFlags& options, const Job& job);

/// The files that a scan reads besides its inputs, and the folder it writes.
[[nodiscard]] FileUses scan_uses(const ScanFlags& options);

/// Method pdc with its extensions.
UnusedInput scan_passages(ScanFlags& options);

/// Method blog: documents assembled from others.
UnusedInput scan_blog(ScanFlags& options);

/// Method substring: every repeated run of tokens.
UnusedInput scan_substring(ScanFlags& options);

}  // namespace cento::cli
