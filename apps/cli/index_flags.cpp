#include "index_flags.hpp"

#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "core/byte_size.hpp"
#include "core/error.hpp"
#include "methods/index_digester.hpp"
#include "methods/thread_digest.hpp"
#include "methods/thread_signer.hpp"
#include "sign/frequencies_file.hpp"

namespace cento::cli {

namespace {

constexpr const char* kKept = "What is kept";
constexpr unsigned kSignatureBitsMost = 128;
constexpr unsigned kWordBitsMost = 64;

CLI::Validator share() {
  return CLI::Range(std::numeric_limits<double>::min(), 1.0).description("");
}

/// Options that change a member of IndexOptions.
class ChangeFlags {
 public:
  ChangeFlags(CLI::App& command, IndexChanges& changes) : command_(command), changes_(changes) {}

  template <typename Value>
  CLI::Option* add(const std::string& name, Value IndexOptions::*member, const std::string& meaning) const {
    IndexChanges& changes = changes_;
    const auto note = [&changes, member](const Value& value) {
      changes.emplace_back([member, value](IndexOptions& options) { options.*member = value; });
    };
    return command_.add_option_function<Value>(name, note, meaning)->group(kKept);
  }

  void add_flag(const std::string& name, bool IndexOptions::*member, bool value, const std::string& meaning) const {
    IndexChanges& changes = changes_;
    const auto note = [&changes, member, value] {
      changes.emplace_back([member, value](IndexOptions& options) { options.*member = value; });
    };
    command_.add_flag_callback(name, note, meaning)->group(kKept);
  }

