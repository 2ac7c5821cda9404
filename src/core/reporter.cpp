#include "core/reporter.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/files/atomic_file.hpp"
#include "core/json/json_text.hpp"
#include "core/utf8.hpp"

namespace cento {

namespace {

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    const std::size_t digits = std::min<std::size_t>(bytes.size() - i, 3) + 1;
    for (std::size_t j = 0; j < 4; ++j) out.push_back(j < digits ? kDigits[group >> (18 - 6 * j) & 63] : '=');
  }
  return out;
}

std::string sentence_of(const BadRecord& record) {
  const std::string place = record.place.to_string();
  return place.empty() ? record.reason : fmt::format("{}: {}", place, record.reason);
}

/// A record of which only the beginning is shown may end inside a character.
std::string_view without_torn_character(std::string_view bytes) {
  constexpr std::size_t kTornBytesMost = 3;
  for (std::size_t torn = 1; torn <= std::min(kTornBytesMost, bytes.size()); ++torn) {
    const std::string_view whole = bytes.substr(0, bytes.size() - torn);
    if (is_valid_utf8(whole)) return whole;
  }
  return bytes;
}

/// A line of the rejects file.
std::string json_line_of(const BadRecord& record) {
  const std::uint64_t size = std::max<std::uint64_t>(record.full_size_bytes, record.bytes.size());
  const bool is_cut = size > record.bytes.size();
  std::string_view shown = record.bytes;
  if (is_cut && !is_valid_utf8(shown)) shown = without_torn_character(shown);
  std::string out = "{";
  append_json_field(out, "file", record.place.file);
  if (record.place.line != Place::kUnknown) {
    append_json_number(out, "line", record.place.line);
  } else if (record.place.row != Place::kUnknown) {
    append_json_number(out, "row", record.place.row);
  } else if (record.place.byte != Place::kUnknown) {
    append_json_number(out, "byte", record.place.byte);
  }
  append_json_field(out, "reason", record.reason);
  if (record.kind == BadKind::file) {
    append_json_field(out, "kind", "file");
    return out + "}\n";
  }
  append_json_number(out, "size", size);
  if (is_valid_utf8(shown)) {
    append_json_field(out, "record", shown);
  } else {
    append_json_field(out, "record_base64", base64(shown));
  }
  if (is_cut) out += ",\"cut\":true";
  out += "}\n";
  return out;
}

std::string counted(std::uint64_t number, std::string_view one) {
  return fmt::format("{} {}{}", number, one, number == 1 ? "" : "s");
}

std::string described(const UnusedInput& unused) {
  if (unused.files == 0) return counted(unused.records, "record");
  if (unused.records == 0) return counted(unused.files, "file");
  return fmt::format("{} and {}", counted(unused.files, "file"), counted(unused.records, "record"));
}

}  // namespace

std::string to_sentence(const UnusedInput& unused) {
  const bool is_one = unused.files + unused.records == 1;
  return fmt::format("{} could not be used{} {}", described(unused), is_one ? ":" : "; the first:", unused.first);
}

Reporter::Reporter(ReporterOptions options) : options_(std::move(options)) {
  if (!options_.rejects_file.empty()) rejects_ = std::make_unique<AtomicFile>(options_.rejects_file);
}

Reporter::~Reporter() = default;

void Reporter::show(const std::string& sentence) const {
  if (options_.show && !options_.quiet) options_.show(worded(sentence));
}

std::string Reporter::worded(const std::string& sentence) const {
  return options_.worded ? options_.worded(sentence) : sentence;
}

void Reporter::reject(const BadRecord& bad) {
  BadRecord record = bad;
  record.reason = worded(record.reason);
  const std::scoped_lock lock(mutex_);
  const bool is_file = record.kind == BadKind::file;
  ++(is_file ? unused_.files : unused_.records);
  const std::uint64_t rejected = unused_.files + unused_.records;
  if (rejected == 1) unused_.first = sentence_of(record);
  if (rejects_ != nullptr) rejects_->write(json_line_of(record));
  if (options_.strict) {
    throw InputError(
        fmt::format("{} (`strict` stops at the first bad {})", sentence_of(record), is_file ? "file" : "record"),
        record.place.to_string());
  }
  if (options_.on_reject) options_.on_reject(record);
  if (rejected > options_.shown_most || options_.quiet || !options_.show) return;
  show(sentence_of(record));
  shown_.push_back(sentence_of(bad));
}

bool Reporter::has_shown(std::string_view sentence) const {
  const std::scoped_lock lock(mutex_);
  return std::find(shown_.begin(), shown_.end(), sentence) != shown_.end();
}

void Reporter::count(std::string_view what, std::uint64_t amount) {
  const std::scoped_lock lock(mutex_);
  counts_[std::string(what)] += amount;
}

void Reporter::note(std::string_view sentence) {
  const std::scoped_lock lock(mutex_);
  show(std::string(sentence));
}

std::uint64_t Reporter::rejected() const {
  const std::scoped_lock lock(mutex_);
  return unused_.files + unused_.records;
}

UnusedInput Reporter::unused() const {
  const std::scoped_lock lock(mutex_);
  return unused_;
}

std::map<std::string, std::uint64_t> Reporter::counts() const {
  const std::scoped_lock lock(mutex_);
  return counts_;
}

void Reporter::finish() {
  const std::scoped_lock lock(mutex_);
  const std::uint64_t rejected = unused_.files + unused_.records;
  if (rejected > options_.shown_most) {
    const std::uint64_t hidden = rejected - options_.shown_most;
    const std::string_view what = unused_.records == 0 ? "file" : unused_.files == 0 ? "record" : "record or file";
    const std::string_view many = unused_.records == 0 ? "files" : unused_.files == 0 ? "records" : "records and files";
    show(fmt::format("… and {} more bad {}{}", hidden, hidden == 1 ? what : many,
                     options_.rejects_file.empty() ? " (`rejects_file` keeps them all)"
                                                   : fmt::format(" (all are in {})", options_.rejects_file)));
  }
  if (rejects_ != nullptr) rejects_->publish();
  rejects_.reset();
}

}  // namespace cento
