#include "job_runner.hpp"

#include <chrono>
#include <list>
#include <thread>

#include <nanobind/stl/string.h>

#include "given_options.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};

/// The jobs that run now. An interpreter that ends must stop them first: their callers could not take the GIL any more.
class RunningJobs {
 public:
  /// One of them, while it exists.
  class Entry {
   public:
    Entry(RunningJobs& jobs, const std::stop_source& stop) : jobs_(jobs) {
      const std::lock_guard lock(jobs_.mutex_);
      job_ = jobs_.jobs_.insert(jobs_.jobs_.end(), stop);
    }
    ~Entry() {
      const std::lock_guard lock(jobs_.mutex_);
      jobs_.jobs_.erase(job_);
      jobs_.left_.notify_all();
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    RunningJobs& jobs_;
    std::list<std::stop_source>::iterator job_;
  };

  void stop_all() {
    std::unique_lock lock(mutex_);
    for (std::stop_source& job : jobs_) job.request_stop();
    left_.wait(lock, [this] { return jobs_.empty(); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable left_;
  std::list<std::stop_source> jobs_;
};

RunningJobs& running_jobs() {
  static RunningJobs jobs;
  return jobs;
}

/// One job and the thread that waits for it.
class JobWait {
 public:
  explicit JobWait(JobRequest& request) : request_(request) {
    request_.run.stop = stop_.get_token();
    if (!request_.on_progress.is_none()) {
      request_.run.on_progress = [this](const ProgressReport& report) {
        const std::lock_guard lock(mutex_);
        report_ = report;
        phase_ = report.phase;
        has_report_ = true;
      };
    }
  }

  void run(const std::function<void(const RunOptions&)>& work) {
    const nb::gil_scoped_release released;
    const RunningJobs::Entry entry(running_jobs(), stop_);
    std::jthread worker([&] {
      try {
        work(request_.run);
      } catch (...) {
        error_ = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      has_ended_ = true;
      ended_.notify_one();
    });
    try {
      while (!wait_a_little()) look_after_python();
    } catch (...) {
      stop_.request_stop();
      throw;
    }
  }

  void rethrow() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  bool wait_a_little() {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, kBetweenLooks, [this] { return has_ended_; });
  }

  void look_after_python() {
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) return give_up();
    std::optional<ProgressReport> report;
    std::string phase;
    {
      const std::lock_guard lock(mutex_);
      if (has_report_) report = report_;
      phase = phase_;
      has_report_ = false;
    }
    if (!report) return;
    try {
      request_.on_progress(phase, report->share, report->documents);
    } catch (nb::python_error& error) {
      error.restore();
      give_up();
    }
  }

  void give_up() {
    request_.failure->keep();
    stop_.request_stop();
  }

  JobRequest& request_;
  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  bool has_report_ = false;
  ProgressReport report_;
  std::string phase_;
  std::exception_ptr error_;
};

}  // namespace

void PythonFailure::keep() {
  nb::python_error error;
  if (!error_) error_.emplace(std::move(error));
}

void PythonFailure::raise_if_any() {
  if (!error_) return;
  nb::python_error error = *error_;
  error_.reset();
  throw error;
}

JobRequest job_request(const nb::dict& run, nb::object on_progress) {
  JobRequest request;
  request.run = options_from<RunOptions>(run);
  check_values(options_of(request.run));
  request.on_progress = std::move(on_progress);
  return request;
}

void run_job(JobRequest& request, JobNotes& notes, const std::function<void(const RunOptions&)>& work) {
  request.run.on_reject = [&](const RejectRecord& record) { notes.rejects.add(record); };
  request.run.on_remark = [&](std::string_view remark) { notes.remarks.emplace_back(remark); };
  JobWait wait(request);
  wait.run(work);
  request.failure->raise_if_any();
  wait.rethrow();
}

void stop_all_jobs() {
  const nb::gil_scoped_release released;
  running_jobs().stop_all();
}

}  // namespace cento::python
