#include "methods/substring/tasks/window_tasks.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "core/hash/mix64.hpp"
#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
#include "methods/substring/substring_kernels.hpp"
#include "methods/substring/substring_records.hpp"

namespace cento {

namespace {

struct PlacedRunDocument {
  Fingerprint fingerprint;
  GlobalPlace place = 0;

  friend bool operator<(const PlacedRunDocument& x, const PlacedRunDocument& y) {
    return x.fingerprint != y.fingerprint ? x.fingerprint < y.fingerprint : x.place < y.place;
  }
};

// The keys of a task are those of one range of spread ones, so they are spread in another way.
struct KeyOfRunDocument {
  std::uint64_t operator()(const PlacedRunDocument& one) const { return mix64(~one.fingerprint.low); }
};
struct KeyOfStretch {
  std::uint64_t operator()(const Stretch& one) const { return mix64(~one.anchor); }
};
struct KeyOfPrint {
  std::uint64_t operator()(const WindowPrint& one) const { return mix64(~one.print.low); }
};

/// A sink of the kernels: each record goes to the part that has its first token.
template <typename Record>
class SentToToken {
 public:
  SentToToken(const SubstringTask& task, OutgoingBlocks& out) : task_(task), out_(out) {}

  void add(const Record& record) { out_.add(task_.tokens.part_of(record.windows.first_token()), record); }

 private:
  const SubstringTask& task_;
  OutgoingBlocks& out_;
};

/// A sink of fingerprints of windows whose tokens are numbered in their part.
class SentPrints {
 public:
  SentPrints(const SubstringPart& part, OutgoingBlocks& out) : part_(part), out_(out) {}

  void add(const WindowPrint& print) {
    out_.add(group_of(print.print.low, part_.task().groups),
             WindowPrint{print.print, print.windows.moved_by(part_.first_token())});
  }

 private:
  const SubstringPart& part_;
  OutgoingBlocks& out_;
};

/// All but the first are copies. With a reference, copies are those of documents that are in it.
void send_copied(const SubstringTask& task, std::span<const PlacedRunDocument> equal, TaskOutput& out) {
  const GlobalPlace original = equal.front().place;
  if (task.reference_parts && !task.is_reference(part_of(original))) return;
  OutgoingBlocks& copied = out.kind_of("copied");
  bool is_second = !task.reference_parts;
  for (const PlacedRunDocument& one : equal.subspan(1)) {
    copied.add(part_of(one.place), CopiedDocument{original, number_in(one.place), is_second ? 1U : 0U});
    is_second = false;
  }
  out.count("identical_documents", equal.size() - 1);
}

void send_stretches(const SubstringPart& part, TaskOutput& out) {
  OutgoingBlocks& sent = out.kind_of("stretches");
  const std::span<const RunText> texts = part.texts();
  std::size_t text = 0;
  bool is_copied = !texts.empty() && part.is_copied(texts[0].document);
  std::uint64_t count = 0;
  part.stored().for_each<Stretch>("stretches", [&](std::uint32_t, const Stretch& stretch) {
    for (; text < texts.size() && stretch.windows.first_token() >= texts[text].end_token();) {
      ++text;
      is_copied = text < texts.size() && part.is_copied(texts[text].document);
    }
    if (text == texts.size()) throw_damaged_part();
    if (is_copied) return;
    ++count;
    sent.add(group_of(stretch.anchor, part.task().groups),
             Stretch{stretch.anchor, stretch.content, stretch.windows.moved_by(part.first_token())});
  });
  out.count("stretches", count);
}

void send_first_copy(const SubstringPart& part, const CopiedDocument& copied, OutgoingBlocks& out) {
  const std::span<const RunText> texts = part.texts_of(copied.document);
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    const RunText& text = texts[i];
    out.add(part_of(copied.original),
            FirstCopy{part.first_token() + text.first_token, number_in(copied.original), i, part.place_of(text)});
  }
}

/// Asks for the first places of the texts of all originals.
void ask_originals(const SubstringPart& part, TaskOutput& out) {
  OutgoingBlocks& asked = out.kind_of("asked_originals");
  std::vector<GlobalPlace> originals;
  for (const CopiedDocument& one : part.copied()) originals.push_back(one.original);
  std::sort(originals.begin(), originals.end());
  originals.erase(std::unique(originals.begin(), originals.end()), originals.end());
  for (const GlobalPlace original : originals) {
    asked.add(part_of(original), AskedOriginal{number_in(original), part.number()});
  }
}

}  // namespace

