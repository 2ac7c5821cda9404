#include "cento/record_table.hpp"

#include <utility>

#include "engine/api/record_table_builder.hpp"
#include "write/arrow/record_fields.hpp"

namespace cento {

namespace {

constexpr std::size_t kBatchRows = std::size_t{1} << 16;
constexpr std::size_t kBatchBytes = std::size_t{16} << 20;
/// From this on, rows are not worth copying into a larger batch.
constexpr std::size_t kOwnBatchBytes = std::size_t{128} << 10;

template <typename Record>
void add(RecordTableBuilder& builder, const Record& record) {
  add_row(record, builder.open());
  builder.added();
}

/// What became of a batch of a scan.
struct RenderedPassages {
  RecordColumns passages{passage_fields()};
  RecordColumns documents{pair_fields()};
  RecordColumns families{family_fields()};
  bool extends_last_family = false;  // the first row of families belongs to the last one before
  bool ends_last_family = true;
};

}  // namespace

bool RecordTableBuilder::is_full(const RecordColumns& rows) {
  return rows.rows() >= kBatchRows || rows.bytes() >= kBatchBytes;
}

void RecordTableBuilder::append(RecordColumns&& rows, bool extends_last, bool may_close) {
  if (rows.rows() == 0) return;
  if (!extends_last && may_close && rows.bytes() >= kOwnBatchBytes) {
    if (open_->rows() > 0) close();
    close_with(std::make_shared<RecordColumns>(std::move(rows)));
    return;
  }
  open_->append(rows, extends_last);
  if (may_close) added();
}

void RecordTableBuilder::close() {
  close_with(std::exchange(open_, new_batch()));
}

void RecordTableBuilder::close_with(std::shared_ptr<RecordColumns> batch) {
  closed_rows_ += batch->rows();
  closed_.push_back(std::move(batch));
}

void RecordTableBuilder::stream(ArrowArrayStream* out) {
  const std::lock_guard lock(mutex_);
  if (open_->rows() > 0) close();
  stream_records(fields_, {closed_.begin(), closed_.end()}, out);
}

std::shared_ptr<RecordTableBuilder> RecordTableBuilder::copy() {
  auto copied = std::make_shared<RecordTableBuilder>(fields_);
  const std::lock_guard lock(mutex_);
  if (open_->rows() > 0) close();
  for (const auto& batch : closed_) {
    copied->open_->append(*batch);
    copied->close();
  }
  return copied;
}

std::vector<RecordColumns*> RecordTableBuilder::batches() {
  std::vector<RecordColumns*> batches;
  for (const auto& batch : closed_) batches.push_back(batch.get());
  return batches;
}

RecordTable::RecordTable(std::shared_ptr<RecordTableBuilder> builder) : builder_(std::move(builder)) {}
RecordTable::~RecordTable() = default;
RecordTable::RecordTable(const RecordTable&) = default;
RecordTable& RecordTable::operator=(const RecordTable&) = default;

std::uint64_t RecordTable::size() const {
  return builder_->size();
}

void RecordTable::stream(ArrowArrayStream* out) const {
  builder_->stream(out);
}

class PassageTables::State {
 public:
  std::shared_ptr<RecordTableBuilder> passages = std::make_shared<RecordTableBuilder>(passage_fields());
  std::shared_ptr<RecordTableBuilder> documents = std::make_shared<RecordTableBuilder>(pair_fields());
  std::shared_ptr<RecordTableBuilder> families = std::make_shared<RecordTableBuilder>(family_fields());
};

PassageTables::PassageTables() : state_(std::make_unique<State>()) {}
PassageTables::~PassageTables() = default;

std::unique_ptr<PassedOn> PassageTables::render(const PassageBatch& batch) {
  auto rendered = std::make_unique<PassedValue<RenderedPassages>>(RenderedPassages{});
  RenderedPassages& out = PassedValue<RenderedPassages>::in(*rendered);
  for (const PassageRecord& record : batch.passages) add_row(record, out.passages);
  for (const PairRecord& record : batch.documents) add_row(record, out.documents);
  for (const FamilyPiece& piece : batch.families) add_row(piece, out.families);
  if (!batch.families.empty()) {
    out.extends_last_family = !batch.families.front().is_first;
    out.ends_last_family = batch.families.back().is_last;
  }
  return rendered;
}

void PassageTables::take(PassedOn& rendered) {
  RenderedPassages& rows = PassedValue<RenderedPassages>::in(rendered);
  state_->passages->append(std::move(rows.passages));
  state_->documents->append(std::move(rows.documents));
  state_->families->append(std::move(rows.families), rows.extends_last_family, rows.ends_last_family);
}

RecordTable PassageTables::passages() const {
  return RecordTable(state_->passages);
}
RecordTable PassageTables::documents() const {
  return RecordTable(state_->documents);
}
RecordTable PassageTables::families() const {
  return RecordTable(state_->families);
}

PairTables::PairTables()
    : pairs_(std::make_shared<RecordTableBuilder>(pair_fields())),
      clusters_(std::make_shared<RecordTableBuilder>(cluster_fields())) {}
PairTables::~PairTables() = default;

void PairTables::pair(const PairRecord& record) {
  add(*pairs_, record);
}
void PairTables::cluster(const ClusterRecord& record) {
  add(*clusters_, record);
}
RecordTable PairTables::pairs() const {
  return RecordTable(pairs_);
}
RecordTable PairTables::clusters() const {
  return RecordTable(clusters_);
}

DedupTables::DedupTables()
    : removals_(std::make_shared<RecordTableBuilder>(removal_fields())),
      cuts_(std::make_shared<RecordTableBuilder>(cut_fields())) {}
DedupTables::~DedupTables() = default;

void DedupTables::removal(const RemovalRecord& record) {
  add(*removals_, record);
}
void DedupTables::cut(const CutRecord& record) {
  add(*cuts_, record);
}
RecordTable DedupTables::removals() const {
  return RecordTable(removals_);
}
RecordTable DedupTables::cuts() const {
  return RecordTable(cuts_);
}

ThreadTables::ThreadTables()
    : pairs_(std::make_shared<RecordTableBuilder>(forum_pair_fields())),
      clusters_(std::make_shared<RecordTableBuilder>(cluster_fields())) {}
ThreadTables::~ThreadTables() = default;

void ThreadTables::pair(const ForumPairRecord& record) {
  add(*pairs_, record);
}
void ThreadTables::cluster(const ClusterRecord& record) {
  add(*clusters_, record);
}
RecordTable ThreadTables::pairs() const {
  return RecordTable(pairs_);
}
RecordTable ThreadTables::clusters() const {
  return RecordTable(clusters_);
}

RejectTable::RejectTable() : rejects_(std::make_shared<RecordTableBuilder>(reject_fields())) {}
RejectTable::~RejectTable() = default;

void RejectTable::add(const RejectRecord& record) {
  cento::add(*rejects_, record);
}
RecordTable RejectTable::rejects() const {
  return RecordTable(rejects_);
}

}  // namespace cento
