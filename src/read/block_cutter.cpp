#include "read/block_cutter.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "read/collection.hpp"

namespace cento {

bool BlockCutter::next(ReadItem& item) {
  for (;;) {
    if (input_ == nullptr) {
      if (next_file_ == inputs_.files().size()) return false;
      item.file = next_file_;
      start_file(item, inputs_.files()[next_file_++]);
      if (item.table != nullptr || !item.batch.rejected.empty() || !item.batch.counts.empty()) return true;
      continue;
    }
    item.file = next_file_ - 1;
    if (reader_->cut(*input_, item.batch)) {
      if (item.batch.block.place.file.empty()) item.batch.block.place.file = input_->file();
      item.batch.format = format_;
      raw_bytes_ += item.batch.block.stored_bytes;
      item.batch.number = blocks_++;
      item.reader = reader_;
      note_gaps(item);
      return true;
    }
    const bool complained = report_damage(item);
    input_.reset();
    if (complained) return true;
  }
}

void BlockCutter::start_file(ReadItem& item, const InputFile& file) {
  try {
    open(item, file);
  } catch (const UsageError&) {
    throw;
  } catch (const Error& error) {
    input_.reset();
    item.batch.reject_file({file.name}, error.what());
  }
}

void BlockCutter::open(ReadItem& item, const InputFile& file) {
  input_ = open_input(file, options_.memory_bytes, &raw_bytes_, handling_of(file, options_));
  input_->use(pool_);
  const std::string_view head = peek_head(file.name);
  if (head.empty()) {
    if (!report_damage(item)) item.batch.counts[std::string(kEmptyFiles)] = 1;
    input_.reset();
    return;
  }
  const Format* format = options_.format.empty() ? choose_format(file.name, head) : format_named(options_.format);
  if (format == nullptr) {
    refuse(item, file);
    input_.reset();
  } else if (format->content == Content::table) {
    item.table_format = format;
    item.table = std::move(input_);
  } else if (format->make == nullptr) {
    input_.reset();
  } else {
    ReadOptions own = options_;
    own.groups = file.groups;
    reader_ = format->make(own);
    format_ = format;
  }
}

/// Only the first lines of an input that is read as it comes, if they are certain to be JSON lines.
std::string_view BlockCutter::peek_head(std::string_view file) {
  if (options_.as_it_comes) {
    const std::string_view lines = input_->peek_lines(kSniffBytes);
    const Format* jsonl = format_named("jsonl");
    if (options_.format == jsonl->name || (jsonl->recognise(lines) >= 2 && choose_format(file, lines) == jsonl)) {
      return lines;
    }
  }
  return input_->peek(kSniffBytes);
}

void BlockCutter::refuse(ReadItem& item, const InputFile& file) {
  constexpr std::size_t kNamedMost = 5;
  if (!options_.format.empty()) {
    throw UsageError(fmt::format("there is no format \"{}\"; `cento formats` lists them", options_.format));
  }
  if (file.walked) {
    item.batch.counts["files of no known format"] = 1;
    if (skipped_files_++ < kNamedMost) item.skipped_file = file.name;
    item.is_of_unknown_format = true;
  } else {
    item.batch.reject_file({file.name}, std::string(kUnknownFormat));
  }
}

void BlockCutter::note_gaps(ReadItem& item) const {
  const std::vector<std::uint64_t>& gaps = input_->gaps();
  if (gaps.empty()) return;
  const std::uint64_t begin = item.batch.block.place.byte == Place::kUnknown ? 0 : item.batch.block.place.byte;
  // The text may have been converted from a charset whose characters take up to four times as many bytes.
  item.gaps.assign(std::lower_bound(gaps.begin(), gaps.end(), begin / 4), gaps.end());
}

bool BlockCutter::report_damage(ReadItem& item) const {
  const std::string problem = input_->problem();
  if (problem.empty()) return false;
  item.batch.reject_file(input_->place(), problem);
  return true;
}

}  // namespace cento
