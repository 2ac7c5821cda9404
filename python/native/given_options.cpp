#include "given_options.hpp"

#include "cento/dedup.hpp"
#include "cento/index.hpp"
#include "cento/method_options.hpp"
#include "cento/pairs.hpp"
#include "cento/scan.hpp"
#include "cento/threads.hpp"
#include "engine/tasks/reuse_reading.hpp"

namespace nb = nanobind;

namespace cento::python {

namespace {

template <typename... Visitors>
struct Cases : Visitors... {
  using Visitors::operator()...;
};
template <typename... Visitors>
Cases(Visitors...) -> Cases<Visitors...>;

const char* kind_of(const Option& option) {
  return std::visit(Cases{[](const FlagSlot&) { return "flag"; }, [](const WholeSlot&) { return "whole"; },
                          [](const CountOrAllSlot&) { return "count"; }, [](const RealSlot&) { return "real"; },
                          [](const SizeSlot&) { return "size"; }, [](const TextSlot&) { return "text"; },
                          [](const ListSlot&) { return "list"; }, [](const ChoiceSlot&) { return "choice"; }},
                    option.slot);
}

nb::list choices_of(const Option& option) {
  nb::list names;
  if (const auto* slot = std::get_if<ChoiceSlot>(&option.slot)) {
    for (const std::string& name : slot->names) names.append(name.c_str());
  }
  if (const auto* slot = std::get_if<TextSlot>(&option.slot)) {
    for (const std::string& name : slot->names) names.append(name.c_str());
  }
  return names;
}

nb::str text_of(std::string_view text) {
  return nb::str(text.data(), text.size());
}

template <typename Options>
nb::list describe_table() {
  Options options;
  nb::list rows;
  for (const Option& option : options_of(options)) {
    nb::dict row;
    row["name"] = text_of(option.name);
    row["kind"] = kind_of(option);
    row["meaning"] = text_of(option.meaning);
    row["limits"] = text_of(limits_of(option));
    row["default"] = text_of(default_of(option));
    row["json"] = text_of(json_of(option));
    row["symbol"] = text_of(option.symbol);
    row["choices"] = choices_of(option);
    rows.append(row);
  }
  return rows;
}

}  // namespace

nb::list describe_options(const std::string& job) {
  if (job == "files") return describe_table<FileOptions>();
  if (job == "scan") return describe_table<ScanOptions>();
  if (job == "blog") return describe_table<BlogRule>();
  if (job == "pairs") return describe_table<PairsOptions>();
  if (job == "dedup") return describe_table<DedupOptions>();
  if (job == "threads") return describe_table<ThreadsOptions>();
  if (job == "substring") return describe_table<RunRule>();
  if (job == "compare") return describe_table<PassageOptions>();
  if (job == "index") return describe_table<IndexOptions>();
  if (job == "ask") return describe_table<AskOptions>();
  if (job == "reuse") return describe_table<ReuseTaskOptions>();
  if (job == "run") return describe_table<RunOptions>();
  throw UsageError("there is no job \"" + job + "\"");
}

}  // namespace cento::python
