#pragma once

#include <cstdint>
#include <string>

namespace cento {

/// How SQLite reads and writes the files of a catalog: a layer (a "VFS") between it and the system that gives every
/// page of the file a checksum and verifies it when the page is first read. Pages have 8,192 bytes; those of a file
/// whose header reserves 8 bytes per page, as format 2 does, end with the checksum of the 8,184 bytes before it
/// followed by the page's number as 8 bytes. Pages in the log have none: SQLite's own checksum covers them, and is
/// verified when the log is opened.
inline constexpr int kCatalogPageBytes = 8192;
inline constexpr int kPageChecksumBytes = 8;

/// The name of the layer, for sqlite3_open_v2(). With the parameter private=1 in the name of a file nothing is locked:
/// for files that cannot be written to.
[[nodiscard]] const char* checked_pages_vfs();

/// A request for sqlite3_file_control(): sets an int to 1 or 0, whether the pages of a file have checksums.
inline constexpr int kAskForChecksums = 0x43'45'4e'54;

/// The message about a damaged page of a file.
[[nodiscard]] std::string describe_damaged_page(const std::string& path, std::uint64_t byte);

/// Offset in its file of the page at which this thread's last read failed with SQLITE_IOERR_DATA.
[[nodiscard]] std::uint64_t damaged_page_byte();

}  // namespace cento
