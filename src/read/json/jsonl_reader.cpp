#include <algorithm>
#include <memory>
#include <string>

#include "core/json/json_scanner.hpp"
#include "read/charset/raw_offsets.hpp"
#include "read/charset/text_charset.hpp"
#include "read/formats.hpp"
#include "read/input/oversize.hpp"
#include "read/json/json_document.hpp"
#include "read/json/json_line.hpp"
#include "read/line_cutter.hpp"
#include "read/reader.hpp"

namespace cento {

int recognise_jsonl(std::string_view head);
std::unique_ptr<Reader> make_jsonl_reader(const ReadOptions& options);

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kMarkBytesLeast = 2;
constexpr std::uint64_t kWideFileBytesMost = std::uint64_t{1} << 30;  // of UTF-16, which is converted in memory
constexpr std::string_view kArrayAdvice =
    "this is a JSON array, not JSON lines; write one object per line, for example with: jq -c '.[]'";

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

bool begins_with_wide_mark(std::string_view bytes) {
  return !bytes.starts_with(kByteOrderMark) && byte_order_mark_bytes(bytes) != 0;
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

/// Whether an array spans many lines. An array on a single line is one bad line among others.
bool is_array_file(std::string_view head) {
  const std::string_view text = trimmed(without_byte_order_mark(head));
  return text.starts_with('[') && !trimmed(first_line(text)).ends_with(']');
}

/// Whether the file is one object that spans many lines, as people and pretty-printers write it.
bool is_object_file(std::string_view head) {
  const std::string_view text = trimmed(without_byte_order_mark(head));
  return text.starts_with('{') && trimmed(first_line(text)) == "{";
}

class JsonlReader : public Reader {
 public:
  explicit JsonlReader(const ReadOptions& options)
      : Reader(options),
        lines_(kBlockBytes, options.max_document_bytes, blocks_of(options)),
        charset_({}, kWideFileBytesMost) {}

  bool cut(Input& in, DocumentBatch& batch) override;
  void parse(DocumentBatch& batch) const override;

 private:
  static LineCutter::Blocks blocks_of(const ReadOptions& options) {
    return options.as_it_comes ? LineCutter::Blocks::as_they_come : LineCutter::Blocks::full;
  }

  bool cut_whole_file(Input& in, DocumentBatch& batch) const;
  void parse_line(std::string_view line, const Place& place, JsonLineParser& parser, JsonDocumentMaker& maker,
                  DocumentBatch& batch) const;

  bool cut_utf8(Input& in, DocumentBatch& batch);
  void note_charset(DocumentBatch& batch) const;

  LineCutter lines_;
  bool is_wide_ = false;  // UTF-16 or UTF-32, by its byte order mark
  TextCharset charset_;   // the one to convert from in that case
};

bool JsonlReader::cut(Input& in, DocumentBatch& batch) {
  if (in.offset() == 0 && begins_with_wide_mark(in.peek(kMarkBytesLeast))) is_wide_ = true;
  if (!is_wide_) return cut_utf8(in, batch);
  Input* const converted = charset_.cuttable(in, batch);
  if (converted == nullptr) return !batch.rejected.empty();
  const bool has_lines = cut_utf8(*converted, batch);
  return has_lines || !batch.rejected.empty();
}

bool JsonlReader::cut_utf8(Input& in, DocumentBatch& batch) {
  if (in.offset() != 0) return lines_.cut(in, batch);
  const std::string_view head = options().as_it_comes ? in.peek_lines(kSniffBytes) : in.peek(kSniffBytes);
  if (is_object_file(head)) return cut_whole_file(in, batch);
  if (!is_array_file(head)) return lines_.cut(in, batch);
  reject_rest(in, batch, [](std::uint64_t) { return std::string(kArrayAdvice); });
  return true;
}

bool JsonlReader::cut_whole_file(Input& in, DocumentBatch& batch) const {
  const std::uint64_t limit = options().max_document_bytes;
  const std::string_view file = peek_all(in, limit);
  if (file.size() > limit) {
    reject_rest(in, batch, [&](std::uint64_t size) { return oversize_reason("object", size, limit); });
    return true;
  }
  batch.block.place = {in.file(), 1, 0};
  batch.block.bytes.append(file);
  // A space separates fields just as well, and lets metadata be written on one line.
  std::replace(batch.block.bytes.data(), batch.block.bytes.data() + file.size(), '\n', ' ');
  batch.block.records.push_back({{0, static_cast<std::uint32_t>(file.size())}, 0});
  in.consume(file.size());
  return true;
}

void JsonlReader::parse(DocumentBatch& batch) const {
  JsonLineParser parser(json_text_keys(options()));
  JsonDocumentMaker maker(options());
  Place place = batch.block.place;
  std::string_view rest = batch.block.bytes.view();
  if (!batch.block.records.empty()) {
    batch.record = kWholeInput;
    parse_line(rest, place, parser, maker, batch);
    return note_charset(batch);
  }
  while (!rest.empty()) {
    const std::string_view line = first_line(rest);
    const std::size_t taken = std::min(rest.size(), line.size() + 1);
    batch.record = {place.byte, place.byte + taken};
    if (is_wide_) batch.record = charset_.raw(batch.record);
    parse_line(line, place, parser, maker, batch);
    rest.remove_prefix(taken);
    place.byte += taken;
    ++place.line;
  }
  note_charset(batch);
}

void JsonlReader::note_charset(DocumentBatch& batch) const {
  if (!is_wide_) return;
  const Utf8Text how = charset_.convert({}, batch.arena);
  for (Document& document : batch.documents) {
    document.charset = how.charset;
    document.charset_source = how.source;
  }
}

void JsonlReader::parse_line(std::string_view line, const Place& place, JsonLineParser& parser,
                             JsonDocumentMaker& maker, DocumentBatch& batch) const {
  const std::uint64_t limit = options().max_document_bytes;
  if (line.size() > limit) return reject_oversize(batch, place, "line", line, limit);
  const std::string_view json = trimmed(place.byte == 0 ? without_byte_order_mark(line) : line);
  if (json.empty()) return;
  if (json.front() == '[') return batch.reject(place, std::string(kArrayAdvice), line);
  if (!parser.parse(json, batch.arena)) return batch.reject(place, parser.problem(), line);
  if (maker.add(parser.fields(), place, batch)) {
    if (parser.replaced() != 0) batch.counts["replaced characters"] += parser.replaced();
    return;
  }
  batch.reject(place, maker.problem(), line);
  if (maker.oversize_bytes() != 0) batch.rejected.back().full_size_bytes = maker.oversize_bytes();
}

/// Whether the text begins like an object with a first key, as far as the head reaches.
bool begins_object(std::string_view text) {
  JsonScanner scanner(text);
  if (!scanner.take('{')) return false;
  scanner.skip_space();
  if (scanner.at_end() || text[scanner.at()] != '"') return false;
  return !scanner.skip_string() ? text.size() >= kSniffBytes : scanner.expect(':');
}

}  // namespace

int recognise_jsonl(std::string_view head) {
  if (begins_with_wide_mark(head)) {
    Arena arena;
    return recognise_jsonl(to_utf8(head, {}, arena).text);
  }
  const std::string_view text = trimmed(without_byte_order_mark(head));
  if (text.starts_with('{')) {
    if (begins_object(first_line(text))) return 2;
    return first_line(text) == "{}" || begins_object(text) ? 1 : 0;
  }
  if (!text.starts_with('[')) return 0;
  const std::string_view inside = trimmed(text.substr(1));
  return !inside.empty() && (inside[0] == '{' || inside[0] == '"' || inside[0] == '[') ? 1 : 0;
}

std::unique_ptr<Reader> make_jsonl_reader(const ReadOptions& options) {
  return std::make_unique<JsonlReader>(options);
}

}  // namespace cento
