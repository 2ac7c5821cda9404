#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "cento/arrow.hpp"
#include "cento/dedup.hpp"
#include "cento/options.hpp"
#include "cento/pairs.hpp"
#include "cento/scan.hpp"
#include "cento/threads.hpp"
#include "cento/visible.hpp"

/// Sinks that keep what a job finds as Arrow tables, for programs that work with data frames.
namespace cento {

class RecordTableBuilder;

/// Records of one kind as a table, which any number of readers may share. A copy refers to the same rows.
class CENTO_VISIBLE RecordTable {
 public:
  explicit RecordTable(std::shared_ptr<RecordTableBuilder> builder);
  ~RecordTable();
  RecordTable(const RecordTable&);
  RecordTable& operator=(const RecordTable&);

  /// The number of rows.
  [[nodiscard]] std::uint64_t size() const;

  /// Makes `out` a stream of all rows (the Arrow C stream interface), which the caller releases. Only ids are copied,
  /// when a batch is asked for: the table has each of them once.
  void stream(ArrowArrayStream* out) const;

  /// The same records with places in characters (code points of Unicode) instead of bytes. Reads the sources that the
  /// records are about once more. Throws Error when a document has gone, Error and Stopped as read() does.
  [[nodiscard]] RecordTable in_code_points(std::span<const Source> sources, const RunOptions& run = {}) const;

 private:
  std::shared_ptr<RecordTableBuilder> builder_;
};

/// Keeps passages, pairs of documents and families.
class CENTO_VISIBLE PassageTables final : public PassageSink {
 public:
  PassageTables();
  ~PassageTables() override;

  [[nodiscard]] std::unique_ptr<PassedOn> render(const PassageBatch& batch) override;
  void take(PassedOn& rendered) override;

  [[nodiscard]] RecordTable passages() const;
  [[nodiscard]] RecordTable documents() const;
  [[nodiscard]] RecordTable families() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// Keeps pairs of documents and the members of clusters.
class CENTO_VISIBLE PairTables final : public PairSink {
 public:
  PairTables();
  ~PairTables() override;

  void pair(const PairRecord& record) override;
  void cluster(const ClusterRecord& record) override;

  [[nodiscard]] RecordTable pairs() const;
  [[nodiscard]] RecordTable clusters() const;

 private:
  std::shared_ptr<RecordTableBuilder> pairs_;
  std::shared_ptr<RecordTableBuilder> clusters_;
};

/// Keeps removals, cuts, and the rows that are removed.
class CENTO_VISIBLE DedupTables final : public DedupSink {
 public:
  DedupTables();
  ~DedupTables() override;

  void removal(const RemovalRecord& record) override;
  void cut(const CutRecord& record) override;

  [[nodiscard]] RecordTable removals() const;
  [[nodiscard]] RecordTable cuts() const;

 private:
  std::shared_ptr<RecordTableBuilder> removals_;
  std::shared_ptr<RecordTableBuilder> cuts_;
};

/// Keeps pairs of threads of a forum, and the members of clusters.
class CENTO_VISIBLE ThreadTables final : public ThreadSink {
 public:
  ThreadTables();
  ~ThreadTables() override;

  void pair(const ForumPairRecord& record) override;
  void cluster(const ClusterRecord& record) override;

  [[nodiscard]] RecordTable pairs() const;
  [[nodiscard]] RecordTable clusters() const;

 private:
  std::shared_ptr<RecordTableBuilder> pairs_;
  std::shared_ptr<RecordTableBuilder> clusters_;
};

/// Keeps what could not be used: for RunOptions::on_reject.
class CENTO_VISIBLE RejectTable {
 public:
  RejectTable();
  ~RejectTable();

  void add(const RejectRecord& record);

  [[nodiscard]] RecordTable rejects() const;

 private:
  std::shared_ptr<RecordTableBuilder> rejects_;
};

}  // namespace cento
