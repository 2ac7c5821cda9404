#include "python_index.hpp"

#include <unistd.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "cento/index.hpp"
#include "document_stream.hpp"
#include "given_options.hpp"
#include "job_runner.hpp"
#include "python_source.hpp"
#include "python_text.hpp"
#include "summaries.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

/// An answer whose objects are made when they are asked for: an answer may have thousands of passages.
class NativeAnswer {
 public:
  explicit NativeAnswer(QueryAnswer answer) : answer_(std::move(answer)) {}

  [[nodiscard]] bool is_empty() const {
    return answer_.identical.empty() && answer_.similar.empty() && answer_.passages.empty();
  }
  [[nodiscard]] bool is_incomplete() const { return answer_.is_incomplete; }

  [[nodiscard]] nb::list identical() const {
    nb::list out;
    for (const std::string& id : answer_.identical) out.append(nb::str(id.c_str(), id.size()));
    return out;
  }
  [[nodiscard]] nb::list similar() const {
    nb::list out;
    for (const SimilarAnswer& one : answer_.similar) {
      out.append(nb::make_tuple(one.id, one.similarity, one.contained_a, one.contained_b));
    }
    return out;
  }
  [[nodiscard]] nb::list passages() const {
    nb::list out;
    for (const PassageAnswer& one : answer_.passages) {
      out.append(nb::make_tuple(one.id, one.part_a, one.part_b, side_tuple(one.a), side_tuple(one.b), one.matched,
                                one.similarity));
    }
    return out;
  }

 private:
  QueryAnswer answer_;
};

nb::dict dict_of_document(const TextDocument& document, bool with_texts) {
  nb::dict parts;
  for (const TextPart& part : document.parts) {
    parts[nb::str(part.name.c_str(), part.name.size())] =
        with_texts ? nb::object(nb::str(part.text.c_str(), part.text.size())) : nb::none();
  }
  nb::dict out;
  out["id"] = document.id;
  out["parts"] = parts;
  out["metadata"] = document.metadata;
  return out;
}

/// An index that any thread of Python may use, one at a time, until it is closed.
class SharedIndex {
 public:
  explicit SharedIndex(Index index) : index_(std::move(index)) {}

  static SharedIndex* open(const std::string& folder) {
    const WithoutGil released;
    return new SharedIndex(Index(folder));
  }

  static SharedIndex* create(const std::string& folder, const nb::dict& given) {
    const auto options = options_from<IndexOptions>(given);
    check_options(options);
    const WithoutGil released;
    return new SharedIndex(Index::create(folder, options));
  }

  void close() {
    const WithoutGil released;
    const std::lock_guard lock(mutex_);
    index_.reset();
  }

  NativeAnswer ask(const std::string& id, const nb::object& text, const nb::dict& given) {
    const TextDocument document = document_of(id, text);
    const auto options = checked_ask_options(given);
    QueryAnswer answer;
    with_index([&](Index& index) { answer = index.ask(document, options); });
    return NativeAnswer(std::move(answer));
  }

  nb::list ask_many(const nb::list& documents, const nb::dict& given, const nb::dict& run) {
    std::vector<TextDocument> questions;
    for (const auto& one : documents) {
      const auto pair = nb::borrow<nb::tuple>(one);
      questions.push_back(document_of(nb::cast<std::string>(pair[0]), nb::borrow<nb::object>(pair[1])));
    }
    const auto options = checked_ask_options(given);
    JobRequest request = job_request(run, nb::none());
    JobNotes notes;
    std::vector<QueryAnswer> answers;
    check_not_inside_iterator();
    run_job(request, notes, [&](const RunOptions& with) {
      const std::lock_guard lock(mutex_);
      answers = open_one().ask_many(questions, options, with);
    });
    nb::list out;
    for (QueryAnswer& answer : answers) out.append(nb::cast(NativeAnswer(std::move(answer))));
    return out;
  }

  nb::dict add(const PythonSource& source, const nb::dict& run, nb::object on_progress) {
    JobRequest request = job_request(run, std::move(on_progress));
    JobNotes notes;
    AddSummary summary;
    try {
      run_job(request, notes, [&](const RunOptions& with) {
        const std::lock_guard lock(mutex_);
        is_being_added_to_ = true;
        try {
          summary = open_one().add(source.source, with);
        } catch (...) {
          is_being_added_to_ = false;
          throw;
        }
        is_being_added_to_ = false;
      });
    } catch (...) {
      source.failure->raise_if_any();
      throw;
    }
    nb::dict out;
    out["summary"] = dict_of(summary);
    out["rejects"] = notes.rejects.rejects();
    out["remarks"] = notes.remarks;
    return out;
  }

