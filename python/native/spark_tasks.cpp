#include "spark_tasks.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "engine/tasks/part_signing.hpp"
#include "given_options.hpp"
#include "job_runner.hpp"
#include "methods/ndd/tasks/join_groups.hpp"
#include "methods/ndd/tasks/pairing_part.hpp"
#include "methods/ndd/tasks/showing_part.hpp"
#include "python_source.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

/// Objects of Python whose bytes can be seen: bytes, buffers of pyarrow.
using Blocks = std::vector<nb::object>;

/// The bytes of such objects, where they are, as long as this exists. With the GIL.
class SeenBytes {
 public:
  explicit SeenBytes(const Blocks& blocks) {
    buffers_.reserve(blocks.size());
    for (const nb::object& block : blocks) see(block);
  }
  ~SeenBytes() {
    for (Py_buffer& buffer : buffers_) PyBuffer_Release(&buffer);
  }
  SeenBytes(const SeenBytes&) = delete;
  SeenBytes& operator=(const SeenBytes&) = delete;

  [[nodiscard]] const std::vector<std::string_view>& views() const { return views_; }

 private:
  void see(const nb::object& block) {
    Py_buffer buffer;
    if (PyObject_GetBuffer(block.ptr(), &buffer, PyBUF_SIMPLE) != 0) throw nb::python_error();
    buffers_.push_back(buffer);
    views_.emplace_back(static_cast<const char*>(buffer.buf), static_cast<std::size_t>(buffer.len));
  }

  std::vector<Py_buffer> buffers_;
  std::vector<std::string_view> views_;
};

template <typename Record>
std::vector<Record> records_of(const std::vector<std::string_view>& blocks) {
  std::vector<Record> records;
  for (const std::string_view block : blocks) append_records(block, records);
  return records;
}

PartSets sets_of(const std::vector<std::string_view>& blocks) {
  PartSets sets;
  for (const std::string_view block : blocks) sets.add_block(block);
  return sets;
}

nb::bytes bytes_of(std::string_view bytes) {
  return nb::bytes(bytes.data(), bytes.size());
}

nb::bytes bytes_of(const std::vector<std::uint32_t>& numbers) {
  return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::uint32_t));
}

/// As a list of (task, bytes). What was copied is freed.
nb::list list_of(std::vector<OutgoingBlocks::Block> blocks) {
  nb::list list;
  for (OutgoingBlocks::Block& block : blocks) {
    list.append(nb::make_tuple(block.to, bytes_of(block.bytes)));
    block.bytes = {};
  }
  return list;
}

/// One column of pairs, as the bytes of 32-bit numbers.
nb::bytes column(const std::vector<SimilarPair>& pairs, std::uint32_t SimilarPair::*field) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(pairs.size());
  for (const SimilarPair& pair : pairs) numbers.push_back(pair.*field);
  return bytes_of(numbers);
}

template <typename Work>
auto without_gil(const Work& work) {
  const WithoutGil released;
  return work();
}

nb::dict run_sign_part(const PythonSource& source, const nb::dict& given, std::size_t groups, const nb::dict& run) {
  const auto options = options_from<PairsOptions>(given);
  JobRequest request = job_request(run, nb::none());
  JobNotes notes;
  SignedPart part;
  try {
    run_job(request, notes,
            [&](const RunOptions& with) { part = sign_part(source.source, options, groups, with); });
  } catch (...) {
    source.failure->raise_if_any();
    throw;
  }
  nb::list sets;
  for (std::string& block : part.sets) {
    sets.append(bytes_of(block));
    block = {};
  }
  nb::dict result;
  result["sets"] = std::move(sets);
  result["members"] = list_of(std::move(part.members));
  result["ids"] = part.ids;
  result["places"] = part.places;
  result["text_bytes"] = part.text_bytes;
  result["rejected_records"] = part.summary.rejected_records;
  result["rejects"] = notes.rejects.rejects();
  result["remarks"] = notes.remarks;
  return result;
}

