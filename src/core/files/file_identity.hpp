#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace cento {

/// Which file a name leads to: links are followed, even dangling ones. Looked up once, in the constructor.
class FileIdentity {
 public:
  /// "-" is a name like any other here.
  explicit FileIdentity(const std::string& name);
  /// Of an open file.
  explicit FileIdentity(int descriptor);

  [[nodiscard]] bool exists() const { return facts_.exists; }
  /// A pipe, a terminal, /dev/null: many may write there at once.
  [[nodiscard]] bool is_pipe_or_device() const { return facts_.is_pipe_or_device; }
  [[nodiscard]] bool is_folder() const { return facts_.is_folder; }
  /// Without links; empty for an open file.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// By device and inode; by path when neither exists yet.
  [[nodiscard]] bool is_same_as(const FileIdentity& other) const;

  /// Whether it is that folder, or inside it at any depth.
  [[nodiscard]] bool is_in(const FileIdentity& folder) const;

  /// What the system knows about it.
  struct Facts {
    bool exists = false;
    bool is_pipe_or_device = false;
    bool is_folder = false;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
  };

 private:
  std::filesystem::path path_;
  Facts facts_;
};

/// The name with links resolved: where a file of this name is, or would be created.
[[nodiscard]] std::filesystem::path resolved_path(const std::string& name);

}  // namespace cento
