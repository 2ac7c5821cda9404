#include "engine/chosen_document.hpp"

#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cento/error.hpp"
#include "engine/job.hpp"
#include "read/collection.hpp"
#include "read/input/input_list.hpp"

namespace cento {

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

/// Picks the wanted document from those that are read.
class Choice {
 public:
  Choice(const DocumentArgument& wanted, const std::string& argument) : wanted_(wanted), argument_(argument) {}

  /// Throws StopReading once further documents cannot matter.
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
      throw Error(
          fmt::format("no document in {} has the id \"{}\"; the ids are {}", wanted_.input, wanted_.id, first_ids()));
    }
    if (wanted_.id.empty() && ids_.size() > 1) {
      throw Error(fmt::format("there are several documents in {0}; choose one as {0}#ID, where ID is {1}",
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

std::vector<AnalyzedPart> analyzed_parts(const ChosenDocument& document) {
  std::vector<AnalyzedPart> parts;
  for (std::size_t i = 0; i < document.parts.size(); ++i) {
    parts.push_back({document.parts[i].text, &document.analyzed[i]});
  }
  return parts;
}

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

ChosenDocument read_document(const std::string& argument, const ReadOptions& reading, std::size_t threads,
                             Reporter& reporter) {
  const DocumentArgument wanted(argument);
  const InputList inputs({wanted.input}, reporter);
  Choice choice(wanted, argument);
  ReadProgress progress;
  try {
    read_collection(inputs, reading, threads, reporter, progress,
                    TakeOnly([&](DocumentBatch& batch) { choice.take(batch); }));
  } catch (const StopReading&) {
    // The wanted document has been read.
  }
  ChosenDocument document = choice.result();
  TextAnalyzer analyzer;
  for (const Part& part : document.parts) analyzer.analyze(part.text, document.analyzed.emplace_back());
  return document;
}

PairComparison compare(const ChosenDocument& a, const ChosenDocument& b, const PassageOptions& options,
                       const DocumentFrequencies* tokens) {
  return PairComparer(options, {tokens}).compare(analyzed_parts(a), analyzed_parts(b));
}

}  // namespace cento