  nb::object get(const std::string& id) {
    std::optional<TextDocument> found;
    with_index([&](const Index& index) { found = index.get(id); });
    return found ? nb::object(dict_of_document(*found, true)) : nb::none();
  }

  nb::list documents(bool with_texts) {
    std::vector<TextDocument> all;
    with_index([&](const Index& index) {
      index.for_each(with_texts, [&](const TextDocument& document) { all.push_back(document); });
    });
    nb::list out;
    for (const TextDocument& document : all) out.append(dict_of_document(document, with_texts));
    return out;
  }

  bool remove(const std::string& id) {
    bool was_there = false;
    with_index([&](Index& index) { was_there = index.remove(id); });
    return was_there;
  }

  std::uint64_t size() {
    std::uint64_t documents = 0;
    with_index([&](const Index& index) { documents = index.size(); });
    return documents;
  }

  std::vector<std::string> verify() {
    std::vector<std::string> faults;
    with_index([&](const Index& index) { faults = index.verify(); });
    return faults;
  }

  void back_up(const std::string& folder) {
    with_index([&](const Index& index) { index.back_up(folder); });
  }
  void merge() {
    with_index([](Index& index) { index.merge(); });
  }
  void refresh() {
    with_index([](Index& index) { index.refresh(); });
  }

 private:
  static AskOptions checked_ask_options(const nb::dict& given) {
    auto options = options_from<AskOptions>(given);
    check_values(options_of(options));
    return options;
  }

  Index& open_one() {
    if (!index_) throw Error("the index is closed");
    if (getpid() != process_) {
      throw Error("the index was opened before this process was forked; open it again in this process");
    }
    return *index_;
  }

  /// It would wait for itself.
  void check_not_inside_iterator() const {
    if (is_being_added_to_ && is_inside_iterator()) {
      throw Error("an index cannot be used by the iterator whose documents are being added to it");
    }
  }

  /// Calls `use` with the index, without the GIL.
  template <typename Use>
  void with_index(const Use& use) {
    const WithoutGil released;
    check_not_inside_iterator();
    const std::lock_guard lock(mutex_);
    use(open_one());
  }

  std::mutex mutex_;
  std::atomic<bool> is_being_added_to_ = false;
  std::optional<Index> index_;
  pid_t process_ = getpid();
};

}  // namespace

void bind_index(nb::module_& module) {
  nb::class_<NativeAnswer>(module, "Answer")
      .def("is_empty", &NativeAnswer::is_empty)
      .def("is_incomplete", &NativeAnswer::is_incomplete)
      .def("identical", &NativeAnswer::identical)
      .def("similar", &NativeAnswer::similar)
      .def("passages", &NativeAnswer::passages);
  nb::class_<SharedIndex>(module, "Index")
      .def_static("open", &SharedIndex::open, nb::arg("folder"), nb::rv_policy::take_ownership)
      .def_static("create", &SharedIndex::create, nb::arg("folder"), nb::arg("options"), nb::rv_policy::take_ownership)
      .def("close", &SharedIndex::close)
      .def("ask", &SharedIndex::ask, nb::arg("id"), nb::arg("text"), nb::arg("options"))
      .def("ask_many", &SharedIndex::ask_many, nb::arg("documents"), nb::arg("options"), nb::arg("run"))
      .def("add", &SharedIndex::add, nb::arg("source"), nb::arg("run"), nb::arg("on_progress").none())
      .def("get", &SharedIndex::get, nb::arg("id"))
      .def("documents", &SharedIndex::documents, nb::arg("with_texts"))
      .def("remove", &SharedIndex::remove, nb::arg("id"))
      .def("__len__", &SharedIndex::size)
      .def("verify", &SharedIndex::verify)
      .def("back_up", &SharedIndex::back_up, nb::arg("folder"))
      .def("merge", &SharedIndex::merge)
      .def("refresh", &SharedIndex::refresh);
}

}  // namespace cento::python
