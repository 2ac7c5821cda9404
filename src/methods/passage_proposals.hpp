#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "core/executor.hpp"
#include "methods/document_families.hpp"
#include "methods/near_classes.hpp"
#include "methods/sentence_sequence.hpp"
#include "sign/mix64.hpp"

namespace cento {

/// Two contents that are to be matched. The one with more sentences is `rows`.
struct ProposedContents {
  ContentId rows = 0;
  ContentId columns = 0;

  friend bool operator==(const ProposedContents&, const ProposedContents&) = default;
  friend bool operator<(const ProposedContents& x, const ProposedContents& y) {
    return x.rows != y.rows ? x.rows < y.rows : x.columns < y.columns;
  }
};

/// Which contents are matched with themselves.
enum class SelfMatching : std::uint8_t {
  none,
  copies,  // those of several documents: two identical documents have other diagonals than the main one, too
  all,
};

/// Gathers the pairs of contents that share something, each once.
class PassageProposals {
 public:
  /// All must outlive it.
  PassageProposals(const SentenceSequence& sequence, const NearClasses& near, SelfMatching selves,
                   LocalExecutor& executor);

  /// Both documents, part by part.
  void add_documents(DocId a, DocId b);

  /// The contents of families in at most `most` documents, two by two; one that holds a family twice with itself.
  void add_families(const DocumentFamilies& families, std::uint32_t most);

  /// The contents where near sentences, which both together stand in at most `most` documents, are part of a diagonal
  /// of at least `least` sentences; and contents that have both so often that this is not looked at.
  void add_near(std::uint32_t least, std::uint32_t most);

  /// Calls `use(pair, are_new_rows, worker)` for each pair; those of one content as rows come together, the first with
  /// are_new_rows. Returns how many. Called once.
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
  /// Long texts come first, so that no thread begins with one when the others are done.
  struct KeyOfRows {
    const SentenceSequence* sequence;

    std::uint64_t operator()(const ProposedContents& pair) const {
      constexpr std::uint32_t kLong = 1U << 14U;  // sentences
      constexpr unsigned kShareBits = 4;          // of the keys, a 16th is for long texts
      const std::uint64_t key = mix64(pair.rows + std::uint64_t{1});
      if (sequence->sentences_of(pair.rows) >= kLong) return key >> kShareBits;
      return key - (key >> kShareBits) + (std::uint64_t{1} << (64 - kShareBits));
    }
  };

  void add(ContentId a, ContentId b, std::size_t worker);
  [[nodiscard]] bool is_recent(const ProposedContents& pair, std::size_t worker);
  /// What class is where, class by class.
  struct NearPlaces;

  void add_family(std::span<const Position> places, std::size_t worker);
  void add_near_pair(std::span<const Position> a, std::span<const Position> b, std::uint32_t least, std::size_t worker);
  [[nodiscard]] bool is_matched(ContentId a, ContentId b) const;
  [[nodiscard]] bool is_cell(Position a, Position b) const;
  [[nodiscard]] std::uint32_t diagonal_length(Position a, Position b, std::uint32_t enough) const;
  [[nodiscard]] bool share_diagonal(std::span<const Position> a, std::span<const Position> b,
                                    std::uint32_t least) const;
  [[nodiscard]] std::size_t size_in_content(std::span<const Position> places) const;
  void add_documents_of(std::span<const Position> places, std::vector<DocId>& documents) const;
  [[nodiscard]] std::uint64_t documents_of(std::span<const Position> a, std::span<const Position> b) const;

  const SentenceSequence& sequence_;
  const NearClasses& near_;
  SelfMatching selves_;
  LocalExecutor& executor_;
  std::vector<std::vector<ProposedContents>> recent_;  // by worker; see is_recent()
  LocalExecutor::Regrouping<ProposedContents, KeyOfRows> proposed_;
};

}  // namespace cento
