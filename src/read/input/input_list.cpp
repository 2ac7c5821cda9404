#include "read/input/input_list.hpp"

#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cento/error.hpp"

namespace cento {

namespace {

namespace fs = std::filesystem;

void reject(Reporter& reporter, const std::string& name, std::string reason) {
  reporter.reject({{name}, std::move(reason), {}, 0, {}, BadKind::file});
}

/// `folder`: where it was found; empty for a file that was named.
InputFile file_at(const std::string& path, const std::string& folder) {
  InputFile file{path, path, 0, false, !folder.empty()};
  const fs::path named = fs::path(path);
  file.relative = folder.empty() ? named.filename().string() : named.lexically_relative(folder).string();
  std::error_code error;
  if (fs::is_regular_file(path, error)) {
    const std::uintmax_t size = fs::file_size(path, error);
    file.size_is_known = !error;
    file.size_bytes = error ? 0 : size;
  }
  return file;
}

/// Collects the files below a folder.
class FolderWalk {
 public:
  explicit FolderWalk(Reporter& reporter) : reporter_(reporter) {}

  std::vector<std::string> files_below(const std::string& folder) {
    folders_.push_back(folder);
    while (!folders_.empty()) {
      const std::string next = std::move(folders_.back());
      folders_.pop_back();
      visit(next);
    }
    std::sort(files_.begin(), files_.end());
    return std::move(files_);
  }

 private:
  void visit(const std::string& folder) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) take(*entry);
    if (error) reject(reporter_, folder, fmt::format("cannot read the folder: {}", error.message()));
  }

  void take(const fs::directory_entry& entry) {
    if (entry.path().filename().native().starts_with('.')) return;
    const std::string& path = entry.path().native();
    std::error_code error;
    const fs::file_status status = entry.status(error);  // of a link's target
    if (fs::is_regular_file(status)) files_.push_back(path);
    if (fs::is_directory(status) && !entry.is_symlink(error)) folders_.push_back(path);
    if (status.type() == fs::file_type::not_found) {
      reject(reporter_, path, "the link is broken");
    } else if (!fs::status_known(status)) {
      reject(reporter_, path, fmt::format("cannot examine it: {}", error.message()));
    }
  }

  Reporter& reporter_;
  std::vector<std::string> folders_;  // still to be visited
  std::vector<std::string> files_;
};

/// "https://example.org/news.jsonl", "s3://bucket/news.jsonl".
bool has_scheme(std::string_view argument) {
  const std::size_t end = argument.find("://");
  if (end == 0 || end == std::string_view::npos) return false;
  const auto is_of_scheme = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-' ||
           c == '.';
  };
  return std::all_of(argument.begin(), argument.begin() + static_cast<std::ptrdiff_t>(end), is_of_scheme);
}

std::vector<std::string> expand_glob(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> paths;
  if (::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0) {
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  ::globfree(&found);
  std::sort(paths.begin(), paths.end());  // glob's own order depends on the locale
  return paths;
}

/// Turns arguments into files.
class Arguments {
 public:
  Arguments(std::deque<InputFile>& files, Reporter& reporter) : files_(files), reporter_(reporter) {}

  void add(const std::string& argument) {
    const std::size_t before = files_.size();
    add_files(argument);
    for (std::size_t i = before; i < files_.size(); ++i) files_[i].argument = arguments_;
    ++arguments_;
  }

  /// Throws an InputError that lists all problems.
  void finish() const {
    if (refused_.empty()) return;
    std::vector<std::string> sentences;
    for (const auto& [argument, reason] : refused_) sentences.push_back(fmt::format("{}: {}", argument, reason));
    throw InputError(fmt::to_string(fmt::join(sentences, "; ")), refused_.front().first);
  }

 private:
  void add_files(const std::string& argument) {
    if (argument == "-") return add_standard_input();
    std::error_code error;
    const fs::file_status status = fs::status(argument, error);
    if (fs::exists(status)) return add_path(argument);
    if (status.type() != fs::file_type::not_found) {
      return refuse(argument, fmt::format("cannot read it: {}", error.message()));
    }
    if (has_scheme(argument)) return refuse(argument, "Cento reads local files: download it and name the file");
    if (argument.find_first_of("*?[") == std::string::npos) return refuse(argument, "there is no such file");
    add_matches(argument);
  }

  void add_standard_input() {
    if (std::exchange(has_standard_input_, true)) throw UsageError("standard input (-) is given twice");
    files_.push_back({"<standard input>", "-"});
  }

  void add_path(const std::string& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files_.push_back(file_at(path, {}));
      return;
    }
    const std::vector<std::string> below = FolderWalk(reporter_).files_below(path);
    if (below.empty()) refuse(path, "there is no file to read in this folder");
    for (const std::string& file : below) files_.push_back(file_at(file, path));
  }

  void add_matches(const std::string& pattern) {
    const std::vector<std::string> paths = expand_glob(pattern);
    if (paths.empty()) refuse(pattern, "no file matches this pattern");
    for (const std::string& path : paths) add_path(path);
  }

  void refuse(const std::string& argument, std::string reason) { refused_.emplace_back(argument, std::move(reason)); }

  std::deque<InputFile>& files_;
  Reporter& reporter_;
  std::size_t arguments_ = 0;                                 // added so far
  std::vector<std::pair<std::string, std::string>> refused_;  // argument and reason
  bool has_standard_input_ = false;
};

}  // namespace

InputList::InputList(const std::vector<std::string>& arguments, Reporter& reporter) : arguments_(arguments) {
  Arguments list(files_, reporter);
  for (const std::string& argument : arguments) list.add(argument);
  list.finish();
}

std::unique_ptr<Input> open_input(const InputFile& file, std::uint64_t memory_bytes,
                                  std::atomic<std::uint64_t>* raw_bytes_read, const DamageHandling& handling) {
  if (file.spool == nullptr) return open_input(file.name, file.path, memory_bytes, raw_bytes_read, handling);
  // A pipe that was read is not opened again: that would block until someone writes to it.
  auto pipe = file.spool->has_been_read() ? nullptr : file_source(file.name, file.path, raw_bytes_read);
  return decompressed_input(file.name, file.path, file.spool->source(std::move(pipe)), memory_bytes, handling);
}

void InputList::keep_pipes(const MemoryPart& memory, const std::string& temp_dir) {
  for (InputFile& file : files_) {
    if (!file.size_is_known && file.spool == nullptr) file.spool = std::make_shared<InputSpool>(memory, temp_dir);
  }
}

std::uint64_t InputList::total_bytes() const {
  std::uint64_t sum = 0;
  for (const InputFile& file : files_) {
    if (!file.size_is_known) return 0;
    sum += file.size_bytes;
  }
  return sum;
}

}  // namespace cento
