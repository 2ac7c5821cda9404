#include "spark_join.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "cento/dedup.hpp"
#include "engine/duplicate_search.hpp"
#include "engine/tasks/part_signing.hpp"
#include "engine/tasks/repeated_ids.hpp"
#include "given_options.hpp"
#include "group/survivor_stream.hpp"
#include "job_runner.hpp"
#include "methods/ndd/tasks/band_tasks.hpp"
#include "methods/ndd/tasks/common_tasks.hpp"
#include "methods/ndd/tasks/join_groups.hpp"
#include "methods/ndd/tasks/pairing_part.hpp"
#include "methods/ndd/tasks/showing_part.hpp"
#include "python_source.hpp"
#include "task_blocks.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

PartSets sets_of(const std::vector<std::string_view>& blocks) {
  PartSets sets;
  for (const std::string_view block : blocks) sets.add_block(block);
  return sets;
}

DuplicateOptions duplicate_options(const std::string& job, const nb::dict& given) {
  if (job != "dedup") return options_from<PairsOptions>(given);
  return options_from<DedupOptions>(given);
}

/// Throws UsageError for options that no task would take.
void check_task(const std::string& job, const nb::dict& given) {
  check_signing(duplicate_options(job, given));
}

std::string reason_of_features(const std::string& method, const std::string& features) {
  DuplicateOptions options;
  options.method = method;
  options.features = features;
  return std::string(reason_of(Removal::same_features, options));
}

nb::dict run_sign_part(const PythonSource& source, const std::string& job, const nb::dict& given, std::size_t groups,
                       const nb::dict& run) {
  const DuplicateOptions options = duplicate_options(job, given);
  return sign_in_job(
      source, run, [&](const RunOptions& with) { return sign_part(source.source, options, groups, with); },
      [](SignedForJoin& part, nb::dict& blocks, nb::dict& stored) {
        blocks["members"] = list_of(std::move(part.members));
        stored["sets"] = list_of(std::move(part.sets));
      });
}

JoinTask make_task(double threshold, std::vector<std::uint32_t> begins, std::size_t groups, std::uint64_t sets,
                   std::uint64_t features) {
  JoinOptions options;
  options.threshold = threshold;
  return {options, DocumentParts(std::move(begins)), groups, sets, features};
}

nb::dict classes(const JoinTask& task, const std::vector<std::uint32_t>& parts, const Blocks& given,
                 std::uint64_t memory, const std::string& temp_dir) {
  const SeenBytes seen(given);
  std::vector<MemberBlock> blocks;
  for (std::size_t i = 0; i < parts.size(); ++i) blocks.push_back({parts[i], seen.views().at(i)});
  FoundClasses found = without_gil([&] { return find_classes(task.parts, blocks, memory_of(memory, temp_dir)); });
  nb::dict result;
  result["later"] = list_of(std::move(found.later));
  result["sizes"] = list_of(std::move(found.sizes));
  result["identical"] = found.identical;
  result["same_features"] = found.same_features;
  result["features"] = found.features;
  return result;
}