JoinTask make_task(double threshold, std::vector<std::uint32_t> begins, std::size_t groups, std::uint64_t sets,
                   std::uint64_t features) {
  JoinOptions options;
  options.threshold = threshold;
  return {options, DocumentParts(std::move(begins)), groups, sets, features};
}

TaskMemory memory_of(std::uint64_t bytes, std::string temp_dir) {
  return {bytes, std::move(temp_dir)};
}

nb::dict classes(const JoinTask& task, const std::vector<std::uint32_t>& parts, const Blocks& given,
                 std::uint64_t memory, const std::string& temp_dir) {
  const SeenBytes seen(given);
  std::vector<MemberBlock> blocks;
  for (std::size_t i = 0; i < parts.size(); ++i) blocks.push_back({parts[i], seen.views().at(i)});
  FoundClasses found = without_gil([&] { return find_classes(task.parts, blocks, memory_of(memory, temp_dir)); });
  nb::dict result;
  result["later"] = list_of(std::move(found.later));
  result["identical"] = found.identical;
  result["same_features"] = found.same_features;
  result["features"] = found.features;
  return result;
}

/// The part after all slices before this one were shown; the arguments as in Python.
ShowingPart showing_part(const JoinTask& task, std::size_t part, const std::vector<std::string_view>& sets,
                         const std::vector<std::string_view>& later, const std::vector<std::string_view>& counts,
                         std::size_t slice) {
  return {task, part, sets_of(sets), records_of<LaterMember>(later), records_of<CommonCount>(counts), slice};
}

/// What a part shows in a slice (in the one after the last: common features), and how many of its sets need it.
nb::tuple show(const JoinTask& task, std::size_t part, const Blocks& sets, const Blocks& later, const Blocks& counts,
               const Blocks& commons, std::size_t slice) {
  const SeenBytes set_views(sets);
  const SeenBytes later_views(later);
  const SeenBytes count_views(counts);
  const SeenBytes common_views(commons);
  std::uint64_t needy = 0;
  auto blocks = without_gil([&] {
    const ShowingPart showing =
        showing_part(task, part, set_views.views(), later_views.views(), count_views.views(), slice);
    needy = showing.needy();
    return slice < task.slices().size() ? showing.show()
                                        : showing.show_commons(records_of<CommonShown>(common_views.views()));
  });
  return nb::make_tuple(list_of(std::move(blocks)), needy);
}

/// The pairs that groups propose, of features shown in a slice (in the one after the last: common features).
nb::dict propose(const JoinTask& task, std::uint32_t slice, const Blocks& given, std::uint64_t memory,
                 const std::string& temp_dir) {
  const SeenBytes blocks(given);
  FoundProposals found = without_gil([&] {
    const TaskMemory may_use = memory_of(memory, temp_dir);
    return slice < task.slices().size() ? propose_by_features(task, slice, blocks.views(), may_use)
                                        : propose_by_commons(task, blocks.views(), may_use);
  });
  nb::dict result;
  result["proposals"] = list_of(std::move(found.proposals));
  result["commons"] = list_of(std::move(found.commons));
  result["counts"] = list_of(std::move(found.counts));
  result["capped_features"] = found.totals.capped_features;
  return result;
}

nb::dict homes(const JoinTask& task, std::size_t part, const Blocks& sets, const Blocks& later, const Blocks& counts,
               const Blocks& proposals) {
  const SeenBytes set_views(sets);
  const SeenBytes later_views(later);
  const SeenBytes count_views(counts);
  const SeenBytes proposed(proposals);
  FoundHomes found = without_gil([&] {
    const std::size_t all = task.slices().size();
    const ShowingPart showing =
        showing_part(task, part, set_views.views(), later_views.views(), count_views.views(), all);
    return find_homes(task, part, showing, records_of<ProposedPair>(proposed.views()));
  });
  nb::dict result;
  result["pairs"] = list_of(std::move(found.pairs));
  result["sets"] = list_of(std::move(found.sets));
  result["sent"] = list_of(std::move(found.sent));
  return result;
}

