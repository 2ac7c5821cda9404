#include "read/charset/text_charset.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "read/input/oversize.hpp"

namespace cento {

namespace {

constexpr std::size_t kDecisionBytes = std::size_t{64} << 10;  // the charset is decided from these first bytes

/// Whole lines if there are any, so that no character is cut.
std::string_view decisive_beginning(Input& in) {
  const std::string_view head = in.peek(kDecisionBytes).substr(0, kDecisionBytes);
  if (head.size() < kDecisionBytes) return head;
  const std::size_t last = head.rfind('\n');
  return last == std::string_view::npos ? head : head.substr(0, last + 1);
}

bool is_wide(std::string_view charset) {
  return charset.starts_with("UTF-16") || charset.starts_with("UTF-32");
}

}  // namespace

Input* TextCharset::cuttable(Input& in, DocumentBatch& batch) {
  if (!is_decided_) decide(in, batch);
  if (is_refused_) return nullptr;
  return converted_ != nullptr ? converted_.get() : &in;
}

void TextCharset::decide(Input& in, DocumentBatch& batch) {
  is_decided_ = true;
  Arena scratch(batch.arena.pool());
  const Utf8Text head = to_utf8(decisive_beginning(in), {forced_, {}, false}, scratch);
  if (head.charset == "UTF-8" && forced_.empty()) return;
  charset_ = head.charset;
  source_ = head.source;
  if (is_wide(charset_)) convert_whole(in, batch);
}

void TextCharset::convert_whole(Input& in, DocumentBatch& batch) {
  const std::string_view bytes = peek_all(in, whole_bytes_most_);
  if (bytes.size() > whole_bytes_most_) {
    is_refused_ = true;
    reject_rest(in, batch, [&](std::uint64_t size) {
      return fmt::format("the file has {} bytes, too many to be converted from {} (at most {})", size, charset_,
                         whole_bytes_most_);
    });
    return;
  }
  whole_ = Arena(batch.arena.pool());
  const Utf8Text text = to_utf8(bytes, {forced_, {}, false}, whole_);
  if (text.replaced != 0) batch.counts["replaced characters"] += text.replaced;
  const std::string_view stored = whole_.store(text.text);
  offsets_ = RawOffsets(bytes, stored, charset_);
  converted_ = memory_input(in.file(), stored);
  converted_->use(batch.arena.pool());
  in.consume(bytes.size());
}

Utf8Text TextCharset::convert(std::string_view bytes, Arena& arena) const {
  if (charset_.empty()) return to_utf8(bytes, {}, arena);
  Utf8Text text = to_utf8(bytes, {converted_ != nullptr ? "UTF-8" : charset_, {}, false}, arena);
  text.charset = arena.store(charset_);
  text.source = arena.store(source_);
  return text;
}

}  // namespace cento
