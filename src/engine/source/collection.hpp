#pragma once

#include <cstdint>
#include <string>

#include "read/collection.hpp"

namespace cento {

/// A collection that a job reads, as often as it needs to.
class Collection {
 public:
  Collection() = default;
  virtual ~Collection() = default;
  Collection(const Collection&) = delete;
  Collection& operator=(const Collection&) = delete;

  /// Reads all documents in order, on `threads` threads. Throws as read_batches() does.
  virtual void read(std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) const = 0;

  /// Keeps what can only be read once while it is read, so that the collection can be read again. `memory` is for
  /// each such input; the rest goes to `temp_dir`.
  virtual void keep(const MemoryPart& memory, const std::string& temp_dir) = 0;

  /// Bytes to read, as ReadProgress counts them; 0 when unknown.
  [[nodiscard]] virtual std::uint64_t total_bytes() const = 0;
};

/// Files and folders, in any format that Cento reads.
class FileCollection final : public Collection {
 public:
  /// Both must outlive it: the reader options may change until reading begins.
  FileCollection(InputList& inputs, const ReadOptions& reading) : inputs_(inputs), reading_(reading) {}

  void read(std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) const override {
    read_batches(inputs_, reading_, threads, reporter, progress, step);
  }
  void keep(const MemoryPart& memory, const std::string& temp_dir) override { inputs_.keep_pipes(memory, temp_dir); }
  [[nodiscard]] std::uint64_t total_bytes() const override { return inputs_.total_bytes(); }

 private:
  InputList& inputs_;
  const ReadOptions& reading_;
};

}  // namespace cento
