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

  /// What the stream yields after `bytes` were added; with Last::yes it is complete, and what is added then begins
  /// another gzip member or zstd frame. The view is valid until the next call.
  virtual std::string_view compress(std::string_view bytes, Last last) = 0;
};

enum class Compression { none, gzip, zstd };

/// That of a file of that name: gzip for .gz, zstd for .zst, none for others.
[[nodiscard]] Compression compression_of(std::string_view file_name);

/// Null for none.
[[nodiscard]] std::unique_ptr<Compressor> make_compressor(Compression compression);

}  // namespace cento
