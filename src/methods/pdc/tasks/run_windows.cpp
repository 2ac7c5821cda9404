#include "methods/pdc/tasks/run_windows.hpp"

#include <algorithm>
#include <compare>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cento/error.hpp"
#include "core/spill/groups.hpp"

namespace cento {

namespace {

/// What comes before the windows, or the rests, of a run in one part. These are sorted by their classes: most begin
/// alike, so each is written as what differs from the one before.
struct BytesOfRunHead {
  std::uint64_t run = 0;
  std::uint32_t bytes = 0;  // that follow
  std::uint32_t count = 0;
  std::uint32_t part = 0;
  std::uint32_t zero = 0;
};
static_assert(sizeof(BytesOfRunHead) == 24);

/// What comes before the classes of a window, and the documents that have its text.
struct WindowHead {
  GlobalClass before = 0;
  std::uint32_t sentence = 0;  // in the part, like the text
  std::uint32_t text = 0;
  std::uint32_t sentences_of_text = 0;
  std::uint32_t documents = 0;
  std::uint32_t same = 0;  // classes that it begins with, like the one before
  std::uint32_t more = 0;  // classes after these; with kIsCut if the window is

  static constexpr std::uint32_t kIsCut = std::uint32_t{1} << 31U;
};
static_assert(sizeof(WindowHead) == 32);

/// What comes before the classes of a rest.
struct RestHead {
  std::uint32_t sentence = 0;  // where the window begins
  std::uint32_t same = 0;
  std::uint32_t more = 0;
};
static_assert(sizeof(RestHead) == 12);

/// How many sentences from this one on repeat.
std::size_t repeating_from(std::span<const GlobalClass> classes) {
  const auto end =
      std::find_if(classes.begin(), classes.end(), [](GlobalClass one) { return (one & kClassRepeats) == 0; });
  return static_cast<std::size_t>(end - classes.begin());
}

/// A place of a run in a part, and what is sent of the classes there.
struct PlaceOfRun {
  std::span<const GlobalClass> classes;
  std::uint32_t sentence = 0;
  std::uint32_t content = 0;
  bool is_cut = false;
};

/// The places of one run in a part, which become a block for its group.
class PlacesOfRun {
 public:
  explicit PlacesOfRun(const PdcPart& part) : part_(part) {}

  /// The classes from a sentence on, or those after its first ones.
  void add(std::uint32_t sentence, bool is_rest) {
    const std::uint32_t content = part_.content_of(sentence);
    const TextOfPart& text = part_.text(content);
    const std::span<const GlobalClass> behind = part_.classes_of(text).subspan(sentence - text.first_sentence);
    const std::span<const GlobalClass> repeating = behind.first(repeating_from(behind));
    const std::size_t first = std::min(part_.task().first_sentences(), repeating.size());
    places_.push_back({is_rest ? repeating.subspan(first) : repeating.first(first), sentence, content,
                       !is_rest && first < repeating.size()});
  }

  /// What was added, each as `append(place, same, out)` writes it; nothing is left.
  template <typename Append>
  [[nodiscard]] std::string take(std::uint64_t run, const Append& append) {
    std::sort(places_.begin(), places_.end(), [](const PlaceOfRun& x, const PlaceOfRun& y) {
      const auto order = std::lexicographical_compare_three_way(x.classes.begin(), x.classes.end(), y.classes.begin(),
                                                                y.classes.end());
      return order != 0 ? order < 0 : x.sentence < y.sentence;
    });
    std::string behind;
    std::span<const GlobalClass> last;
    for (const PlaceOfRun& place : places_) {
      const auto same = std::ranges::mismatch(place.classes, last).in1 - place.classes.begin();
      append(place, static_cast<std::uint32_t>(same), behind);
      last = place.classes;
    }
    std::string bytes;
    append_value(BytesOfRunHead{run, static_cast<std::uint32_t>(behind.size()),
                                static_cast<std::uint32_t>(places_.size()), part_.number(), 0},
                 bytes);
    places_.clear();
    return bytes + behind;
  }

 private:
  const PdcPart& part_;
  std::vector<PlaceOfRun> places_;
};

void append_window(const PdcPart& part, const PlaceOfRun& place, std::uint32_t same, std::string& out) {
  const TextOfPart& text = part.text(place.content);
  const std::span<const TextHolder> holders = part.holders(place.content);
  const bool is_first = place.sentence == text.first_sentence;
  WindowHead head;
  head.before = is_first ? no_class(part.place(place.sentence)) : part.classes()[place.sentence - 1];
  head.sentence = place.sentence;
  head.text = place.content;
  head.sentences_of_text = text.sentences;
  head.documents = static_cast<std::uint32_t>(holders.size());
  head.same = same;
  head.more = static_cast<std::uint32_t>(place.classes.size() - same) | (place.is_cut ? WindowHead::kIsCut : 0U);
  append_value(head, out);
  append_values(place.classes.subspan(same), out);
  for (const TextHolder& holder : holders) append_value(holder.document, out);
}

void append_rest(const PlaceOfRun& place, std::uint32_t same, std::string& out) {
  append_value(RestHead{place.sentence, same, static_cast<std::uint32_t>(place.classes.size() - same)}, out);
  append_values(place.classes.subspan(same), out);
}

/// Calls `use(run, sentences)` for the wanted places of each run.
template <typename Use>
void for_each_wanted_run(std::span<const WantedRun> wanted, const Use& use) {
  const auto same_run = [](const WantedRun& x, const WantedRun& y) { return x.run == y.run; };
  for_each_group(wanted, same_run, use);
}

/// Reads the classes of one window or rest after another.
class ClassesReader {
 public:
  explicit ClassesReader(BlockReader& reader) : reader_(reader) {}

