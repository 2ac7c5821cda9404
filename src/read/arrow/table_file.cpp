#include "read/arrow/table_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/spill/unnamed_file.hpp"
#include "read/arrow/arrow_files.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kKeptShare = 8;  // of the memory is kept by the plug-in to be used again
constexpr std::uint64_t kKeptBytesMost = std::uint64_t{1} << 28;
constexpr std::int64_t kGroupRowsMost = std::int64_t{1} << 32;
constexpr std::size_t kCopiedAtOnce = std::size_t{1} << 18;

void write_whole(int descriptor, std::string_view bytes, const std::string& folder) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0) {
      ::close(descriptor);
      fail_temp_file("write", folder);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// The input's bytes in an unnamed file.
int copy_of(Input& in, const std::string& temp_dir) {
  const std::string folder = temp_folder_or_default(temp_dir);
  const int descriptor = open_unnamed_file(folder);
  for (std::string_view window = in.peek(kCopiedAtOnce); !window.empty(); window = in.peek(kCopiedAtOnce)) {
    write_whole(descriptor, window, folder);
    in.consume(window.size());
  }
  return descriptor;
}

/// The file itself, if it can be read at any place; -1 otherwise.
int plain_file(const Input& in) {
  if (in.compression() != Compression::none || in.path().empty() || in.path() == "-") return -1;
  const int descriptor = ::open(in.path().c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor < 0 || (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))) return descriptor;
  ::close(descriptor);
  return -1;
}

std::uint64_t size_of(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// Calls a function of the plug-in; throws Error with what it says.
template <typename Function, typename... Arguments>
void call(Function function, Arguments... arguments) {
  CentoArrowProblem problem{};
  if (function(arguments..., &problem) != 0) throw Error(problem.text);
}

}  // namespace

void ColumnPaths::add(const std::vector<std::int64_t>& path) {
  numbers_.insert(numbers_.end(), path.begin(), path.end());
  numbers_.push_back(-1);
}

GroupRows::~GroupRows() {
  arrow_files().end_rows(rows_);
}

std::optional<PackedRows> GroupRows::next(std::int64_t rows_most) {
  CentoArrowPiece* piece = nullptr;
  std::int64_t rows = 0;
  call(arrow_files().next, rows_, rows_most, &piece, &rows);
  if (piece == nullptr) return std::nullopt;
  return PackedRows(piece, rows);
}

PackedRows::~PackedRows() {
  if (piece_ != nullptr) arrow_files().drop_piece(piece_);
}

std::shared_ptr<const OwnedArrowArray> PackedRows::unpack() const {
  auto batch = std::make_shared<OwnedArrowArray>();
  call(arrow_files().unpack, piece_, &batch->value);
  return batch;
}

TableFile::TableFile(Input& in, const ReadOptions& options) {
  const CentoArrowFiles& files = arrow_files();
  files.keep_memory(static_cast<std::int64_t>(std::min(options.memory_bytes / kKeptShare, kKeptBytesMost)));
  int descriptor = plain_file(in);
  is_copy_ = descriptor < 0;
  if (is_copy_) descriptor = copy_of(in, options.temp_dir);
  size_bytes_ = size_of(descriptor);
  call(files.open, descriptor, &file_);
  for (std::int64_t group = 0; group < groups(); ++group) {
    const std::int64_t rows = group_rows(group);
    if (rows < 0 || rows > kGroupRowsMost) {
      files.close(file_);
      throw Error(fmt::format("the file is damaged: it says that a group of rows has {} of them", rows));
    }
    rows_ += rows;
  }
}

TableFile::~TableFile() {
  arrow_files().close(file_);
}

std::int64_t TableFile::groups() const {
  return arrow_files().groups(file_);
}

std::int64_t TableFile::group_rows(std::int64_t group) const {
  return arrow_files().group_rows(file_, group);
}

std::uint64_t TableFile::group_bytes(std::int64_t group, const ColumnPaths& columns) const {
  const std::int64_t known = arrow_files().group_bytes(file_, group, columns.get());
  if (known >= 0) return static_cast<std::uint64_t>(known);
  const double share = static_cast<double>(group_rows(group)) / static_cast<double>(std::max<std::int64_t>(rows_, 1));
  return static_cast<std::uint64_t>(static_cast<double>(size_bytes_) * share);
}

void TableFile::schema(ArrowSchema& out) const {
  call(arrow_files().schema, file_, &out);
}

void TableFile::schema(const ColumnPaths& columns, ArrowSchema& out) const {
  call(arrow_files().schema_of, file_, columns.get(), &out);
}

std::unique_ptr<GroupRows> TableFile::read(std::int64_t group, const ColumnPaths& columns,
                                           std::int64_t batch_rows) const {
  CentoArrowRows* rows = nullptr;
  call(arrow_files().read, file_, group, columns.get(), batch_rows, &rows);
  return std::make_unique<GroupRows>(rows);
}

}  // namespace cento
