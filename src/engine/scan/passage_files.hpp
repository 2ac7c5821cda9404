#pragma once

#include <memory>

#include "cento/scan.hpp"
#include "engine/scan/scan_folder.hpp"

namespace cento {

/// Writes what a scan for passages found into its folder.
class PassageFiles final : public PassageSink {
 public:
  /// `folder` must outlive it, and exist: one with an empty name has no files.
  explicit PassageFiles(ScanFolder& folder);

  [[nodiscard]] std::unique_ptr<PassedOn> render(const PassageBatch& batch) override;
  void take(PassedOn& rendered) override;

 private:
  RecordFile* documents_;
  RecordFile* passages_;
  RecordFile* families_;
};

}  // namespace cento