/// The share of all hash values that all sets show.
double shown_by_all(const JoinTask& task) {
  double shown = 0;
  for (const FeatureSlice& slice : task.slices()) {
    if (slice.is_for_all) shown = static_cast<double>(slice.last) / std::numeric_limits<std::uint64_t>::max();
  }
  return shown;
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

nb::list show_sketches(const JoinTask& task, std::size_t part, const Blocks& sets, const Blocks& later,
                       const std::string& method, double recall) {
  const SeenBytes set_views(sets);
  const SeenBytes later_views(later);
  return list_of(without_gil([&] {
    return show_bands(task, part, sets_of(set_views.views()), records_of<LaterMember>(later_views.views()), method,
                      recall);
  }));
}

/// The pairs that groups of bands propose.
nb::dict propose_sketches(const JoinTask& task, const Blocks& given, std::uint64_t memory,
                          const std::string& temp_dir) {
  const SeenBytes blocks(given);
  FoundProposals found =
      without_gil([&] { return propose_by_bands(task, blocks.views(), memory_of(memory, temp_dir)); });
  nb::dict result;
  result["proposals"] = list_of(std::move(found.proposals));
  result["capped_features"] = found.totals.capped_features;
  return result;
}

nb::list count_part(const JoinTask& task, std::size_t part, const Blocks& sets, const Blocks& later,
                    const Blocks& sizes) {
  const SeenBytes set_views(sets);
  const SeenBytes later_views(later);
  const SeenBytes size_views(sizes);
  return list_of(without_gil([&] {
    return count_in_documents(task, part, sets_of(set_views.views()), records_of<LaterMember>(later_views.views()),
                              records_of<ClassSize>(size_views.views()));
  }));
}

/// Which features more than `most` documents have, for the parts, and how many these are.
nb::dict commons(const JoinTask& task, std::uint64_t most, const std::vector<std::uint32_t>& parts,
                 const Blocks& given, std::uint64_t memory, const std::string& temp_dir) {
  const SeenBytes seen(given);
  std::vector<MemberBlock> blocks;
  for (std::size_t i = 0; i < parts.size(); ++i) blocks.push_back({parts[i], seen.views().at(i)});
  FoundCommons found = without_gil([&] { return find_commons(task, most, blocks, memory_of(memory, temp_dir)); });
  nb::dict result;
  result["commons"] = list_of(std::move(found.commons));
  result["sct_features"] = found.features;
  return result;
}

/// The sets of a part without common features, and how many are left.
nb::dict thin(const JoinTask& task, std::size_t part, const Blocks& sets, const Blocks& later, const Blocks& commons) {
  const SeenBytes set_views(sets);
  const SeenBytes later_views(later);
  const SeenBytes common_views(commons);
  ThinnedSets thinned = without_gil([&] {
    return thin_sets(task, part, sets_of(set_views.views()), records_of<LaterMember>(later_views.views()),
                     records_of<CountedInDocuments>(common_views.views()));
  });
  nb::dict result;
  result["sets"] = list_of(std::move(thinned.sets));
  result["features"] = thinned.features;
  result["sct_occurrences"] = thinned.left_out;
  return result;
}

/// `slices`: how many of them were shown; none with MinHash.
nb::dict homes(const JoinTask& task, std::size_t part, const Blocks& sets, const Blocks& later, const Blocks& counts,
               const Blocks& proposals, std::size_t slices) {
  const SeenBytes set_views(sets);
  const SeenBytes later_views(later);
  const SeenBytes count_views(counts);
  const SeenBytes proposed(proposals);
  FoundHomes found = without_gil([&] {
    const ShowingPart showing =
        showing_part(task, part, set_views.views(), later_views.views(), count_views.views(), slices);
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
  for (const auto field :
       {&SimilarPair::a, &SimilarPair::b, &SimilarPair::shared, &SimilarPair::size_a, &SimilarPair::size_b}) {
    columns.append(column(found, field));
  }
  return nb::make_tuple(columns, compared);
}

/// The columns `document`, `first` and `first_of_text` of blocks of LaterMember.
nb::tuple later_columns(const Blocks& blocks) {
  const SeenBytes seen(blocks);
  const auto records = records_of<LaterMember>(seen.views());
  return nb::make_tuple(column(records, &LaterMember::document), column(records, &LaterMember::first),
                        column(records, &LaterMember::first_of_text));
}

/// 64-bit numbers in the bytes of an object.
std::span<const std::int64_t> long_numbers(std::string_view bytes) {
  return {reinterpret_cast<const std::int64_t*>(bytes.data()), bytes.size() / sizeof(std::int64_t)};
}

/// The columns document, kept, by_reference, shared, size and size_kept of removed documents.
nb::tuple columns_of(const std::vector<StreamedVerdict>& removed) {
  constexpr std::size_t kColumns = 6;
  std::array<std::vector<std::uint32_t>, kColumns> columns;
  for (const StreamedVerdict& one : removed) {
    const Verdict& verdict = one.verdict;
    std::size_t i = 0;
    for (const std::uint32_t value : {one.document, verdict.kept, verdict.removal == Removal::reference ? 1U : 0U,
                                      verdict.shared, verdict.size, verdict.size_kept}) {
      columns.at(i++).push_back(value);
    }
  }
  return nb::make_tuple(bytes_of(columns[0]), bytes_of(columns[1]), bytes_of(columns[2]), bytes_of(columns[3]),
                        bytes_of(columns[4]), bytes_of(columns[5]));
}

/// `given`: the columns later, earlier, by_reference, shared, size_later and size_earlier, each of 64-bit numbers.
nb::tuple add_ranked(SurvivorStream& stream, const Blocks& given) {
  const SeenBytes seen(given);
  std::vector<std::span<const std::int64_t>> columns;
  for (const std::string_view bytes : seen.views()) columns.push_back(long_numbers(bytes));
  const auto number = [&](std::size_t name, std::size_t row) {
    return static_cast<std::uint32_t>(columns.at(name)[row]);
  };
  std::vector<StreamedVerdict> removed;
  for (std::size_t row = 0; row < columns.at(0).size(); ++row) {
    const RankedPair pair{number(0, row), number(1, row), number(2, row) != 0,
                          number(3, row), number(4, row), number(5, row)};
    stream.add(pair, removed);
  }
  return columns_of(removed);
}

nb::tuple finish_ranked(SurvivorStream& stream) {
  std::vector<StreamedVerdict> removed;
  stream.finish(removed);
  return columns_of(removed);
}

/// Which ids of a group several documents have: for each part the rows of its documents with such an id.
nb::list repeated_ids(const nb::dict& arrived, std::size_t parts, std::uint64_t memory, const std::string& temp_dir) {
  const SeenInput seen(arrived);
  return list_of(without_gil([&] { return find_repeated_ids(seen.input(), parts, memory_of(memory, temp_dir)); }));
}

}  // namespace

void bind_spark_join(nb::module_& module) {
  module.attr("TASK_VERSION") = kTaskVersion;
  module.def(
      "show_ids",
      [](const std::vector<std::string>& ids, std::size_t groups) { return list_of(show_ids(ids, groups)); },
      nb::arg("ids"), nb::arg("groups"));
  module.def("find_repeated_ids", &repeated_ids, nb::arg("arrived"), nb::arg("parts"), nb::arg("memory"),
             nb::arg("temp_dir"));
  module.def("sign_part", &run_sign_part, nb::arg("source"), nb::arg("job"), nb::arg("options"), nb::arg("groups"),
             nb::arg("run"));
  module.def("check_task", &check_task, nb::arg("job"), nb::arg("options"));
  module.def("reason_of_same_features", &reason_of_features, nb::arg("method"), nb::arg("features"));
  nb::class_<SurvivorStream>(module, "SurvivorStream")
      .def(nb::init<>())
      .def("add", &add_ranked, nb::arg("columns"))
      .def("finish", &finish_ranked);
  module.def("later_columns", &later_columns, nb::arg("blocks"));
  nb::class_<JoinTask>(module, "JoinTask")
      .def(
          "__init__",
          [](JoinTask* place, double threshold, std::vector<std::uint32_t> begins, std::size_t groups,
             std::uint64_t sets, std::uint64_t features) {
            new (place) JoinTask(make_task(threshold, std::move(begins), groups, sets, features));
          },
          nb::arg("threshold"), nb::arg("begins"), nb::arg("groups"), nb::arg("sets"), nb::arg("features"))
      .def_prop_ro("slices", [](const JoinTask& task) { return task.slices().size(); })
      .def_prop_ro("shown_by_all", &shown_by_all)
      .def("find_classes", &classes, nb::arg("parts"), nb::arg("blocks"), nb::arg("memory"), nb::arg("temp_dir"))
      .def("show", &show, nb::arg("part"), nb::arg("sets"), nb::arg("later"), nb::arg("counts"), nb::arg("commons"),
           nb::arg("slice"))
      .def("propose", &propose, nb::arg("slice"), nb::arg("blocks"), nb::arg("memory"), nb::arg("temp_dir"))
      .def("find_homes", &homes, nb::arg("part"), nb::arg("sets"), nb::arg("later"), nb::arg("counts"),
           nb::arg("proposals"), nb::arg("slices"))
      .def("show_bands", &show_sketches, nb::arg("part"), nb::arg("sets"), nb::arg("later"), nb::arg("method"),
           nb::arg("recall"))
      .def("propose_by_bands", &propose_sketches, nb::arg("blocks"), nb::arg("memory"), nb::arg("temp_dir"))
      .def("count_in_documents", &count_part, nb::arg("part"), nb::arg("sets"), nb::arg("later"), nb::arg("sizes"))
      .def("find_commons", &commons, nb::arg("most"), nb::arg("parts"), nb::arg("blocks"), nb::arg("memory"),
           nb::arg("temp_dir"))
      .def("thin_sets", &thin, nb::arg("part"), nb::arg("sets"), nb::arg("later"), nb::arg("commons"))
      .def("send_sets", &send, nb::arg("part"), nb::arg("sets"), nb::arg("pairs"), nb::arg("sent"))
      .def("compare", &compare, nb::arg("part"), nb::arg("sets"), nb::arg("sent"), nb::arg("pairs"));
}

}  // namespace cento::python
