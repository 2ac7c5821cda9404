#include "engine/options/job_options.hpp"

#include "cento/dedup.hpp"
#include "cento/options.hpp"
#include "cento/pairs.hpp"
#include "cento/scan.hpp"
#include "cento/threads.hpp"
#include "engine/forum_search.hpp"
#include "group/keep_policy.hpp"
#include "methods/cuts/repeated_sentences.hpp"
#include "methods/forum/forum_comparison.hpp"
#include "methods/ndd/document_similarity.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kThreadsMost = 1024;

}  // namespace

Option statistics_option(std::string& file, const std::string& for_what) {
  return {"stats", "FILE", "tables of `cento stats`, for " + for_what, TextSlot{&file}, "", "count the inputs"};
}

OptionTable options_of(DuplicateOptions& options) {
  OptionTable table = options_of(static_cast<DocumentSimilarity&>(options));
  append(table, {statistics_option(options.statistics_file, "features that need them and for sct"),
                 {"keep", "RULE", "which document to keep: first, longest, newest, oldest or field:NAME[:min|max]",
                  TextSlot{&options.keep, [](const std::string& rule) { KeepPolicy{rule}; }}}});
  return table;
}

OptionTable options_of(ListingOptions& options) {
  return {
      {"pairs_up_to", "K",
       "list document pairs of passages in at most K documents; `all`: of all passages, as in the paper",
       CountOrAllSlot{&options.pairs_up_to}, "K"},
      {"boilerplate", "N", "mark families in more than N documents as boilerplate",
       WholeSlot{&options.boilerplate, {}}},
      {"near_duplicate", "S", "count documents that share at least this much as near-duplicates",
       RealSlot{&options.near_duplicate, kZeroToOne}},
  };
}

OptionTable options_of(IdenticalListing& options, const std::string& things) {
  return {{"pairs_up_to", "N", "for more than N identical " + things + ", list only pairs with the first",
           WholeSlot{&options.pairs_up_to, {}}}};
}

OptionTable options_of(ScanOptions& options) {
  OptionTable table = options_of(options.passages);
  append(table, options_of(static_cast<ListingOptions&>(options)));
  append(table, {statistics_option(options.statistics_file, "signatures that need them")});
  return table;
}

OptionTable options_of(PairsOptions& options) {
  OptionTable table = options_of(static_cast<DuplicateOptions&>(options));
  append(table, options_of(static_cast<IdenticalListing&>(options), "documents"));
  return table;
}

OptionTable options_of(DedupOptions& options) {
  OptionTable table = {{"level", "LEVEL",
                        "what to remove: document, or passage or sentence, which are cut from the texts",
                        choice_slot(options.level, {"document", "passage", "sentence"})}};
  append(table, options_of(static_cast<CutRule&>(options)));
  append(table, options_of(static_cast<DuplicateOptions&>(options)));
  return table;
}

OptionTable options_of(ThreadsOptions& options) {
  OptionTable table = options_of(static_cast<ForumComparison&>(options));
  append(table, {{"keep", "RULE",
                  "which thread represents a cluster: oldest, answered (most answers), first, longest, newest or "
                  "field:NAME[:min|max]",
                  TextSlot{&options.keep, [](const std::string& rule) { static_cast<void>(forum_keep_policy(rule)); }}},
                 {"by", "HOW", "how to partition the index: by document or by term; the result is the same",
                  choice_slot(options.by, {"document", "term"})}});
  append(table, options_of(static_cast<IdenticalListing&>(options), "threads"));
  return table;
}

OptionTable run_options(std::uint64_t& threads, std::uint64_t& memory_bytes, std::string& temp_dir, bool& strict) {
  return {
      {"threads", "N", "number of threads", WholeSlot{&threads, {1, kThreadsMost}}, "", "all cores"},
      {"memory", "SIZE", "memory limit, e.g. 2G", SizeSlot{&memory_bytes}, "", "half of the machine's memory"},
      {"temp_dir", "FOLDER", "folder for temporary files", TextSlot{&temp_dir}, "", "the system's"},
      {"strict", "", "stop at the first bad record or file", FlagSlot{&strict}},
  };
}

OptionTable options_of(RunOptions& options) {
  OptionTable table = run_options(options.threads, options.memory_bytes, options.temp_dir, options.strict);
  std::get<WholeSlot>(table.front().slot).limits.least = 0;  // all cores
  return table;
}

}  // namespace cento
