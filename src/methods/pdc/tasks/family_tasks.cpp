#include "methods/pdc/tasks/family_tasks.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "align/families.hpp"
#include "core/hash/mix64.hpp"
#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
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

/// What comes before the classes of a window, and the documents that have the text.
struct WindowHead {
  std::uint64_t run = 0;
  GlobalPlace place = 0;  // of the first sentence
  GlobalPlace text = 0;
  GlobalClass before = 0;     // of the sentence before it; no_class() if there is none
  std::uint32_t classes = 0;  // from the first sentence on; the last one may be that of a sentence that ends the run
  std::uint32_t holders = 0;
  std::uint32_t sentences_of_text = 0;
  std::uint32_t zero = 0;
};
static_assert(sizeof(WindowHead) == 48);

struct Window {
  WindowHead head;
  std::vector<GlobalClass> classes;
  std::vector<DocId> documents;  // of the holders
};

/// How many sentences from this one on repeat.
std::uint32_t repeating_from(std::span<const GlobalClass> classes) {
  const auto end =
      std::find_if(classes.begin(), classes.end(), [](GlobalClass one) { return (one & kClassRepeats) == 0; });
  return static_cast<std::uint32_t>(end - classes.begin());
}

/// The windows of a run in one sequence of numbered classes, as FamilyFinder reads it: stretches of one text keep their
/// distances.
class WindowSequence {
 public:
  explicit WindowSequence(std::span<const Window> windows) : windows_(windows) {
    number_classes();
    for (const Window& window : windows) add(window);
    sequence_.push_back(next_unique_++);
  }

  [[nodiscard]] std::span<const std::uint32_t> classes() const { return sequence_; }
  /// Where the windows begin.
  [[nodiscard]] std::span<const Position> begins() const { return begins_; }
  [[nodiscard]] const Window& at(Position begin) const {
    return windows_[static_cast<std::size_t>(std::lower_bound(begins_.begin(), begins_.end(), begin) -
                                             begins_.begin())];
  }

 private:
  void number_classes() {
    for (const Window& window : windows_) {
      names_.push_back(window.head.before);
      names_.insert(names_.end(), window.classes.begin(), window.classes.end());
    }
    std::sort(names_.begin(), names_.end());
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
    next_unique_ = static_cast<std::uint32_t>(names_.size());
  }

  [[nodiscard]] std::uint32_t number_of(GlobalClass name) const {
    return static_cast<std::uint32_t>(std::lower_bound(names_.begin(), names_.end(), name) - names_.begin());
  }

  void add(const Window& window) {
    const WindowHead& head = window.head;
    const bool continues = !begins_.empty() && head.text == last_text_ && number_in(head.place) <= last_end_;
    if (continues) {
      const std::uint32_t known = last_end_ - number_in(head.place);
      begins_.push_back(static_cast<Position>(sequence_.size() - known));
      for (std::size_t i = known; i < window.classes.size(); ++i) sequence_.push_back(number_of(window.classes[i]));
    } else {
      if (!sequence_.empty()) sequence_.push_back(next_unique_++);
      sequence_.push_back(number_of(head.before));
      begins_.push_back(static_cast<Position>(sequence_.size()));
      for (const GlobalClass one : window.classes) sequence_.push_back(number_of(one));
    }
    last_text_ = head.text;
    last_end_ =
        std::max(continues ? last_end_ : 0, number_in(head.place) + static_cast<std::uint32_t>(window.classes.size()));
  }

  std::span<const Window> windows_;
  std::vector<GlobalClass> names_;
  std::vector<std::uint32_t> sequence_;
  std::vector<Position> begins_;
  std::uint32_t next_unique_ = 0;
  GlobalPlace last_text_ = 0;
  std::uint32_t last_end_ = 0;  // the sentence after the last one in the sequence
};

/// The windows of a family, ascending, and the documents that have it.
struct PlacedFamily {
  std::vector<const Window*> places;
  std::vector<DocId> documents;
};

