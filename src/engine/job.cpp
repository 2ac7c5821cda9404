#include "engine/job.hpp"

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/counted.hpp"
#include "core/memory/idle_memory.hpp"

namespace cento {

namespace {

/// A step that notices, at each batch, when the job is asked to stop, and that gives memory back meanwhile: what one
/// thread allocates for a batch another frees, and much stays idle.
class StoppableStep final : public AnyBatchStep {
 public:
  StoppableStep(AnyBatchStep& step, const Progress& progress, const ReadProgress& reading, std::uint64_t memory_bytes)
      : step_(step),
        progress_(progress),
        reading_(reading),
        memory_bytes_(memory_bytes),
        looked_at_(reading.text_bytes) {}

  std::unique_ptr<PassedOn> work(DocumentBatch& batch) override {
    progress_.check();
    return step_.work(batch);
  }
  void take(DocumentBatch& batch, PassedOn& made) override {
    progress_.check();
    step_.take(batch, made);
    const std::uint64_t read = reading_.text_bytes;
    if (read - looked_at_ < memory_bytes_ / kLooksForBudget) return;
    give_idle_memory_back(memory_bytes_);
    looked_at_ = read;
  }
  [[nodiscard]] bool takes_tables() const override { return step_.takes_tables(); }
  void table(const Format& format, Input& input) override { step_.table(format, input); }

 private:
  static constexpr std::uint64_t kLooksForBudget = 16;  // while so many bytes of text are read as the job may use

  AnyBatchStep& step_;
  const Progress& progress_;
  const ReadProgress& reading_;
  std::uint64_t memory_bytes_;
  std::uint64_t looked_at_;  // bytes that were read then
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
  StoppableStep stoppable(step, progress_, reading_, memory_bytes());
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
  StoppableStep stoppable(step, progress_, progress, memory_bytes());
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
