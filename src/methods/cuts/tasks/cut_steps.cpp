#include "methods/cuts/tasks/cut_steps.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "cento/error.hpp"
#include "core/hash/mix64.hpp"
#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
#include "methods/cuts/cut_runs.hpp"

namespace cento {

namespace {

/// The keys of a task are those of one range of spread ones, so they are spread in another way.
struct KeyOfShownWindow {
  std::uint64_t operator()(const SignedWindow& window) const { return mix64(~window.fingerprint.low); }
};

/// Tells parts which of the windows that they have first occur in earlier parts; those of reference are not cut.
void find_repeated_windows(const CutTask& task, const TaskInput& arrived, TaskOutput& out) {
  OutgoingBlocks& repetitions = out.kind_of("repetitions");
  const auto make = [](std::uint32_t from, const SignedWindow& window) {
    return SignedWindow{window.fingerprint, place_in(from, static_cast<std::uint32_t>(window.first))};
  };
  const auto alike = [](const SignedWindow& x, const SignedWindow& y) { return x.fingerprint == y.fingerprint; };
  const auto tell = [&](std::span<const SignedWindow> equal) {
    const GlobalPlace first = equal.front().first;
    for (const SignedWindow& later : equal.subspan(1)) {
      const std::uint32_t part = part_of(later.first);
      if (task.parts.end(part) <= task.references) continue;
      repetitions.add(part, WindowRepetition{number_in(later.first), first});
    }
  };
  for_each_batch_made<SignedWindow, SignedWindow>(
      arrived, "windows", task.memory, KeyOfShownWindow(), make,
      [&](std::span<const SignedWindow> batch) { for_each_group(batch, alike, tell); });
}

/// The first equal windows of the whole collection.
class EarlierWindows {
 public:
  EarlierWindows(const CutPart& part, const TaskInput& arrived)
      : part_(part), in_other_parts_(arrived.records<WindowRepetition>("repetitions")) {
    std::sort(in_other_parts_.begin(), in_other_parts_.end());
  }

  /// That of a window, unless they overlap.
  [[nodiscard]] std::optional<GlobalPlace> of(const WindowInPart& window) const {
    const auto found =
        std::lower_bound(in_other_parts_.begin(), in_other_parts_.end(), WindowRepetition{window.equal, 0});
    if (found != in_other_parts_.end() && found->first == window.equal) return found->earlier;
    if (window.first - window.equal < part_.task().rule.min_sentences) return std::nullopt;
    return part_.place(window.equal);
  }

 private:
  const CutPart& part_;
  std::vector<WindowRepetition> in_other_parts_;
};

/// A sentence here that an earlier one here equals is kept where that is.
void settle(const CutPart& part, std::size_t begin, std::size_t end, std::vector<GlobalPlace>& equal) {
  for (std::size_t i = begin; i < end; ++i) {
    if (equal[i] == kStaysWhereItIs) {
      equal[i] = part.place(i);
    } else if (part.is_here(equal[i])) {
      equal[i] = equal[number_in(equal[i])];
    }
  }
}

/// Asks the parts of these sentences where they are kept.
void ask(const CutPart& part, TaskOutput& out) {
  std::vector<GlobalPlace> asked;
  for (const KeptElsewhere& one : part.all_elsewhere()) {
    if (one.is_open()) asked.push_back(one.kept);
  }
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  OutgoingBlocks& sent = out.kind_of("asked");
  for (const GlobalPlace place : asked) sent.add(part_of(place), number_in(place));
  out.count("asked", asked.size());
}

void mark_sentences(CutPart& part, const TaskInput& arrived, TaskOutput& out) {
  const EarlierWindows earlier(part, arrived);
  std::vector<GlobalPlace> equal(part.sentences(), kStaysWhereItIs);
  std::span<const WindowInPart> windows = part.windows();
  for (std::size_t text = 0; text < part.texts(); ++text) {
    const std::size_t begin = part.text(text).first;
    const std::size_t end = begin + part.size_of(text);
    for (; !windows.empty() && windows.front().first < end; windows = windows.subspan(1)) {
      const std::optional<GlobalPlace> first = part.is_reference(text) ? std::nullopt : earlier.of(windows.front());
      if (first) mark_window(windows.front().first, part.task().rule.min_sentences, *first, equal);
    }
    settle(part, begin, end, equal);
  }
  part.set_equal(std::move(equal), out);
  ask(part, out);
}

void answer_asked(CutPart& part, const TaskInput& arrived, TaskOutput& out) {
  OutgoingBlocks& answers = out.kind_of("answers");
  arrived.for_each<std::uint32_t>(
      "asked", [&](std::uint32_t from, std::uint32_t sentence) { answers.add(from, part.kept(sentence)); });
}

void follow_answers(CutPart& part, const TaskInput& arrived, TaskOutput& out) {
  auto answers = arrived.records<KeptElsewhere>("answers");
  std::sort(answers.begin(), answers.end());
  const std::span<const KeptElsewhere> known = part.all_elsewhere();
  std::vector<KeptElsewhere> followed(known.begin(), known.end());
  for (KeptElsewhere& one : followed) {
    if (!one.is_open()) continue;
    KeptElsewhere wanted;
    wanted.place = one.kept;
    const auto answer = std::lower_bound(answers.begin(), answers.end(), wanted);
    if (answer == answers.end() || answer->place != one.kept) {
      throw Error("a task got no answer from a part: start the run again in another folder");
    }
    const GlobalPlace place = one.place;
    one = *answer;
    one.place = place;
  }
  part.set_elsewhere(std::move(followed), out);
  ask(part, out);
}

/// The cuts of one part of a collection after another.
class CutLister {
 public:
  CutLister(const CutPart& part, const std::function<void(const RepeatedRun&)>& use) : part_(part), use_(use) {}

