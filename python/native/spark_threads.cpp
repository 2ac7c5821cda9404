#include "spark_threads.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "cento/threads.hpp"
#include "engine/forum_search.hpp"
#include "engine/tasks/thread_signing.hpp"
#include "given_options.hpp"
#include "methods/forum/forum_signer.hpp"
#include "methods/forum/tasks/text_groups.hpp"
#include "methods/forum/tasks/text_pairs.hpp"
#include "methods/forum/tasks/thread_pairs.hpp"
#include "python_source.hpp"
#include "task_blocks.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

/// Also takes the text of a model, as `model`.
ThreadsOptions options_of_threads(const nb::dict& given) {
  ThreadsOptions options;
  OptionTable table = options_of(options);
  table.push_back({"model", "JSON", "what tune() wrote", TextSlot{&options.model}});
  set_options(table, given);
  return options;
}

/// Throws UsageError for options that no task would take.
void check_threads(const nb::dict& given) {
  static_cast<void>(plan_of(options_of_threads(given)));
}

nb::dict run_sign_threads(const PythonSource& source, const std::string& /*job*/, const nb::dict& given,
                          std::size_t groups, const nb::dict& run) {
  const ThreadsOptions options = options_of_threads(given);
  std::uint64_t without_features = 0;
  nb::dict result = sign_in_job(
      source, run, [&](const RunOptions& with) { return sign_threads(source.source, options, groups, with); },
      [&](SignedThreadPart& part, nb::dict& blocks, nb::dict& stored) {
        blocks["texts"] = list_of(std::move(part.texts));
        stored["threads"] = list_of(std::move(part.sets));
        without_features = part.without_features;
      });
  nb::dict counts;
  counts["without_features"] = without_features;
  result["counts"] = counts;
  return result;
}

ThreadsTask make_threads_task(const nb::dict& given, std::vector<std::uint32_t> begins, std::size_t groups,
                              std::vector<std::uint64_t> texts) {
  return {plan_of(options_of_threads(given)), DocumentParts(std::move(begins)), groups, std::move(texts)};
}

std::vector<std::string> labels_of_parts(const ThreadsTask& task) {
  std::vector<std::string> labels;
  for (const ComparedPart& part : task.plan.model().parts) labels.push_back(part_label(part));
  return labels;
}

/// The blocks of the threads of a part, by kind, where they are as long as this exists.
class SeenPart {
 public:
  explicit SeenPart(const nb::dict& given)
      : threads_(blocks_of(given, "threads")),
        later_(blocks_of(given, "later")),
        shared_(blocks_of(given, "shared")),
        members_(blocks_of(given, "members")),
        tallies_(blocks_of(given, "tallies")),
        short_tallies_(blocks_of(given, "short_tallies")) {}

  /// Without the GIL.
  [[nodiscard]] ThreadPart part(const ThreadsTask& task, std::size_t number) const {
    ThreadPartInput input;
    for (const std::string_view block : threads_.views()) input.sets.add_block(block);
    input.later = records_of<LaterMember>(later_.views());
    input.shared = records_of<SharedText>(shared_.views());
    input.members = records_of<ThreadOfText>(members_.views());
    input.tallies = records_of<CountedFeature>(tallies_.views());
    input.short_tallies = records_of<ShortCount>(short_tallies_.views());
    return {task, number, std::move(input)};
  }

 private:
  static Blocks blocks_of(const nb::dict& given, const char* kind) {
    return given.contains(kind) ? nb::cast<Blocks>(given[kind]) : Blocks();
  }

  SeenBytes threads_;
  SeenBytes later_;
  SeenBytes shared_;
  SeenBytes members_;
  SeenBytes tallies_;
  SeenBytes short_tallies_;
};

