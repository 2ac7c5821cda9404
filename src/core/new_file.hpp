#pragma once

#include <memory>
#include <string>

#include "core/removed_on_signal.hpp"

namespace cento {

/// A file on the way to its name: it has none while it is written, where the file system can do that, so that a killed
/// process leaves nothing; otherwise a temporary one beside (see leftovers.hpp). publish() gives it its name in one
/// step, in place of a file that is there; without it, the file is gone with this object. A file that is replaced hands
/// on its permissions, and its owner where that is allowed.
class NewFile {
 public:
  enum class Until { published_without_name, published_with_name };

  /// `target`: links are followed, so that the file is replaced and not the link. Throws std::system_error when the
  /// file cannot be made, or when there is one that may not be written. `until` is for tests, of file systems that
  /// cannot keep a file without a name.
  explicit NewFile(const std::string& target, Until until = Until::published_without_name);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// To write to; belongs to this object.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// Where the file will be, without links.
  [[nodiscard]] const std::string& target() const { return target_; }

  /// Throws std::system_error. The file is closed then.
  void publish();

 private:
  bool open_without_name();
  void open_beside();
  void take_over_permissions() const;
  void give_name();

  std::string target_;
  std::string temporary_;  // empty: it has no name
  int descriptor_ = -1;
  std::unique_ptr<RemovedOnSignal> removed_on_signal_;
};

}  // namespace cento