  [[nodiscard]] std::span<const GlobalClass> read(std::uint32_t same, std::uint32_t more) {
    classes_.resize(std::min<std::size_t>(same, classes_.size()));
    const auto own = reader_.values<GlobalClass>(more);
    classes_.insert(classes_.end(), own.begin(), own.end());
    return classes_;
  }

 private:
  BlockReader& reader_;
  std::vector<GlobalClass> classes_;
};

void read_windows(std::string_view bytes, std::vector<RunWindow>& out) {
  BlockReader reader(bytes);
  ClassesReader classes(reader);
  const auto head = reader.value<BytesOfRunHead>();
  for (std::uint32_t i = 0; i < head.count; ++i) {
    const auto window = reader.value<WindowHead>();
    const auto own = classes.read(window.same, window.more & ~WindowHead::kIsCut);
    out.push_back({place_in(head.part, window.sentence),
                   place_in(head.part, window.text),
                   window.before,
                   window.sentences_of_text,
                   (window.more & WindowHead::kIsCut) != 0,
                   {own.begin(), own.end()},
                   reader.values<DocId>(window.documents)});
  }
}

/// Asks for the rests of windows that agree in all that is known of them, unless each family of these begins earlier.
void want_rests_of_run(std::uint64_t run, std::span<const RunWindow> windows, OutgoingBlocks& wanted) {
  std::vector<const RunWindow*> cut;
  for (const RunWindow& window : windows) {
    if (window.is_cut) cut.push_back(&window);
  }
  std::stable_sort(cut.begin(), cut.end(),
                   [](const RunWindow* x, const RunWindow* y) { return x->classes < y->classes; });
  const auto agree = [](const RunWindow* x, const RunWindow* y) { return x->classes == y->classes; };
  for_each_group(std::span<const RunWindow* const>(cut), agree, [&](std::span<const RunWindow* const> group) {
    const auto is_other = [&](const RunWindow* one) { return one->before != group.front()->before; };
    if (std::none_of(group.begin(), group.end(), is_other)) return;
    for (const RunWindow* one : group) wanted.add(part_of(one->place), WantedRun{run, number_in(one->place), 0});
  });
}

}  // namespace

void send_windows(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  const auto wanted = distinct_records<WantedRun>("wanted_runs", arrived, part.stored());
  OutgoingBlocks& windows = out.kind_of("windows");
  PlacesOfRun places(part);
  const auto append = [&](const PlaceOfRun& place, std::uint32_t same, std::string& bytes) {
    append_window(part, place, same, bytes);
  };
  for_each_wanted_run(wanted, [&](std::span<const WantedRun> group) {
    for (const WantedRun& one : group) places.add(one.sentence, false);
    windows.add(part.task().group_of_key(group.front().run), places.take(group.front().run, append));
  });
}

void want_rests(const TaskInput& arrived, TaskOutput& out) {
  OutgoingBlocks& wanted = out.kind_of("wanted_rests");
  const TaskInput no_rests;
  WindowsOfGroup(arrived, no_rests).for_each_run([&](std::uint64_t run, std::span<const RunWindow> windows) {
    want_rests_of_run(run, windows, wanted);
  });
  for (const TaskBlock& block : arrived.blocks("windows")) out.store("windows", std::string(block.bytes));
}

void send_rests(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  auto wanted = arrived.records<WantedRun>("wanted_rests");
  std::sort(wanted.begin(), wanted.end());
  OutgoingBlocks& rests = out.kind_of("rests");
  PlacesOfRun places(part);
  for_each_wanted_run(wanted, [&](std::span<const WantedRun> group) {
    for (const WantedRun& one : group) places.add(one.sentence, true);
    rests.add(part.task().group_of_key(group.front().run), places.take(group.front().run, append_rest));
  });
}

WindowsOfGroup::WindowsOfGroup(const TaskInput& stored, const TaskInput& arrived)
    : windows_(find_all(stored.blocks("windows"))), rests_(find_all(arrived.blocks("rests"))) {}

std::vector<WindowsOfGroup::BytesOfRun> WindowsOfGroup::find_all(std::span<const TaskBlock> blocks) {
  std::vector<BytesOfRun> found;
  for (const TaskBlock& block : blocks) {
    for (BlockReader reader(block.bytes); !reader.is_at_end();) {
      const std::string_view rest = reader.rest();
      const auto head = reader.value<BytesOfRunHead>();
      reader.skip(head.bytes);
      found.push_back({head.run, head.part, rest.substr(0, sizeof head + head.bytes)});
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::uint64_t WindowsOfGroup::read_next_run() {
  run_.clear();
  const std::uint64_t run = windows_[next_].run;
  for (; next_ < windows_.size() && windows_[next_].run == run; ++next_) read_windows(windows_[next_].bytes, run_);
  std::sort(run_.begin(), run_.end());
  for (; next_rest_ < rests_.size() && rests_[next_rest_].run == run; ++next_rest_) add_rest(rests_[next_rest_]);
  return run;
}

void WindowsOfGroup::add_rest(const BytesOfRun& rest) {
  BlockReader reader(rest.bytes);
  ClassesReader classes(reader);
  const auto head = reader.value<BytesOfRunHead>();
  for (std::uint32_t i = 0; i < head.count; ++i) {
    const auto one = reader.value<RestHead>();
    const auto own = classes.read(one.same, one.more);
    RunWindow wanted;
    wanted.place = place_in(head.part, one.sentence);
    const auto window = std::lower_bound(run_.begin(), run_.end(), wanted);
    if (window == run_.end() || window->place != wanted.place)
      throw Error("what follows a place of a run is not known");
    window->classes.insert(window->classes.end(), own.begin(), own.end());
    window->is_cut = false;
  }
}

}  // namespace cento