std::vector<BlockOfPart> blocks_of_parts(const std::vector<std::uint32_t>& parts, const SeenBytes& seen) {
  std::vector<BlockOfPart> blocks;
  for (std::size_t i = 0; i < parts.size(); ++i) blocks.push_back({parts[i], seen.views().at(i)});
  return blocks;
}

SentTexts texts_of(const SeenBytes& blocks) {
  SentTexts texts;
  for (const std::string_view block : blocks.views()) texts.add_block(block);
  return texts;
}

nb::dict texts(const ThreadsTask& task, const std::vector<std::uint32_t>& parts, const Blocks& given,
               std::uint64_t memory, const std::string& temp_dir) {
  const SeenBytes seen(given);
  FoundTexts found =
      without_gil([&] { return find_texts(task, blocks_of_parts(parts, seen), memory_of(memory, temp_dir)); });
  nb::dict result;
  result["later"] = list_of(std::move(found.later));
  result["shared"] = list_of(std::move(found.shared));
  result["members"] = list_of(std::move(found.members));
  result["pairs"] = list_of(std::move(found.pairs));
  result["texts"] = found.texts;
  result["identical"] = found.identical;
  result["capped_groups"] = found.capped_groups;
  result["capped_pairs"] = found.capped_pairs;
  return result;
}

nb::dict count(const ThreadsTask& task, std::size_t part, const nb::dict& given) {
  const SeenPart seen(given);
  CountsForGroups counted = without_gil([&] { return count_features(task, seen.part(task, part)); });
  nb::dict result;
  result["counted"] = list_of(std::move(counted.features));
  result["short_counted"] = list_of(std::move(counted.shorts));
  return result;
}

/// `are_short`: blocks of ShortCount.
nb::list tally_blocks(const ThreadsTask& task, const std::vector<std::uint32_t>& parts, const Blocks& given,
                      bool are_short, std::uint64_t memory, const std::string& temp_dir) {
  const SeenBytes seen(given);
  return list_of(without_gil([&] {
    const auto blocks = blocks_of_parts(parts, seen);
    return are_short ? tally_short_features(task, blocks, memory_of(memory, temp_dir))
                     : tally_features(task, blocks, memory_of(memory, temp_dir));
  }));
}

nb::list show_part(const ThreadsTask& task, std::size_t part, const nb::dict& given) {
  const SeenPart seen(given);
  return list_of(without_gil([&] { return show_texts(task, seen.part(task, part)); }));
}

nb::list meet(const ThreadsTask& task, const Blocks& given, std::uint64_t memory, const std::string& temp_dir) {
  const SeenBytes seen(given);
  return list_of(without_gil([&] { return meet_texts(task, seen.views(), memory_of(memory, temp_dir)); }));
}

nb::dict send_part_texts(const ThreadsTask& task, std::size_t part, const nb::dict& given, const Blocks& met) {
  const SeenPart seen(given);
  const SeenBytes met_views(met);
  SentForTexts sent =
      without_gil([&] { return send_texts(task, seen.part(task, part), records_of<MetTexts>(met_views.views())); });
  nb::dict result;
  result["text_pairs"] = list_of(std::move(sent.pairs));
  result["text_sets"] = list_of(std::move(sent.texts));
  return result;
}

nb::dict compare_part_texts(const ThreadsTask& task, std::size_t part, const nb::dict& given, const Blocks& pairs,
                            const Blocks& sent) {
  const SeenPart seen(given);
  const SeenBytes pair_views(pairs);
  const SeenBytes sent_views(sent);
  ComparedTexts compared = without_gil([&] {
    return compare_texts(task, seen.part(task, part), texts_of(sent_views), records_of<TextPair>(pair_views.views()));
  });
  nb::dict result;
  result["pairs"] = list_of(std::move(compared.pairs));
  result["compared"] = compared.compared;
  result["capped_groups"] = compared.capped_groups;
  result["capped_pairs"] = compared.capped_pairs;
  return result;
}

