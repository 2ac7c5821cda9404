#include <iterator>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "command_parser.hpp"
#include "core/atomic_file.hpp"
#include "core/byte_size.hpp"
#include "core/json_text.hpp"
#include "index/index_writer.hpp"
#include "index_commands.hpp"
#include "index_flags.hpp"
#include "methods/index_digester.hpp"
#include "run_summary.hpp"
#include "write/pair_records.hpp"

namespace cento::cli {

namespace {

struct IndexStatsOptions {
  std::string folder;
  bool json = false;
};

/// What is told about an index.
struct IndexFacts {
  IndexSizes sizes;
  IndexOptions options;
  bool has_statistics = false;
  std::uint64_t statistics_documents = 0;

  /// What an index costs beside the texts.
  [[nodiscard]] double bytes_a_sentence() const {
    return sizes.sentences == 0 ? 0 : static_cast<double>(sizes.segment_bytes) / static_cast<double>(sizes.sentences);
  }

  /// How far the number of documents is from that of the statistics, as a share of the latter.
  [[nodiscard]] double drift() const {
    const auto counted_documents = static_cast<double>(statistics_documents);
    return counted_documents == 0 ? 0 : (static_cast<double>(sizes.documents) - counted_documents) / counted_documents;
  }
};

IndexFacts facts_of(const std::string& folder) {
  const DigesterFactory digesters = index_digesters();
  IndexFacts facts;
  facts.sizes = index_sizes(folder, digesters);
  const auto view = open_index(folder, digesters);
  facts.options = view->options();
  facts.has_statistics = view->statistics() != nullptr;
  if (facts.has_statistics) facts.statistics_documents = view->statistics()->documents();
  return facts;
}

std::string describe_statistics(const IndexFacts& facts) {
  constexpr double kPercent = 100;
  if (!facts.has_statistics) return "statistics: none; no word counts as common";
  const double drift = facts.drift();
  if (drift == 0) {
    return fmt::format("statistics: of {}, as many as there are now",
                       counted(facts.statistics_documents, "document", "documents"));
  }
  return fmt::format("statistics: of {}; the collection has {:.3g} % {} now",
                     counted(facts.statistics_documents, "document", "documents"),
                     (drift < 0 ? -drift : drift) * kPercent, drift < 0 ? "fewer" : "more");
}

std::string to_text(const IndexFacts& facts) {
  const IndexSizes& sizes = facts.sizes;
  std::string text;
  const auto add = [&](const std::string& line) { text += line + "\n"; };
  add(fmt::format("{}, {}, {} of text", counted(sizes.documents, "document", "documents"),
                  counted(sizes.sentences, "sentence", "sentences"), format_byte_size(sizes.text_bytes)));
  add(fmt::format("{} on disk: catalog {}, {} {}", format_byte_size(sizes.bytes), format_byte_size(sizes.catalog_bytes),
                  counted(sizes.segments, "segment", "segments"), format_byte_size(sizes.segment_bytes)));
  add(fmt::format("{:.1f} bytes a sentence without the text", facts.bytes_a_sentence()));
  add(fmt::format("{} in no segment yet; {} still in segments", counted(sizes.tail_documents, "document", "documents"),
                  counted(sizes.removed, "removed one", "removed ones")));
  add("keeps " + describe(facts.options));
  add(describe_statistics(facts));
  for (const Segment::SectionSize& section : sizes.sections) {
    add(fmt::format("  {:<30} {:>10}", section.name, format_byte_size(section.bytes)));
  }
  return text;
}

void append_number(std::string& out, std::string_view key, std::uint64_t number) {
  append_json_key(out, key);
  fmt::format_to(std::back_inserter(out), "{}", number);
}

void append_short(std::string& out, std::string_view key, double number) {
  append_json_key(out, key);
  append_short_number(out, number);
}

void append_statistics(std::string& out, const IndexFacts& facts) {
  append_json_key(out, "statistics");
  if (!facts.has_statistics) {
    out += "null";
    return;
  }
  out.push_back('{');
  append_number(out, "documents", facts.statistics_documents);
  append_short(out, "drift", facts.drift());
  out.push_back('}');
}

std::string to_json(const IndexFacts& facts) {
  const IndexSizes& sizes = facts.sizes;
  std::string out = "{";
  append_number(out, "documents", sizes.documents);
  append_number(out, "sentences", sizes.sentences);
  append_number(out, "bytes", sizes.bytes);
  append_number(out, "text_bytes", sizes.text_bytes);
  append_number(out, "catalog_bytes", sizes.catalog_bytes);
  append_number(out, "segment_bytes", sizes.segment_bytes);
  append_short(out, "bytes_per_sentence", facts.bytes_a_sentence());
  append_number(out, "segments", sizes.segments);
  append_number(out, "tail_documents", sizes.tail_documents);
  append_number(out, "removed", sizes.removed);
  append_json_key(out, "sections");
  out.push_back('{');
  for (const Segment::SectionSize& section : sizes.sections) append_number(out, section.name, section.bytes);
  out.push_back('}');
  append_json_key(out, "options");
  out += cento::to_json(facts.options);
  append_statistics(out, facts);
  return out + "}\n";
}

void show_stats(const IndexStatsOptions& options) {
  const IndexFacts facts = facts_of(options.folder);
  AtomicFile output("-");
  output.write(options.json ? to_json(facts) : to_text(facts));
  output.publish();
}

}  // namespace

Command add_index_stats(CommandParser& index) {
  auto options = std::make_shared<IndexStatsOptions>();
  CommandParser* parser = index.add_command("stats", "Tell how large an index is, and what it keeps.");
  add_index_folder(*parser, options->folder);
  parser->add("--json", flag(options->json), "", "as a JSON object, for programs", "Output");
  parser->footer("Example:\n  cento index stats archive --json");
  return {parser, [options] {
            show_stats(*options);
            return UnusedInput();
          }};
}

}  // namespace cento::cli
