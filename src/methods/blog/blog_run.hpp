#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "core/memory/spillable_memory.hpp"
#include "core/parallel/executor.hpp"
#include "core/spill/groups.hpp"
#include "methods/blog/blog.hpp"
#include "methods/blog/blog_kernels.hpp"
#include "methods/blog/blog_records.hpp"
#include "methods/blog/blog_report.hpp"
#include "methods/blog/blog_signer.hpp"
#include "methods/blog/blog_sources.hpp"
#include "methods/blog/often_seen.hpp"

namespace cento {

/// Finds documents put together from others, under any executor that has the operations of LocalExecutor: what
/// BlogFinder does once sentences are signed. Sentences are regrouped by fingerprint, so that equal ones come together;
/// those that several documents have are regrouped by document, and each document is reported.
template <typename Executor>
class BlogRun {
 public:
  using UseReport = std::function<void(const BlogReport&)>;

  /// The part of the memory that the executor should have: it is held besides reading.
  [[nodiscard]] static MemoryPart executor_memory(const BlogOptions& options) { return part(options, kSigned); }

  /// `options` must be in range; their threads and progress are the executor's.
  BlogRun(const BlogOptions& options, Executor& executor)
      : options_(options),
        executor_(executor),
        signed_(executor.template regroup<SignedBlogSentence>(kLikelySentences, ByBlogFingerprint())),
        document_memory_(part(options, kDocuments), options.temp_dir),
        sizes_(SpillableAllocator<std::uint32_t>(&document_memory_)),
        sources_(part(options, kSources), options.temp_dir) {}

  // As in BlogFinder.

  void add(const SignedBlogSentences& batch) {
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

  void end_reference() { reference_ = {true, static_cast<DocId>(sizes_.size())}; }

  BlogCounts find(const UseReport& use) {
    constexpr std::uint64_t kSentencesPerKnown = 2;  // a guess, for the number of partitions
    Grouped grouped = executor_.template regroup<GroupedBlogSentence>(counts_.sentences / kSentencesPerKnown,
                                                                      ByBlogDocument{OrderedKey(sizes_.size() + 1)},
                                                                      part(options_, kGrouped));
    group_equal(grouped);
    executor_.give_memory_back(0);
    report(grouped, use);
    counts_.spilled_bytes = signed_.spilled_bytes() + grouped.spilled_bytes();
    return counts_;
  }

 private:
  using Signed = typename Executor::template Regrouping<SignedBlogSentence, ByBlogFingerprint>;
  using Grouped = typename Executor::template Regrouping<GroupedBlogSentence, ByBlogDocument>;

  /// Documents whose sentences are looked up together, by many threads.
  struct Chunk {
    std::vector<GroupedBlogSentence> sentences;  // of whole documents, in order
    std::vector<std::size_t> ends;               // of each document's
  };

  // Shares of the memory: the first is held besides reading; then all three are held, finally the others.
  static constexpr MemoryShare kSigned{"fingerprints of sentences", 4};
  static constexpr MemoryShare kGrouped{"known sentences", 8};
  static constexpr MemoryShare kSources{"where sentences come from", 6};
  static constexpr MemoryShare kDocuments{"sizes of documents", 64};

  [[nodiscard]] static MemoryPart part(const BlogOptions& options, const MemoryShare& share) {
    return MemoryBudget(options.memory_bytes, options.ledger).part(share);
  }
  static constexpr std::uint64_t kLikelySentences = std::uint64_t{1} << 22;  // the number is not known while reading
  static constexpr std::size_t kChunkSentences = std::size_t{1} << 14;

  void add_sentence(const SignedBlogSentence& sentence) {
    const bool counts = reference_.is_source(sentence.member.document);
    if (often_seen_.is_over(sentence.fingerprint, options_.max_repeats, counts)) {
      counts_.left_out_occurrences += counts ? 1 : 0;
    } else {
      signed_.writer(0).add(sentence);
    }
  }

  void group_equal(Grouped& grouped) {
    signed_.for_each_batch([&](std::span<const SignedBlogSentence> sorted, std::size_t worker) {
      auto& writer = grouped.writer(worker);
      for_each_equal_sentence(sorted, [&](std::span<const SignedBlogSentence> group) { take_group(group, writer); });
    });
  }

  /// Stores the sentences of a group: those of its sources, and those that may be reported. None if there is nothing to
  /// report, or the group is too large.
  template <typename Writer>
  void take_group(std::span<const SignedBlogSentence> group, Writer& writer) {
    const auto equal = divide_equal_sentences(group, reference_);
    if (equal.sources.size() > options_.max_repeats) return leave_out(equal.sources.size());
    if (equal.reportable.empty()) return;
    const std::uint64_t first = store_members(equal.sources);
    for (const SignedBlogSentence& sentence : equal.reportable) {
      writer.add({first, static_cast<std::uint32_t>(equal.sources.size()), sentence.member});
    }
  }

  void leave_out(std::uint64_t occurrences) {
    const std::lock_guard lock(mutex_);
    ++counts_.left_out;
    counts_.left_out_occurrences += occurrences;
  }

  std::uint64_t store_members(std::span<const SignedBlogSentence> group) {
    const std::lock_guard lock(mutex_);
    for (const SignedBlogSentence& sentence : group) sources_.add(sentence.member);
    return sources_.end_group();
  }

  void report(Grouped& grouped, const UseReport& use) {
    Chunk chunk;
    grouped.read_in_order([&](std::span<const GroupedBlogSentence> sentences) {
      const auto of_one_document = [](const GroupedBlogSentence& x, const GroupedBlogSentence& y) {
        return x.own.document == y.own.document;
      };
      for_each_group(sentences, of_one_document, [&](std::span<const GroupedBlogSentence> group) {
        chunk.sentences.insert(chunk.sentences.end(), group.begin(), group.end());
        chunk.ends.push_back(chunk.sentences.size());
        if (chunk.sentences.size() >= kChunkSentences) report_chunk(chunk, use);
      });
    });
    report_chunk(chunk, use);
  }

  void report_chunk(Chunk& chunk, const UseReport& use) {
    std::vector<BlogReport> reports(chunk.ends.size());
    executor_.for_each_range(reports.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      BlogSourceReader members(sources_);
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t first = i == 0 ? 0 : chunk.ends[i - 1];
        const std::span grouped = std::span(std::as_const(chunk.sentences)).subspan(first, chunk.ends[i] - first);
        reports[i] = blog_report_of(grouped, sizes_[grouped.front().own.document], options_, members);
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

  BlogOptions options_;
  Executor& executor_;
  Signed signed_;
  OftenSeen often_seen_;
  SpillableMemory document_memory_;
  SpillableVector<std::uint32_t> sizes_;  // by document: number of sentences with a fingerprint
  BlogReference reference_;
  std::mutex mutex_;  // guards the following while groups are made
  BlogSources sources_;
  BlogCounts counts_;
};

extern template class BlogRun<LocalExecutor>;

}  // namespace cento