nb::dict send_part_threads(const ThreadsTask& task, std::size_t part, const nb::dict& given, const Blocks& pairs) {
  const SeenPart seen(given);
  const SeenBytes pair_views(pairs);
  SentForThreads sent = without_gil(
      [&] { return send_threads(task, seen.part(task, part), records_of<ThreadPair>(pair_views.views())); });
  nb::dict result;
  result["thread_pairs"] = list_of(std::move(sent.pairs));
  result["thread_sets"] = list_of(std::move(sent.threads));
  result["scored"] = sent.scored;
  return result;
}

/// The columns a, b, shared (as_features()) and the similarities of parts, one after another.
nb::tuple columns_of(const SimilarThreads& found) {
  std::vector<std::uint32_t> shared;
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    const auto [a, b] = found.pairs[i];
    shared.push_back(as_features({a, b, found.similarities[i]}).shared);
  }
  const std::string_view parts(reinterpret_cast<const char*>(found.parts.data()), found.parts.size() * sizeof(double));
  return nb::make_tuple(column(found.pairs, &ThreadPair::a), column(found.pairs, &ThreadPair::b), bytes_of(shared),
                        bytes_of(parts));
}

/// The columns of similar threads, and of later ones with the first that is the same.
nb::tuple compare_part_threads(const ThreadsTask& task, std::size_t part, const nb::dict& given, const Blocks& pairs,
                               const Blocks& sent) {
  const SeenPart seen(given);
  const SeenBytes pair_views(pairs);
  const SeenBytes sent_views(sent);
  SimilarThreads similar;
  SimilarThreads same;
  without_gil([&] {
    const ThreadPart own = seen.part(task, part);
    similar = compare_threads(task, own, texts_of(sent_views), records_of<ThreadPair>(pair_views.views()));
    same = compare_same(task, own);
    return 0;
  });
  return nb::make_tuple(columns_of(similar), columns_of(same));
}

}  // namespace

void bind_spark_threads(nb::module_& module) {
  module.def("check_threads", &check_threads, nb::arg("options"));
  module.def("sign_threads", &run_sign_threads, nb::arg("source"), nb::arg("job"), nb::arg("options"),
             nb::arg("groups"), nb::arg("run"));
  nb::class_<ThreadsTask>(module, "ThreadsTask")
      .def(
          "__init__",
          [](ThreadsTask* place, const nb::dict& options, std::vector<std::uint32_t> begins, std::size_t groups,
             std::vector<std::uint64_t> of_fields) {
            new (place) ThreadsTask(make_threads_task(options, std::move(begins), groups, std::move(of_fields)));
          },
          nb::arg("options"), nb::arg("begins"), nb::arg("groups"), nb::arg("texts"))
      .def_prop_ro("part_labels", &labels_of_parts)
      .def("find_texts", &texts, nb::arg("parts"), nb::arg("blocks"), nb::arg("memory"), nb::arg("temp_dir"))
      .def("count", &count, nb::arg("part"), nb::arg("threads"))
      .def("tally", &tally_blocks, nb::arg("parts"), nb::arg("blocks"), nb::arg("are_short"), nb::arg("memory"),
           nb::arg("temp_dir"))
      .def("show", &show_part, nb::arg("part"), nb::arg("threads"))
      .def("meet", &meet, nb::arg("blocks"), nb::arg("memory"), nb::arg("temp_dir"))
      .def("send_texts", &send_part_texts, nb::arg("part"), nb::arg("threads"), nb::arg("met"))
      .def("compare_texts", &compare_part_texts, nb::arg("part"), nb::arg("threads"), nb::arg("pairs"), nb::arg("sent"))
      .def("send_threads", &send_part_threads, nb::arg("part"), nb::arg("threads"), nb::arg("pairs"))
      .def("compare_threads", &compare_part_threads, nb::arg("part"), nb::arg("threads"), nb::arg("pairs"),
           nb::arg("sent"));
}

}  // namespace cento::python
