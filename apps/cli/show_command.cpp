#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "collection_run.hpp"
#include "command_parser.hpp"
#include "commands.hpp"
#include "core/atomic_file.hpp"
#include "core/error.hpp"
#include "core/terminal_text.hpp"
#include "read/tables.hpp"
#include "terminal.hpp"
#include "text/analysis.hpp"
#include "write/document_json.hpp"
#include "write/document_text.hpp"
#include "write/table_rows.hpp"

namespace cento::cli {

namespace {

using AppendDocument = void (*)(std::string&, const Document&, std::span<const AnalyzedText>);

/// A way to show documents.
struct View {
  std::string_view name;
  AppendDocument append;  // null: nothing is shown
};

constexpr std::array<View, 5> kViews{{
    {"text", append_document_text},
    {"sentences", append_document_sentences},
    {"tokens", append_document_tokens},
    {"json", append_analyzed_document_line},
    {"none", nullptr},
}};

struct ShowOptions {
  SharedOptions shared;
  std::string as = "text";
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  std::string id;
  std::string part;
};

/// Documents of a batch as they will be shown.
struct ShownBatch {
  struct Shown {
    std::size_t text_end;  // where its lines end in `text`
    RunTotals totals;
  };

  std::string text;
  std::vector<Shown> documents;
};

/// What a thread needs to cut texts, kept from one batch to the next.
struct Scratch {
  TextAnalyzer analyzer;
  std::vector<AnalyzedText> texts;
};

TextTotals analyze_whole(std::string_view text, TextAnalyzer& analyzer, AnalyzedText& out) {
  analyzer.analyze(text, out);
  return {out.sentences.size(), out.tokens.size()};
}

/// Counts without holding more than a slice's tokens.
TextTotals count_in_slices(std::string_view text, Scratch& scratch) {
  TextTotals totals;
  while (!text.empty()) {
    const std::size_t size = end_of_slice(text);
    totals += analyze_whole(text.substr(0, size), scratch.analyzer, scratch.texts[0]);
    text.remove_prefix(size);
  }
  return totals;
}

class Show {
 public:
  explicit Show(const ShowOptions& options);

  UnusedInput run();

 private:
  [[nodiscard]] std::shared_ptr<void> work(DocumentBatch& batch) const;
  void show_document(Document document, Arena& arena, Scratch& scratch, ShownBatch& shown) const;
  [[nodiscard]] std::span<const Part> wanted_parts(std::span<const Part> parts, Arena& arena) const;
  void take(const ShownBatch& shown);
  void take_table(const Format& format, Input& in);
  template <typename Row>
  void take_rows(std::span<const Row> rows);
  [[nodiscard]] std::uint64_t room() const;
  void stop_at_limit();
  void write(std::string_view bytes);