  RepeatCounts list() {
    for (std::size_t text = 0; text < part_.texts(); ++text) {
      if (part_.is_reference(text)) continue;
      counts_.sentences += part_.size_of(text);
      list_text(text);
    }
    return counts_;
  }

 private:
  void list_text(std::size_t number) {
    StoredText text = part_.text(number);
    text.document = part_.document_of(number);
    kept_.clear();
    const std::size_t end = text.first + part_.size_of(number);
    for (std::size_t sentence = text.first; sentence <= end; ++sentence) {
      if (sentence < end && part_.equal()[sentence] != part_.place(sentence)) {
        kept_.push_back(part_.kept(static_cast<std::uint32_t>(sentence)));
      } else if (!kept_.empty()) {
        list_run(text, part_.sentences_of(number), sentence - text.first - kept_.size());
        kept_.clear();
      }
    }
  }

  /// Removed sentences in a row from `begin` on, which are kept_.
  void list_run(const StoredText& text, std::span<const StoredSentence> sentences, std::size_t begin) {
    const auto is_kept_after = [&](std::size_t first, std::size_t sentence) {
      const KeptElsewhere& x = kept_[first - begin];
      const KeptElsewhere& y = kept_[sentence - begin];
      return y.kept == x.kept + (sentence - first) && y.text == x.text;
    };
    const auto use = [&](std::size_t first, std::size_t behind, const SentenceRun& cut) {
      const KeptElsewhere& x = kept_[first - begin];
      const KeptElsewhere& y = kept_[behind - 1 - begin];
      counts_.cut_bytes += cut.bytes.size();
      counts_.by_reference += x.document < part_.task().references ? behind - first : 0;
      use_({cut, {x.document, x.part, {x.number, y.number + 1}, {x.bytes.begin, y.bytes.end}}});
    };
    for_each_piece(text, sentences, begin, begin + kept_.size(), is_kept_after, use);
    counts_.cut_sentences += kept_.size();
    if (is_whole_text(sentences.subspan(begin, kept_.size()))) ++counts_.emptied_parts;
    if (last_cut_document_ != text.document) ++counts_.cut_documents;
    last_cut_document_ = text.document;
  }

  const CutPart& part_;
  const std::function<void(const RepeatedRun&)>& use_;
  std::vector<KeptElsewhere> kept_;  // of the current run
  std::optional<DocId> last_cut_document_;
  RepeatCounts counts_;
};

}  // namespace

std::span<const CutStep> marking_steps() {
  static const std::vector<CutStep> steps{
      {"repeated windows", {}, find_repeated_windows, nullptr},
      {"mark", {"texts", "sentences", "windows"}, nullptr, mark_sentences},
  };
  return steps;
}

std::span<const CutStep> following_steps() {
  static const std::vector<CutStep> steps{
      {"answer", {"texts", "sentences", "equal", "elsewhere"}, nullptr, answer_asked},
      {"follow", {"elsewhere"}, nullptr, follow_answers},
  };
  return steps;
}

std::span<const std::string_view> stored_for_cuts() {
  static constexpr std::array<std::string_view, 4> kStored{"texts", "sentences", "equal", "elsewhere"};
  return kStored;
}

RepeatCounts for_each_cut(const CutPart& part, const std::function<void(const RepeatedRun&)>& use) {
  if (part.equal().size() != part.sentences()) {
    throw Error("the files of a part are missing or damaged: start the run again in another folder");
  }
  return CutLister(part, use).list();
}

void CutStep::run(const CutTask& task, std::size_t number, const TaskInput& stored_blocks, const TaskInput& arrived,
                  TaskOutput& out) const {
  if (of_group != nullptr && number < task.groups) of_group(task, arrived, out);
  if (of_part == nullptr || !task.is_part(number)) return;
  CutPart part(task, number, stored_blocks);
  of_part(part, arrived, out);
}

}  // namespace cento
