#pragma once

#include <cstdint>
#include <string>

namespace cento {

/// How SQLite reads and writes the files of a catalog: a layer (a "VFS") between it and the system that gives every
/// page of the file a checksum and compares it when the page is first read. Pages have 8,192 bytes; those of a file
/// whose head reserves 8 bytes a page, as format 2 does, end with the checksum of the 8,184 bytes before it and the
/// page's number as 8 more. Pages in the log have none there: SQLite's own covers them, and is compared when the log is
/// opened.
inline constexpr int kCatalogPageBytes = 8192;
inline constexpr int kPageChecksumBytes = 8;

/// The name of the layer, for sqlite3_open_v2(). With the parameter private=1 in the name of a file nothing is locked:
/// for files that nobody can write to.
[[nodiscard]] const char* checked_pages_vfs();

/// A request for sqlite3_file_control(): puts 1 or 0 into an int, whether the pages of a file have checksums.
inline constexpr int kAskForChecksums = 0x43'45'4e'54;

/// What is said about a damaged page of a file.
[[nodiscard]] std::string describe_damaged_page(const std::string& path, std::uint64_t byte);

/// Where in its file the page begins that failed this thread's last read with SQLITE_IOERR_DATA.
[[nodiscard]] std::uint64_t damaged_page_byte();

}  // namespace cento