  const ShowOptions& options_;
  const View& view_;
  CollectionRun run_;
  std::optional<AtomicFile> output_;  // empty when nothing is shown
  RunTotals totals_;
};

const View& view_named(std::string_view name) {
  for (const View& view : kViews) {
    if (view.name == name) return view;
  }
  throw UsageError(fmt::format("--as {} is not known", name));
}

Show::Show(const ShowOptions& options)
    : options_(options),
      view_(view_named(options.as)),
      run_("show", options.shared, FileUses().writes("--output", options.shared.output)) {
  if (view_.append != nullptr) output_.emplace(options.shared.output);
  totals_.analyzed.emplace();
}

UnusedInput Show::run() {
  if (options_.shared.output == "-") *options_.shared.reading.damage_check = DamageCheck::while_streamed;
  BatchSteps steps;
  steps.work = [this](DocumentBatch& batch) { return work(batch); };
  steps.take = [this](DocumentBatch&, void* shown) { take(*static_cast<ShownBatch*>(shown)); };
  steps.table = [this](const Format& format, Input& in) { take_table(format, in); };
  run_.read(steps);
  if (output_) output_->publish();
  UnusedInput unused = run_.finish(totals_);
  if (!options_.id.empty() && totals_.documents == 0) {
    throw Error(fmt::format("no document has the id \"{}\"{}", options_.id,
                            options_.part.empty() ? "" : fmt::format(" and a part \"{}\"", options_.part)));
  }
  return unused;
}

std::shared_ptr<void> Show::work(DocumentBatch& batch) const {
  static thread_local Scratch scratch;
  auto shown = std::make_shared<ShownBatch>();
  shown->documents.reserve(batch.documents.size());
  for (const Document& document : batch.documents) {
    if (!options_.id.empty() && document.id != options_.id) continue;
    show_document(document, batch.arena, scratch, *shown);
  }
  return shown;
}

std::span<const Part> Show::wanted_parts(std::span<const Part> parts, Arena& arena) const {
  if (options_.part.empty()) return parts;
  const std::span<Part> wanted = arena.array<Part>(parts.size());
  const auto end = std::copy_if(parts.begin(), parts.end(), wanted.begin(),
                                [&](const Part& part) { return part.name == options_.part; });
  return wanted.first(static_cast<std::size_t>(end - wanted.begin()));
}

void Show::show_document(Document document, Arena& arena, Scratch& scratch, ShownBatch& shown) const {
  document.parts = wanted_parts(document.parts, arena);
  if (document.parts.empty()) return;
  if (scratch.texts.size() < document.parts.size()) scratch.texts.resize(document.parts.size());
  RunTotals totals;
  totals.documents = 1;
  totals.parts = document.parts.size();
  TextTotals& analyzed = totals.analyzed.emplace();
  for (std::size_t i = 0; i < document.parts.size(); ++i) {
    totals.text_bytes += document.parts[i].text.size();
    analyzed += view_.append == nullptr ? count_in_slices(document.parts[i].text, scratch)
                                        : analyze_whole(document.parts[i].text, scratch.analyzer, scratch.texts[i]);
  }
  if (view_.append != nullptr) view_.append(shown.text, document, scratch.texts);
  for (AnalyzedText& text : scratch.texts) release_if_large(text);
  shown.documents.push_back({shown.text.size(), totals});
}

void Show::take(const ShownBatch& shown) {
  std::size_t text_end = 0;
  for (const ShownBatch::Shown& document : shown.documents) {
    if (room() == 0) break;
    totals_ += document.totals;
    text_end = document.text_end;
  }
  write(std::string_view(shown.text).substr(0, text_end));
  stop_at_limit();
}

/// How many documents or rows may still be shown.
std::uint64_t Show::room() const {
  return options_.limit - (totals_.documents + totals_.table_rows);
}

void Show::stop_at_limit() {
  if (room() != 0) return;
  run_.reporter().note(fmt::format("stopped at --limit {}", options_.limit));
  throw StopReading();
}

void Show::write(std::string_view bytes) {
  if (!output_ || bytes.empty()) return;
  output_->write(shows_on_terminal(options_.shared.output) ? escaped_for_terminal(bytes, TextLines::kept) : bytes);
}

void Show::take_table(const Format& format, Input& in) {
  if (format.name == "run") return take_rows<RunRow>(read_run(in, run_.reporter()));
  take_rows<QrelRow>(read_qrels(in, run_.reporter()));
}

template <typename Row>
void Show::take_rows(std::span<const Row> rows) {
  rows = rows.first(std::min<std::uint64_t>(rows.size(), room()));
  std::string text;
  if (view_.name == "json") {
    append_json_lines(text, rows);
  } else if (output_) {
    append_tsv(text, rows);
  }
  write(text);
  std::set<std::string_view> topics;
  for (const Row& row : rows) topics.insert(row.topic);
  totals_.table_rows += rows.size();
  totals_.table_topics += topics.size();
  stop_at_limit();
}

std::vector<std::string> view_names() {
  std::vector<std::string> names(kViews.size());
  std::transform(kViews.begin(), kViews.end(), names.begin(), [](const View& view) { return view.name; });
  return names;
}

}  // namespace

Command add_show_command(CommandParser& program) {
  auto options = std::make_shared<ShowOptions>();
  CommandParser* parser = program.add_command("show",
                                              "Print documents as Cento sees them: text, sentences, tokens, metadata.\n"
                                              "Also the quickest way to check that an input is read as you expect.");
  add_inputs(*parser, options->shared);
  const OptionGroup output(*parser, "Output");
  output.add("--as", choice(options->as, view_names()), "VIEW",
             "text, sentences, tokens, json or none (default: text)");
  output.add("--limit", whole(options->limit, at_least(1)), "N", "stop after this many documents (or rows of a table)");
  output.add("--id", text(options->id), "ID", "only the document with this id");
  output.add("--part", text(options->part), "NAME", "only parts with this name");
  add_output_option(*parser, options->shared);
  add_reading_options(*parser, options->shared);
  add_running_options(*parser, options->shared);
  parser->footer(
      "Examples:\n"
      "  cento show news.jsonl.gz --limit 3                the first three documents\n"
      "  cento show crawl.warc.gz --as sentences --id URL  how one page is cut\n"
      "  cento show corpus/ --as none                      print only the summary");
  return {parser, [options] { return Show(*options).run(); }};
}

}  // namespace cento::cli
