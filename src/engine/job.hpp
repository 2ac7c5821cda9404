#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <type_traits>

#include "core/memory/memory_budget.hpp"
#include "core/parallel/progress.hpp"
#include "core/reporter.hpp"
#include "engine/source/collection.hpp"

namespace cento {

/// Thrown by a step that has seen enough: reading ends, nothing is wrong.
class StopReading : public std::exception {};

/// The phase in which documents are read: ReadProgress says how far it is.
inline constexpr const char* kReadingPhase = "reading";

/// What a job may use.
struct JobResources {
  std::size_t threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::string temp_dir;  // for intermediate data when memory is short; empty: the system default
};

/// What all jobs share: their resources, where they report bad records and progress, and how they read collections.
class Job {
 public:
  /// The references must outlive it.
  Job(const JobResources& resources, Reporter& reporter, Progress& progress, ReadProgress& reading)
      : resources_(resources),
        ledger_(resources.memory_bytes),
        reporter_(reporter),
        progress_(progress),
        reading_(reading) {
    reading_.ledger = &ledger_;
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  [[nodiscard]] std::size_t threads() const { return resources_.threads; }
  [[nodiscard]] std::uint64_t memory_bytes() const { return resources_.memory_bytes; }
  [[nodiscard]] MemoryBudget memory() const { return {resources_.memory_bytes, &ledger_}; }
  /// Who was given and used how much of it.
  [[nodiscard]] MemoryLedger& ledger() const { return ledger_; }
  [[nodiscard]] const std::string& temp_dir() const { return resources_.temp_dir; }
  [[nodiscard]] Reporter& reporter() const { return reporter_; }
  [[nodiscard]] Progress& progress() const { return progress_; }

  /// Sets the resources of a method's options.
  template <typename MethodOptions>
  void give_resources(MethodOptions& options) const {
    options.threads = resources_.threads;
    options.memory_bytes = resources_.memory_bytes;
    options.ledger = &ledger_;
    options.temp_dir = resources_.temp_dir;
    options.progress = &progress_;
  }

  /// Makes a collection readable again, within a share of the memory for each input that can only be read once.
  void keep(Collection& collection) const;

  /// Reads a collection. Throws Error when two readings differ in what could be used: the input changed, or cannot be
  /// read reliably.
  template <BatchStep Step>
  void read(const Collection& collection, Step&& step) {
    CalledStep<std::remove_reference_t<Step>> called(step);
    read_batches(collection, called);
  }

  /// Reads it once more, or in advance, without reporting progress and bad records a second time.
  template <BatchStep Step>
  void read_quietly(const Collection& collection, Step&& step) {
    CalledStep<std::remove_reference_t<Step>> called(step);
    read_batches_quietly(collection, called);
  }

 private:
  /// How much one reading of a collection gave.
  struct Reading {
    std::uint64_t documents = 0;
    std::uint64_t text_bytes = 0;
    std::uint64_t rejected = 0;

    friend bool operator==(const Reading&, const Reading&) = default;
  };

  void read_batches(const Collection& collection, AnyBatchStep& step);
  void read_batches_quietly(const Collection& collection, AnyBatchStep& step);
  [[nodiscard]] Reading so_far() const;
  void compare_readings(const Collection& collection, const Reading& reading);

  JobResources resources_;
  mutable MemoryLedger ledger_;
  Reporter& reporter_;
  Progress& progress_;
  ReadProgress& reading_;
  std::map<const Collection*, Reading> readings_;  // the first of each collection
};

}  // namespace cento
