#include "read/formats.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace cento {

// Each format is one source file that defines these two functions; the table below is the only other place that
// knows it.
int recognise_arc(std::string_view head);
int recognise_arrow(std::string_view head);
int recognise_csv(std::string_view head);
int recognise_html(std::string_view head);
int recognise_jsonl(std::string_view head);
int recognise_parquet(std::string_view head);
int recognise_post_links(std::string_view head);
int recognise_posts(std::string_view head);
int recognise_qrels(std::string_view head);
int recognise_reuters(std::string_view head);
int recognise_run(std::string_view head);
int recognise_text(std::string_view head);
int recognise_trec(std::string_view head);
int recognise_tsv(std::string_view head);
int recognise_warc(std::string_view head);

std::unique_ptr<Reader> make_arc_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_csv_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_html_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_jsonl_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_reuters_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_stack_exchange_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_table_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_text_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_trec_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_tsv_reader(const ReadOptions& options);
std::unique_ptr<Reader> make_warc_reader(const ReadOptions& options);

namespace {

// From the most specific to the most general: the first that is certain wins, then the first that is possible and whose
// extension agrees, then the one promised by the extension, then the first that is possible. CSV and TSV come last
// because any text could be such a table.
constexpr std::array<Format, 15> kFormats{{
    {"warc", "web archive (WARC, WET)", ".warc .wet", Content::documents, recognise_warc, make_warc_reader},
    {"arc", "web archive (ARC)", ".arc", Content::documents, recognise_arc, make_arc_reader},
    {"parquet", "Parquet table", ".parquet .pq", Content::documents, recognise_parquet, make_table_reader},
    {"arrow", "Arrow table (IPC, Feather)", ".arrow .feather .arrows", Content::documents, recognise_arrow,
     make_table_reader},
    {"stackexchange", "Stack Exchange dump (Posts.xml)", ".xml", Content::documents, recognise_posts,
     make_stack_exchange_reader},
    {"postlinks", "Stack Exchange links (PostLinks.xml)", ".xml", Content::companion, recognise_post_links, nullptr},
    {"reuters", "Reuters-style SGML", ".sgm .sgml", Content::documents, recognise_reuters, make_reuters_reader},
    {"trec", "TREC <DOC> collection", ".trec .trectext .trecweb", Content::documents, recognise_trec, make_trec_reader},
    {"jsonl", "JSON lines", ".jsonl .ndjson .json", Content::documents, recognise_jsonl, make_jsonl_reader},
    {"html", "HTML page", ".html .htm .xhtml", Content::documents, recognise_html, make_html_reader},
    {"run", "TREC run", ".run", Content::table, recognise_run, nullptr},
    {"qrels", "TREC relevance judgements", ".qrels", Content::table, recognise_qrels, nullptr},
    {"text", "plain text", ".txt .text .md .rst", Content::documents, recognise_text, make_text_reader},
    {"csv", "comma-separated values", ".csv", Content::documents, recognise_csv, make_csv_reader},
    {"tsv", "tab-separated values", ".tsv .tab", Content::documents, recognise_tsv, make_tsv_reader},
}};

std::string lower_case(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : static_cast<char>(c);
  });
  return lower;
}

std::string without_compression_extension(std::string name) {
  for (const std::string_view extension : {".gz", ".zst", ".zstd", ".gzip"}) {
    if (name.ends_with(extension)) return name.substr(0, name.size() - extension.size());
  }
  return name;
}

/// Whether a file with an extension of this format is read as that format or not at all. Otherwise, a damaged first
/// line would turn it into a single plain text document full of markup.
bool is_promised_by_name(const Format& format) {
  return format.name == "jsonl" || format.name == "warc" || format.name == "parquet" || format.name == "arrow";
}

bool has_extension_of(const Format& format, std::string_view name) {
  std::string_view rest = format.extensions;
  while (!rest.empty()) {
    const std::string_view extension = rest.substr(0, rest.find(' '));
    if (name.ends_with(extension)) return true;
    rest.remove_prefix(std::min(rest.size(), extension.size() + 1));
  }
  return false;
}

}  // namespace

std::span<const Format> formats() {
  return kFormats;
}

const Format* format_named(std::string_view name) {
  const auto* found = std::find_if(kFormats.begin(), kFormats.end(), [&](const Format& f) { return f.name == name; });
  return found == kFormats.end() ? nullptr : found;
}

const Format* choose_format(std::string_view file, std::string_view head) {
  const std::string name = without_compression_extension(lower_case(file));
  const Format* possible = nullptr;
  const Format* possible_by_name = nullptr;
  const Format* promised = nullptr;
  for (const Format& format : kFormats) {
    const int sure = format.recognise(head);
    if (sure >= 2) return &format;
    if (sure == 0) {
      if (is_promised_by_name(format) && has_extension_of(format, name)) promised = &format;
      continue;
    }
    if (possible_by_name == nullptr && has_extension_of(format, name)) possible_by_name = &format;
    if (possible == nullptr) possible = &format;
  }
  if (possible_by_name != nullptr) return possible_by_name;
  return promised != nullptr && possible != nullptr && possible->name == "text" ? promised : possible;
}

}  // namespace cento
