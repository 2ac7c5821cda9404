#include "engine/index/index_facts.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/byte_size.hpp"
#include "core/counted.hpp"
#include "core/json/json_text.hpp"
#include "methods/ask/index_digester.hpp"
#include "methods/forum/forum_digest.hpp"
#include "methods/forum/forum_signer.hpp"
#include "write/records/pair_records.hpp"

namespace cento {

namespace {

std::string describe_statistics(const IndexFacts& facts) {
  constexpr double kPercent = 100;
  if (!facts.has_statistics) return "statistics: none; no word counts as common";
  const double drift = facts.drift();
  if (drift == 0) {
    return fmt::format("statistics: from {}, as many as there are now",
                       counted(facts.statistics_documents, "document", "documents"));
  }
  return fmt::format("statistics: from {}; the collection now has {:.3g} % {}",
                     counted(facts.statistics_documents, "document", "documents"),
                     (drift < 0 ? -drift : drift) * kPercent, drift < 0 ? "fewer" : "more");
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
  append_json_number(out, "documents", facts.statistics_documents);
  append_short(out, "drift", facts.drift());
  out.push_back('}');
}

/// "threads (title 0.4 by words*idf, answer 0.4 by shingle:3; at 0.5)"
std::string describe(const ForumModel& model) {
  std::vector<std::string> parts;
  for (const ComparedPart& part : model.parts) {
    std::vector<std::string> comparisons;
    for (const Comparison& comparison : part.comparisons) comparisons.push_back(to_string(comparison));
    parts.push_back(fmt::format("{} {} by {}", part_label(part), part.weight, fmt::join(comparisons, " and ")));
  }
  return fmt::format("threads ({}; at {})", fmt::join(parts, ", "), model.threshold);
}

}  // namespace

double IndexFacts::bytes_a_sentence() const {
  return sizes.sentences == 0 ? 0 : static_cast<double>(sizes.segment_bytes) / static_cast<double>(sizes.sentences);
}

double IndexFacts::drift() const {
  const auto counted_documents = static_cast<double>(statistics_documents);
  return counted_documents == 0 ? 0 : (static_cast<double>(sizes.documents) - counted_documents) / counted_documents;
}

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

std::string to_text(const IndexFacts& facts) {
  const IndexSizes& sizes = facts.sizes;
  std::string text;
  const auto add = [&](const std::string& line) { text += line + "\n"; };
  add(fmt::format("{}, {}, {} of text", counted(sizes.documents, "document", "documents"),
                  counted(sizes.sentences, "sentence", "sentences"), format_byte_size(sizes.text_bytes)));
  add(fmt::format("{} on disk: catalog {}, {} {}", format_byte_size(sizes.bytes), format_byte_size(sizes.catalog_bytes),
                  counted(sizes.segments, "segment", "segments"), format_byte_size(sizes.segment_bytes)));
  add(fmt::format("{:.1f} bytes per sentence, not counting the text", facts.bytes_a_sentence()));
  add(fmt::format("{} not in a segment yet; {} still in segments",
                  counted(sizes.tail_documents, "document", "documents"),
                  counted(sizes.removed, "removed one", "removed ones")));
  add("keeps " + describe(facts.options));
  add(describe_statistics(facts));
  for (const Segment::SectionSize& section : sizes.sections) {
    add(fmt::format("  {:<30} {:>10}", section.name, format_byte_size(section.bytes)));
  }
  return text;
}

std::string to_json(const IndexFacts& facts) {
  const IndexSizes& sizes = facts.sizes;
  std::string out = "{";
  append_json_number(out, "documents", sizes.documents);
  append_json_number(out, "sentences", sizes.sentences);
  append_json_number(out, "bytes", sizes.bytes);
  append_json_number(out, "text_bytes", sizes.text_bytes);
  append_json_number(out, "catalog_bytes", sizes.catalog_bytes);
  append_json_number(out, "segment_bytes", sizes.segment_bytes);
  append_short(out, "bytes_per_sentence", facts.bytes_a_sentence());
  append_json_number(out, "segments", sizes.segments);
  append_json_number(out, "tail_documents", sizes.tail_documents);
  append_json_number(out, "removed", sizes.removed);
  append_json_key(out, "sections");
  out.push_back('{');
  for (const Segment::SectionSize& section : sizes.sections) append_json_number(out, section.name, section.bytes);
  out.push_back('}');
  append_json_key(out, "options");
  out += to_json(facts.options);
  append_statistics(out, facts);
  return out + "}\n";
}

std::string describe(const IndexOptions& options) {
  std::vector<std::string> kept;
  if (options.passages) {
    kept.push_back(options.match == SentenceMatching::near
                       ? fmt::format("passages (near: {} at {})", options.signature, options.threshold)
                       : "passages (exact)");
  }
  if (options.documents) {
    kept.push_back(fmt::format("documents ({} at {})", options.features, options.least_similarity));
  }
  if (options.blog) kept.emplace_back("blog");
  if (options.reuse) {
    kept.push_back(options.signature_bits > 0 ? fmt::format("reuse ({} bits)", options.signature_bits) : "reuse");
  }
  if (const auto model = forum_model_of(options)) kept.push_back(describe(*model));
  return kept.empty() ? "texts only" : fmt::format("{}", fmt::join(kept, ", "));
}

std::string describe(const IndexSizes& sizes) {
  return fmt::format("{}, {} in {}, {}", counted(sizes.documents, "document", "documents"),
                     counted(sizes.sentences, "sentence", "sentences"), counted(sizes.segments, "segment", "segments"),
                     format_byte_size(sizes.bytes));
}

}  // namespace cento
