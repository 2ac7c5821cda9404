#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "cento/file_options.hpp"
#include "engine/source/collection.hpp"

namespace cento {

class Job;

/// How a job reads files with these options.
[[nodiscard]] ReadOptions reading_of(const FileOptions& options, const Job& job);

/// A list of files with the collection that reads it.
class OpenedFiles final : public Collection {
 public:
  OpenedFiles(InputList list, ReadOptions reading)
      : list_(std::move(list)), reading_(std::move(reading)), files_(list_, reading_) {}

  void read(std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) const override {
    files_.read(threads, reporter, progress, step);
  }
  void keep(const MemoryPart& memory, const std::string& temp_dir) override { files_.keep(memory, temp_dir); }
  [[nodiscard]] std::uint64_t total_bytes() const override { return files_.total_bytes(); }

 private:
  InputList list_;
  ReadOptions reading_;
  FileCollection files_;
};

}  // namespace cento
