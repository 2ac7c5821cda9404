#include "engine/run_summary.hpp"

#include <sys/resource.h>

#include <vector>

#include <fmt/format.h>

#include "core/byte_size.hpp"
#include "core/json/json_text.hpp"
#include "core/kernel.hpp"
#include "core/terminal_text.hpp"

namespace cento {

namespace {

std::string joined(const std::vector<std::string>& pieces) {
  std::string line;
  for (const std::string& piece : pieces) line += (line.empty() ? "" : ", ") + piece;
  return line;
}

std::string describe(const RunTotals& totals) {
  std::vector<std::string> pieces;
  const bool has_only_tables = totals.documents == 0 && totals.table_rows != 0;
  if (!has_only_tables) {
    pieces.push_back(counted(totals.documents, "document", "documents"));
    if (totals.parts != totals.documents) pieces.push_back(counted(totals.parts, "part", "parts"));
    if (totals.analyzed) {
      pieces.push_back(counted(totals.analyzed->sentences, "sentence", "sentences"));
      pieces.push_back(counted(totals.analyzed->tokens, "token", "tokens"));
    }
    pieces.push_back(format_byte_size(totals.text_bytes) + " of text");
  }
  if (totals.table_rows != 0) {
    pieces.push_back(counted(totals.table_rows, "row", "rows"));
    pieces.push_back(counted(totals.table_topics, "topic", "topics"));
  }
  return joined(pieces);
}

std::string describe_cost(const RunSummary& summary) {
  const double bytes = static_cast<double>(summary.totals.text_bytes);
  const auto rate = static_cast<std::uint64_t>(summary.seconds > 0 ? bytes / summary.seconds : 0);
  return fmt::format("{:.2f} s, {}/s of text, at most {} of memory", summary.seconds, format_byte_size(rate),
                     format_byte_size(summary.peak_memory_bytes));
}

void append_totals(std::string& out, const RunTotals& totals) {
  append_json_number(out, "documents", totals.documents);
  append_json_number(out, "parts", totals.parts);
  if (totals.analyzed) {
    append_json_number(out, "sentences", totals.analyzed->sentences);
    append_json_number(out, "tokens", totals.analyzed->tokens);
  }
  append_json_number(out, "text_bytes", totals.text_bytes);
  append_json_number(out, "table_rows", totals.table_rows);
  append_json_number(out, "table_topics", totals.table_topics);
}

}  // namespace

TextTotals& TextTotals::operator+=(const TextTotals& more) {
  sentences += more.sentences;
  tokens += more.tokens;
  return *this;
}

RunTotals& RunTotals::operator+=(const RunTotals& more) {
  CollectionTotals::operator+=(more);
  table_rows += more.table_rows;
  table_topics += more.table_topics;
  if (more.analyzed) analyzed = analyzed.value_or(TextTotals{}) += *more.analyzed;
  return *this;
}

std::string to_text(const RunSummary& summary) {
  std::string text = describe(summary.totals) + "\n";
  std::vector<std::string> remarks;
  if (summary.unused.files != 0) remarks.push_back(counted(summary.unused.files, "bad file", "bad files"));
  if (summary.unused.records != 0) remarks.push_back(counted(summary.unused.records, "bad record", "bad records"));
  for (const auto& [what, amount] : summary.counts) remarks.push_back(with_thousands(amount) + " " + what);
  if (!remarks.empty()) text += joined(remarks) + "\n";
  for (const std::string& finding : summary.findings) text += shown_on_standard_error(finding) + "\n";
  return text + describe_cost(summary) + "\n";
}

std::string to_json(const RunSummary& summary) {
  std::string out = "{";
  append_json_field(out, "command", summary.command);
  append_totals(out, summary.totals);
  append_json_number(out, "files", summary.files);
  append_json_number(out, "input_bytes", summary.input_bytes);
  append_json_number(out, "rejected", summary.unused.records);
  append_json_number(out, "rejected_files", summary.unused.files);
  for (const auto& [what, amount] : summary.results) append_json_number(out, what, amount);
  if (!summary.measures_json.empty()) out += "," + summary.measures_json;
  append_json_key(out, "counts");
  out.push_back('{');
  for (const auto& [what, amount] : summary.counts) append_json_number(out, what, amount);
  out.push_back('}');
  append_json_key(out, "seconds");
  out += fmt::format("{:.6f}", summary.seconds);
  append_json_number(out, "peak_memory_bytes", summary.peak_memory_bytes);
  if (!summary.memory_json.empty()) {
    append_json_key(out, "memory");
    out += summary.memory_json;
  }
  append_json_field(out, "version", summary.version);
  append_json_field(out, "kernel", name_of(best_kernel()));
  append_json_key(out, "options");
  out += summary.options_json;
  out += "}\n";
  return out;
}

std::string to_json(const MemoryLedger& ledger) {
  std::string out = "{";
  append_json_number(out, "limit", ledger.limit());
  append_json_number(out, "given", ledger.most_given());
  append_json_key(out, "parts");
  out.push_back('[');
  for (const MemoryLedger::Entry& entry : ledger.entries()) {
    out += out.back() == '[' ? "{" : ",{";
    append_json_field(out, "name", entry.name);
    append_json_number(out, "given", entry.given);
    append_json_number(out, "used", entry.used);
    out.push_back('}');
  }
  return out + "]}";
}

std::uint64_t peak_memory_bytes() {
  constexpr std::uint64_t kBytesAUnit = 1024;  // Linux counts kibibytes
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * kBytesAUnit;
}

}  // namespace cento
