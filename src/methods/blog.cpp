#include "methods/blog.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_map.hpp>

#include "core/error.hpp"
#include "core/executor.hpp"
#include "core/groups.hpp"
#include "core/idle_memory.hpp"
#include "core/spillable_memory.hpp"
#include "methods/blog_sources.hpp"
#include "methods/in_order.hpp"
#include "methods/part_sentences.hpp"
#include "sign/sorted_words.hpp"

namespace cento {

namespace {

struct SignedSentence {
  Fingerprint fingerprint;
  BlogMember member;

  friend bool operator<(const SignedSentence& x, const SignedSentence& y) {
    return std::tie(x.fingerprint.high, x.fingerprint.low, x.member) <
           std::tie(y.fingerprint.high, y.fingerprint.low, y.member);
  }
};

struct ByFingerprint {
  std::uint64_t operator()(const SignedSentence& sentence) const { return sentence.fingerprint.high; }
};

/// A sentence that others equal, and where the group of all of them is.
struct GroupedSentence {
  std::uint64_t group = 0;  // number in BlogSources
  std::uint32_t members = 0;
  BlogMember own;

  friend bool operator<(const GroupedSentence& x, const GroupedSentence& y) { return x.own < y.own; }
};

struct ByDocument {
  OrderedKey key;
  std::uint64_t operator()(const GroupedSentence& sentence) const { return key(sentence.own.document); }
};

/// What a batch gives.
struct SignedBatch {
  std::vector<std::uint32_t> sizes;  // fingerprints of each document
  PlainVector<Fingerprint> fingerprints;
  PlainVector<BlogSentence> sentences;
  std::uint64_t without_fingerprint = 0;
};

/// Notes fingerprints that came too often, as long as they keep coming: so the most frequent need not be kept.
class OftenSeen {
 public:
  OftenSeen() : slots_(std::size_t{1} << kSlotBits) {}

  /// Counts it; whether it came more than `most` times since it was first noted here.
  bool is_over(const Fingerprint& fingerprint, std::uint32_t most, bool counts) {
    Slot& slot = slots_[fingerprint.low >> (64 - kSlotBits)];
    if (slot.fingerprint == fingerprint) {
      if (slot.times > most) return true;
      if (counts) ++slot.times;
      return false;
    }
    if (counts) slot = {fingerprint, 1};
    return false;
  }

 private:
  struct Slot {
    Fingerprint fingerprint;
    std::uint32_t times = 0;
  };
  static constexpr int kSlotBits = 14;

  std::vector<Slot> slots_;
};

const DocumentFrequencies& no_frequencies() {
  static const DocumentFrequencies none;
  return none;
}

void check(const BlogOptions& options) {
  if (!(options.df_cutoff > 0)) {
    throw UsageError(fmt::format("--df-cutoff {} would drop every word: give a share of the documents, or a number",
                                 options.df_cutoff));
  }
  if (options.max_repeats < 2) throw UsageError("--max-repeats must be at least 2: known sentences come twice");
}

/// What a thread needs to sign documents.
struct ThreadTools {
  explicit ThreadTools(const BlogOptions& options) : signer(blog_words(options.df_cutoff, options.tokens)) {}

  SortedWordsSigner signer;
  PartSentences sentences;
};

/// Documents whose sentences are looked up together, by many threads.
struct Chunk {
  std::vector<GroupedSentence> sentences;  // of whole documents, in order
  std::vector<std::size_t> ends;           // of each document's
};

}  // namespace

std::uint32_t blog_most_documents(double df_cutoff, std::uint64_t documents) {
  constexpr double kMost = 4e9;
  const double most = df_cutoff < 1 ? df_cutoff * static_cast<double>(documents) : df_cutoff;
  return most > 0 ? static_cast<std::uint32_t>(std::min(most, kMost)) : 0;
}

SortedWordsSigner blog_words(double df_cutoff, const DocumentFrequencies* tokens) {
  const DocumentFrequencies& frequencies = tokens == nullptr ? no_frequencies() : *tokens;
  return {frequencies, blog_most_documents(df_cutoff, frequencies.documents())};
}

class BlogFinder::State {
 public:
  explicit State(const BlogOptions& options)
      : options_(checked(options)),
        tools_([this] { return ThreadTools(options_); }),
        executor_(options.threads, options.memory_bytes / kSignedShare, options.temp_dir, options.progress),
        signed_(executor_.regroup<SignedSentence>(kLikelySentences, ByFingerprint())),
        document_memory_(options.memory_bytes / kDocumentsShare, options.temp_dir),
        sizes_(SpillableAllocator<std::uint32_t>(&document_memory_)),
        sources_(options.memory_bytes / kSourcesShare, options.temp_dir) {}

  std::shared_ptr<void> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<SignedBatch>();
    ThreadTools& tools = tools_.local();
    for (const Document& document : batch.documents) {
      const std::size_t before = out->fingerprints.size();
      for (std::uint32_t part = 0; part < document.parts.size(); ++part) {
        sign_part(document.parts[part].text, part, tools, *out);
      }
      out->sizes.push_back(static_cast<std::uint32_t>(out->fingerprints.size() - before));
    }
    return out;
  }

