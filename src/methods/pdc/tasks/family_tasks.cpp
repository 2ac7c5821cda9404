#include "methods/pdc/tasks/family_tasks.hpp"

#include <algorithm>
#include <compare>
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

/// What comes before the windows of a run in one part, which are sorted by their classes.
struct RunWindowsHead {
  std::uint64_t run = 0;
  std::uint32_t bytes = 0;  // that follow
  std::uint32_t windows = 0;
};
static_assert(sizeof(RunWindowsHead) == 16);

/// What comes before the classes of a window in which it differs from the one before, and the documents that have its
/// text.
struct WindowHead {
  GlobalClass before = 0;      // of the sentence before it; no_class() if there is none
  std::uint32_t sentence = 0;  // in the part, like the text
  std::uint32_t text = 0;
  std::uint32_t sentences_of_text = 0;
  std::uint32_t holders = 0;
  std::uint32_t same = 0;  // classes that it begins with, like the one before
  std::uint32_t more = 0;  // classes after these
};
static_assert(sizeof(WindowHead) == 32);

/// A place of a run, and what follows there.
struct Window {
  GlobalPlace place = 0;
  GlobalPlace text = 0;
  GlobalClass before = 0;
  std::uint32_t sentences_of_text = 0;
  std::vector<GlobalClass> classes;
  std::vector<DocId> documents;  // of the holders

  friend bool operator<(const Window& x, const Window& y) { return x.place < y.place; }
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

