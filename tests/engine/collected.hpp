#pragma once

#include <string>
#include <vector>

#include "cento/dedup.hpp"
#include "cento/pairs.hpp"
#include "cento/scan.hpp"
#include "cento/threads.hpp"
#include "write/records/forum_records.hpp"
#include "write/records/pair_records.hpp"
#include "write/records/passage_records.hpp"

namespace cento::testing {

/// Sinks that keep records as the command line would write them.

class CollectedPairs final : public PairSink {
 public:
  void pair(const PairRecord& record) override { append_pair_line(pairs, record); }
  void cluster(const ClusterRecord& record) override { append_cluster_line(clusters, record); }

  std::string pairs;
  std::string clusters;
};

class CollectedRemovals final : public DedupSink {
 public:
  void removal(const RemovalRecord& record) override { append_removal_line(removals, record); }
  void cut(const CutRecord& record) override { append_cut_line(cuts, record); }

  std::string removals;
  std::string cuts;
};

class CollectedThreads final : public ThreadSink {
 public:
  void pair(const ForumPairRecord& record) override { append_forum_pair_line(pairs, record); }
  void cluster(const ClusterRecord& record) override { append_cluster_line(clusters, record); }

  std::string pairs;
  std::string clusters;
};

class CollectedPassages final : public PassageSink {
 public:
  struct Lines {
    std::string passages;
    std::string documents;
    std::string families;

    friend bool operator==(const Lines&, const Lines&) = default;
  };

  [[nodiscard]] std::unique_ptr<PassedOn> render(const PassageBatch& batch) override {
    Lines some;
    for (const PassageRecord& record : batch.passages) append_passage_line(some.passages, record);
    for (const PairRecord& record : batch.documents) append_pair_line(some.documents, record);
    for (const FamilyPiece& piece : batch.families) append_family_piece(some.families, piece);
    return std::make_unique<PassedValue<Lines>>(std::move(some));
  }

  void take(PassedOn& rendered) override {
    const Lines& some = PassedValue<Lines>::in(rendered);
    lines.passages += some.passages;
    lines.documents += some.documents;
    lines.families += some.families;
  }

  Lines lines;
};

}  // namespace cento::testing
