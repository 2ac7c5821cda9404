#include "write/clean/clean_output.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "write/records/document_json.hpp"

namespace cento {

namespace {

namespace fs = std::filesystem;

bool names_folder(const std::string& output) {
  std::error_code ignored;
  return output.ends_with('/') || fs::is_directory(output, ignored);
}

/// FNV-1a over ids and their ends.
void add_to_hash(std::uint64_t& hash, std::string_view id) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  constexpr std::uint64_t kEnd = 0x100;
  for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  hash = (hash ^ kEnd) * kPrime;
}

bool is_web_archive(const Format& format) {
  return format.name == "warc" || format.name == "arc";
}

[[noreturn]] void fail_changed(std::string_view what) {
  throw Error(fmt::format("{} changed while it was read; start again when no program writes to it", what));
}

/// What could be read the first time must still be readable.
void check_damage(const Input& in, const LoggedFile& logged) {
  if (!in.problem().empty() && !logged.is_damaged) throw Error(fmt::format("{}: {}", in.file(), in.problem()));
}

void copy_as_it_is(const InputFile& input, const std::string& target) {
  std::error_code error;
  fs::copy_file(input.path, target, error);
  if (error) throw Error(fmt::format("cannot copy {}: {}", input.name, error.message()));
}

/// A file without batches; null when it has no place in the output: a table, a file of unknown format, or one that
/// could not be opened or decompressed in the first reading.
std::unique_ptr<Input> open_without_records(const InputFile& input, std::uint64_t memory_bytes) {
  if (!input.size_is_known) return nullptr;
  try {
    std::unique_ptr<Input> in = open_input(input, memory_bytes);
    const std::string_view head = in->peek(kSniffBytes);
    if (!in->problem().empty()) return nullptr;
    if (head.empty()) return in;
    const Format* format = choose_format(input.name, head);
    return format == nullptr || format->content == Content::table ? nullptr : std::move(in);
  } catch (const Error&) {
    return nullptr;
  }
}

/// Lines of all documents of a batch.
struct Lines {
  std::string text;
  std::vector<std::size_t> ends;  // of each line

  [[nodiscard]] std::string_view line(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::string_view(text).substr(begin, ends[i] - begin);
  }
};

/// The result for a batch whose documents need no preparation.
struct Nothing {};

Lines lines_of(DocumentBatch& batch) {
  Lines lines;
  for (const Document& document : batch.documents) {
    append_document_line(lines.text, document);
    lines.ends.push_back(lines.text.size());
  }
  return lines;
}

}  // namespace

CleanOutput::CleanOutput(const InputList& inputs, const ReadOptions& reading, CleanOutputOptions options)
    : inputs_(inputs),
      reading_(reading),
      options_(std::move(options)),
      log_(options_.memory, options_.temp_dir),
      raw_cuts_(options_.memory, options_.temp_dir),
      table_cuts_(options_.memory, options_.temp_dir),
      concatenation_(reading.split) {
  for (const InputFile& input : inputs.files()) {
    fingerprints_.push_back(input.spool == nullptr ? FileFingerprint::of(input.path) : FileFingerprint{});
  }
  if (!names_folder(options_.output)) {
    file_ = std::make_unique<CopyTarget>(options_.output, compression_of(options_.output));
    return;
  }
  if (options_.as_json_lines) {
    throw UsageError(fmt::format("JSON lines are written to a file, but {} is a folder", options_.output));
  }
  refuse_same_names();
  folder_ = std::make_unique<AtomicFolder>(options_.output);
}

void CleanOutput::refuse_same_names() const {
  std::map<std::string_view, std::string_view> names;
  for (const InputFile& input : inputs_.files()) {
    if (input.relative.empty()) {
      throw UsageError(fmt::format("{} has no name to write it under in a folder; write to a file", input.name));
    }
    const auto [other, is_new] = names.emplace(input.relative, input.name);
    if (is_new) continue;
    throw UsageError(
        fmt::format("{} and {} would both become {} in {}; name the folder that holds them both, or write "
                    "to a file",
                    other->second, input.name, input.relative, options_.output));
  }
}

void CleanOutput::note(const DocumentBatch& batch) {
  documents_ += batch.documents.size();
  for (const Document& document : batch.documents) add_to_hash(ids_hash_, document.id);
  if (options_.as_json_lines) return;
  for (const Document& document : batch.documents) {
    if (document.record.is_known()) continue;
    throw UsageError(
        fmt::format("{}: the ends of records in {} cannot be found, so they cannot be copied; choose JSON lines",
                    document.place.to_string(), document.charset));
  }
  if (!is_folder()) concatenation_.note(batch);
  log_.note(batch);
}

