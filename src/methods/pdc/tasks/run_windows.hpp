#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/spill/task_exchange.hpp"
#include "methods/pdc/tasks/pdc_part.hpp"
#include "methods/pdc/tasks/pdc_records.hpp"
#include "methods/pdc/tasks/pdc_task.hpp"
#include "read/document.hpp"

// What follows a run of sentences at its places, for the group that finds the families of the run. Few places need more
// than the first sentences to be told apart; the group asks these for the rest.

namespace cento {

/// A place of a run, and what follows there as long as sentences repeat, as far as it is known.
struct RunWindow {
  GlobalPlace place = 0;
  GlobalPlace text = 0;
  GlobalClass before = 0;  // of the sentence before it; no_class() if there is none
  std::uint32_t sentences_of_text = 0;
  bool is_cut = false;  // more sentences repeat
  std::vector<GlobalClass> classes;
  std::vector<DocId> documents;  // that have the text

  friend bool operator<(const RunWindow& x, const RunWindow& y) { return x.place < y.place; }
};

/// Part. wanted_runs, also stored ones → windows for the groups: the first sentences that follow, and which documents
/// have them.
void send_windows(const PdcPart& part, const TaskInput& arrived, TaskOutput& out);

/// Group. windows → wanted_rests for the parts, of places that agree in all of their first sentences and may be a
/// longer family. Stores the windows.
void want_rests(const TaskInput& arrived, TaskOutput& out);

/// Part. wanted_rests → rests for the groups: what follows the first sentences.
void send_rests(const PdcPart& part, const TaskInput& arrived, TaskOutput& out);

/// The windows of a group, run after run, in the order of the collection.
class WindowsOfGroup {
 public:
  /// `stored` has the windows, `arrived` the rests; both must outlive this. Throws Error when they are damaged.
  WindowsOfGroup(const TaskInput& stored, const TaskInput& arrived);

  /// Calls `use(run, windows)` for each run.
  template <typename Use>
  void for_each_run(const Use& use) {
    while (next_ < windows_.size()) {
      const std::uint64_t run = read_next_run();
      use(run, std::span<const RunWindow>(run_));
    }
  }

 private:
  /// Where something of a run in a part is: in a block that is in memory already.
  struct BytesOfRun {
    std::uint64_t run = 0;
    std::uint32_t part = 0;
    std::string_view bytes;

    friend bool operator<(const BytesOfRun& x, const BytesOfRun& y) {
      return x.run != y.run ? x.run < y.run : x.part < y.part;
    }
  };

  [[nodiscard]] static std::vector<BytesOfRun> find_all(std::span<const TaskBlock> blocks);
  [[nodiscard]] std::uint64_t read_next_run();
  void add_rest(const BytesOfRun& rest);

  std::vector<BytesOfRun> windows_;  // ascending
  std::vector<BytesOfRun> rests_;
  std::size_t next_ = 0;
  std::size_t next_rest_ = 0;
  std::vector<RunWindow> run_;  // the windows of the current one
};

}  // namespace cento
