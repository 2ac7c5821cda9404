#pragma once

#include <memory>
#include <string>

#include "core/files/removed_on_signal.hpp"

namespace cento {

/// A file that has no name while it is written, where the file system supports that, so that a killed process leaves
/// nothing; otherwise it has a temporary name next to the target (see leftovers.hpp). publish() gives it its name in
/// one step and replaces an existing file; without it, the file disappears with this object. A replaced file passes on
/// its permissions, and its owner where that is allowed.
class NewFile {
 public:
  enum class Until { published_without_name, published_with_name };

  /// `target`: links are followed, so that the file is replaced and not the link. Throws std::system_error when the
  /// file cannot be created, or when an existing one may not be written. `until` lets tests act as a file system
  /// without unnamed files.
  explicit NewFile(const std::string& target, Until until = Until::published_without_name);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// The descriptor to write to; owned by this object.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// Where the file will be, without links.
  [[nodiscard]] const std::string& target() const { return target_; }

  /// Throws std::system_error. Closes the file.
  void publish();

 private:
  bool open_without_name();
  void open_beside();
  void take_over_permissions() const;
  void give_name();

  std::string target_;
  std::string temporary_;  // empty: the file has no name
  int descriptor_ = -1;
  std::unique_ptr<RemovedOnSignal> removed_on_signal_;
};

}  // namespace cento
