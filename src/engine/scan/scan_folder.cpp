#include "engine/scan/scan_folder.hpp"

namespace cento {

ScanFolder::ScanFolder(const std::string& name) {
  if (!name.empty()) folder_ = std::make_unique<AtomicFolder>(name);
}

AtomicFile* ScanFolder::add(const std::string& name) {
  if (folder_ == nullptr) return nullptr;
  return files_.emplace_back(std::make_unique<AtomicFile>(folder_->path_of(name))).get();
}

void ScanFolder::publish(const std::string& summary_json) {
  if (folder_ == nullptr) return;
  add("summary.json")->write(summary_json);
  for (const auto& file : files_) file->publish();
  folder_->publish();
}

}  // namespace cento
