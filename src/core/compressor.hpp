#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace cento {

/// Compresses a stream of bytes.
class Compressor {
 public:
  enum class Last { no, yes };

  virtual ~Compressor() = default;

  /// What the stream yields after `bytes` were added; with Last::yes it is complete. The view is valid until the next
  /// call.
  virtual std::string_view compress(std::string_view bytes, Last last) = 0;
};

/// The compressor for a file of that name: gzip for .gz, zstd for .zst, null for others.
[[nodiscard]] std::unique_ptr<Compressor> compressor_for(std::string_view file_name);

}  // namespace cento
