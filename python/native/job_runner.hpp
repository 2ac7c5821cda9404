#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "cento/options.hpp"
#include "cento/record_table.hpp"

namespace cento::python {

/// Releases the GIL while it exists, as nanobind's gil_scoped_release does; but an interpreter that ends waits for it,
/// and once it has ended the GIL is kept.
class WithoutGil {
 public:
  WithoutGil();
  ~WithoutGil();
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

/// An exception that was raised in Python while a job ran, to be raised again, unchanged, where the job was called.
class PythonFailure {
 public:
  /// Keeps the exception that is being raised, unless there is one already. The GIL is held.
  void keep();
  /// Raises it, if there is one. The GIL is held.
  void raise_if_any();

 private:
  std::optional<nanobind::python_error> error_;
};

/// What a job left besides its result.
struct JobNotes {
  RejectTable rejects;
  std::vector<std::string> remarks;
};

/// What a caller in Python wants of a job.
struct JobRequest {
  RunOptions run;
  nanobind::object on_progress;  // called with phase, share and documents, or None
  std::shared_ptr<PythonFailure> failure = std::make_shared<PythonFailure>();
};

/// A request with options of the table of RunOptions, by name, as JSON. Throws UsageError for invalid ones.
[[nodiscard]] JobRequest job_request(const nanobind::dict& run, nanobind::object on_progress);

/// Runs `work` in a thread of its own while the calling thread, without the GIL, waits for it, looks after signals and
/// reports progress. Raises what was raised in Python meanwhile, or what `work` threw.
void run_job(JobRequest& request, JobNotes& notes, const std::function<void(const RunOptions&)>& work);

/// Asks all jobs to stop and waits until nobody works without the GIL: before the interpreter ends. Jobs that are begun
/// later raise Stopped.
void stop_all_jobs();

}  // namespace cento::python
