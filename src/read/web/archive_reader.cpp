#include "read/web/archive_reader.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace cento {

namespace {

constexpr std::size_t kUsualHeadBytes = 4096;                 // enough for nearly every header
constexpr std::size_t kMostHeadBytes = std::size_t{1} << 18;  // a header that has not ended by then is damage
constexpr std::size_t kBehindBytes = 1024;                    // checked after a record to see whether it has ended
constexpr std::size_t kSearchedBytes = std::size_t{1} << 20;  // searched at once for the next record
constexpr std::size_t kOverlapBytes = 4096;                   // searched again: a record may start at a window's end
constexpr std::size_t kShownBytes = 1000;                     // of a bad record, for the rejects file
constexpr std::size_t kMostRejected = 1000;        // in a batch, so that a file of rubbish is not held in memory
constexpr std::size_t kUsualGrowth = 16;           // a compressed body counts this many times towards a batch's size
constexpr std::uint64_t kExcusedWrongLengths = 8;  // see has_wrong_length()
constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

void skip_line_ends(Input& in) {
  for (;;) {
    const std::string_view window = in.peek(1);
    const std::size_t line_ends = std::min(window.find_first_not_of("\r\n"), window.size());
    in.consume(line_ends);
    if (window.empty() || line_ends < window.size()) return;
  }
}

std::string wrong_length_reason(const ArchiveHead& head, std::uint64_t size, bool input_ended) {
  const std::uint64_t declared = head.payload_bytes;
  const std::uint64_t found = size - std::min<std::uint64_t>(size, head.header_bytes);
  if (!input_ended) {
    return fmt::format("the record's length is given as {} but the next record starts after {} bytes", declared, found);
  }
  if (found < declared) {
    return fmt::format("the record's length is given as {} but only {} bytes follow", declared, found);
  }
  return fmt::format("the record's length is given as {} but {} bytes follow, and no other record", declared, found);
}

}  // namespace

/// What one call of cut() works on.
struct ArchiveReader::Cut {
  Input& in;
  DocumentBatch& batch;
  SkippedCounts skipped;

  void reject(const Place& place, std::string_view shown, std::uint64_t size, std::string reason) const {
    batch.reject(place, std::move(reason),
                 shown.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(size, kShownBytes))));
    batch.rejected.back().full_size_bytes = size;
    batch.rejected.back().record = {place.byte, end_of_record()};
  }

  /// Consumes the line ends after a record, which belong to it.
  [[nodiscard]] std::uint64_t end_of_record() const {
    skip_line_ends(in);
    return in.offset();
  }

  /// The beginning of the next bytes, kept for the rejects file.
  [[nodiscard]] std::string_view shown() const {
    return batch.arena.store(in.peek(kShownBytes).substr(0, kShownBytes));
  }
};

bool ArchiveReader::cut(Input& in, DocumentBatch& batch) {
  Cut cut{in, batch, {}};
  batch.block.place = in.place();
  std::size_t expected_bytes = 0;
  while (expected_bytes < kBlockBytes && batch.rejected.size() < kMostRejected) {
    skip_line_ends(in);
    if (in.peek(1).empty()) break;
    expected_bytes += cut_record(cut);
  }
  cut.skipped.add_to(batch.counts);
  return !batch.block.records.empty() || !batch.rejected.empty() || !batch.counts.empty();
}

/// Returns the approximate size of the record once it is parsed.
std::size_t ArchiveReader::cut_record(Cut& cut) {
  if (!starts_record(cut.in.peek(kUsualHeadBytes))) {
    reject_to_next(cut, "no record starts here");
    return 0;
  }
  const ArchiveHead head = peek_head(cut.in);
  if (!head.problem.empty()) {
    reject_to_next(cut, head.problem);
    return 0;
  }
  if (head.payload_bytes > max_payload_bytes()) {
    skip_large(cut, head);
    return 0;
  }
  if (has_wrong_length(cut.in, head)) {
    ++wrong_lengths_;
    reject_wrong_length(cut, head);
    return 0;
  }
  return take_record(cut, head);
}

std::size_t ArchiveReader::take_record(Cut& cut, const ArchiveHead& head) {
  const std::size_t size = head.header_bytes + static_cast<std::size_t>(head.payload_bytes);
  const std::uint64_t begin_byte = cut.in.offset();
  cut.skipped.add(head.outlook.skipped);
  if (head.outlook.skipped != Skipped::no) {
    cut.in.consume(size);
    cut.batch.others.push_back({{begin_byte, cut.end_of_record()}});
    return 0;
  }
  PaddedBytes& bytes = cut.batch.block.bytes;
  const auto begin = static_cast<std::uint32_t>(bytes.size());
  bytes.append(cut.in.peek(size).substr(0, size));
  cut.in.consume(size);
  const Span span{begin, static_cast<std::uint32_t>(bytes.size())};
  cut.batch.block.records.push_back({span, begin_byte, Place::kUnknown, cut.end_of_record()});
  return head.outlook.is_compressed ? size * kUsualGrowth : size;
}

