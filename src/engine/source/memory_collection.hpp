#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "cento/source.hpp"
#include "engine/source/collection.hpp"

namespace cento {

/// Documents in memory.
class MemoryCollection final : public Collection {
 public:
  /// They must outlive it.
  explicit MemoryCollection(std::span<const TextDocument> documents) : documents_(documents) {}

  void read(std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) const override;
  void keep(const MemoryPart& /*memory*/, const std::string& /*temp_dir*/) override {}  // they are there
  [[nodiscard]] std::uint64_t total_bytes() const override;

 private:
  std::span<const TextDocument> documents_;
};

}  // namespace cento
