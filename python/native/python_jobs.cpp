#include "python_jobs.hpp"

#include <memory>
#include <optional>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "cento/record_table.hpp"
#include "cento/tune.hpp"
#include "given_options.hpp"
#include "job_runner.hpp"
#include "python_source.hpp"
#include "record_rows.hpp"
#include "summaries.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

/// A call of a job: its sources, what it may use, and what is left besides the result.
class JobCall {
 public:
  JobCall(const PythonSource& source, const PythonSource* against, const nb::dict& run, nb::object on_progress)
      : source_(source), against_(against), request_(job_request(run, std::move(on_progress))) {}

  /// Runs `job(source, run options)`.
  template <typename Job>
  void run(const Job& job) {
    try {
      run_job(request_, notes_, [&](const RunOptions& run) { job(source_.source, run); });
    } catch (...) {
      // What the caller's own code raised is the reason, whatever the job made of it.
      source_.failure->raise_if_any();
      if (against_ != nullptr) against_->failure->raise_if_any();
      throw;
    }
  }

  [[nodiscard]] nb::dict result(nb::dict summary) const {
    nb::dict result;
    result["summary"] = std::move(summary);
    result["rejects"] = notes_.rejects.rejects();
    result["remarks"] = notes_.remarks;
    return result;
  }

 private:
  const PythonSource& source_;
  const PythonSource* against_;
  JobRequest request_;
  JobNotes notes_;
};

nb::dict run_scan(const PythonSource& source, const nb::dict& given, const PythonSource* against, const nb::dict& run,
                  nb::object on_progress) {
  auto options = options_from<ScanOptions>(given);
  if (against != nullptr) options.against = against->source;
  JobCall call(source, against, run, std::move(on_progress));
  PassageTables tables;
  ScanSummary summary;
  call.run([&](const Source& documents, const RunOptions& with) { summary = scan(documents, options, tables, with); });
  nb::dict result = call.result(dict_of(summary));
  result["passages"] = tables.passages();
  result["documents"] = tables.documents();
  result["families"] = tables.families();
  return result;
}

nb::dict run_pairs(const PythonSource& source, const nb::dict& given, const nb::dict& run, nb::object on_progress) {
  const auto options = options_from<PairsOptions>(given);
  JobCall call(source, nullptr, run, std::move(on_progress));
  PairTables tables;
  PairsSummary summary;
  call.run([&](const Source& documents, const RunOptions& with) { summary = pairs(documents, options, tables, with); });
  nb::dict result = call.result(dict_of(summary));
  result["pairs"] = tables.pairs();
  result["clusters"] = tables.clusters();
  return result;
}

nb::dict run_threads(const PythonSource& source, const nb::dict& given, const std::string& model, const nb::dict& run,
                     nb::object on_progress) {
  auto options = options_from<ThreadsOptions>(given);
  options.model = model;
  JobCall call(source, nullptr, run, std::move(on_progress));
  ThreadTables tables;
  ThreadsSummary summary;
  call.run(
      [&](const Source& documents, const RunOptions& with) { summary = threads(documents, options, tables, with); });
  nb::dict result = call.result(dict_of(summary));
  result["pairs"] = tables.pairs();
  result["clusters"] = tables.clusters();
  return result;
}

std::vector<std::string> parts_of_threads(const nb::dict& given, const std::string& model) {
  auto options = options_from<ThreadsOptions>(given);
  options.model = model;
  return compared_parts(options);
}

/// What was chosen: the removals or cuts.
nb::dict chosen(nb::dict result, const DedupTables& tables) {
  result["removals"] = tables.removals();
  result["cuts"] = tables.cuts();
  return result;
}

nb::dict run_dedup(const PythonSource& source, const nb::dict& given, const PythonSource* against, const nb::dict& run,
                   nb::object on_progress) {
  auto options = options_from<DedupOptions>(given);
  if (against != nullptr) options.against = against->source;
  JobCall call(source, against, run, std::move(on_progress));
  DedupTables tables;
  DedupSummary summary;
  std::shared_ptr<Duplicates> duplicates;
  call.run([&](const Source& documents, const RunOptions& with) {
    if (options.level == DedupLevel::document) {
      duplicates = std::make_shared<Duplicates>(documents, options, with);
      summary = duplicates->choose(options.threshold, tables);
    } else {
      summary = dedup(documents, options, tables, with);
    }
  });
  nb::dict result = chosen(call.result(dict_of(summary)), tables);
  result["threshold"] = options.threshold;
  if (duplicates != nullptr) result["duplicates"] = duplicates;
  return result;
}