  void add(const Window& window) {
    const std::vector<GlobalClass>& classes = window.classes;
    const std::uint32_t sentence = number_in(window.place);
    const bool continues = !begins_.empty() && window.text == last_text_ && sentence < last_end_;
    const std::uint32_t known = continues ? last_end_ - sentence : 0;  // both end where the sentences no longer repeat
    if (!continues) {
      if (!sequence_.empty()) sequence_.push_back(next_unique_++);
      sequence_.push_back(number_of(window.before));
    }
    begins_.push_back(static_cast<Position>(sequence_.size() - known));
    for (std::size_t i = known; i < classes.size(); ++i) sequence_.push_back(number_of(classes[i]));
    last_text_ = window.text;
    last_end_ = sentence + static_cast<std::uint32_t>(classes.size());
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
    for (const Window* place : family.places) {
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

  void find(std::span<const Window> windows) {
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
    for (const Window* window : family.places) {
      const bool is_whole_text = window->sentences_of_text == sentences;
      if (!reported && !is_whole_text) continue;
      const GlobalPlace place = window->place;
      places_.add(part_of(place), FamilyPlace{first, number_in(place), sentences, reported ? 1U : 0U, 0});
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

/// Where the windows of a run in a part are in the blocks that arrived: these are in memory already.
struct WindowsAt {
  std::uint64_t run = 0;
  std::uint32_t part = 0;
  std::string_view bytes;

  friend bool operator<(const WindowsAt& x, const WindowsAt& y) {
    return x.run != y.run ? x.run < y.run : x.part < y.part;
  }
};

/// Reads the windows of a run in a part; `use(window)` gets each.
template <typename Use>
void read_windows(BlockReader& reader, std::uint32_t part, const Use& use) {
  const auto head = reader.value<RunWindowsHead>();
  std::vector<GlobalClass> classes;
  for (std::uint32_t i = 0; i < head.windows; ++i) {
    const auto window = reader.value<WindowHead>();
    classes.resize(std::min<std::size_t>(window.same, classes.size()));
    const auto more = reader.values<GlobalClass>(window.more);
    classes.insert(classes.end(), more.begin(), more.end());
    use(Window{place_in(part, window.sentence), place_in(part, window.text), window.before, window.sentences_of_text,
               classes, reader.values<DocId>(window.holders)});
  }
}

/// All windows in the order of runs and parts.
std::vector<WindowsAt> windows_in(const TaskInput& arrived) {
  std::vector<WindowsAt> windows;
  for (const TaskBlock& block : arrived.blocks("windows")) {
    for (BlockReader reader(block.bytes); !reader.is_at_end();) {
      const std::string_view rest = reader.rest();
      const auto head = reader.value<RunWindowsHead>();
      reader.skip(head.bytes);
      windows.push_back({head.run, block.from, rest.substr(0, sizeof head + head.bytes)});
    }
  }
  std::sort(windows.begin(), windows.end());
  return windows;
}

/// The windows of one run in a part as a block for its group. Most begin alike, so each is written as what differs from
/// the one before.
class WindowPacker {
 public:
  explicit WindowPacker(const PdcPart& part) : part_(part) {}

  void add(std::uint32_t sentence) {
    const std::uint32_t content = part_.content_of(sentence);
    const TextOfPart& text = part_.text(content);
    const std::span<const GlobalClass> rest = part_.classes_of(text).subspan(sentence - text.first_sentence);
    places_.push_back({rest.first(repeating_from(rest)), sentence, content});
  }

  /// What was added; nothing is left.
  [[nodiscard]] std::string take(std::uint64_t run) {
    std::sort(places_.begin(), places_.end(), [](const Place& x, const Place& y) {
      const auto order = std::lexicographical_compare_three_way(x.classes.begin(), x.classes.end(), y.classes.begin(),
                                                                y.classes.end());
      return order != 0 ? order < 0 : x.sentence < y.sentence;
    });
    std::string windows;
    std::span<const GlobalClass> last;
    for (const Place& place : places_) {
      append(place, last, windows);
      last = place.classes;
    }
    std::string bytes;
    append_value(
        RunWindowsHead{run, static_cast<std::uint32_t>(windows.size()), static_cast<std::uint32_t>(places_.size())},
        bytes);
    places_.clear();
    return bytes + windows;
  }

 private:
  struct Place {
    std::span<const GlobalClass> classes;
    std::uint32_t sentence = 0;
    std::uint32_t content = 0;
  };

  void append(const Place& place, std::span<const GlobalClass> last, std::string& out) const {
    const TextOfPart& text = part_.text(place.content);
    const std::span<const TextHolder> holders = part_.holders(place.content);
    const bool is_first = place.sentence == text.first_sentence;
    const auto same = static_cast<std::size_t>(std::ranges::mismatch(place.classes, last).in1 - place.classes.begin());
    WindowHead head;
    head.before = is_first ? no_class(part_.place(place.sentence)) : part_.classes()[place.sentence - 1];
    head.sentence = place.sentence;
    head.text = place.content;
    head.sentences_of_text = text.sentences;
    head.holders = static_cast<std::uint32_t>(holders.size());
    head.same = static_cast<std::uint32_t>(same);
    head.more = static_cast<std::uint32_t>(place.classes.size() - same);
    append_value(head, out);
    append_values(place.classes.subspan(same), out);
    for (const TextHolder& holder : holders) append_value(holder.document, out);
  }

  const PdcPart& part_;
  std::vector<Place> places_;
};

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
  const auto wanted = distinct_records<WantedRun>("wanted_runs", arrived, part.stored());
  OutgoingBlocks& windows = out.kind_of("windows");
  WindowPacker packer(part);
  const auto same_run = [](const WantedRun& x, const WantedRun& y) { return x.run == y.run; };
  for_each_group(std::span<const WantedRun>(wanted), same_run, [&](std::span<const WantedRun> group) {
    for (const WantedRun& one : group) packer.add(one.sentence);
    windows.add(part.task().group_of_key(group.front().run), packer.take(group.front().run));
  });
}

void find_families_of_runs(const PdcTask& task, const TaskInput& arrived, TaskOutput& out) {
  const std::vector<WindowsAt> all = windows_in(arrived);
  GroupOfRuns runs(task, out);
  std::vector<Window> windows;
  const auto same_run = [](const WindowsAt& x, const WindowsAt& y) { return x.run == y.run; };
  for_each_group(std::span<const WindowsAt>(all), same_run, [&](std::span<const WindowsAt> group) {
    windows.clear();
    for (const WindowsAt& where : group) {
      BlockReader reader(where.bytes);
      read_windows(reader, where.part, [&](Window window) { windows.push_back(std::move(window)); });
    }
    std::sort(windows.begin(), windows.end());
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
