#include "methods/pdc/tasks/family_tasks.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "align/families.hpp"
#include "core/hash/mix64.hpp"
#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
#include "methods/pdc/tasks/run_windows.hpp"
#include "methods/pdc/tasks/text_proposals.hpp"

namespace cento {

namespace {

/// A RunStart and the part that it comes from.
struct PlacedRun {
  std::uint64_t run = 0;
  std::uint64_t before = 0;
  GlobalPlace place = 0;

  friend bool operator<(const PlacedRun& x, const PlacedRun& y) {
    return x.run != y.run ? x.run < y.run : x.place < y.place;
  }
};

struct KeyOfPlacedRun {
  std::uint64_t operator()(const PlacedRun& one) const { return mix64(~one.run); }
};

/// The windows of a run in one sequence of numbered classes, as FamilyFinder reads it: stretches of one text keep their
/// distances. Where only the first classes of a window are known, the finder does not look at those behind them.
class WindowSequence {
 public:
  explicit WindowSequence(std::span<const RunWindow> windows) : windows_(windows) {
    number_classes();
    for (const RunWindow& window : windows) add(window);
    sequence_.push_back(next_unique_++);
  }

  [[nodiscard]] std::span<const std::uint32_t> classes() const { return sequence_; }
  /// Where the windows begin.
  [[nodiscard]] std::span<const Position> begins() const { return begins_; }
  [[nodiscard]] const RunWindow& at(Position begin) const {
    return windows_[static_cast<std::size_t>(std::lower_bound(begins_.begin(), begins_.end(), begin) -
                                             begins_.begin())];
  }

 private:
  void number_classes() {
    for (const RunWindow& window : windows_) {
      names_.push_back(window.before);
      names_.insert(names_.end(), window.classes.begin(), window.classes.end());
    }
    std::sort(names_.begin(), names_.end());
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
    next_unique_ = static_cast<std::uint32_t>(names_.size());
  }

  [[nodiscard]] std::uint32_t number_of(GlobalClass name) const {
    return static_cast<std::uint32_t>(std::lower_bound(names_.begin(), names_.end(), name) - names_.begin());
  }

  void add(const RunWindow& window) {
    const std::vector<GlobalClass>& classes = window.classes;
    const std::uint32_t sentence = number_in(window.place);
    const bool continues = !begins_.empty() && window.text == last_text_ && sentence < last_end_;
    const std::uint32_t known = continues ? last_end_ - sentence : 0;
    if (!continues) {
      if (!sequence_.empty()) sequence_.push_back(next_unique_++);
      sequence_.push_back(number_of(window.before));
    }
    begins_.push_back(static_cast<Position>(sequence_.size() - known));
    for (std::size_t i = known; i < classes.size(); ++i) sequence_.push_back(number_of(classes[i]));
    const std::uint32_t end = sentence + static_cast<std::uint32_t>(classes.size());
    last_end_ = continues ? std::max(last_end_, end) : end;
    last_text_ = window.text;
  }

  std::span<const RunWindow> windows_;
  std::vector<GlobalClass> names_;
  std::vector<std::uint32_t> sequence_;
  std::vector<Position> begins_;
  std::uint32_t next_unique_ = 0;
  GlobalPlace last_text_ = 0;
  std::uint32_t last_end_ = 0;  // the sentence after the last one in the sequence
};

/// The windows of a family, ascending, and the documents that have it.
struct PlacedFamily {
  std::vector<const RunWindow*> places;
  std::vector<DocId> documents;
};

PlacedFamily placed(const WindowSequence& sequence, std::span<const Position> places) {
  PlacedFamily family;
  for (const Position place : places) {
    const RunWindow& window = sequence.at(place);
    if (family.places.empty() || family.places.back()->text != window.text) {
      family.documents.insert(family.documents.end(), window.documents.begin(), window.documents.end());
    }
    family.places.push_back(&window);
  }
  std::sort(family.documents.begin(), family.documents.end());
  family.documents.erase(std::unique(family.documents.begin(), family.documents.end()), family.documents.end());
  return family;
}

bool is_reported(const FamilyChoice& choice, std::span<const DocId> documents) {
  if (documents.size() < 2 && !choice.within) return false;
  return choice.references == 0 || (documents.front() < choice.references && documents.back() >= choice.references);
}

/// The pairs of texts that share a family, each once: most share several.
class SharingPairs {
 public:
  SharingPairs(const PdcTask& task, TaskOutput& out) : selves_(task.selves()), out_(out) {}

