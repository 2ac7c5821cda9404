#include "index/store/checked_pages.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>

#include "core/hash/checksum.hpp"

namespace cento {

namespace {

constexpr const char* kVfsName = "cento";
constexpr int kLeastPageBytes = 512;     // smallest in SQLite
constexpr std::size_t kReservedAt = 20;  // in the file's header: bytes at the end of each page that SQLite does not use
constexpr std::size_t kContentBytes = kCatalogPageBytes - kPageChecksumBytes;

thread_local std::uint64_t damaged_byte = 0;

using PageBytes = std::array<std::byte, kCatalogPageBytes>;

/// A file as opened by SQLite; the system's file object follows it in memory.
struct CheckedFile {
  enum class Pages : std::uint8_t { unknown, plain, checked };

  sqlite3_file base{};
  bool is_catalog = false;  // and not its log, or a journal
  bool is_private = false;
  Pages pages = Pages::unknown;
  std::vector<bool> sound;  // pages that were checked
  PageBytes written{};

  [[nodiscard]] sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};
static_assert(sizeof(CheckedFile) % alignof(std::max_align_t) == 0 || alignof(std::max_align_t) > 8);

CheckedFile& checked(sqlite3_file* file) {
  return *reinterpret_cast<CheckedFile*>(file);
}

std::uint64_t checksum_of_page(std::span<const std::byte, kCatalogPageBytes> page, std::uint64_t number) {
  Checksum checksum;
  checksum.add(page.first(kContentBytes));
  checksum.add(std::as_bytes(std::span(&number, 1)));
  return checksum.value();
}

std::uint64_t number_of_page(sqlite3_int64 offset) {
  return static_cast<std::uint64_t>(offset) / kCatalogPageBytes + 1;
}

bool is_page(int amount, sqlite3_int64 offset) {
  return amount == kCatalogPageBytes && offset % kCatalogPageBytes == 0;
}

bool has_checksums(CheckedFile& file) {
  if (file.pages != CheckedFile::Pages::unknown) return file.pages == CheckedFile::Pages::checked;
  unsigned char reserved = 0;
  if (file.real()->pMethods->xRead(file.real(), &reserved, 1, kReservedAt) != SQLITE_OK) return false;
  file.pages = reserved == kPageChecksumBytes ? CheckedFile::Pages::checked : CheckedFile::Pages::plain;
  return file.pages == CheckedFile::Pages::checked;
}

int fail_at(sqlite3_int64 offset) {
  damaged_byte = static_cast<std::uint64_t>(offset);
  return SQLITE_IOERR_DATA;
}

int check_page(CheckedFile& file, const void* bytes, sqlite3_int64 offset) {
  if (!has_checksums(file)) return SQLITE_OK;
  const std::uint64_t number = number_of_page(offset);
  if (number < file.sound.size() && file.sound[number]) return SQLITE_OK;
  const std::span<const std::byte, kCatalogPageBytes> page(static_cast<const std::byte*>(bytes), kCatalogPageBytes);
  std::uint64_t expected = 0;
  std::memcpy(&expected, page.data() + kContentBytes, sizeof(expected));
  if (checksum_of_page(page, number) != expected) return fail_at(offset);
  if (file.sound.size() <= number) file.sound.resize(2 * number + 1);
  file.sound[number] = true;
  return SQLITE_OK;
}

int read_file(sqlite3_file* base, void* bytes, int amount, sqlite3_int64 offset) {
  CheckedFile& file = checked(base);
  const int code = file.real()->pMethods->xRead(file.real(), bytes, amount, offset);
  if (code != SQLITE_OK || !file.is_catalog || amount < kLeastPageBytes) return code;
  if (is_page(amount, offset)) return check_page(file, bytes, offset);
  // All catalogs have pages of one size. Another size means a damaged header, or another kind of file, which SQLite
  // detects itself.
  return offset == 0 ? code : fail_at(offset);
}

int fetch_file(sqlite3_file* base, sqlite3_int64 offset, int amount, void** bytes) {
  CheckedFile& file = checked(base);
  const int code = file.real()->pMethods->xFetch(file.real(), offset, amount, bytes);
  if (code != SQLITE_OK || *bytes == nullptr || !file.is_catalog) return code;
  const int sound = is_page(amount, offset) ? check_page(file, *bytes, offset) : fail_at(offset);
  if (sound == SQLITE_OK) return SQLITE_OK;
  file.real()->pMethods->xUnfetch(file.real(), offset, *bytes);
  *bytes = nullptr;
  return sound;
}

int write_file(sqlite3_file* base, const void* bytes, int amount, sqlite3_int64 offset) {
  CheckedFile& file = checked(base);
  const auto write = [&](const void* from) { return file.real()->pMethods->xWrite(file.real(), from, amount, offset); };
  if (!file.is_catalog || !is_page(amount, offset)) return write(bytes);
  if (offset == 0) {
    const bool has_room = static_cast<const unsigned char*>(bytes)[kReservedAt] == kPageChecksumBytes;
    file.pages = has_room ? CheckedFile::Pages::checked : CheckedFile::Pages::plain;
  }
  if (!has_checksums(file)) return write(bytes);
  std::memcpy(file.written.data(), bytes, kContentBytes);
  const std::uint64_t checksum = checksum_of_page(file.written, number_of_page(offset));
  std::memcpy(file.written.data() + kContentBytes, &checksum, sizeof(checksum));
  return write(file.written.data());
}

int close_file(sqlite3_file* base) {
  CheckedFile& file = checked(base);
  const int code = file.real()->pMethods->xClose(file.real());
  file.~CheckedFile();
  return code;
}

int lock_file(sqlite3_file* base, int level) {
  CheckedFile& file = checked(base);
  return file.is_private ? SQLITE_OK : file.real()->pMethods->xLock(file.real(), level);
}

int unlock_file(sqlite3_file* base, int level) {
  CheckedFile& file = checked(base);
  return file.is_private ? SQLITE_OK : file.real()->pMethods->xUnlock(file.real(), level);
}

int check_reserved_lock(sqlite3_file* base, int* is_locked) {
  CheckedFile& file = checked(base);
  *is_locked = 0;
  return file.is_private ? SQLITE_OK : file.real()->pMethods->xCheckReservedLock(file.real(), is_locked);
}

int control_file(sqlite3_file* base, int request, void* value) {
  CheckedFile& file = checked(base);
  if (request != kAskForChecksums) return file.real()->pMethods->xFileControl(file.real(), request, value);
  *static_cast<int*>(value) = has_checksums(file) ? 1 : 0;
  return SQLITE_OK;
}

/// Passes a call on to the system's file: `kMember` of its methods.
template <auto kMember, typename... Values>
auto pass_on(sqlite3_file* base, Values... values) {
  sqlite3_file* real = checked(base).real();
  return (real->pMethods->*kMember)(real, values...);
}

constexpr sqlite3_io_methods kMethods = {
    3,
    close_file,
    read_file,
    write_file,
    pass_on<&sqlite3_io_methods::xTruncate, sqlite3_int64>,
    pass_on<&sqlite3_io_methods::xSync, int>,
    pass_on<&sqlite3_io_methods::xFileSize, sqlite3_int64*>,
    lock_file,
    unlock_file,
    check_reserved_lock,
    control_file,
    pass_on<&sqlite3_io_methods::xSectorSize>,
    pass_on<&sqlite3_io_methods::xDeviceCharacteristics>,
    pass_on<&sqlite3_io_methods::xShmMap, int, int, int, void volatile**>,
    pass_on<&sqlite3_io_methods::xShmLock, int, int, int>,
    pass_on<&sqlite3_io_methods::xShmBarrier>,
    pass_on<&sqlite3_io_methods::xShmUnmap, int>,
    fetch_file,
    pass_on<&sqlite3_io_methods::xUnfetch, sqlite3_int64, void*>,
};

sqlite3_vfs* system_vfs() {
  return sqlite3_vfs_find(nullptr);
}

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* base, int flags, int* out_flags) {
  auto* file = new (base) CheckedFile;
  auto* real_vfs = static_cast<sqlite3_vfs*>(vfs->pAppData);
  const int code = real_vfs->xOpen(real_vfs, name, file->real(), flags, out_flags);
  if (file->real()->pMethods == nullptr) {
    file->~CheckedFile();
    base->pMethods = nullptr;
    return code;
  }
  file->is_catalog = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  file->is_private = file->is_catalog && sqlite3_uri_boolean(name, "private", 0) != 0;
  base->pMethods = &kMethods;
  return code;
}

/// The system's own VFS, except for files.
sqlite3_vfs make_vfs() {
  sqlite3_vfs vfs = *system_vfs();
  vfs.szOsFile += static_cast<int>(sizeof(CheckedFile));
  vfs.pNext = nullptr;
  vfs.zName = kVfsName;
  vfs.pAppData = system_vfs();
  vfs.xOpen = open_file;
  return vfs;
}

}  // namespace

const char* checked_pages_vfs() {
  static sqlite3_vfs vfs = make_vfs();
  static const int registered = sqlite3_vfs_register(&vfs, 0);
  return registered == SQLITE_OK ? kVfsName : nullptr;
}

std::string describe_damaged_page(const std::string& path, std::uint64_t byte) {
  return fmt::format("{} is damaged: the page at byte {} does not match its checksum; use a backup", path, byte);
}

std::uint64_t damaged_page_byte() {
  return damaged_byte;
}

}  // namespace cento
