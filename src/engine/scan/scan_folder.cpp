#include "engine/scan/scan_folder.hpp"

#include "core/files/atomic_file.hpp"

namespace cento {

ScanFolder::ScanFolder(const std::string& name, RecordForm form, const MemoryPart& memory)
    : form_(form), memory_(memory) {
  if (!name.empty()) folder_ = std::make_unique<AtomicFolder>(name);
}

RecordFile* ScanFolder::add(const std::string& name, std::span<const ColumnField> fields) {
  if (folder_ == nullptr) return nullptr;
  const std::string path = folder_->path_of(name + std::string(extension_of(form_)));
  return files_.emplace_back(std::make_unique<RecordFile>(path, form_, fields, memory_)).get();
}

void ScanFolder::publish(const std::string& summary_json) {
  if (folder_ == nullptr) return;
  AtomicFile summary(folder_->path_of("summary.json"));
  summary.write(summary_json);
  for (const auto& file : files_) file->publish();
  summary.publish();
  folder_->publish();
}

}  // namespace cento