 private:
  CLI::App& command_;
  IndexChanges& changes_;
};

void add_passage_flags(CLI::App& command, IndexChanges& changes, const ChangeFlags& flags) {
  const auto note = [&changes](const std::string& name) {
    const auto match = name == "near" ? SentenceMatching::near : SentenceMatching::exact;
    changes.emplace_back([match](IndexOptions& options) { options.match = match; });
  };
  command
      .add_option_function<std::string>("--match", note,
                                        "passages: when sentences match, exact or near (default: exact)")
      ->check(CLI::IsMember({"exact", "near"}))
      ->option_text("HOW")
      ->group(kKept);
  flags
      .add("--signature", &IndexOptions::signature,
           "near: features of a sentence, shingle:N, spot:K or imatch:A:B (default: shingle:3)")
      ->option_text("NAME");
  flags
      .add("--threshold", &IndexOptions::threshold,
           "near: least Jaccard similarity of sentences that match (default: 0.9)")
      ->check(share())
      ->option_text("T");
  flags.add_flag("--no-passages", &IndexOptions::passages, false, "keep nothing for located passages");
}

void add_blog_flags(const ChangeFlags& flags) {
  flags
      .add("--df-cutoff", &IndexOptions::df_cutoff,
           "blog: leave out words in more documents than this share of --stats, from 1 on: number (default: 0.6)")
      ->check(CLI::NonNegativeNumber.description(""))
      ->option_text("DF");
  flags.add_flag("--no-blog", &IndexOptions::blog, false, "keep no fingerprints of sentences as in paper blog");
}

void add_document_flags(const ChangeFlags& flags) {
  flags
      .add("--features", &IndexOptions::features,
           "documents: what is sketched and compared, see docs/signatures.md (default: shingle:5)")
      ->option_text("NAME");
  flags
      .add("--least-similarity", &IndexOptions::least_similarity,
           "documents: least Jaccard similarity that is looked for (default: 0.8)")
      ->check(share())
      ->option_text("T");
  flags.add("--recall", &IndexOptions::recall, "documents: wanted recall at that similarity (default: 0.95)")
      ->check(share())
      ->option_text("R");
  flags.add_flag("--no-documents", &IndexOptions::documents, false, "keep nothing for near-duplicate documents");
}

void add_reuse_flags(const ChangeFlags& flags) {
  flags.add_flag("--reuse", &IndexOptions::reuse, true, "keep the words of sentences, for reused ones");
  flags
      .add("--signature-bits", &IndexOptions::signature_bits,
           "reuse: bits of a sentence's signature for qsign: 16, 32, 64, 128, or 0 for none (default: 128)")
      ->check(CLI::Range(0U, kSignatureBitsMost).description(""))
      ->option_text("M");
  flags.add("--word-bits", &IndexOptions::word_bits, "reuse: bits that a word sets in it (default: 4)")
      ->check(CLI::Range(1U, kWordBitsMost).description(""))
      ->option_text("L");
}

/// "threads (title 0.4 by words*idf, answer 0.4 by shingle:3; at 0.5)"
std::string describe(const ThreadModel& model) {
  std::vector<std::string> parts;
  for (const ComparedPart& part : model.parts) {
    std::vector<std::string> comparisons;
    for (const Comparison& comparison : part.comparisons) comparisons.push_back(to_string(comparison));
    parts.push_back(fmt::format("{} {} by {}", part_label(part), part.weight, fmt::join(comparisons, " and ")));
  }
  return fmt::format("threads ({}; at {})", fmt::join(parts, ", "), model.threshold);
}

void add_opposite_flags(const ChangeFlags& flags) {
  flags.add_flag("--passages", &IndexOptions::passages, true, "keep what passages need");
  flags.add_flag("--blog", &IndexOptions::blog, true, "keep fingerprints as in paper blog");
  flags.add_flag("--documents", &IndexOptions::documents, true, "keep what near-duplicate documents need");
  flags.add_flag("--no-reuse", &IndexOptions::reuse, false, "keep no words of sentences");
}

}  // namespace

IndexOptions changed(IndexOptions options, const IndexChanges& changes) {
  for (const auto& change : changes) change(options);
  if (options.signature_bits > 0 && options.word_bits > options.signature_bits) {
    throw UsageError(fmt::format("--word-bits {} does not fit into --signature-bits {}; a word sets fewer bits",
                                 options.word_bits, options.signature_bits));
  }
  return options;
}

void add_index_folder(CLI::App& command, std::string& folder) {
  command.add_option("DIR", folder, "the folder of the index")->required()->option_text(" ");
}

void add_index_options(CLI::App& command, IndexChanges& changes, BothWays both_ways) {
  const ChangeFlags flags(command, changes);
  add_passage_flags(command, changes, flags);
  add_blog_flags(flags);
  add_document_flags(flags);
  add_reuse_flags(flags);
  if (both_ways == BothWays::yes) add_opposite_flags(flags);
}

void add_forum_options(CLI::App& command, ForumFlags& flags, BothWays both_ways) {
  CLI::Option* forum = command.add_flag(
      "--forum", flags.is_forum, "documents are threads of a forum: keep what tells whether one was asked before");
  forum->group(kKept);
  if (both_ways == BothWays::yes) {
    command.add_flag("--no-forum", flags.is_none, "keep nothing of the kind")->excludes(forum)->group(kKept);
  }
  add_thread_flags(command, flags.comparing, "--asked-threshold");
}

void note_forum(const ForumFlags& flags, IndexChanges& changes) {
  if (is_given(flags.comparing) && !flags.is_forum) {
    throw UsageError("how threads are compared was said, but not that documents are threads: give --forum, too");
  }
  if (flags.is_none) changes.emplace_back([](IndexOptions& options) { options.threads.clear(); });
  if (!flags.is_forum) return;
  changes.emplace_back(
      [model = thread_options(model_of(flags.comparing))](IndexOptions& options) { options.threads = model; });
}

void read_threads_of(const IndexOptions& index, ReadOptions& reading) {
  if (const auto model = thread_model_of(index)) read_parts_of(*model, reading);
}

void add_statistics_option(CLI::App& command, std::string& file) {
  command.add_option("--stats", file, "table of `cento stats`: in how many documents words are")
      ->option_text("FILE")
      ->group(kKept);
}

void add_wait_option(CLI::App& command, bool& wait) {
  command.add_flag("--wait", wait, "wait while another program writes to the index")->group("Running");
}

void add_quiet_option(CLI::App& command, bool& quiet) {
  command.add_flag("--quiet", quiet, "no remarks or summary")->group("Running");
}

IndexStatistics load_statistics(const std::string& file) {
  if (file.empty()) return {};
  const auto tables = load_frequencies(file, default_memory_bytes() / 2);
  const SavedFrequencies& tokens = require_table(file, tables, "tokens");
  IndexStatistics statistics;
  write_frequencies({&tokens, 1}, [&](std::string_view piece) { statistics.bytes += piece; });
  statistics.tokens = tokens.frequencies;
  return statistics;
}

void check_index_options(const IndexOptions& options, const IndexStatistics& statistics) {
  index_digesters()(options, statistics.tokens ? &*statistics.tokens : nullptr);
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
  if (const auto model = thread_model_of(options)) kept.push_back(describe(*model));
  return kept.empty() ? "texts alone" : fmt::format("{}", fmt::join(kept, ", "));
}

std::string merge_failure_line(const std::string& failure) {
  return fmt::format("the documents are there, but segments could not be merged: {}", failure);
}

}  // namespace cento::cli