nb::dict choose_again(const Duplicates& duplicates, double threshold) {
  DedupTables tables;
  DedupSummary summary;
  {
    const WithoutGil released;
    summary = duplicates.choose(threshold, tables);
  }
  nb::dict result;
  result["summary"] = dict_of(summary);
  result["threshold"] = threshold;
  return chosen(std::move(result), tables);
}

/// What was learned: the model, how good it is for people and for programs, and what could not be used.
nb::dict run_tune(const nb::dict& given, const nb::dict& run, nb::object on_progress) {
  TuneOptions options;
  options.labelled = nb::cast<std::vector<std::string>>(given["labelled"]);
  options.pairs_file = nb::cast<std::string>(given["pairs"]);
  options.scores_file = nb::cast<std::string>(given["scores"]);
  options.parts = nb::cast<std::vector<std::string>>(given["parts"]);
  options.compare = nb::cast<std::vector<std::string>>(given["compare"]);
  options.folds = nb::cast<std::uint64_t>(given["folds"]);
  options.starts = nb::cast<std::uint64_t>(given["starts"]);
  options.seed = nb::cast<std::uint64_t>(given["seed"]);
  options.learns_words = nb::cast<bool>(given["learns_words"]);
  JobRequest request = job_request(run, std::move(on_progress));
  JobNotes notes;
  TunedModel tuned;
  run_job(request, notes, [&](const RunOptions& with) { tuned = tune(options, with); });
  nb::dict out;
  out["model"] = tuned.model;
  out["text"] = tuned.text;
  out["measures"] = tuned.measures;
  out["rejects"] = notes.rejects.rejects();
  return out;
}

RecordTable code_points(const RecordTable& table, const std::vector<PythonSource>& sources) {
  std::vector<Source> read;
  for (const PythonSource& one : sources) read.push_back(one.source);
  std::optional<RecordTable> converted;
  JobRequest request = job_request({}, nb::none());
  JobNotes notes;
  run_job(request, notes, [&](const RunOptions& with) { converted = table.in_code_points(read, with); });
  return *converted;
}

}  // namespace

void bind_jobs(nb::module_& module) {
  nb::class_<RecordTable>(module, "RecordTable")
      .def("__len__", &RecordTable::size)
      .def("columns", [](const RecordTable& table) { return column_names(table); })
      .def("in_code_points", &code_points, nb::arg("sources"))
      .def("capsule", [](const RecordTable& table) { return stream_capsule(table); })
      .def(
          "reader", [](const RecordTable& table, nb::handle shape) { return new RowReader(table, shape); },
          nb::arg("shape"), nb::rv_policy::take_ownership);
  nb::class_<RowReader>(module, "RowReader").def("next", &RowReader::next);
  nb::class_<Duplicates>(module, "Duplicates").def("choose", &choose_again, nb::arg("threshold"));
  module.def("scan", &run_scan, nb::arg("source"), nb::arg("options"), nb::arg("against").none(), nb::arg("run"),
             nb::arg("on_progress").none());
  module.def("pairs", &run_pairs, nb::arg("source"), nb::arg("options"), nb::arg("run"), nb::arg("on_progress").none());
  module.def("threads", &run_threads, nb::arg("source"), nb::arg("options"), nb::arg("model"), nb::arg("run"),
             nb::arg("on_progress").none());
  module.def("compared_parts", &parts_of_threads, nb::arg("options"), nb::arg("model"));
  module.def("tune", &run_tune, nb::arg("options"), nb::arg("run"), nb::arg("on_progress").none());
  module.def("dedup", &run_dedup, nb::arg("source"), nb::arg("options"), nb::arg("against").none(), nb::arg("run"),
             nb::arg("on_progress").none());
}

}  // namespace cento::python
