#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "read/charset/text_charset.hpp"
#include "read/formats.hpp"
#include "read/input/oversize.hpp"
#include "read/line_cutter.hpp"
#include "read/paragraph_cutter.hpp"
#include "read/pattern_splitter.hpp"

namespace cento {

namespace {

/// A file that must be in memory as a whole may be this many times larger than a document.
constexpr std::uint64_t kWholeFileDocuments = 16;
constexpr std::uint64_t kWholeFileBytesMost = (std::uint64_t{1} << 32) - 1;  // spans count in 32 bits

std::uint64_t whole_file_bytes(const ReadOptions& options) {
  const std::uint64_t document = std::min(options.max_document_bytes, kWholeFileBytesMost);
  return std::min(document * kWholeFileDocuments, kWholeFileBytesMost);
}

std::string_view trimmed_of_line_ends(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of("\r\n"), text.size());
  return text.substr(begin, text.find_last_not_of("\r\n") + 1 - begin);
}

/// Shared by the readers below: turns a text into a document.
class TextReader : public Reader {
 public:
  using Reader::Reader;

 protected:
  void add(DocumentBatch& batch, std::string_view id, const Utf8Text& text, const Place& place) const {
    if (text.text.size() > options().max_document_bytes) {
      return reject_oversize(batch, place, "text", text.text, options().max_document_bytes);
    }
    Document& document = batch.add(id, text.text);
    document.place = place;
    document.charset = text.charset;
    document.charset_source = text.source;
    if (text.replaced != 0) batch.counts["replaced characters"] += text.replaced;
    const auto nuls = std::count(text.text.begin(), text.text.end(), '\0');
    if (nuls != 0) batch.counts["NUL bytes"] += static_cast<std::uint64_t>(nuls);
  }

  /// A document that is a part of its file.
  void add_at_line(DocumentBatch& batch, const Utf8Text& text, std::uint64_t line) const {
    const Place place{batch.block.place.file, line};
    add(batch, batch.arena.store(fmt::format("{}:{}", place.file, line)), text, place);
  }
};

/// Puts all of an input into the block, or rejects it if it has more than `most` bytes.
void cut_whole_file(Input& in, DocumentBatch& batch, std::uint64_t most) {
  const std::string_view bytes = peek_all(in, most);
  if (bytes.size() > most) {
    return reject_rest(in, batch, [&](std::uint64_t size) { return oversize_reason("file", size, most); });
  }
  batch.block.place = {in.file(), 1, in.offset()};
  batch.block.bytes.append(bytes);
  in.consume(bytes.size());
}

/// One document per file. An empty file is an empty document.
class WholeFileReader : public TextReader {
 public:
  using TextReader::TextReader;

  bool cut(Input& in, DocumentBatch& batch) override {
    if (std::exchange(is_cut_, true)) return false;
    cut_whole_file(in, batch, std::min(options().max_document_bytes, kWholeFileBytesMost));
    return true;
  }

  void parse(DocumentBatch& batch) const override {
    if (batch.block.place.line == Place::kUnknown) return;  // the file was rejected
    batch.record = kWholeInput;
    const Utf8Text text = to_utf8(batch.block.bytes.view(), {options().charset, {}, false}, batch.arena);
    add(batch, batch.block.place.file, text, {batch.block.place.file});
  }

 private:
  bool is_cut_ = false;
};

/// Documents that are pieces of a file; `Cutter` finds where they may be cut.
template <typename Cutter>
class PieceReader : public TextReader {
 public:
  explicit PieceReader(const ReadOptions& options)
      : TextReader(options),
        charset_(options.charset, whole_file_bytes(options)),
        cutter_(kBlockBytes, options.max_document_bytes) {}

  bool cut(Input& in, DocumentBatch& batch) override {
    Input* const source = charset_.cuttable(in, batch);
    const bool is_cut = source != nullptr && cutter_.cut(*source, batch);
    for (BadRecord& bad : batch.rejected) bad.record = charset_.raw(bad.record);
    return is_cut || !batch.rejected.empty();
  }

 protected:
  /// Makes these bytes of the block the record of the documents added next.
  void begin_record(DocumentBatch& batch, std::size_t begin, std::size_t end) const {
    batch.record = charset_.raw({batch.block.place.byte + begin, batch.block.place.byte + end});
  }

  [[nodiscard]] const TextCharset& charset() const { return charset_; }

 private:
  TextCharset charset_;
  Cutter cutter_;
};

/// One document per line; lines of white space are skipped.
class LineReader : public PieceReader<LineCutter> {
 public:
  using PieceReader::PieceReader;

  void parse(DocumentBatch& batch) const override {
    const std::string_view block = batch.block.bytes.view();
    std::uint64_t line = batch.block.place.line;
    for (std::size_t begin = 0, end = 0; begin < block.size(); begin = end, ++line) {
      end = std::min(block.find('\n', begin), block.size() - 1) + 1;
      const std::string_view bytes = trimmed_of_line_ends(block.substr(begin, end - begin));
      if (bytes.find_first_not_of(" \t\f\v") == std::string_view::npos) continue;
      begin_record(batch, begin, end);
      add_at_line(batch, charset().convert(bytes, batch.arena), line);
    }
  }
};

/// One document per paragraph.
class ParagraphReader : public PieceReader<ParagraphCutter> {
 public:
  using PieceReader::PieceReader;