CleanCounts CleanOutput::write(const IsRemoved& is_removed, std::size_t threads) {
  threads_ = threads;
  for (std::uint64_t document = 0; document < documents_; ++document) {
    ++(is_removed(document) ? counts_.removed : counts_.kept);
  }
  check_unchanged();
  stop_running_again();
  if (options_.as_json_lines) {
    write_lines(is_removed, threads);
  } else {
    copy_all(is_removed);
  }
  check_unchanged();
  return counts_;
}

CleanCounts CleanOutput::write_cut(TextCuts& cuts, Emptied emptied, std::size_t threads) {
  check_unchanged();
  stop_running_again();
  if (options_.as_json_lines) {
    write_cut_lines(cuts, emptied, threads);
  } else {
    copy_cut(cuts, emptied, threads);
  }
  check_unchanged();
  return counts_;
}

/// Everything was read once and was sound; damage now means a change, and part of the result may be written already.
void CleanOutput::stop_running_again() const {
  if (*reading_.damage_check == DamageCheck::while_used) *reading_.damage_check = DamageCheck::while_streamed;
}

void CleanOutput::publish() {
  if (is_folder()) {
    folder_->publish();
  } else {
    file_->publish();
  }
}

void CleanOutput::copy_all(const IsRemoved& is_removed) {
  auto logged = log_.files().begin();
  for (const InputFile& input : inputs_.files()) {
    if (logged == log_.files().end() || logged->name.data() != input.name.data()) {
      copy_unlogged(input);
      continue;
    }
    if (is_folder()) {
      copy_to_folder(input, *logged, is_removed);
    } else {
      copy_to_file(input, *logged, is_removed, logged + 1 == log_.files().end());
    }
    ++logged;
  }
  if (table_ != nullptr) table_->finish();
  if (!is_folder()) counts_.files = 1;
}

void CleanOutput::copy_to_file(const InputFile& input, const LoggedFile& logged, const IsRemoved& is_removed,
                               bool is_last) {
  const RecordChoice choice(log_, logged, is_removed);
  if (choice.leaves_out_all()) return;
  if (is_table(*logged.format)) {
    if (table_ == nullptr) table_ = std::make_unique<TableCopy>(*file_, threads_);
    return copy_table(*open_again(input), reading_, log_, logged, choice, table_cuts_, *table_);
  }
  const CopyRules rules{is_begun_, is_web_archive(*logged.format)};
  is_begun_ = true;
  const std::unique_ptr<Input> in = open_again(input);
  copy_records(*in, RecordCursor(log_, logged), choice, rules, *file_, raw_cuts_.of(logged.name));
  check_damage(*in, logged);
  if (!is_last) file_->write(concatenation_.separator(*logged.format, file_->tail()));
}

void CleanOutput::copy_to_folder(const InputFile& input, const LoggedFile& logged, const IsRemoved& is_removed) {
  const RecordChoice choice(log_, logged, is_removed);
  if (choice.leaves_out_all()) return;
  ++counts_.files;
  const std::string path = folder_->path_of(input.relative);
  if (is_table(*logged.format)) {
    const std::unique_ptr<Input> in = open_again(input);
    CopyTarget target(path, in->compression());
    TableCopy copy(target, threads_);
    copy_table(*in, reading_, log_, logged, choice, table_cuts_, copy);
    copy.finish();
    if (copy.is_begun()) target.publish();
    return;
  }
  const bool is_whole = !choice.leaves_out_any() && !raw_cuts_.has(logged.name);
  if (is_whole && !logged.is_damaged && input.spool == nullptr) return copy_as_it_is(input, path);
  const std::unique_ptr<Input> in = open_again(input);
  CopyTarget target(path, in->compression());
  const CopyRules rules{false, is_web_archive(*logged.format)};
  copy_records(*in, RecordCursor(log_, logged), choice, rules, target, raw_cuts_.of(logged.name));
  check_damage(*in, logged);
  target.publish();
}

std::unique_ptr<Input> CleanOutput::open_again(const InputFile& input) const {
  return open_input(input, reading_.memory_bytes, nullptr, handling_of(input, reading_));
}

