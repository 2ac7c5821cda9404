#include "write/clean/raw_cuts.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/json/json_value.hpp"
#include "core/utf8.hpp"
#include "read/charset/raw_offsets.hpp"
#include "read/formats.hpp"
#include "read/json/literal_offsets.hpp"

namespace cento {

namespace {

/// Position of a view in the batch's block; nothing if it points elsewhere.
std::optional<std::size_t> offset_in_block(const DocumentBatch& batch, std::string_view view) {
  const std::string_view block = batch.block.bytes.view();
  const std::less_equal<> comes_before;
  const bool is_inside =
      comes_before(block.data(), view.data()) && comes_before(view.data() + view.size(), block.data() + block.size());
  if (!is_inside) return std::nullopt;
  return static_cast<std::size_t>(view.data() - block.data());
}

std::vector<Span> cuts_of_part(std::span<const PartCut> cuts, std::uint32_t part) {
  std::vector<Span> spans;
  for (const PartCut& cut : cuts) {
    if (cut.part == part && !cut.bytes.empty()) spans.push_back(cut.bytes);
  }
  return spans;
}

std::string without_spans(std::string_view text, const std::vector<Span>& spans) {
  std::string rest;
  std::uint32_t begin = 0;
  for (const Span& span : spans) {
    rest += text.substr(begin, span.begin - begin);
    begin = span.end;
  }
  rest += text.substr(begin);
  return rest;
}

/// Whether a JSON string means the text without the cuts when it is without the raw ones. Halves of a character on both
/// sides of a cut, each of which was read as U+FFFD, may become one.
bool is_read_as_cut(const Part& part, const std::vector<Span>& cuts, const std::vector<Span>& raw) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  if (part.text.find(kReplacement) == std::string_view::npos) return true;
  std::string read;
  append_valid_utf8(read, unescape_json_string(without_spans(part.literal, raw)));
  return read == without_spans(part.text, cuts);
}

/// Finds the cuts of one document.
class RangeFinder {
 public:
  RangeFinder(const DocumentBatch& batch, const Document& document, std::vector<ByteRange>& out)
      : batch_(batch), document_(document), format_(batch.format->name), out_(out) {}

  void find(const Part& part, const std::vector<Span>& cuts) {
    if (format_ == "text") return find_in_text(part, cuts);
    const bool is_row = format_ == "csv" || format_ == "tsv";
    if (format_ != "jsonl" && !is_row)
      refuse_cut(document_, fmt::format("texts of the format {} are extracted", format_));
    const std::optional<std::size_t> begin = offset_in_block(batch_, part.literal);
    if (part.literal.empty() || document_.charset != "UTF-8" || !begin) {
      if (part.text.empty()) return;
      refuse_cut(document_, kNotUnchanged);
    }
    if (is_row) {
      find_in_csv_field(part.literal, dialect(), cuts, raw_);
    } else {
      find_in_json_string(part.literal, cuts, raw_);
      if (!is_read_as_cut(part, cuts, raw_))
        refuse_cut(document_, "the rest of a broken character would become another");
    }
    for (const Span& span : raw_) add(*begin + span.begin, *begin + span.end);
  }

  [[nodiscard]] CsvDialect dialect() const { return format_ == "tsv" ? kTsv : kCsv; }

 private:
  void add(std::uint64_t begin, std::uint64_t end) {
    out_.push_back({batch_.block.place.byte + begin, batch_.block.place.byte + end});
  }

  void find_in_text(const Part& part, const std::vector<Span>& cuts) {
    const std::optional<std::size_t> begin = offset_in_block(batch_, part.text);
    if (begin && document_.charset == "UTF-8") {
      for (const Span& cut : cuts) add(*begin + cut.begin, *begin + cut.end);
    } else {
      find_in_converted(part, cuts);
    }
  }

  /// A file that is one document in a charset other than UTF-8.
  void find_in_converted(const Part& part, const std::vector<Span>& cuts) {
    if (!document_.record.is_whole_input()) {
      refuse_cut(document_, fmt::format("this is a piece of a text in {}", document_.charset));
    }
    const RawOffsets offsets(batch_.block.bytes.view(), part.text, document_.charset);
    for (const Span& cut : cuts) {
      const ByteRange raw = offsets.raw({cut.begin, cut.end});
      if (!raw.is_known()) refuse_cut(document_, fmt::format("bytes of {} cannot be located", document_.charset));
      add(raw.begin, raw.end);
    }
  }