ArchiveHead ArchiveReader::peek_head(Input& in) const {
  ArchiveHead head = read_head(in.peek(kUsualHeadBytes));
  if (head.is_complete || !head.problem.empty()) return head;
  const std::string_view window = in.peek(kMostHeadBytes);
  head = read_head(window);
  if (head.is_complete || !head.problem.empty()) return head;
  head.problem =
      window.size() < kMostHeadBytes ? "the input ends inside the record's header" : "the record's header has no end";
  return head;
}

/// Blocks count their bytes in 32 bits.
std::uint64_t ArchiveReader::max_payload_bytes() const {
  return std::min(options().max_document_bytes, std::uint64_t{1} << 31);
}

bool ArchiveReader::has_wrong_length(Input& in, const ArchiveHead& head) const {
  const std::size_t size = head.header_bytes + static_cast<std::size_t>(head.payload_bytes);
  // Finding a long record's end takes all of its bytes in memory: too expensive for thousands of records that turn out
  // to be short.
  if (size > kSearchedBytes && wrong_lengths_ > kExcusedWrongLengths) {
    if (find_record(in.peek(kSearchedBytes).substr(0, kSearchedBytes)) != std::string_view::npos) return true;
  }
  const std::string_view window = in.peek(size + kBehindBytes);
  if (window.size() < size) return true;
  const std::string_view behind = window.substr(size);
  const std::size_t line_ends = std::min(behind.find_first_not_of("\r\n"), behind.size());
  const bool input_ends = line_ends == behind.size() && behind.size() < kBehindBytes;
  if (input_ends || starts_record(behind.substr(line_ends))) return false;
  // Either garbage follows a sound record, or a length that is too large happens to end before empty lines.
  return !starts_with_separator(behind) || find_record(window.substr(0, size)) != std::string_view::npos;
}

void ArchiveReader::reject_wrong_length(Cut& cut, const ArchiveHead& head) const {
  const Place place = cut.in.place();
  const std::string_view shown = cut.shown();
  const std::uint64_t size = skip_to_record(cut.in, kUnlimited);
  cut.reject(place, shown, size, wrong_length_reason(head, size, cut.in.peek(1).empty()));
}

/// Too large to be held in memory, so its end is only known when it is reached; a record that starts earlier is
/// accepted.
void ArchiveReader::skip_large(Cut& cut, const ArchiveHead& head) const {
  const Place place = cut.in.place();
  const std::string_view shown = cut.shown();
  const std::uint64_t declared = head.header_bytes + head.payload_bytes;
  const std::uint64_t size = skip_to_record(cut.in, declared);
  if (size < declared) {
    cut.reject(place, shown, size, wrong_length_reason(head, size, cut.in.peek(1).empty()));
  } else if (head.outlook.skipped == Skipped::no) {
    cut.reject(place, shown, size,
               fmt::format("the record has {} bytes, more than `max_document_bytes` allows ({})", head.payload_bytes,
                           options().max_document_bytes));
  } else {
    cut.skipped.add(head.outlook.skipped);
    cut.batch.others.push_back({{place.byte, cut.end_of_record()}});
  }
}

void ArchiveReader::reject_to_next(Cut& cut, const std::string& reason) const {
  const Place place = cut.in.place();
  const std::string_view shown = cut.shown();
  const std::uint64_t size = skip_to_record(cut.in, kUnlimited);
  cut.reject(place, shown, size, reason);
}

/// Consumes up to the next record, `most_bytes` or the end of the input, whichever comes first; returns the number of
/// bytes.
std::uint64_t ArchiveReader::skip_to_record(Input& in, std::uint64_t most_bytes) const {
  std::uint64_t skipped = 0;
  for (;;) {
    const std::string_view window = in.peek(kSearchedBytes);
    const bool input_ends = window.size() < kSearchedBytes;
    const std::size_t found = find_record(window);
    const bool is_last = input_ends || found != std::string_view::npos;
    const std::size_t step = is_last ? std::min(found, window.size()) : window.size() - kOverlapBytes;
    const std::uint64_t left = most_bytes - skipped;
    in.consume(static_cast<std::size_t>(std::min<std::uint64_t>(step, left)));
    if (is_last || step >= left) return skipped + std::min<std::uint64_t>(step, left);
    skipped += step;
  }
}

void ArchiveReader::parse(DocumentBatch& batch) const {
  CaptureReader captures(options());
  const std::string_view bytes = batch.block.bytes.view();
  const std::size_t rejected_by_cut = batch.rejected.size();
  for (const RawRecord& record : batch.block.records) {
    const Place place{batch.block.place.file, Place::kUnknown, record.byte};
    batch.record = {record.byte, record.end_byte};
    const std::size_t before = batch.documents.size() + batch.rejected.size();
    captures.add(read_capture(record.bytes.of(bytes), batch.arena), place, batch);
    if (batch.documents.size() + batch.rejected.size() == before) batch.others.push_back({batch.record});
  }
  captures.finish(batch);
  if (batch.rejected.size() == rejected_by_cut) return;
  std::stable_sort(batch.rejected.begin(), batch.rejected.end(),
                   [](const BadRecord& a, const BadRecord& b) { return a.place.byte < b.place.byte; });
}

}  // namespace cento
