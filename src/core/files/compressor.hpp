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

  /// The compressed bytes available after adding `bytes`; with Last::yes the stream is complete, and the next call
  /// begins another gzip member or zstd frame. The view is valid until the next call.
  virtual std::string_view compress(std::string_view bytes, Last last) = 0;
};

enum class Compression { none, gzip, zstd };

/// By the file's extension: gzip for .gz, zstd for .zst, none for others.
[[nodiscard]] Compression compression_of(std::string_view file_name);

/// Null for none.
[[nodiscard]] std::unique_ptr<Compressor> make_compressor(Compression compression);

}  // namespace cento