  void add(const SignedBatch& batch) {
    counts_.without_fingerprint += batch.without_fingerprint;
    std::size_t next = 0;
    for (const std::uint32_t size : batch.sizes) {
      const auto document = static_cast<DocId>(sizes_.size());
      sizes_.push_back(size);
      for (const std::size_t end = next + size; next < end; ++next) {
        add_sentence({batch.fingerprints[next], {document, batch.sentences[next]}});
      }
      counts_.sentences += size;
    }
  }

  void end_reference() {
    has_reference_ = true;
    references_ = static_cast<DocId>(sizes_.size());
  }

  BlogCounts find(const std::function<void(const BlogReport&)>& use) {
    forget_reading();
    ShuffleOptions shuffling;
    shuffling.memory_bytes = options_.memory_bytes / kGroupedShare;
    shuffling.expected_bytes = counts_.sentences * sizeof(GroupedSentence) / 2;
    shuffling.temp_dir = options_.temp_dir;
    Shuffle<GroupedSentence, ByDocument> grouped(shuffling, {OrderedKey(sizes_.size() + 1)});
    group_equal(grouped);
    executor_.give_memory_back(0);
    report(grouped, use);
    counts_.spilled_bytes = signed_.spilled_bytes() + grouped.spilled_bytes();
    return counts_;
  }

 private:
  // Of the memory: documents are read besides the first; then there are all three, and at last the others.
  static constexpr std::uint64_t kSignedShare = 4;
  static constexpr std::uint64_t kGroupedShare = 8;
  static constexpr std::uint64_t kSourcesShare = 6;
  static constexpr std::uint64_t kDocumentsShare = 64;
  static constexpr std::uint64_t kLikelySentences = std::uint64_t{1} << 22;  // how many come is not known while reading
  static constexpr std::size_t kChunkSentences = std::size_t{1} << 14;

  static const BlogOptions& checked(const BlogOptions& options) {
    check(options);
    return options;
  }

  /// Gives back what only reading needs.
  void forget_reading() {
    tools_.clear();
    give_idle_memory_back(options_.memory_bytes);
  }

  static void sign_part(std::string_view text, std::uint32_t part, ThreadTools& tools, SignedBatch& out) {
    std::uint32_t number = 0;
    tools.sentences.for_each(text, [&](const Span& bytes, std::span<const std::uint64_t> tokens) {
      Fingerprint fingerprint;
      TokenRange range;
      range.hashes = tokens;
      if (tools.signer.sign(range, fingerprint)) {
        out.fingerprints.push_back(fingerprint);
        out.sentences.push_back({part, number, bytes});
      } else {
        ++out.without_fingerprint;
      }
      ++number;
    });
  }

  /// Whether a document's sentences are those that others are known from.
  [[nodiscard]] bool is_source(DocId document) const { return !has_reference_ || document < references_; }

  void add_sentence(const SignedSentence& sentence) {
    const bool counts = is_source(sentence.member.document);
    if (often_seen_.is_over(sentence.fingerprint, options_.max_repeats, counts)) {
      counts_.left_out_occurrences += counts ? 1 : 0;
    } else {
      signed_.writer(0).add(sentence);
    }
  }

  void group_equal(Shuffle<GroupedSentence, ByDocument>& grouped) {
    std::vector<Shuffle<GroupedSentence, ByDocument>::Writer> writers;
    writers.reserve(executor_.workers());
    for (std::size_t i = 0; i < executor_.workers(); ++i) writers.emplace_back(grouped);
    signed_.for_each_batch([&](std::span<const SignedSentence> sorted, std::size_t worker) {
      const auto alike = [](const SignedSentence& x, const SignedSentence& y) {
        return x.fingerprint == y.fingerprint;
      };
      for_each_group(sorted, alike, [&](std::span<const SignedSentence> group) { take_group(group, writers[worker]); });
    });
    for (auto& writer : writers) writer.flush();
  }

  /// The sentences of a group as those of its sources, which come first, and those that may be reported. None if there
  /// is nothing to report, or the group is too large.
  template <typename Writer>
  void take_group(std::span<const SignedSentence> group, Writer& writer) {
    const auto is_of_source = [&](const SignedSentence& sentence) { return is_source(sentence.member.document); };
    const auto sources =
        static_cast<std::size_t>(std::partition_point(group.begin(), group.end(), is_of_source) - group.begin());
    if (sources > options_.max_repeats) return leave_out(sources);
    const std::span<const SignedSentence> reportable = has_reference_ ? group.subspan(sources) : group;
    if (sources == 0 || reportable.empty()) return;
    if (group.front().member.document == group.back().member.document) return;
    const std::uint64_t first = store_members(group.first(sources));
    for (const SignedSentence& sentence : reportable) {
      writer.add({first, static_cast<std::uint32_t>(sources), sentence.member});
    }
  }

  void leave_out(std::uint64_t occurrences) {
    const std::lock_guard lock(mutex_);
    ++counts_.left_out;
    counts_.left_out_occurrences += occurrences;
  }

