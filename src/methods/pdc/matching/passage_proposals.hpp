#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/hash/mix64.hpp"
#include "core/memory/plain_vector.hpp"
#include "core/parallel/executor.hpp"
#include "methods/pdc/document_families.hpp"
#include "methods/pdc/matching/proposal_kernels.hpp"
#include "methods/pdc/sentences/near_classes.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// Collects the pairs of contents that share something, each once. Under any executor that has the operations of
/// LocalExecutor.
template <typename Executor>
class PassageProposals {
 public:
  /// All arguments must outlive this.
  PassageProposals(const SentenceSequence& sequence, const NearClasses& near, SelfMatching selves, Executor& executor)
      : sequence_(sequence),
        near_(near),
        rules_(sequence, near, selves),
        executor_(executor),
        recent_(executor.workers()),
        proposed_(executor.template regroup<ProposedContents>(kLikelyPairs, KeyOfRows{&sequence})) {}

  /// Both documents, part by part.
  void add_documents(DocId a, DocId b) {
    for (std::uint32_t i = 0; i < sequence_.parts_of(a); ++i) {
      for (std::uint32_t j = 0; j < sequence_.parts_of(b); ++j) {
        const ContentId content_a = sequence_.content_of(PartOfDocument{a, i});
        const ContentId content_b = sequence_.content_of(PartOfDocument{b, j});
        if (rules_.is_matched(content_a, content_b)) add(content_a, content_b, 0);
      }
    }
  }

  /// The contents of families in at most `most` documents, in pairs; a content that has a family twice, with itself.
  void add_families(const DocumentFamilies& families, std::uint32_t most) {
    const std::vector<DocumentFamily>& list = families.list();
    executor_.for_each_range(list.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      PlainVector<Position> scratch;
      for (std::size_t i = begin; i < end; ++i) {
        if (list[i].documents > most) continue;
        rules_.for_each_of_family(families.places_of(list[i], scratch),
                                  [&](ContentId a, ContentId b) { add(a, b, worker); });
      }
    });
  }

  /// The contents where near sentences, which together occur in at most `most` documents, are part of a diagonal of at
  /// least `least` sentences; and contents that have both so often that this is not checked.
  void add_near(std::uint32_t least, std::uint32_t most) {
    if (near_.empty()) return;
    const NearPlaces places(sequence_.classes(), near_);
    std::vector<std::uint64_t> documents(places.names.size());
    executor_.for_each_range(documents.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) documents[i] = rules_.documents_of(places.of(i), {});
    });
    executor_.for_each_range(documents.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t i = begin; i < end; ++i) {
        for (const NearClasses::Neighbour& neighbour : near_.of(places.names[i])) {
          if (neighbour.name < places.names[i]) continue;
          const std::size_t j = places.number_of(neighbour.name);
          if (std::max(documents[i], documents[j]) > most) continue;
          if (documents[i] + documents[j] > most && rules_.documents_of(places.of(i), places.of(j)) > most) continue;
          rules_.for_each_of_near(places.of(i), places.of(j), least,
                                  [&](ContentId a, ContentId b) { add(a, b, worker); });
        }
      }
    });
  }

  /// Calls `use(pair, are_new_rows, worker)` for each pair; those with the same rows come together, the first with
  /// are_new_rows. Returns the number of pairs. Called once.
  template <typename Use>
  std::uint64_t for_each(const Use& use) {
    std::atomic<std::uint64_t> pairs = 0;
    proposed_.for_each_batch([&](std::span<const ProposedContents> batch, std::size_t worker) {
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (i > 0 && batch[i] == batch[i - 1]) continue;
        use(batch[i], i == 0 || batch[i].rows != batch[i - 1].rows, worker);
        ++pairs;
      }
    });
    return pairs;
  }

 private:
  static constexpr std::uint64_t kLikelyPairs = std::uint64_t{1} << 22U;  // an overestimate: threads get small shares
  static constexpr unsigned kRecentBits = 14;  // of remembered pairs: they fit the second-level cache

  void add(ContentId a, ContentId b, std::size_t worker) {
    const ProposedContents pair = rules_.pair_of(a, b);
    if (!is_recent(pair, worker)) proposed_.writer(worker).add(pair);
  }

  /// Whether the pair was proposed before and not forgotten since: contents that share one family usually share
  /// several. A forgotten pair is proposed again, which is harmless.
  [[nodiscard]] bool is_recent(const ProposedContents& pair, std::size_t worker) {
    constexpr ProposedContents kNone{~ContentId{0}, ~ContentId{0}};
    std::vector<ProposedContents>& recent = recent_[worker];
    if (recent.empty()) recent.resize(std::size_t{1} << kRecentBits, kNone);
    const std::uint64_t key = std::uint64_t{pair.rows} << 32U | pair.columns;
    return std::exchange(recent[key * kGoldenStep >> (64 - kRecentBits)], pair) == pair;
  }

  const SentenceSequence& sequence_;
  const NearClasses& near_;
  ProposalRules rules_;
  Executor& executor_;
  std::vector<std::vector<ProposedContents>> recent_;  // by worker; see is_recent()
  typename Executor::template Regrouping<ProposedContents, KeyOfRows> proposed_;
};

extern template class PassageProposals<LocalExecutor>;

}  // namespace cento