nb::dict send(const JoinTask& task, std::size_t part, const Blocks& sets, const Blocks& pairs, const Blocks& sent) {
  const SeenBytes set_views(sets);
  const SeenBytes pair_views(pairs);
  const SeenBytes sent_views(sent);
  SentForPairs found = without_gil([&] {
    return send_sets(task, part, sets_of(set_views.views()), records_of<PairAtHome>(pair_views.views()),
                     records_of<SentSet>(sent_views.views()));
  });
  nb::dict result;
  result["pairs"] = list_of(std::move(found.pairs));
  result["sets"] = list_of(std::move(found.sets));
  return result;
}

/// The columns a, b, shared, size_a and size_b of the similar pairs, and how many pairs were compared.
nb::tuple compare(const JoinTask& task, std::size_t part, const Blocks& sets, const Blocks& sent, const Blocks& pairs) {
  const SeenBytes set_views(sets);
  const SeenBytes sent_views(sent);
  const SeenBytes pair_views(pairs);
  std::size_t compared = 0;
  const std::vector<SimilarPair> found = without_gil([&] {
    SentSets arrived;
    for (const std::string_view block : sent_views.views()) arrived.add_block(block);
    auto wanted = records_of<ProposedPair>(pair_views.views());
    compared = wanted.size();
    return compare_at_home(task, part, sets_of(set_views.views()), arrived, std::move(wanted));
  });
  nb::list columns;
  for (const auto field : {&SimilarPair::a, &SimilarPair::b, &SimilarPair::shared, &SimilarPair::size_a,
                           &SimilarPair::size_b}) {
    columns.append(column(found, field));
  }
  return nb::make_tuple(columns, compared);
}

/// The columns `document` and `first` of blocks of LaterMember.
nb::tuple later_columns(const Blocks& blocks) {
  std::vector<std::uint32_t> documents;
  std::vector<std::uint32_t> firsts;
  const SeenBytes seen(blocks);
  for (const LaterMember& one : records_of<LaterMember>(seen.views())) {
    documents.push_back(one.document);
    firsts.push_back(one.first);
  }
  return nb::make_tuple(bytes_of(documents), bytes_of(firsts));
}

}  // namespace

void bind_spark_tasks(nb::module_& module) {
  module.attr("TASK_VERSION") = kTaskVersion;
  module.def("sign_part", &run_sign_part, nb::arg("source"), nb::arg("options"), nb::arg("groups"), nb::arg("run"));
  module.def("later_columns", &later_columns, nb::arg("blocks"));
  nb::class_<JoinTask>(module, "JoinTask")
      .def("__init__",
           [](JoinTask* place, double threshold, std::vector<std::uint32_t> begins, std::size_t groups,
              std::uint64_t sets, std::uint64_t features) {
             new (place) JoinTask(make_task(threshold, std::move(begins), groups, sets, features));
           },
           nb::arg("threshold"), nb::arg("begins"), nb::arg("groups"), nb::arg("sets"), nb::arg("features"))
      .def_prop_ro("slices", [](const JoinTask& task) { return task.slices().size(); })
      .def("find_classes", &classes, nb::arg("parts"), nb::arg("blocks"), nb::arg("memory"), nb::arg("temp_dir"))
      .def("show", &show, nb::arg("part"), nb::arg("sets"), nb::arg("later"), nb::arg("counts"),
           nb::arg("commons"), nb::arg("slice"))
      .def("propose", &propose, nb::arg("slice"), nb::arg("blocks"), nb::arg("memory"), nb::arg("temp_dir"))
      .def("find_homes", &homes, nb::arg("part"), nb::arg("sets"), nb::arg("later"), nb::arg("counts"),
           nb::arg("proposals"))
      .def("send_sets", &send, nb::arg("part"), nb::arg("sets"), nb::arg("pairs"), nb::arg("sent"))
      .def("compare", &compare, nb::arg("part"), nb::arg("sets"), nb::arg("sent"), nb::arg("pairs"));
}

}  // namespace cento::python
