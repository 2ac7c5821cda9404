// Any bytes as JSON lines, CSV or TSV, and any cuts: without the bytes that raw_ranges() returns, the record must be
// read as the document without the cuts, with the same metadata. Bad records are left out, as copies leave them out.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "cento/error.hpp"
#include "core/utf8.hpp"
#include "read/formats.hpp"
#include "read/input/gzip_source.hpp"
#include "read/input/zstd_source.hpp"
#include "read/table/csv_row.hpp"
#include "write/clean/raw_cuts.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool begins_character(std::string_view text, std::size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
}

/// Cuts chosen by the bits of a number: some of every few characters.
std::vector<cento::PartCut> choose_cuts(const cento::Document& document, unsigned bits) {
  std::vector<cento::PartCut> cuts;
  for (std::uint32_t part = 0; part < document.parts.size(); ++part) {
    const std::string_view text = document.parts[part].text;
    std::size_t begin = 0;
    for (std::size_t at = 1; at <= text.size(); ++at) {
      if (!begins_character(text, at)) continue;
      bits = bits >> 1U | (bits & 1U) << 7U;
      if ((bits & 3U) != 0) continue;
      if ((bits & 4U) != 0) {
        cuts.push_back({part, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at)}});
      }
      begin = at;
    }
  }
  return cuts;
}

std::string without(std::string_view bytes, const std::vector<cento::ByteRange>& ranges) {
  std::string rest(bytes);
  for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
    rest.erase(range->begin, range->end - range->begin);
  }
  return rest;
}

/// Calls `use` with each document of an input. Bad records, which copies leave out, are added to `rejected`.
template <typename Use>
void read_all(std::string_view format, std::string_view bytes, std::vector<cento::ByteRange>& rejected,
              const Use& use) {
  const auto reader = cento::format_named(format)->make(cento::ReadOptions{});
  const auto in = cento::memory_input("FILE", bytes);
  cento::DocumentBatch batch;
  while (reader->cut(*in, batch)) {
    batch.format = cento::format_named(format);
    reader->parse(batch);
    for (const cento::Document& document : batch.documents) use(batch, document);
    for (const cento::BadRecord& bad : batch.rejected) {
      if (bad.record.is_known()) rejected.push_back(bad.record);
    }
    batch.clear();
  }
}

struct Expected {
  std::string metadata;
  std::vector<std::string> texts;
};

/// Whether a row loses all its bytes, as one of a single column may: then it is not read again.
bool is_gone(std::string_view bytes, const cento::Document& document, const std::vector<cento::ByteRange>& ranges) {
  std::uint64_t left = document.record.end - document.record.begin;
  for (const cento::ByteRange& range : ranges) left -= range.end - range.begin;
  const std::string_view row = bytes.substr(document.record.begin, document.record.end - document.record.begin);
  return left == row.size() - cento::without_line_end(row).size();
}

void check(std::string_view format, std::string_view bytes, unsigned bits) {
  std::vector<Expected> expected;
  std::vector<cento::ByteRange> all;
  std::vector<cento::ByteRange> rejected;
  bool is_refused = false;
  read_all(format, bytes, rejected, [&](const cento::DocumentBatch& batch, const cento::Document& document) {
    const auto cuts = choose_cuts(document, bits);
    Expected left;
    left.metadata = document.metadata;
    static_cast<void>(cento::without_cuts(document, cuts, left.texts));
    try {
      const auto ranges = cento::raw_ranges(batch, document, cuts);
      if (format == "jsonl" || !is_gone(bytes, document, ranges)) expected.push_back(left);
      for (const cento::ByteRange& range : ranges) {
        require(range.begin < range.end && (all.empty() || all.back().end <= range.begin));
        all.push_back(range);
      }
    } catch (const cento::Error&) {
      is_refused = true;
    }
  });
  if (is_refused) return;
  all.insert(all.end(), rejected.begin(), rejected.end());
  std::sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.begin < y.begin; });
  const std::string cut = without(bytes, all);
  std::size_t at = 0;
  read_all(format, cut, rejected, [&](const cento::DocumentBatch&, const cento::Document& document) {
    require(at < expected.size() && document.metadata == expected[at].metadata);
    require(document.parts.size() == expected[at].texts.size());
    for (std::size_t part = 0; part < document.parts.size(); ++part) {
      require(document.parts[part].text == expected[at].texts[part]);
    }
    ++at;
  });
  require(at == expected.size());
}

/// Compressed inputs are decompressed while they are read: cuts are then not ranges of the bytes given here.
bool is_compressed(std::string_view bytes) {
  return cento::is_gzip(bytes) || cento::is_zstd(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kLeast = 2;  // which cuts, and something to cut
  if (size < kLeast) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (is_compressed(bytes)) return 0;
  check("jsonl", bytes, data[0]);
  if (!cento::is_valid_utf8(bytes)) return 0;  // otherwise cuts may change the charset that is detected
  for (const std::string_view format : {"csv", "tsv"}) check(format, bytes, data[0]);
  return 0;
}