/// A file without a record: empty, or in a format without documents. If it belongs to a collection, it is copied with
/// it.
void CleanOutput::copy_unlogged(const InputFile& input) {
  const bool is_alone = inputs_.files().size() == 1;
  if (!is_folder() && !is_alone) return;
  const std::unique_ptr<Input> in = open_without_records(input, reading_.memory_bytes);
  if (in == nullptr) return;
  if (is_folder()) {
    ++counts_.files;
    return copy_as_it_is(input, folder_->path_of(input.relative));
  }
  for (std::string_view window = in->peek(1); !window.empty(); window = in->peek(1)) {
    file_->write(window);
    in->consume(window.size());
  }
}

void CleanOutput::write_lines(const IsRemoved& is_removed, std::size_t threads) {
  read_again(threads, lines_of, [&](const DocumentBatch&, std::size_t i, std::uint64_t number, const Lines& lines) {
    if (!is_removed(number)) file_->write(lines.line(i));
  });
  counts_.files = 1;
}

void CleanOutput::write_cut_lines(TextCuts& cuts, Emptied emptied, std::size_t threads) {
  TextCutCursor cursor(cuts);
  std::vector<std::string> texts;
  std::string line;
  const auto use = [&](const DocumentBatch& batch, std::size_t i, std::uint64_t number, const Lines& lines) {
    const std::span<const PartCut> of_document = cursor.of(number);
    if (of_document.empty()) {
      ++counts_.kept;
      return file_->write(lines.line(i));
    }
    Document document = batch.documents[i];
    const std::vector<Part> parts = without_cuts(document, of_document, texts);
    document.parts = parts;
    if (is_to_go(parts, emptied)) return;
    line.clear();
    append_document_line(line, document);
    file_->write(line);
  };
  read_again(threads, lines_of, use);
  counts_.files = 1;
}

void CleanOutput::copy_cut(TextCuts& cuts, Emptied emptied, std::size_t threads) {
  TextCutCursor cursor(cuts);
  std::vector<std::string> texts;
  std::vector<std::uint64_t> gone;
  const auto use = [&](const DocumentBatch& batch, std::size_t i, std::uint64_t number, Nothing) {
    const std::span<const PartCut> of_document = cursor.of(number);
    if (of_document.empty()) {
      ++counts_.kept;
      return;
    }
    const Document& document = batch.documents[i];
    if (is_to_go(without_cuts(document, of_document, texts), emptied)) {
      gone.push_back(number);
      return;
    }
    if (is_table(*batch.format)) {
      table_cuts_.add(batch.block.place.file, document, of_document);
    } else {
      raw_cuts_.add(batch.block.place.file, raw_ranges(batch, document, of_document));
    }
  };
  read_again(
      threads, [](DocumentBatch&) { return Nothing(); }, use);
  copy_all([&](std::uint64_t document) { return std::binary_search(gone.begin(), gone.end(), document); });
}

bool CleanOutput::is_to_go(std::span<const Part> parts, Emptied emptied) {
  const bool is_emptied = are_emptied(parts);
  counts_.emptied += is_emptied ? 1 : 0;
  const bool goes = is_emptied && emptied == Emptied::go;
  ++(goes ? counts_.removed : counts_.kept);
  return goes;
}

template <typename Work, typename Use>
void CleanOutput::read_again(std::size_t threads, const Work& work, const Use& use) const {
  ReporterOptions reporting;
  reporting.quiet = true;
  Reporter reporter(reporting);  // the first reading has reported bad records
  ReadProgress progress;
  std::uint64_t documents = 0;
  std::uint64_t ids_hash = 0;
  const auto take = [&](DocumentBatch& batch, const auto& made) {
    if (documents + batch.documents.size() > documents_) fail_changed(batch.block.place.file);
    for (std::size_t i = 0; i < batch.documents.size(); ++i) {
      add_to_hash(ids_hash, batch.documents[i].id);
      use(batch, i, documents++, made);
    }
  };
  read_collection(inputs_, reading_, threads, reporter, progress, WorkAndTake{work, take});
  if (documents != documents_ || ids_hash != ids_hash_) fail_changed("the input");
}

void CleanOutput::check_unchanged() const {
  auto fingerprint = fingerprints_.begin();
  for (const InputFile& input : inputs_.files()) {
    const FileFingerprint before = *fingerprint++;
    if (input.spool == nullptr && FileFingerprint::of(input.path) != before) fail_changed(input.name);
  }
}

}  // namespace cento
