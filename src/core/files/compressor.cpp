#include "core/files/compressor.hpp"

#include <zlib.h>
#include <zstd.h>

#include <new>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

constexpr std::size_t kRoomBytes = std::size_t{64} << 10;  // growth step of the compressed output

/// Lets `fill(room, size)` append to `out` until it reports that nothing more will follow.
template <typename Fill>
void append_rooms(std::string& out, const Fill& fill) {
  bool more = true;
  while (more) {
    const std::size_t before = out.size();
    out.resize(before + kRoomBytes);
    std::size_t used = 0;
    more = fill(out.data() + before, used);
    out.resize(before + used);
  }
}

class GzipCompressor : public Compressor {
 public:
  GzipCompressor() {
    constexpr int kLevel = 6;
    constexpr int kGzipWindow = 15 + 16;  // largest window, gzip header
    constexpr int kMemoryLevel = 8;
    if (deflateInit2(&stream_, kLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~GzipCompressor() override { deflateEnd(&stream_); }
  GzipCompressor(const GzipCompressor&) = delete;
  GzipCompressor& operator=(const GzipCompressor&) = delete;

  std::string_view compress(std::string_view bytes, Last last) override {
    packed_.clear();
    for (; bytes.size() > kPieceBytesMost; bytes.remove_prefix(kPieceBytesMost)) {
      add(bytes.substr(0, kPieceBytesMost), Z_NO_FLUSH);
    }
    add(bytes, last == Last::yes ? Z_FINISH : Z_NO_FLUSH);
    if (last == Last::yes) deflateReset(&stream_);
    return packed_;
  }

 private:
  static constexpr std::size_t kPieceBytesMost = std::size_t{1} << 30;  // zlib counts in 32 bits

  void add(std::string_view bytes, int flush) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the library's interface lacks a const
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    append_rooms(packed_, [&](char* room, std::size_t& used) {
      stream_.next_out = reinterpret_cast<Bytef*>(room);
      stream_.avail_out = static_cast<uInt>(kRoomBytes);
      deflate(&stream_, flush);
      used = kRoomBytes - stream_.avail_out;
      return stream_.avail_out == 0;
    });
  }

  z_stream stream_{};
  std::string packed_;
};

class ZstdCompressor : public Compressor {
 public:
  ZstdCompressor() : context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
    constexpr int kLevel = 3;
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  std::string_view compress(std::string_view bytes, Last last) override {
    packed_.clear();
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    append_rooms(packed_, [&](char* room, std::size_t& used) {
      ZSTD_outBuffer out{room, kRoomBytes, 0};
      const std::size_t rest =
          ZSTD_compressStream2(context_.get(), &out, &in, last == Last::yes ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(rest) != 0U) throw Error(fmt::format("zstd cannot compress: {}", ZSTD_getErrorName(rest)));
      used = out.pos;
      return last == Last::yes ? rest != 0 : in.pos < in.size;
    });
    return packed_;
  }

 private:
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_;
  std::string packed_;
};

}  // namespace

Compression compression_of(std::string_view file_name) {
  if (file_name.ends_with(".gz")) return Compression::gzip;
  return file_name.ends_with(".zst") ? Compression::zstd : Compression::none;
}

std::unique_ptr<Compressor> make_compressor(Compression compression) {
  switch (compression) {
    case Compression::gzip: return std::make_unique<GzipCompressor>();
    case Compression::zstd: return std::make_unique<ZstdCompressor>();
    case Compression::none: break;
  }
  return nullptr;
}

}  // namespace cento