void find_equal_documents(const SubstringTask& task, const TaskInput& arrived, TaskOutput& out) {
  const auto make = [](std::uint32_t from, const RunDocument& one) {
    return PlacedRunDocument{one.fingerprint, place_in(from, one.document)};
  };
  const auto same = [](const PlacedRunDocument& x, const PlacedRunDocument& y) {
    return x.fingerprint == y.fingerprint;
  };
  for_each_batch_made<PlacedRunDocument, RunDocument>(
      arrived, "run_documents", task.memory, KeyOfRunDocument(), make, [&](std::span<const PlacedRunDocument> batch) {
        for_each_group(batch, same, [&](std::span<const PlacedRunDocument> equal) { send_copied(task, equal, out); });
      });
}

void show_stretches(SubstringPart& part, const TaskInput& arrived, TaskOutput& out) {
  part.set_copied(arrived.records<CopiedDocument>("copied"), out);
  send_stretches(part, out);
  std::uint64_t tokens = 0;
  for (const RunText& text : part.texts()) tokens += text.token_count;
  out.count("tokens", tokens);
  if (!part.is_listed()) return;
  ask_originals(part, out);
  OutgoingBlocks& first_copies = out.kind_of("first_copies");
  for (const CopiedDocument& one : part.copied()) {
    if (one.is_second != 0) send_first_copy(part, one, first_copies);
  }
}

void sort_out_stretches(const SubstringTask& task, const TaskInput& arrived, TaskOutput& out) {
  SentToToken<RepeatedWindows> repeated(task, out.kind_of("repeated"));
  SentToToken<WindowRequest> requests(task, out.kind_of("requests"));
  const auto make = [](std::uint32_t, const Stretch& stretch) { return stretch; };
  std::uint64_t windows = 0;
  for_each_batch_made<Stretch, Stretch>(
      arrived, "stretches", task.memory, KeyOfStretch(), make,
      [&](std::span<const Stretch> sorted) { windows += sort_out_anchors(sorted, task.wanted(), repeated, requests); });
  out.count("compared_windows", windows);
}

void keep_what_originals_need(SubstringPart& /*part*/, const TaskInput& arrived, TaskOutput& out) {
  store_arrived<FirstCopy>("first_copies", arrived, out);
  store_arrived<AskedOriginal>("asked_originals", arrived, out);
}

void print_windows(SubstringPart& part, const TaskInput& arrived, TaskOutput& out) {
  store_arrived<RepeatedWindows>("repeated", arrived, out);
  if (arrived.blocks("requests").empty()) return;
  const std::uint64_t begin = part.first_token();
  const TokensOfPart tokens(part);
  SentPrints prints(part, out.kind_of("prints"));
  const auto make = [&](std::uint32_t, const WindowRequest& request) {
    const WindowRow& windows = request.windows;
    return WindowRequest{WindowRow(windows.first_token() - begin, windows.count(), windows.is_marked())};
  };
  const TokenKey by_token{~std::uint64_t{0} / (tokens.archive().size() + 1)};
  for_each_batch_made<WindowRequest, WindowRequest>(
      arrived, "requests", part.task().memory, by_token, make, [&](std::span<const WindowRequest> sorted) {
        print_requested(sorted, part.task().shape(), tokens.archive(), prints);
      });
}

void find_equal_windows(const SubstringTask& task, const TaskInput& arrived, TaskOutput& out) {
  SentToToken<RepeatedWindows> repeated(task, out.kind_of("repeated"));
  const auto make = [](std::uint32_t, const WindowPrint& print) { return print; };
  for_each_batch_made<WindowPrint, WindowPrint>(
      arrived, "prints", task.memory, KeyOfPrint(), make,
      [&](std::span<const WindowPrint> sorted) { list_equal_prints(sorted, task.wanted(), repeated); });
}

}  // namespace cento
