#include "study/judge/file_judge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "core/counted.hpp"

namespace cento {

namespace {

bool can_be_judged(JudgedContent gold, JudgedContent found) {
  return gold == found || (gold == JudgedContent::pairs && found == JudgedContent::spans);
}

}  // namespace

/// A file whose layout is known.
class FileJudge::OpenFile {
 public:
  OpenFile(FileJudge& judge, const std::string& name, JudgedRole role, std::optional<JudgedContent> expected)
      : name_(name == "-" ? "<standard input>" : name),
        input_(open_input(name_, name, judge.memory_bytes_, &judge.raw_bytes_)),
        layout_(look_at_judged_file(*input_, role, expected)) {}

  Input& input() { return *input_; }
  [[nodiscard]] const JudgedLayout& layout() const { return layout_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// When it is the gold file and no line of it can be used.
  [[nodiscard]] Error nothing_to_judge_by() const {
    return Error(fmt::format("{}: no line can be used; there is nothing to judge by", name_));
  }

 private:
  std::string name_;
  std::unique_ptr<Input> input_;
  JudgedLayout layout_;
};

JudgementText FileJudge::judge(const std::function<void(JudgedContent)>& check) {
  OpenFile gold(*this, names_.gold, JudgedRole::gold, std::nullopt);
  if (!gold.layout().content) {
    throw Error(fmt::format("{}: the file is empty; there is nothing to judge by", gold.name()));
  }
  const JudgedContent content = *gold.layout().content;
  check(content);
  OpenFile found(*this, names_.found, JudgedRole::found, content);
  const JudgedContent found_content = found.layout().content.value_or(content);
  if (!can_be_judged(content, found_content)) {
    throw Error(fmt::format("{} holds {} and {} holds {}; they cannot be compared", gold.name(), describe(content),
                            found.name(), describe(found_content)));
  }
  switch (content) {
    case JudgedContent::clusters: return judge_clusters_of(gold, found);
    case JudgedContent::spans: return judge_spans_of(gold, found);
    default: return judge_pairs_of(gold, found);
  }
}

JudgementText FileJudge::judge_pairs_of(OpenFile& gold, OpenFile& found) {
  const auto labelled = read_gold_pairs(gold.input(), gold.layout(), reporter_);
  if (labelled.empty()) throw gold.nothing_to_judge_by();
  const auto positives = std::count_if(labelled.begin(), labelled.end(), [](const auto& p) { return p.is_positive; });
  note_single_label(static_cast<std::size_t>(positives), labelled.size(), gold.name(), reporter_);
  return describe(judge_pairs(labelled, read_found_pairs(found.input(), found.layout(), reporter_), options_),
                  options_);
}

JudgementText FileJudge::judge_clusters_of(OpenFile& gold, OpenFile& found) {
  const auto items = read_clusters(gold.input(), gold.layout(), reporter_);
  if (items.empty()) throw gold.nothing_to_judge_by();
  return describe(judge_clusters(items, read_clusters(found.input(), found.layout(), reporter_)));
}

JudgementText FileJudge::judge_spans_of(OpenFile& gold, OpenFile& found) {
  const auto spans = read_spans(gold.input(), gold.layout(), reporter_);
  const auto predicted = read_spans(found.input(), found.layout(), reporter_);
  report_empty(gold, spans);
  report_empty(found, predicted);
  return describe(judge_spans(spans.spans, predicted.spans, listed_pairs()));
}

std::optional<std::vector<ListedPair>> FileJudge::listed_pairs() {
  if (names_.pairs_file.empty()) return std::nullopt;
  OpenFile file(*this, names_.pairs_file, JudgedRole::gold, JudgedContent::pairs);
  auto pairs = read_listed_pairs(file.input(), file.layout(), reporter_);
  if (pairs.empty()) throw Error(fmt::format("{}: no line names a pair of documents for `pairs`", file.name()));
  return pairs;
}

void FileJudge::report_empty(const OpenFile& file, const SpanFile& spans) {
  reporter_.count("empty spans", spans.empty);
  if (spans.empty == 0) return;
  reporter_.note(fmt::format("{}: {} left out", file.name(),
                             counted(spans.empty, "span with an empty side was", "spans with an empty side were")));
}

void note_single_label(std::size_t positives, std::size_t pairs, const std::string& what, Reporter& reporter) {
  if (positives > 0 && positives < pairs) return;
  reporter.note(fmt::format("{}: all labels are {}, so {} says nothing", what, positives == 0 ? 0 : 1,
                            positives == 0 ? "recall" : "precision"));
}

}  // namespace cento