  void parse(DocumentBatch& batch) const override {
    const std::string_view block = batch.block.bytes.view();
    std::uint64_t line = batch.block.place.line;
    Paragraph paragraph = next_paragraph(block, 0);
    while (!paragraph.text.empty()) {
      const Paragraph next = next_paragraph(block, std::min(paragraph.end + 1, block.size()));
      line += paragraph.lines;
      begin_record(batch, begin_of(paragraph, block), begin_of(next, block));
      add_paragraph(batch, paragraph.text, line);
      line += count_line_ends(paragraph.text) + 1;
      paragraph = next;
    }
  }

 private:
  /// Blank lines belong to the paragraph before them.
  static std::size_t begin_of(const Paragraph& paragraph, std::string_view block) {
    return paragraph.text.empty() ? block.size() : static_cast<std::size_t>(paragraph.text.data() - block.data());
  }

  void add_paragraph(DocumentBatch& batch, std::string_view bytes, std::uint64_t line) const {
    if (bytes.size() > options().max_document_bytes) {
      return reject_oversize(batch, {batch.block.place.file, line}, "paragraph", bytes, options().max_document_bytes);
    }
    add_at_line(batch, charset().convert(bytes, batch.arena), line);
  }
};

/// One document between two matches of a pattern. The file is held in memory.
class PatternReader : public TextReader {
 public:
  explicit PatternReader(const ReadOptions& options) : TextReader(options), splitter_(options.split) {}

  bool cut(Input& in, DocumentBatch& batch) override {
    if (std::exchange(is_cut_, true)) return false;
    cut_whole_file(in, batch, whole_file_bytes(options()));
    return true;
  }

  void parse(DocumentBatch& batch) const override {
    if (batch.block.place.line == Place::kUnknown) return;  // the file was rejected
    Utf8Text text = to_utf8(batch.block.bytes.view(), {options().charset, {}, false}, batch.arena);
    const std::string_view whole = text.text;
    batch.record = kWholeInput;
    std::vector<Span> pieces;
    if (whole.size() > kWholeFileBytesMost || !splitter_.split(whole, pieces)) {
      return batch.reject({batch.block.place.file}, "the regular expression of `split` takes too long on this text");
    }
    add_pieces(batch, text, pieces);
  }

 private:
  void add_pieces(DocumentBatch& batch, Utf8Text text, const std::vector<Span>& pieces) const {
    const std::string_view whole = text.text;
    const RawOffsets offsets(batch.block.bytes.view(), whole, text.charset);
    std::uint64_t line = 1;
    const char* counted = whole.data();  // lines up to here are counted
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      text.text = trimmed_of_line_ends(pieces[i].of(whole));
      if (text.text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos) continue;
      line += count_line_ends({counted, static_cast<std::size_t>(text.text.data() - counted)});
      counted = text.text.data();
      // A separator belongs to the piece before it.
      batch.record = offsets.raw({pieces[i].begin, i + 1 < pieces.size() ? pieces[i + 1].begin : whole.size()});
      add_at_line(batch, text, line);
      text.replaced = 0;  // counted with the first
    }
  }

  PatternSplitter splitter_;
  bool is_cut_ = false;
};

/// Formats that are not text, although most of their bytes may be.
bool has_binary_magic(std::string_view head) {
  constexpr std::size_t kTarMagicAt = 257;
  constexpr std::array<std::string_view, 3> kMagics{"%PDF-", "%!PS-Adobe", "{\\rtf"};
  const auto begins_head = [&](std::string_view magic) { return head.starts_with(magic); };
  if (std::any_of(kMagics.begin(), kMagics.end(), begins_head)) return true;
  return head.size() > kTarMagicAt && head.substr(kTarMagicAt).starts_with("ustar");
}

bool is_odd_control(char c) {
  constexpr std::string_view kUsual = "\t\n\v\f\r\x1a\x1b";
  return (static_cast<unsigned char>(c) < 0x20 && kUsual.find(c) == std::string_view::npos) || c == '\x7f';
}

/// Whether every second byte, from `first` on, is printable ASCII and the others are mostly NUL: UTF-16 without a BOM.
bool looks_like_utf16(std::string_view head, std::size_t first) {
  std::size_t units = 0;
  std::size_t ascii = 0;
  for (std::size_t i = 0; i + 1 < head.size(); i += 2, ++units) {
    if (head[i + 1 - first] == '\0' && head[i + first] != '\0' && !is_odd_control(head[i + first])) ++ascii;
  }
  return units != 0 && ascii * 10 >= units * 7;
}

bool begins_with_wide_mark(std::string_view head) {
  constexpr std::string_view kUtf32BigEndian("\0\0\xfe\xff", 4);
  return head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff") || head.starts_with(kUtf32BigEndian);
}

}  // namespace

int recognise_text(std::string_view head) {
  constexpr std::size_t kOddShare = 50;  // one in this many bytes may be a control character, and always one
  if (has_binary_magic(head)) return 0;
  if (begins_with_wide_mark(head) || looks_like_utf16(head, 0) || looks_like_utf16(head, 1)) return 1;
  const auto odd = static_cast<std::size_t>(std::count_if(head.begin(), head.end(), is_odd_control));
  return odd <= 1 + head.size() / kOddShare ? 1 : 0;
}

std::unique_ptr<Reader> make_text_reader(const ReadOptions& options) {
  if (options.split.empty()) return std::make_unique<WholeFileReader>(options);
  if (options.split == "lines") return std::make_unique<LineReader>(options);
  if (options.split == "paragraphs") return std::make_unique<ParagraphReader>(options);
  return std::make_unique<PatternReader>(options);
}

}  // namespace cento
