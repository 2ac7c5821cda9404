#include "engine/job.hpp"

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/counted.hpp"

namespace cento {

namespace {

/// A step that notices, at each batch, when the job is asked to stop.
class StoppableStep final : public AnyBatchStep {
 public:
  StoppableStep(AnyBatchStep& step, const Progress& progress) : step_(step), progress_(progress) {}

  std::unique_ptr<PassedOn> work(DocumentBatch& batch) override {
    progress_.check();
    return step_.work(batch);
  }
  void take(DocumentBatch& batch, PassedOn& made) override {
    progress_.check();
    step_.take(batch, made);
  }
  [[nodiscard]] bool takes_tables() const override { return step_.takes_tables(); }
  void table(const Format& format, Input& input) override { step_.table(format, input); }

 private:
  AnyBatchStep& step_;
  const Progress& progress_;
};

}  // namespace

void Job::keep(Collection& collection) const {
  constexpr MemoryShare kKept{"inputs that can be read only once", 8};
  collection.keep(memory().part(kKept), temp_dir());
}

void Job::read_batches(const Collection& collection, AnyBatchStep& step) {
  reading_.begin(collection.total_bytes());
  progress_.begin_phase(kReadingPhase);
  const Reading before = so_far();
  StoppableStep stoppable(step, progress_);
  try {
    collection.read(threads(), reporter_, reading_, stoppable);
  } catch (const StopReading&) {
    return;
  }
  const Reading after = so_far();
  compare_readings(collection, {after.documents - before.documents, after.text_bytes - before.text_bytes,
                                after.rejected - before.rejected});
}

void Job::read_batches_quietly(const Collection& collection, AnyBatchStep& step) {
  ReporterOptions quiet;
  quiet.quiet = true;
  Reporter silent(quiet);
  ReadProgress progress;
  progress.ledger = &ledger_;
  StoppableStep stoppable(step, progress_);
  collection.read(threads(), silent, progress, stoppable);
  compare_readings(collection, {progress.documents, progress.text_bytes, silent.rejected()});
}

Job::Reading Job::so_far() const {
  return {reading_.documents, reading_.text_bytes, reporter_.rejected()};
}

void Job::compare_readings(const Collection& collection, const Reading& reading) {
  const auto [first, is_first] = readings_.emplace(&collection, reading);
  if (is_first || first->second == reading) return;
  const auto describe = [](const Reading& one) {
    return fmt::format("{} and {}", counted(one.documents, "document", "documents"),
                       counted(one.rejected, "bad record", "bad records"));
  };
  throw Error(fmt::format("two readings of the input differ: {}, then {}; start again when nobody writes to it",
                          describe(first->second), describe(reading)));
}

}  // namespace cento
