#include "write/clean/record_log.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"

namespace cento {

namespace {

// A record is three numbers of seven bits per byte: the gap to the previous record with its kind, its size (0: to the
// end of the input), and its thread if it has one.
constexpr unsigned kBitsOfByte = 7;
constexpr unsigned char kMoreFollows = 0x80;
constexpr unsigned kKindBits = 3;
constexpr unsigned kThreadBit = 1U << kKindBits;
constexpr unsigned kGapShift = kKindBits + 1;
constexpr std::size_t kLongestRecord = 30;
constexpr std::size_t kWindowBytes = std::size_t{64} << 10;

void append_number(std::string& out, std::uint64_t number) {
  for (; number >= kMoreFollows; number >>= kBitsOfByte) {
    out.push_back(static_cast<char>(number | kMoreFollows));
  }
  out.push_back(static_cast<char>(number));
}

bool begins_before(const LoggedRecord& a, const LoggedRecord& b) {
  return a.bytes.begin < b.bytes.begin;
}

bool is_same_file(std::string_view a, std::string_view b) {
  return a.data() == b.data();  // names keep their address, and a file may be named twice
}

}  // namespace

void RecordLog::note(const DocumentBatch& batch) {
  if (batch.format == nullptr) {
    for (const BadRecord& bad : batch.rejected) {
      if (!files_.empty() && is_same_file(bad.place.file, files_.back().name)) files_.back().is_damaged = true;
    }
    return;
  }
  if (files_.empty() || !is_same_file(files_.back().name, batch.block.place.file)) begin_file(batch);
  records_.clear();
  collect(batch);
  if (!std::is_sorted(records_.begin(), records_.end(), begins_before)) {
    std::stable_sort(records_.begin(), records_.end(), begins_before);
  }
  encoded_.clear();
  for (const LoggedRecord& record : records_) append(record);
  spool_.append(encoded_);
  files_.back().log_end = spool_.size();
  documents_ += batch.documents.size();
}

void RecordLog::begin_file(const DocumentBatch& batch) {
  LoggedFile& file = files_.emplace_back();
  file.name = batch.block.place.file;
  file.format = batch.format;
  file.first_document = documents_;
  file.log_begin = spool_.size();
  last_end_ = 0;
}

void RecordLog::collect(const DocumentBatch& batch) {
  using Kind = LoggedRecord::Kind;
  for (const Document& document : batch.documents)
    records_.push_back({document.record, Kind::document, document.thread});
  for (const BadRecord& bad : batch.rejected) {
    if (bad.record.is_known() && is_same_file(bad.place.file, files_.back().name)) {
      records_.push_back({bad.record, Kind::bad, 0});
    }
  }
  for (const OtherRecord& other : batch.others) collect_other(other);
}

void RecordLog::collect_other(const OtherRecord& other) {
  if (!other.record.is_known()) return;
  using Kind = LoggedRecord::Kind;
  switch (other.role) {
    case OtherRecord::Role::none: records_.push_back({other.record, Kind::other, 0}); break;
    case OtherRecord::Role::header: records_.push_back({other.record, Kind::header, 0}); break;
    case OtherRecord::Role::in_thread: records_.push_back({other.record, Kind::in_thread, other.thread}); break;
    case OtherRecord::Role::bad_answer: files_.back().bad_answers.push_back(other.record.begin); break;
  }
}

void RecordLog::append(const LoggedRecord& record) {
  if (record.bytes.begin < last_end_) {
    throw Error(fmt::format("two records of {} overlap at byte {}; this is a bug in Cento, please report it",
                            files_.back().name, record.bytes.begin));
  }
  const std::uint64_t gap = record.bytes.begin - last_end_;
  append_number(encoded_,
                gap << kGapShift | (record.thread != 0 ? kThreadBit : 0U) | static_cast<unsigned>(record.kind));
  append_number(encoded_, record.bytes.end == ByteRange::kToEnd ? 0 : record.bytes.end - record.bytes.begin);
  if (record.thread != 0) append_number(encoded_, record.thread);
  last_end_ = record.bytes.end;
}

bool RecordCursor::next(LoggedRecord& record) {
  if (window_.size() - at_ < kLongestRecord) refill();
  if (at_ == window_.size()) return false;
  const std::uint64_t head = take_number();
  const std::uint64_t size = take_number();
  record.kind = static_cast<LoggedRecord::Kind>(head & (kThreadBit - 1));
  record.thread = (head & kThreadBit) != 0 ? static_cast<std::uint32_t>(take_number()) : 0;
  record.bytes.begin = last_end_ + (head >> kGapShift);
  record.bytes.end = size == 0 ? ByteRange::kToEnd : record.bytes.begin + size;
  last_end_ = record.bytes.end;
  if (record.kind == LoggedRecord::Kind::document) ++document_;
  return true;
}

std::uint64_t RecordCursor::take_number() {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += kBitsOfByte) {
    const auto byte = static_cast<unsigned char>(window_[at_++]);
    number |= static_cast<std::uint64_t>(byte & (kMoreFollows - 1U)) << shift;
    if (byte < kMoreFollows) return number;
  }
}

void RecordCursor::refill() {
  window_.erase(0, at_);
  at_ = 0;
  const std::size_t kept = window_.size();
  const std::size_t wanted = std::min<std::uint64_t>(kWindowBytes, end_ - next_);
  window_.resize(kept + wanted);
  window_.resize(kept + spool_.read(next_, window_.data() + kept, wanted));
  next_ += wanted;
}

RecordChoice::RecordChoice(RecordLog& log, const LoggedFile& file, const IsRemoved& is_removed)
    : is_removed_(is_removed), bad_answers_(file.bad_answers) {
  std::sort(bad_answers_.begin(), bad_answers_.end());
  RecordCursor cursor(log, file);
  LoggedRecord record;
  while (cursor.next(record)) {
    if (!leaves_out(record, cursor.document())) continue;
    leaves_out_any_ = true;
    leaves_out_all_ = leaves_out_all_ || record.bytes.is_whole_input();
    if (record.thread != 0) removed_threads_.push_back(record.thread);
  }
  leaves_out_any_ = leaves_out_any_ || !bad_answers_.empty();
  std::sort(removed_threads_.begin(), removed_threads_.end());
}

bool RecordChoice::leaves_out(const LoggedRecord& record, std::uint64_t document) const {
  switch (record.kind) {
    case LoggedRecord::Kind::document: return is_removed_(document);
    case LoggedRecord::Kind::bad: return true;
    case LoggedRecord::Kind::in_thread:
      return std::binary_search(removed_threads_.begin(), removed_threads_.end(), record.thread) ||
             std::binary_search(bad_answers_.begin(), bad_answers_.end(), record.bytes.begin);
    default: return false;
  }
}

}  // namespace cento
