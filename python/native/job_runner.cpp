#include "job_runner.hpp"

#include <unistd.h>

#include <chrono>
#include <list>
#include <string_view>
#include <thread>
#include <utility>

#include <nanobind/stl/string.h>

#include "cento/error.hpp"
#include "given_options.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};

/// A sentence that names options by keywords instead of the fields of C++.
std::string with_keywords(std::string_view sentence) {
  using Renamed = std::pair<std::string_view, std::string_view>;
  std::string out(sentence);
  for (const auto& [field, keyword] : {Renamed{"`text_fields`", "`text`"}, Renamed{"`memory_bytes`", "`memory`"},
                                       Renamed{"`max_document_bytes`", "`max_document`"}}) {
    const std::size_t at = out.find(field);
    if (at != std::string::npos) out.replace(at, field.size(), keyword);
  }
  return out;
}

/// Who works without the GIL now, and the jobs among them. An interpreter that ends waits for them: a thread that asks
/// for the GIL later is ended by Python on the spot, in the middle of our functions.
class AtWork {
 public:
  /// False when the interpreter is about to end.
  bool enter() {
    const std::lock_guard lock(mutex_);
    forget_other_process();
    if (!has_ended_) ++workers_;
    return !has_ended_;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    if (workers_ > 0) --workers_;
    left_.notify_all();
  }

  /// A job that can be stopped, while it exists.
  class Job {
   public:
    Job(AtWork& all, const std::stop_source& stop) : all_(all) {
      const std::lock_guard lock(all_.mutex_);
      if (all_.has_ended_) throw Stopped();
      job_ = all_.jobs_.insert(all_.jobs_.end(), stop);
    }
    ~Job() {
      const std::lock_guard lock(all_.mutex_);
      all_.jobs_.erase(job_);
    }
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

   private:
    AtWork& all_;
    std::list<std::stop_source>::iterator job_;
  };

  /// Nobody begins to work afterwards.
  void end() {
    std::unique_lock lock(mutex_);
    forget_other_process();
    has_ended_ = true;
    for (std::stop_source& job : jobs_) job.request_stop();
    left_.wait(lock, [this] { return workers_ == 0; });
  }

 private:
  /// A forked process does not have the threads of the other.
  void forget_other_process() {
    if (std::exchange(process_, getpid()) != getpid()) workers_ = 0;
  }

  std::mutex mutex_;
  std::condition_variable left_;
  std::list<std::stop_source> jobs_;
  pid_t process_ = getpid();
  std::size_t workers_ = 0;
  bool has_ended_ = false;
};

AtWork& at_work() {
  static AtWork all;
  return all;
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
    const AtWork::Job job(at_work(), stop_);
    const WithoutGil released;
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
    if (error_ == nullptr) return;
    try {
      std::rethrow_exception(error_);
    } catch (const Stopped&) {
      throw;
    } catch (const UsageError& error) {
      throw UsageError(with_keywords(error.what()), error.option());
    } catch (const InputError& error) {
      throw InputError(with_keywords(error.what()), error.place());
    } catch (const Error& error) {
      throw Error(with_keywords(error.what()));
    }
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

WithoutGil::WithoutGil() : state_(at_work().enter() ? PyEval_SaveThread() : nullptr) {}

WithoutGil::~WithoutGil() {
  if (state_ == nullptr) return;
  PyEval_RestoreThread(state_);
  at_work().leave();
}

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
  request.run.on_reject = [&](const RejectRecord& record) {
    const std::string reason = with_keywords(record.reason);
    notes.rejects.add({record.place, reason, record.bytes, record.is_file});
  };
  request.run.on_remark = [&](std::string_view remark) { notes.remarks.emplace_back(remark); };
  JobWait wait(request);
  wait.run(work);
  request.failure->raise_if_any();
  wait.rethrow();
}

void stop_all_jobs() {
  const nb::gil_scoped_release released;
  at_work().end();
}

}  // namespace cento::python