  /// All pairs; a text that has the family twice, with itself.
  void add(const PlacedFamily& family) {
    std::vector<GlobalPlace> texts;
    for (const RunWindow* place : family.places) {
      const bool is_again = !texts.empty() && texts.back() == place->text;
      const bool is_matched =
          selves_ == SelfMatching::all || (selves_ == SelfMatching::copies && place->documents.size() > 1);
      if (is_again && is_matched) pairs_.emplace_back(place->text, place->text);
      if (!is_again) texts.push_back(place->text);
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      for (std::size_t j = i + 1; j < texts.size(); ++j) pairs_.emplace_back(texts[i], texts[j]);
    }
    if (pairs_.size() >= kMost) propose();
  }

  void propose() {
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    TextProposals proposals(out_);
    for (const auto& [a, b] : pairs_) proposals.add_of_family(a, b);
    pairs_.clear();
  }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 22U;  // beyond that, a pair may be sent again

  SelfMatching selves_;
  TaskOutput& out_;
  std::vector<std::pair<GlobalPlace, GlobalPlace>> pairs_;
};

/// Finds the families of the runs of a group and sends what is known of them.
class GroupOfRuns {
 public:
  GroupOfRuns(const PdcTask& task, TaskOutput& out)
      : task_(task),
        choice_(task.family_choice()),
        families_(out.kind_of("families")),
        places_(out.kind_of("family_places")),
        pairs_(task, out) {}

  void find(std::span<const RunWindow> windows) {
    const WindowSequence sequence(windows);
    Families found;
    FamilyFinder(sequence.classes(), task_.least()).find(sequence.begins(), found);
    capped_ += found.capped_groups;
    for (const Family& family : found.list) add(family.sentences, placed(sequence, found.places_of(family)));
  }

  /// Sends the pairs of texts that share families. Called once, at the end.
  void propose() { pairs_.propose(); }

  [[nodiscard]] std::uint64_t capped() const { return capped_; }

 private:
  void add(std::uint32_t sentences, const PlacedFamily& family) {
    const bool reported = is_reported(choice_, family.documents);
    const GlobalPlace first = family.places.front()->place;
    for (const RunWindow* window : family.places) {
      const bool is_whole_text = window->sentences_of_text == sentences;
      if (!reported && !is_whole_text) continue;
      const GlobalPlace place = window->place;
      places_.add(part_of(place), FamilyPlace(first, number_in(place), sentences, reported));
    }
    if (!reported) return;
    const auto documents = static_cast<std::uint32_t>(family.documents.size());
    families_.add(part_of(first), FoundFamily{number_in(first), sentences, documents, 0});
    if (documents <= task_.options.pairs_up_to) pairs_.add(family);
  }

  const PdcTask& task_;
  FamilyChoice choice_;
  OutgoingBlocks& families_;
  OutgoingBlocks& places_;
  SharingPairs pairs_;
  std::uint64_t capped_ = 0;
};

/// The families whose first place is in a part, and the places of all families there.
class PartFamilies {
 public:
  PartFamilies(const PdcPart& part, const TaskInput& arrived)
      : part_(part), list_(arrived.records<FoundFamily>("families")), is_family_(part.sentences().texts().size()) {
    arrived.for_each<FamilyPlace>("family_places", [&](std::uint32_t /*from*/, const FamilyPlace& place) {
      const std::uint32_t content = part.content_of(place.sentence);
      const TextOfPart& text = part.text(content);
      if (place.sentence == text.first_sentence && place.sentences() == text.sentences) is_family_[content] = 1;
      if (place.is_reported()) places_.push_back(place);
    });
  }

