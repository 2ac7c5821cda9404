#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "core/memory/memory_budget.hpp"
#include "read/batch_step.hpp"
#include "read/input/input_list.hpp"
#include "read/reader.hpp"

namespace cento {

/// How much was read so far. Updated during reading; any thread may read it.
struct ReadProgress {
  std::atomic<std::uint64_t> raw_bytes = 0;  // as stored, that is, compressed
  std::atomic<std::uint64_t> documents = 0;
  std::atomic<std::uint64_t> text_bytes = 0;
  // Of the current reading, since a collection may be read several times.
  std::atomic<std::uint64_t> readings = 0;          // begun so far
  std::atomic<std::uint64_t> total_bytes = 0;       // to be read; 0 when unknown
  std::atomic<std::uint64_t> bytes_before = 0;      // read before it began
  std::atomic<std::uint64_t> documents_before = 0;  // likewise

  MemoryLedger* ledger = nullptr;  // records how much memory the records held that were worked on; may be null

  void begin(std::uint64_t total) {
    total_bytes = total;
    bytes_before = raw_bytes.load();
    documents_before = documents.load();
    ++readings;
  }
};

/// How many blocks of records may be worked on or wait for their turn: enough that the other threads do not wait while
/// one works on a large document. Usually they are few.
[[nodiscard]] std::size_t blocks_in_flight(std::size_t threads, std::uint64_t memory_bytes);

/// How damage is handled in a file that is read with these options.
[[nodiscard]] DamageHandling handling_of(const InputFile& file, const ReadOptions& options);

/// Reads all files of a list, in order, on `threads` threads. Bad records and files go to the reporter in input order.
/// Throws Error when something the user named has content but yields no documents, and RunAgain as Input does.
void read_batches(const InputList& inputs, const ReadOptions& options, std::size_t threads, Reporter& reporter,
                  ReadProgress& progress, AnyBatchStep& step);

/// The same for a step of any type.
template <BatchStep Step>
void read_collection(const InputList& inputs, const ReadOptions& options, std::size_t threads, Reporter& reporter,
                     ReadProgress& progress, Step&& step) {
  CalledStep<std::remove_reference_t<Step>> called(step);
  read_batches(inputs, options, threads, reporter, progress, called);
}

}  // namespace cento