  const DocumentBatch& batch_;
  const Document& document_;
  std::string_view format_;
  std::vector<ByteRange>& out_;
  std::vector<Span> raw_;
};

/// Joins ranges that touch or, if a text was requested twice, overlap.
void join_ranges(std::vector<ByteRange>& ranges) {
  const auto begins_before = [](const ByteRange& x, const ByteRange& y) { return x.begin < y.begin; };
  if (!std::is_sorted(ranges.begin(), ranges.end(), begins_before)) {
    std::sort(ranges.begin(), ranges.end(), begins_before);
  }
  std::size_t kept = 0;
  for (const ByteRange& range : ranges) {
    if (kept > 0 && range.begin <= ranges[kept - 1].end) {
      ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
    } else {
      ranges[kept++] = range;
    }
  }
  ranges.resize(kept);
}

std::string without_ranges(std::string_view bytes, std::uint64_t begin, std::span<const ByteRange> ranges) {
  std::string rest;
  std::uint64_t behind = begin;
  for (const ByteRange& range : ranges) {
    rest += bytes.substr(behind - begin, range.begin - behind);
    behind = range.end;
  }
  rest += bytes.substr(behind - begin);
  return rest;
}

using Fields = std::vector<std::string_view>;

/// Whether an unquoted field would begin with a quote, and so might swallow what follows.
bool opens_quote(const Fields& values, const Fields& literals, const Fields& cut_literals) {
  for (std::size_t i = 0; i < literals.size(); ++i) {
    const bool was_quoted = values[i].size() != literals[i].size();
    if (!was_quoted && cut_literals[i] != literals[i] && cut_literals[i].starts_with('"')) return true;
  }
  return false;
}

/// Replaces the texts in a row by those without the cuts.
void replace_texts(const Document& document, const std::vector<Part>& parts, const Fields& literals, Fields& values) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const char* const begin = document.parts[part].literal.data();
    const auto stands_there = [&](std::string_view literal) { return literal.data() == begin; };
    const auto column = std::find_if(literals.begin(), literals.end(), stands_there);
    if (column != literals.end()) values[static_cast<std::size_t>(column - literals.begin())] = parts[part].text;
  }
}

/// Whether a row without the ranges is read as the document without the cuts.
bool is_read_alike(std::string_view row, const Document& document, const CsvDialect& dialect,
                   std::span<const PartCut> cuts, std::span<const ByteRange> ranges) {
  const std::string cut_row = without_ranges(row, document.record.begin, ranges);
  const auto line_end_bytes = [](std::string_view line) { return line.size() - without_line_end(line).size(); };
  if (line_end_bytes(cut_row) != line_end_bytes(row)) return false;  // a \r of the text would become part of it
  if (without_line_end(cut_row).empty()) return true;
  if (byte_order_mark_bytes(cut_row) != 0) return false;
  Arena arena;
  Fields values;
  Fields literals;
  Fields cut_values;
  Fields cut_literals;
  split_row(without_line_end(row), dialect, arena, values, &literals);
  split_row(without_line_end(cut_row), dialect, arena, cut_values, &cut_literals);
  if (cut_values.size() != values.size() || opens_quote(values, literals, cut_literals)) return false;
  std::vector<std::string> texts;
  const std::vector<Part> parts = without_cuts(document, cuts, texts);
  replace_texts(document, parts, literals, values);
  return cut_values == values;
}

void check_row(const DocumentBatch& batch, const Document& document, const CsvDialect& dialect,
               std::span<const PartCut> cuts, std::span<const ByteRange> ranges) {
  const std::uint64_t begin = document.record.begin - batch.block.place.byte;
  const std::string_view row = batch.block.bytes.view().substr(begin, document.record.end - document.record.begin);
  if (!is_read_alike(row, document, dialect, cuts, ranges)) {
    refuse_cut(document, "the rest of the row would be read differently");
  }
}

}  // namespace

std::vector<ByteRange> raw_ranges(const DocumentBatch& batch, const Document& document, std::span<const PartCut> cuts) {
  std::vector<ByteRange> ranges;
  RangeFinder finder(batch, document, ranges);
  for (std::uint32_t part = 0; part < document.parts.size(); ++part) {
    const std::vector<Span> of_part = cuts_of_part(cuts, part);
    if (!of_part.empty()) finder.find(document.parts[part], of_part);
  }
  join_ranges(ranges);
  if (!ranges.empty() && (batch.format->name == "csv" || batch.format->name == "tsv")) {
    check_row(batch, document, finder.dialect(), cuts, ranges);
  }
  return ranges;
}

void RawCuts::add(std::string_view file, std::span<const ByteRange> ranges) {
  if (ranges.empty()) return;
  const std::uint64_t begin = ranges_.append(ranges);
  File& known = files_.try_emplace(file.data(), File{begin, begin}).first->second;
  known.end = ranges_.size();
}

RawCuts::Cursor RawCuts::of(std::string_view file) const {
  Cursor cursor;
  const auto found = files_.find(file.data());
  if (found == files_.end()) return cursor;
  cursor.ranges_.emplace(ranges_);
  cursor.at_ = found->second.begin;
  cursor.end_ = found->second.end;
  return cursor;
}

ByteRange RawCuts::Cursor::next() {
  if (at_ == end_) return {ByteRange::kToEnd, ByteRange::kToEnd};
  return ranges_->at(at_++);
}

}  // namespace cento