  /// A text that several documents have is a family, too; if it also occurs in a longer text, it was found already.
  void add_whole_texts() {
    const FamilyChoice choice = part_.task().family_choice();
    part_.for_each_content([&](std::uint32_t content) {
      const std::uint32_t sentences = part_.text(content).sentences;
      const std::size_t holders = part_.holders(content).size();
      const bool is_long = sentences >= choice.least_sentences || (sentences > 0 && holders > choice.pairs_up_to);
      if (holders < 2 || !is_long || is_family_[content] != 0) return;
      add_whole_text(content, choice);
    });
  }

  void store(TaskOutput& out) {
    std::sort(list_.begin(), list_.end());
    std::sort(places_.begin(), places_.end());
    std::uint64_t places = 0;
    for (const FamilyPlace& place : places_) places += part_.holders(part_.content_of(place.sentence)).size();
    const auto in_more_than = [&](std::uint32_t most) {
      return static_cast<std::uint64_t>(
          std::count_if(list_.begin(), list_.end(), [&](const FoundFamily& one) { return one.documents > most; }));
    };
    out.count("families", list_.size());
    out.count("family_places", places);
    out.count("boilerplate_families", in_more_than(part_.task().boilerplate));
    out.count("families_without_pairs", in_more_than(part_.task().options.pairs_up_to));
    out.store("families", block_of(list_));
    out.store("family_places", block_of(places_));
  }

 private:
  void add_whole_text(std::uint32_t content, const FamilyChoice& choice) {
    std::vector<DocId> documents;
    for (const TextHolder& holder : part_.holders(content)) documents.push_back(holder.document);
    documents.erase(std::unique(documents.begin(), documents.end()), documents.end());  // they ascend
    if (!is_reported(choice, documents)) return;
    const TextOfPart& text = part_.text(content);
    list_.push_back({text.first_sentence, text.sentences, static_cast<std::uint32_t>(documents.size()), 0});
    places_.emplace_back(part_.place(text.first_sentence), text.first_sentence, text.sentences, true);
  }

  const PdcPart& part_;
  std::vector<FoundFamily> list_;
  std::vector<FamilyPlace> places_;
  std::vector<std::uint8_t> is_family_;  // of each content: whether the whole text is a family
};

}  // namespace

void want_runs(const PdcTask& task, const TaskInput& arrived, TaskOutput& out) {
  OutgoingBlocks& wanted = out.kind_of("wanted_runs");
  const auto make = [](std::uint32_t from, const RunStart& start) {
    return PlacedRun{start.run, start.before, place_in(from, start.sentence)};
  };
  const auto same = [](const PlacedRun& x, const PlacedRun& y) { return x.run == y.run; };
  for_each_batch_made<PlacedRun, RunStart>(
      arrived, "runs", task.memory, KeyOfPlacedRun(), make, [&](std::span<const PlacedRun> batch) {
        for_each_group(batch, same, [&](std::span<const PlacedRun> group) {
          const auto is_other = [&](const PlacedRun& one) { return one.before != group.front().before; };
          if (std::none_of(group.begin(), group.end(), is_other)) return;  // each family of these begins earlier
          for (const PlacedRun& one : group) {
            wanted.add(part_of(one.place), WantedRun{one.run, number_in(one.place), 0});
          }
        });
      });
}

void find_families_of_runs(const PdcTask& task, const TaskInput& stored, const TaskInput& arrived, TaskOutput& out) {
  GroupOfRuns runs(task, out);
  WindowsOfGroup(stored, arrived).for_each_run([&](std::uint64_t /*run*/, std::span<const RunWindow> windows) {
    runs.find(windows);
  });
  runs.propose();
  out.count("capped", runs.capped());
}

void end_families(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  PartFamilies families(part, arrived);
  families.add_whole_texts();
  families.store(out);
  store_arrived<ProposedTexts>("proposed", arrived, out);
  store_arrived<WantedText>("wanted_texts", arrived, out);
}

}  // namespace cento
