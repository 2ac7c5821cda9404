#include "index/segment/table_output.hpp"

namespace cento {

namespace {

bool can_be_narrow(std::size_t table, unsigned directory_bits, std::uint32_t documents) {
  return has_short_keys(table) && directory_bits > 0 && documents <= std::uint64_t{1} << directory_bits;
}

}  // namespace

TableOutput::TableOutput(SegmentOutput& out, std::size_t table, std::uint64_t size, std::uint32_t documents)
    : out_(out),
      table_(table),
      directory_bits_(directory_bits_for(size)),
      is_narrow_(can_be_narrow(table, directory_bits_, documents)) {
  out_.begin(entries_of(table), is_narrow_ ? kNarrowEntryBytes : 0);
}

void TableOutput::append(std::span<const KeyTable::Entry> entries) {
  written_ += entries.size();
  if (!is_narrow_) return out_.append_array(entries);
  narrow_entries(entries, directory_bits_, narrow_);
  out_.append_array(std::span<const std::uint32_t>(narrow_));
}

void TableOutput::finish(const PlainVector<std::uint32_t>& directory) {
  out_.section(directory_of(table_), directory, directory_bits_);
}

}  // namespace cento