  std::uint64_t store_members(std::span<const SignedSentence> group) {
    const std::lock_guard lock(mutex_);
    for (const SignedSentence& sentence : group) sources_.add(sentence.member);
    return sources_.end_group();
  }

  void report(Shuffle<GroupedSentence, ByDocument>& grouped, const std::function<void(const BlogReport&)>& use) {
    Chunk chunk;
    read_in_order(grouped, [&](std::span<const GroupedSentence> sentences) {
      const auto of_one_document = [](const GroupedSentence& x, const GroupedSentence& y) {
        return x.own.document == y.own.document;
      };
      for_each_group(sentences, of_one_document, [&](std::span<const GroupedSentence> group) {
        chunk.sentences.insert(chunk.sentences.end(), group.begin(), group.end());
        chunk.ends.push_back(chunk.sentences.size());
        if (chunk.sentences.size() >= kChunkSentences) report_chunk(chunk, use);
      });
    });
    report_chunk(chunk, use);
  }

  void report_chunk(Chunk& chunk, const std::function<void(const BlogReport&)>& use) {
    std::vector<BlogReport> reports(chunk.ends.size());
    executor_.for_each_range(reports.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      BlogSourceReader members(sources_);
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t first = i == 0 ? 0 : chunk.ends[i - 1];
        reports[i] = report_of({chunk.sentences.data() + first, chunk.ends[i] - first}, members);
      }
    });
    for (const BlogReport& report : reports) {
      counts_.known += report.known;
      if (report.known <= options_.collisions) continue;
      ++counts_.reported;
      use(report);
    }
    chunk.sentences.clear();
    chunk.ends.clear();
  }

  /// Calls `use(source, number of the member)` once for each document that a sentence is known from.
  template <typename Use>
  void for_each_source(const GroupedSentence& sentence, BlogSourceReader& members, const Use& use) const {
    members.open(sentence.group, sentence.members);
    const DocId own = sentence.own.document;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const DocId source = members.document(i);
      if (options_.earlier_only && source >= own) return;
      if (source == own || (i > 0 && members.document(i - 1) == source)) continue;
      use(source, i);
    }
  }

  /// The document's report; without sources if it is not reported.
  BlogReport report_of(std::span<const GroupedSentence> sentences, BlogSourceReader& members) const {
    BlogReport report;
    report.document = sentences.front().own.document;
    report.sentences = sizes_[report.document];
    boost::unordered_flat_map<DocId, std::uint32_t> collisions;
    for (const GroupedSentence& sentence : sentences) {
      bool is_known = false;
      for_each_source(sentence, members, [&](DocId source, std::size_t) {
        is_known = true;
        ++collisions[source];
      });
      report.known += is_known ? 1 : 0;
    }
    if (report.known <= options_.collisions) return report;
    for (const auto& [document, count] : collisions) report.sources.push_back({document, count, {}});
    keep_best(report);
    add_matches(sentences, members, report);
    return report;
  }

  void keep_best(BlogReport& report) const {
    const auto is_better = [](const BlogSource& x, const BlogSource& y) {
      return std::pair(y.collisions, x.document) < std::pair(x.collisions, y.document);
    };
    std::sort(report.sources.begin(), report.sources.end(), is_better);
    const std::size_t listed = std::min<std::size_t>(report.sources.size(), options_.max_sources);
    report.sources_unlisted = report.sources.size() - listed;
    report.sources.resize(listed);
    report.sources.shrink_to_fit();
  }

  void add_matches(std::span<const GroupedSentence> sentences, BlogSourceReader& members, BlogReport& report) const {
    boost::unordered_flat_map<DocId, BlogSource*> listed;
    for (BlogSource& source : report.sources) listed.emplace(source.document, &source);
    for (const GroupedSentence& sentence : sentences) {
      for_each_source(sentence, members, [&](DocId source, std::size_t member) {
        const auto found = listed.find(source);
        if (found == listed.end()) return;
        found->second->matches.push_back({sentence.own.place, members.place(member)});
      });
    }
  }

  BlogOptions options_;
  oneapi::tbb::enumerable_thread_specific<ThreadTools> tools_;
  LocalExecutor executor_;
  LocalExecutor::Regrouping<SignedSentence, ByFingerprint> signed_;
  OftenSeen often_seen_;
  SpillableMemory document_memory_;
  SpillableVector<std::uint32_t> sizes_;  // of each document: its sentences that have a fingerprint
  bool has_reference_ = false;
  DocId references_ = 0;  // documents of it, which come first
  std::mutex mutex_;      // guards what follows while groups are made
  BlogSources sources_;
  BlogCounts counts_;
};

BlogFinder::BlogFinder(const BlogOptions& options) : state_(std::make_unique<State>(options)) {}

BlogFinder::~BlogFinder() = default;

std::shared_ptr<void> BlogFinder::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void BlogFinder::add(const void* signed_batch) {
  state_->add(*static_cast<const SignedBatch*>(signed_batch));
}

void BlogFinder::end_reference() {
  state_->end_reference();
}

BlogCounts BlogFinder::find(const std::function<void(const BlogReport&)>& use) {
  return state_->find(use);
}

}  // namespace cento