PlacedFamily placed(const WindowSequence& sequence, std::span<const Position> places) {
  PlacedFamily family;
  for (const Position place : places) {
    const Window& window = sequence.at(place);
    if (family.places.empty() || family.places.back()->head.text != window.head.text) {
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

/// The pairs of texts that have a family; a text that has it twice, with itself.
void propose_texts_of_family(const PdcTask& task, const PlacedFamily& family, TextProposals& proposals) {
  std::vector<GlobalPlace> texts;
  for (const Window* place : family.places) {
    const GlobalPlace text = place->head.text;
    const bool is_again = !texts.empty() && texts.back() == text;
    const bool is_matched =
        task.selves() == SelfMatching::all || (task.selves() == SelfMatching::copies && place->documents.size() > 1);
    if (is_again && is_matched) proposals.add_of_family(text, text);
    if (!is_again) texts.push_back(text);
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = i + 1; j < texts.size(); ++j) proposals.add_of_family(texts[i], texts[j]);
  }
}

/// Finds the families of the runs of a group and sends what is known of them.
class GroupOfRuns {
 public:
  GroupOfRuns(const PdcTask& task, TaskOutput& out)
      : task_(task),
        choice_(task.family_choice()),
        families_(out.kind_of("families")),
        places_(out.kind_of("family_places")),
        proposals_(out) {}

  void find(std::span<const Window> windows) {
    const WindowSequence sequence(windows);
    Families found;
    FamilyFinder(sequence.classes(), task_.least()).find(sequence.begins(), found);
    capped_ += found.capped_groups;
    for (const Family& family : found.list) add(family.sentences, placed(sequence, found.places_of(family)));
  }

  [[nodiscard]] std::uint64_t capped() const { return capped_; }

 private:
  void add(std::uint32_t sentences, const PlacedFamily& family) {
    const bool reported = is_reported(choice_, family.documents);
    const GlobalPlace first = family.places.front()->head.place;
    for (const Window* window : family.places) {
      const bool is_whole_text = window->head.sentences_of_text == sentences;
      if (!reported && !is_whole_text) continue;
      const GlobalPlace place = window->head.place;
      places_.add(part_of(place), FamilyPlace{first, number_in(place), sentences, reported ? 1U : 0U, 0});
    }
    if (!reported) return;
    const auto documents = static_cast<std::uint32_t>(family.documents.size());
    families_.add(part_of(first), FoundFamily{number_in(first), sentences, documents, 0});
    if (documents <= task_.options.pairs_up_to) propose_texts_of_family(task_, family, proposals_);
  }

  const PdcTask& task_;
  FamilyChoice choice_;
  OutgoingBlocks& families_;
  OutgoingBlocks& places_;
  TextProposals proposals_;
  std::uint64_t capped_ = 0;
};

/// Where a window is in the blocks that arrived: these are in memory already.
struct WindowAt {
  std::uint64_t run = 0;
  GlobalPlace place = 0;
  std::string_view bytes;

  friend bool operator<(const WindowAt& x, const WindowAt& y) {
    return x.run != y.run ? x.run < y.run : x.place < y.place;
  }
};

/// All windows in the order of runs and places.
std::vector<WindowAt> windows_in(const TaskInput& arrived) {
  std::vector<WindowAt> windows;
  for (const TaskBlock& block : arrived.blocks("windows")) {
    for (BlockReader reader(block.bytes); !reader.is_at_end();) {
      const std::string_view rest = reader.rest();
      const auto head = reader.value<WindowHead>();
      reader.skip(head.classes * sizeof(GlobalClass) + head.holders * sizeof(DocId));
      windows.push_back({head.run, head.place, rest.substr(0, rest.size() - reader.rest().size())});
    }
  }
  std::sort(windows.begin(), windows.end());
  return windows;
}

Window window_at(const WindowAt& where) {
  BlockReader reader(where.bytes);
  Window window;
  window.head = reader.value<WindowHead>();
  window.classes = reader.values<GlobalClass>(window.head.classes);
  window.documents = reader.values<DocId>(window.head.holders);
  return window;
}

/// The families whose first place is in a part, and the places of all families there.
class PartFamilies {
 public:
  PartFamilies(const PdcPart& part, const TaskInput& arrived)
      : part_(part), list_(arrived.records<FoundFamily>("families")), is_family_(part.sentences().texts().size()) {
    arrived.for_each<FamilyPlace>("family_places", [&](std::uint32_t /*from*/, const FamilyPlace& place) {
      const std::uint32_t content = part.content_of(place.sentence);
      const TextOfPart& text = part.text(content);
      if (place.sentence == text.first_sentence && place.sentences == text.sentences) is_family_[content] = 1;
      if (place.is_reported != 0) places_.push_back(place);
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
    places_.push_back({part_.place(text.first_sentence), text.first_sentence, text.sentences, 1, 0});
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

void send_windows(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  OutgoingBlocks& windows = out.kind_of("windows");
  std::string bytes;
  const auto send = [&](std::uint32_t /*from*/, const WantedRun& wanted) {
    const std::uint32_t content = part.content_of(wanted.sentence);
    const TextOfPart& text = part.text(content);
    const std::uint32_t begin = wanted.sentence - text.first_sentence;
    const std::span<const GlobalClass> rest = part.classes_of(text).subspan(begin);
    const std::span<const GlobalClass> window =
        rest.first(std::min<std::size_t>(rest.size(), std::size_t{repeating_from(rest)} + 1));
    const std::span<const TextHolder> holders = part.holders(content);
    WindowHead head;
    head.run = wanted.run;
    head.place = part.place(wanted.sentence);
    head.text = part.place(content);
    head.before = begin > 0 ? part.classes()[wanted.sentence - 1] : no_class(head.place);
    head.classes = static_cast<std::uint32_t>(window.size());
    head.holders = static_cast<std::uint32_t>(holders.size());
    head.sentences_of_text = text.sentences;
    bytes.clear();
    append_value(head, bytes);
    append_values(window, bytes);
    for (const TextHolder& holder : holders) append_value(holder.document, bytes);
    windows.add(part.task().group_of_key(wanted.run), bytes);
  };
  arrived.for_each<WantedRun>("wanted_runs", send);
  part.stored().for_each<WantedRun>("wanted_runs", send);
}

void find_families_of_runs(const PdcTask& task, const TaskInput& arrived, TaskOutput& out) {
  const std::vector<WindowAt> all = windows_in(arrived);
  GroupOfRuns runs(task, out);
  std::vector<Window> windows;
  const auto same_run = [](const WindowAt& x, const WindowAt& y) { return x.run == y.run; };
  for_each_group(std::span<const WindowAt>(all), same_run, [&](std::span<const WindowAt> group) {
    windows.clear();
    for (const WindowAt& where : group) windows.push_back(window_at(where));
    runs.find(windows);
  });
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
