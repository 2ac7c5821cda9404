#include "index/store/packed_document.hpp"

#include <cstring>
#include <new>
#include <optional>

#include <fmt/format.h>
#include <zstd.h>

#include "cento/error.hpp"
#include "core/hash/checksum.hpp"
#include "core/memory/arena.hpp"
#include "core/place.hpp"
#include "index/damage.hpp"

namespace cento {

namespace {

constexpr int kLevel = 1;            // of zstd: texts are written far more often than they are read
constexpr unsigned kVarintBits = 7;  // bits of a number per byte; the eighth says that more follow
constexpr unsigned char kVarintMore = 0x80;
constexpr unsigned kMostVarintBits = 63;

void append_varint(std::uint64_t value, PlainVector<char>& bytes) {
  for (; value >= kVarintMore; value >>= kVarintBits) bytes.push_back(static_cast<char>(value | kVarintMore));
  bytes.push_back(static_cast<char>(value));
}

/// Takes a number from the front of `bytes`; nothing if it is incomplete.
std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < kMostVarintBits && !bytes.empty(); shift += kVarintBits) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & (kVarintMore - 1U)) << shift;
    if (byte < kVarintMore) return value;
  }
  return std::nullopt;
}

void append_parts(std::span<const Part> parts, PlainVector<char>& bytes) {
  for (const Part& part : parts) {
    append_varint(part.name.size(), bytes);
    bytes.insert(bytes.end(), part.name.begin(), part.name.end());
    append_varint(part.text.size(), bytes);
  }
}

std::uint64_t text_bytes_of(std::span<const Part> parts) {
  std::uint64_t sum = 0;
  for (const Part& part : parts) sum += part.text.size();
  return sum;
}

/// Reads names and sizes; false if they are incomplete.
bool list_parts(std::string_view packed, std::vector<Part>& parts, std::vector<std::uint64_t>& sizes) {
  parts.clear();
  sizes.clear();
  while (!packed.empty()) {
    const auto name_bytes = take_varint(packed);
    if (!name_bytes || *name_bytes > packed.size()) return false;
    parts.push_back({packed.substr(0, *name_bytes), {}});
    packed.remove_prefix(*name_bytes);
    const auto text_bytes = take_varint(packed);
    if (!text_bytes) return false;
    sizes.push_back(*text_bytes);
  }
  return true;
}

[[noreturn]] void fail_damaged(const PackedDocument& document, std::string_view place) {
  throw DamagedError(
      fmt::format("the document {} in {} is damaged; remove it and add it again, or use a backup", document.id, place),
      {std::string(place), Place::kUnknown, fmt::format("the document {} is damaged", document.id)});
}

}  // namespace

std::uint64_t checksum_of(const PackedDocument& document) {
  Checksum checksum;
  for (const std::string_view bytes : {document.id, document.metadata, document.parts, document.texts}) {
    checksum.add(std::as_bytes(std::span(bytes)));
  }
  return checksum.value();
}

struct DocumentPacker::Context {
  ZSTD_CCtx* zstd = ZSTD_createCCtx();
};

DocumentPacker::DocumentPacker() : context_(std::make_unique<Context>()) {
  if (context_->zstd == nullptr) throw std::bad_alloc();
}
DocumentPacker::~DocumentPacker() {
  ZSTD_freeCCtx(context_->zstd);
}

PackedDocument DocumentPacker::Packed::views_of(const Document& document, const PlainVector<char>& bytes) const {
  PackedDocument packed;
  packed.id = document.id;
  packed.metadata = document.metadata;
  packed.parts = {bytes.data() + begin, parts_bytes};
  packed.texts = {bytes.data() + begin + parts_bytes, texts_bytes};
  packed.checksum = checksum;
  packed.text_bytes = text_bytes;
  return packed;
}

DocumentPacker::Packed DocumentPacker::pack(const Document& document, PlainVector<char>& bytes) {
  Packed packed;
  packed.begin = bytes.size();
  packed.text_bytes = text_bytes_of(document.parts);
  append_parts(document.parts, bytes);
  packed.parts_bytes = bytes.size() - packed.begin;
  append_texts(document.parts, packed.text_bytes, bytes);
  packed.texts_bytes = bytes.size() - packed.begin - packed.parts_bytes;
  packed.checksum = checksum_of(packed.views_of(document, bytes));
  return packed;
}

void DocumentPacker::append_texts(std::span<const Part> parts, std::uint64_t text_bytes, PlainVector<char>& bytes) {
  std::string_view whole = parts.empty() ? std::string_view() : parts.front().text;
  if (parts.size() > 1) {
    joined_.clear();
    for (const Part& part : parts) joined_.insert(joined_.end(), part.text.begin(), part.text.end());
    whole = {joined_.data(), joined_.size()};
  }
  const std::size_t begin = bytes.size();
  const std::size_t room = ZSTD_compressBound(text_bytes);
  bytes.resize(begin + room);
  const std::size_t size =
      ZSTD_compressCCtx(context_->zstd, bytes.data() + begin, room, whole.data(), whole.size(), kLevel);
  if (ZSTD_isError(size) != 0) throw Error(fmt::format("cannot compress a text: {}", ZSTD_getErrorName(size)));
  bytes.resize(begin + size);
  release_if_large(joined_);
}

struct DocumentUnpacker::Context {
  ZSTD_DCtx* zstd = ZSTD_createDCtx();
};

DocumentUnpacker::DocumentUnpacker() : context_(std::make_unique<Context>()) {
  if (context_->zstd == nullptr) throw std::bad_alloc();
}
DocumentUnpacker::~DocumentUnpacker() {
  ZSTD_freeDCtx(context_->zstd);
}

std::span<const Part> DocumentUnpacker::names(const PackedDocument& document, std::string_view place) {
  if (!list_parts(document.parts, parts_, sizes_)) fail_damaged(document, place);
  return parts_;
}

std::span<const Part> DocumentUnpacker::unpack(const PackedDocument& document, std::string_view place) {
  if (checksum_of(document) != document.checksum || !list_parts(document.parts, parts_, sizes_)) {
    fail_damaged(document, place);
  }
  if (ZSTD_getFrameContentSize(document.texts.data(), document.texts.size()) != document.text_bytes) {
    fail_damaged(document, place);
  }
  text_.resize(document.text_bytes + Arena::kPadding);  // as for every text read
  const std::size_t size = ZSTD_decompressDCtx(context_->zstd, text_.data(), document.text_bytes, document.texts.data(),
                                               document.texts.size());
  if (size != document.text_bytes) fail_damaged(document, place);  // also when it is an error code
  std::string_view rest(text_.data(), document.text_bytes);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (sizes_[i] > rest.size()) fail_damaged(document, place);
    parts_[i].text = rest.substr(0, sizes_[i]);
    rest.remove_prefix(sizes_[i]);
  }
  if (!rest.empty()) fail_damaged(document, place);
  return parts_;
}

}  // namespace cento
