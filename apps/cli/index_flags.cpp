#include "index_flags.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_parser.hpp"
#include "core/byte_size.hpp"
#include "core/error.hpp"
#include "methods/index_digester.hpp"
#include "methods/thread_digest.hpp"
#include "methods/thread_signer.hpp"
#include "sign/frequencies_file.hpp"
#include "signature_flags.hpp"

namespace cento::cli {

namespace {

constexpr const char* kKept = "What is kept";
constexpr unsigned kSignatureBitsMost = 128;
constexpr unsigned kWordBitsMost = 64;

/// Options that change a member of IndexOptions.
class ChangeFlags {
 public:
  ChangeFlags(CommandParser& command, IndexChanges& changes) : group_(command, kKept), changes_(changes) {}

  void add_features(std::string_view name, std::string IndexOptions::*member, void (*check)(const std::string&),
                    std::string meaning) const {
    const auto note = [change = changing(member)](std::string_view word) {
      change(std::string(word));
      return std::string();
    };
    group_.add(name, checked(text(note), check), "NAME", std::move(meaning));
  }

  void add_real(std::string_view name, double IndexOptions::*member, const RealLimits& range, std::string shown,
                std::string meaning) const {
    group_.add(name, real(range, changing(member)), std::move(shown), std::move(meaning));
  }

  void add_whole(std::string_view name, unsigned IndexOptions::*member, const WholeLimits& range, std::string shown,
                 std::string meaning) const {
    const auto note = [change = changing(member)](std::uint64_t number) { change(static_cast<unsigned>(number)); };
    group_.add(name, whole(range, note), std::move(shown), std::move(meaning));
  }

  void add_match(std::string meaning) const {
    const auto note = [change = changing(&IndexOptions::match)](std::string_view name) {
      change(name == "near" ? SentenceMatching::near : SentenceMatching::exact);
    };
    group_.add("--match", choice({"exact", "near"}, note), "HOW", std::move(meaning));
  }

  void add_flag(std::string_view name, bool IndexOptions::*member, bool value, std::string meaning) const {
    group_.add(name, flag([change = changing(member), value] { change(value); }), "", std::move(meaning));
  }

 private:
  template <typename Value>
  [[nodiscard]] std::function<void(const Value&)> changing(Value IndexOptions::*member) const {
    return [&changes = changes_, member](const Value& value) {
      changes.emplace_back([member, value](IndexOptions& options) { options.*member = value; });
    };
  }

  OptionGroup group_;
  IndexChanges& changes_;
};

void add_passage_flags(const ChangeFlags& flags) {
  flags.add_match("passages: when sentences match, exact or near (default: exact)");
  flags.add_features("--signature", &IndexOptions::signature, check_sentence_features,
                     "near: features of a sentence, shingle:N, spot:K or imatch:A:B (default: shingle:3)");
  flags.add_real("--threshold", &IndexOptions::threshold, kAboveZeroToOne, "T",
                 "near: least Jaccard similarity of sentences that match (default: 0.9)");
  flags.add_flag("--no-passages", &IndexOptions::passages, false, "keep nothing for located passages");
}

void add_blog_flags(const ChangeFlags& flags) {
  flags.add_real(
      "--df-cutoff", &IndexOptions::df_cutoff, kZeroOrMore, "DF",
      "blog: leave out words in more documents than this share of --stats, from 1 on: number (default: 0.6)");
  flags.add_flag("--no-blog", &IndexOptions::blog, false, "keep no fingerprints of sentences as in paper blog");
}

void add_document_flags(const ChangeFlags& flags) {
  flags.add_features("--features", &IndexOptions::features, check_document_features,
                     "documents: what is sketched and compared, see docs/signatures.md (default: shingle:5)");
  flags.add_real("--least-similarity", &IndexOptions::least_similarity, kAboveZeroToOne, "T",
                 "documents: least Jaccard similarity that is looked for (default: 0.8)");
  flags.add_real("--recall", &IndexOptions::recall, kBetweenZeroAndOne, "R",
                 "documents: wanted recall at that similarity (default: 0.95)");
  flags.add_flag("--no-documents", &IndexOptions::documents, false, "keep nothing for near-duplicate documents");
}

void add_reuse_flags(const ChangeFlags& flags) {
  flags.add_flag("--reuse", &IndexOptions::reuse, true, "keep the words of sentences, for reused ones");
  flags.add_whole("--signature-bits", &IndexOptions::signature_bits, {0, kSignatureBitsMost}, "M",
                  "reuse: bits of a sentence's signature for qsign: 16, 32, 64, 128, or 0 for none (default: 128)");
  flags.add_whole("--word-bits", &IndexOptions::word_bits, {1, kWordBitsMost}, "L",
                  "reuse: bits that a word sets in it (default: 4)");
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

void add_index_folder(CommandParser& command, std::string& folder) {
  command.add_positional("DIR", text(folder), "the folder of the index");
}

void add_index_options(CommandParser& command, IndexChanges& changes, BothWays both_ways) {
  const ChangeFlags flags(command, changes);
  add_passage_flags(flags);
  add_blog_flags(flags);
  add_document_flags(flags);
  add_reuse_flags(flags);
  if (both_ways == BothWays::yes) add_opposite_flags(flags);
}

void add_forum_options(CommandParser& command, ForumFlags& flags, BothWays both_ways) {
  const OptionGroup kept(command, kKept);
  kept.add_flag("--forum", flags.is_forum,
                "documents are threads of a forum: keep what tells whether one was asked before");
  if (both_ways == BothWays::yes) {
    kept.add_flag("--no-forum", flags.is_none, "keep nothing of the kind").excludes = "--forum";
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

void add_statistics_option(CommandParser& command, std::string& file) {
  command.add("--stats", text(file), "FILE", "table of `cento stats`: in how many documents words are", kKept);
}

void add_wait_option(CommandParser& command, bool& wait) {
  command.add("--wait", flag(wait), "", "wait while another program writes to the index", "Running");
}

void add_quiet_option(CommandParser& command, bool& quiet) {
  command.add("--quiet", flag(quiet), "", "no remarks or summary", "Running");
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
