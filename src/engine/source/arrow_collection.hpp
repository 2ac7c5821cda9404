#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cento/source.hpp"
#include "core/spill/byte_spool.hpp"
#include "engine/source/collection.hpp"

namespace cento {

/// An Arrow stream that was taken over from the caller; released in the end.
class ArrowStream {
 public:
  explicit ArrowStream(ArrowArrayStream* stream);
  ~ArrowStream();
  ArrowStream(const ArrowStream&) = delete;
  ArrowStream& operator=(const ArrowStream&) = delete;

  /// Gets the schema. Throws Error when the stream was begun before, since it can be read once, or with what it says.
  void begin(ArrowSchema& out);
  /// False at the end. Throws Error likewise.
  bool next(ArrowArray& out);

 private:
  [[noreturn]] void fail(const char* what);

  ArrowArrayStream stream_{};
  bool was_begun_ = false;
};

struct ArrowRecords;

/// Rows of a stream of Arrow record batches. The stream is read once; what keep() asked for is read later from the
/// batches, if they are a table's, or from a spool.
class ArrowCollection final : public Collection {
 public:
  ArrowCollection(std::shared_ptr<ArrowStream> stream, ArrowColumns columns, ArrowMemory memory);
  ~ArrowCollection() override;

  void read(std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) const override;
  void keep(const MemoryPart& memory, const std::string& temp_dir) override;
  [[nodiscard]] std::uint64_t total_bytes() const override { return 0; }

 private:
  std::shared_ptr<ArrowStream> stream_;
  ArrowColumns columns_;
  ArrowMemory memory_;
  bool is_kept_ = false;
  mutable std::vector<std::shared_ptr<const ArrowRecords>> batches_;  // kept of a table
  mutable std::unique_ptr<ByteSpool> spool_;                          // kept of a stream
  mutable bool was_read_ = false;
};

}  // namespace cento
