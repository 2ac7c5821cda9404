#include "chosen_document.hpp"

#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "collection_run.hpp"
#include "core/error.hpp"
#include "read/collection.hpp"
#include "read/input_list.hpp"

namespace cento::cli {

namespace {

constexpr std::size_t kNamedMost = 5;

bool exists(std::string_view name) {
  std::error_code error;
  return name == "-" || std::filesystem::exists(name, error);
}

ChosenDocument copy_of(const Document& document, const std::string& name) {
  ChosenDocument copy;
  copy.name = name;
  copy.id = document.id;
  for (const Part& part : document.parts) {
    const std::string& part_name = copy.texts.emplace_back(part.name);
    copy.parts.push_back({part_name, copy.texts.emplace_back(part.text)});
  }
  return copy;
}

/// Takes the wanted document out of those that are read.
class Choice {
 public:
  Choice(const DocumentArgument& wanted, const std::string& argument) : wanted_(wanted), argument_(argument) {}

  /// Throws StopReading when nothing else can matter.
  void take(const DocumentBatch& batch) {
    for (const Document& document : batch.documents) {
      const bool is_wanted = wanted_.id.empty() ? ids_.empty() : document.id == wanted_.id;
      if (is_wanted) chosen_ = copy_of(document, argument_);
      if (ids_.size() <= kNamedMost) ids_.emplace_back(document.id);
      if (wanted_.id.empty() ? ids_.size() > kNamedMost : is_wanted) throw StopReading();
    }
  }

  [[nodiscard]] ChosenDocument result() {
    if (ids_.empty()) throw Error(fmt::format("there is no document in {}", wanted_.input));
    if (!chosen_) {
      throw Error(fmt::format("no document in {} has the id \"{}\"; the ids there are {}", wanted_.input, wanted_.id,
                              first_ids()));
    }
    if (wanted_.id.empty() && ids_.size() > 1) {
      throw Error(fmt::format("there are several documents in {0}; choose one of them as {0}#ID, where ID is {1}",
                              wanted_.input, first_ids()));
    }
    return std::move(*chosen_);
  }

 private:
  [[nodiscard]] std::string first_ids() const {
    const auto end = ids_.begin() + static_cast<std::ptrdiff_t>(std::min(ids_.size(), kNamedMost));
    return fmt::format("{}{}", fmt::join(ids_.begin(), end, ", "), ids_.size() > kNamedMost ? ", …" : "");
  }

  const DocumentArgument& wanted_;
  const std::string& argument_;
  std::optional<ChosenDocument> chosen_;
  std::vector<std::string> ids_;
};

}  // namespace

DocumentArgument::DocumentArgument(std::string_view argument) : input(argument) {
  if (exists(argument)) return;
  for (std::size_t at = argument.find('#'); at != std::string_view::npos; at = argument.find('#', at + 1)) {
    if (!exists(argument.substr(0, at))) continue;
    input = argument.substr(0, at);
    id = argument.substr(at + 1);
    return;
  }
}

ChosenDocument read_document(const std::string& argument, const SharedOptions& options, Reporter& reporter) {
  const DocumentArgument wanted(argument);
  const InputList inputs({wanted.input}, reporter);
  Choice choice(wanted, argument);
  ReadProgress progress;
  BatchSteps steps;
  steps.take = [&](DocumentBatch& batch, void*) { choice.take(batch); };
  try {
    read_collection(inputs, options.reading, options.threads, reporter, progress, steps);
  } catch (const StopReading&) {
    // What was wanted has been seen.
  }
  ChosenDocument document = choice.result();
  TextAnalyzer analyzer;
  for (const Part& part : document.parts) analyzer.analyze(part.text, document.analyzed.emplace_back());
  return document;
}

}  // namespace cento::cli
