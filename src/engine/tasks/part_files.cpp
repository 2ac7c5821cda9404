#include "engine/tasks/part_files.hpp"

#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "cento/error.hpp"
#include "engine/api/opened_files.hpp"
#include "engine/api/source_opener.hpp"
#include "engine/job.hpp"
#include "read/arrow/table_file.hpp"

namespace cento {

namespace {

class PieceOpener final : public SourceOpener {
 public:
  PieceOpener(std::vector<FilePiece> pieces, FileOptions options)
      : pieces_(std::move(pieces)), options_(std::move(options)) {}

  [[nodiscard]] std::unique_ptr<Collection> open(Job& job) const override {
    std::deque<InputFile> files;
    for (const FilePiece& piece : pieces_) {
      InputFile& file = files.emplace_back();
      file.name = piece.name.empty() ? piece.path : piece.name;
      file.path = piece.path;
      file.walked = piece.walked;
      file.groups = piece.groups;
      std::error_code error;
      const std::uintmax_t size = std::filesystem::file_size(piece.path, error);
      file.size_is_known = !error;
      file.size_bytes = error ? 0 : size;
    }
    return std::make_unique<OpenedFiles>(InputList(std::move(files)), reading_of(options_, job));
  }

 private:
  std::vector<FilePiece> pieces_;
  FileOptions options_;
};

}  // namespace

PartFiles::PartFiles(std::vector<FilePiece> pieces, FileOptions options)
    : Source(std::make_shared<PieceOpener>(std::move(pieces), std::move(options))) {}

std::vector<std::uint64_t> group_rows(const std::string& path) {
  constexpr std::string_view kParquetMagic = "PAR1";
  std::vector<std::uint64_t> rows;
  try {
    const ReadOptions reading;
    const auto input = open_input(InputFile{path, path}, reading.memory_bytes);
    if (!input->peek(kParquetMagic.size()).starts_with(kParquetMagic)) return {};
    const TableFile file(*input, reading);
    for (std::int64_t group = 0; group < file.groups(); ++group) {
      rows.push_back(static_cast<std::uint64_t>(file.group_rows(group)));
    }
  } catch (const Error&) {
    return {};
  }
  return rows;
}

}  // namespace cento
