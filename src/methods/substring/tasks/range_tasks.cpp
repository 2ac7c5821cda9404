#include "methods/substring/tasks/range_tasks.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "align/substring/substring_runs.hpp"
#include "core/memory/plain_vector.hpp"
#include "core/parallel/task_groups.hpp"
#include "methods/substring/run_spool.hpp"
#include "methods/substring/substring_records.hpp"

namespace cento {

namespace {

constexpr std::uint32_t kAnsweredAtATime = std::uint32_t{1} << 16;

/// The runs that windows cover, of tokens as they are numbered in the part; their other places are numbered in the
/// collection.
void cover_repeated(const SubstringPart& part, const TaskInput& arrived, RunSpool& repeated, RunSpool& later) {
  const SubstringTask& task = part.task();
  LocalExecutor executor = executor_of_task({task.memory.bytes / 2, task.memory.temp_dir});
  std::uint64_t bytes = 0;
  for (const TaskInput* input : {&part.stored(), &arrived}) {
    for (const TaskBlock& block : input->blocks("repeated")) bytes += block.bytes.size();
  }
  const TokenKey by_token{~std::uint64_t{0} / (task.tokens.size(part.number()) + 1)};
  auto regrouped = executor.regroup<RepeatedWindows>(bytes / sizeof(RepeatedWindows), by_token);
  const auto add = [&](std::uint32_t, const RepeatedWindows& one) {
    const WindowRow& windows = one.windows;
    regrouped.writer(0).add(
        {WindowRow(windows.first_token() - part.first_token(), windows.count(), windows.is_marked()), one.other});
  };
  for (const TaskInput* input : {&part.stored(), &arrived}) input->for_each<RepeatedWindows>("repeated", add);
  regrouped.for_each_batch_in_order(
      [&](std::span<const RepeatedWindows> sorted, std::size_t) { return cover(sorted, task.rule.min_tokens); },
      [&](const CoveredRuns& runs) {
        repeated.add(runs.repeated);
        later.add(runs.later);
      });
  repeated.finish();
  later.finish();
}

/// Makes ranges of the runs of a part.
class RangeCollector {
 public:
  RangeCollector(const SubstringPart& part, std::vector<AskedOriginal> asked)
      : part_(part),
        tokens_(part),
        reader_(tokens_.archive()),
        first_copies_(part.stored().records<FirstCopy>("first_copies")),
        asked_(std::move(asked)) {
    std::sort(first_copies_.begin(), first_copies_.end());
    std::sort(asked_.begin(), asked_.end());
  }

  void collect_repeated(const RunSpool& repeated, const RunSpool& later) {
    RunCursor runs(repeated);
    RunCursor later_runs(later);
    auto copy = first_copies_.begin();
    for_each_text([&](const RunText& text, std::uint32_t number) {
      if (copy != first_copies_.end() && copy->original == text.document && copy->text == number) {
        const CoveredRun* first_run = runs.next_before(text.first_token + 1);
        list(text, whole_text(text, *copy, first_run), later_runs);
        if (wanted_.back().other == WantedRange::kNone) wanted_.back().also = copy->place;
        runs.pass_to(text.end_token());
        ++copy;
      }
      for (; const CoveredRun* run = runs.next_before(text.end_token()); runs.move_on()) list(text, *run, later_runs);
    });
  }

  /// What occurs earlier is counted. The begins of originals are to be found where they occur first.
  void collect_later(const RunSpool& later) {
    RunCursor runs(later);
    auto asked = asked_.begin();
    for_each_text([&](const RunText& text, std::uint32_t number) {
      asked = std::lower_bound(asked, asked_.end(), AskedOriginal{text.document, 0});
      if (asked != asked_.end() && asked->document == text.document) {
        add_original(text, number, runs.next_before(text.first_token + 1));
      }
      for (; const CoveredRun* run = runs.next_before(text.end_token()); runs.move_on()) {
        const RunPlace place = place_of(text, run->begin, run->end);
        ++counts_.later_ranges;
        counts_.later_tokens += place.tokens.size();
        counts_.later_bytes += place.bytes.size();
      }
    });
  }

  void finish(TaskOutput& out) const {
    out.store("wanted", block_of(wanted_));
    out.count("later_ranges", counts_.later_ranges);
    out.count("later_tokens", counts_.later_tokens);
    out.count("later_bytes", counts_.later_bytes);
    std::vector<AskedRun> runs;
    for (const WantedRange& one : wanted_) {
      if (one.other != WantedRange::kNone) runs.push_back({one.other, one.place.tokens.size(), 0});
    }
    std::sort(runs.begin(), runs.end());
    OutgoingBlocks& sent = out.kind_of("asked_runs");
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (i + 1 < runs.size() && runs[i + 1].token == runs[i].token) continue;  // which is longer
      sent.add(part_.task().tokens.part_of(runs[i].token), runs[i]);
    }
  }

 private:
  /// Calls `use(text, its number in its document)`.
  template <typename Use>
  void for_each_text(const Use& use) const {
    const std::span<const RunText> texts = part_.texts();
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      number = i > 0 && texts[i - 1].document == texts[i].document ? number + 1 : 0;
      use(texts[i], number);
    }
  }

  /// A copied text as a run, with the first other place of its beginning. `first_run`: that begins with it, or null.
  static CoveredRun whole_text(const RunText& text, const FirstCopy& copy, const CoveredRun* first_run) {
    const bool run_is_first = first_run != nullptr && first_run->other < copy.token;
    return {text.first_token, text.end_token(), run_is_first ? first_run->other : WantedRange::kNone};
  }

  /// A range in which no run occurs earlier is a first occurrence.
  void list(const RunText& text, const CoveredRun& run, RunCursor& later) {
    later.pass_to(run.begin);
    const bool is_first = later.next_before(run.end) == nullptr;
    wanted_.push_back({place_of(text, run.begin, run.end),
                       {},
                       run.begin,
                       run.other,
                       is_first ? WantedRange::Use::listed_as_first : WantedRange::Use::listed,
                       0});
  }

  void add_original(const RunText& text, std::uint32_t number, const CoveredRun* first_run) {
    const RunPlace place = part_.place_of(text);
    wanted_.push_back({place, place, text.first_token, first_run != nullptr ? first_run->other : WantedRange::kNone,
                       WantedRange::Use::original, number});
  }

  [[nodiscard]] RunPlace place_of(const RunText& text, std::uint64_t begin, std::uint64_t end) {
    RunPlace place = part_.place_of(text);
    place.tokens = {static_cast<std::uint32_t>(begin - text.first_token),
                    static_cast<std::uint32_t>(end - text.first_token)};
    place.bytes = {reader_.bytes_of(begin).begin, reader_.bytes_of(end - 1).end};
    return place;
  }

  const SubstringPart& part_;
  TokensOfPart tokens_;
  TokenReader reader_;
  std::vector<FirstCopy> first_copies_;
  std::vector<AskedOriginal> asked_;
  std::vector<WantedRange> wanted_;
  SubstringCounts counts_;
};

/// Makes the answers to questions about runs of a part.
class RunAnswerer {
 public:
  explicit RunAnswerer(const SubstringPart& part) : part_(part), tokens_(part), reader_(tokens_.archive()) {}

  /// The first min_tokens tokens are known to those who ask; only where the last of them ends is not.
  void answer(std::uint32_t asking, const AskedRun& asked, OutgoingBlocks& out) {
    const std::uint64_t token = asked.token - part_.first_token();
    const RunText& text = part_.text_with(token);
    const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(asked.tokens, text.end_token() - token));
    const auto token_in_text = static_cast<std::uint32_t>(token - text.first_token);
    RunAnswer piece{asked.token,   part_.task().rule.min_tokens - 1, 0, part_.place_of(text).document, text.part,
                    token_in_text, reader_.bytes_of(token).begin};
    for (; piece.first < most; piece.first += piece.tokens) {
      piece.tokens = std::min(kAnsweredAtATime, most - piece.first);
      reader_.read(token + piece.first, piece.tokens, hashes_);
      reader_.read_ends(token + piece.first, piece.tokens, ends_);
      block_.clear();
      append_value(piece, block_);
      append_values(std::span<const std::uint64_t>(hashes_), block_);
      append_values(std::span<const std::uint32_t>(ends_), block_);
      out.add(asking, block_);
    }
  }

 private:
  const SubstringPart& part_;
  TokensOfPart tokens_;
  TokenReader reader_;
  PlainVector<std::uint64_t> hashes_;
  PlainVector<std::uint32_t> ends_;
  std::string block_;
};

/// The answers that arrived, by what was asked.
class AnsweredRuns {
 public:
  struct Piece {
    RunAnswer header;
    std::string_view hashes;
    std::string_view ends;

    [[nodiscard]] std::uint64_t hash(std::uint32_t i) const { return value_at<std::uint64_t>(hashes, i); }
    [[nodiscard]] std::uint32_t end(std::uint32_t i) const { return value_at<std::uint32_t>(ends, i); }

    friend bool operator<(const Piece& x, const Piece& y) {
      return x.header.token != y.header.token ? x.header.token < y.header.token : x.header.first < y.header.first;
    }
  };

  explicit AnsweredRuns(const TaskInput& arrived) {
    for (const TaskBlock& block : arrived.blocks("answers")) {
      for (BlockReader reader(block.bytes); !reader.is_at_end();) {
        Piece piece;
        piece.header = reader.value<RunAnswer>();
        piece.hashes = reader.rest().substr(0, piece.header.tokens * sizeof(std::uint64_t));
        reader.skip(piece.header.tokens * sizeof(std::uint64_t));
        piece.ends = reader.rest().substr(0, piece.header.tokens * sizeof(std::uint32_t));
        reader.skip(piece.header.tokens * sizeof(std::uint32_t));
        pieces_.push_back(piece);
      }
    }
    std::sort(pieces_.begin(), pieces_.end());
  }

  /// The pieces of an answer in their order; there is at least one.
  [[nodiscard]] std::span<const Piece> about(std::uint64_t token) const {
    struct ByToken {
      bool operator()(const Piece& piece, std::uint64_t number) const { return piece.header.token < number; }
      bool operator()(std::uint64_t number, const Piece& piece) const { return number < piece.header.token; }
    };
    const auto [begin, end] = std::equal_range(pieces_.begin(), pieces_.end(), token, ByToken());
    if (begin == end) throw_damaged_part();
    return {begin, end};
  }

 private:
  template <typename Value>
  static Value value_at(std::string_view values, std::uint32_t i) {
    Value value;
    std::memcpy(&value, values.data() + i * sizeof value, sizeof value);
    return value;
  }

  std::vector<Piece> pieces_;
};

/// Follows ranges of a part from where they begin elsewhere, as far as the tokens agree.
class RunFollower {
 public:
  RunFollower(const SubstringPart& part, const TaskInput& arrived)
      : tokens_(part), reader_(tokens_.archive()), answers_(arrived) {}

  [[nodiscard]] RunPlace also_of(const WantedRange& wanted) {
    if (wanted.other == WantedRange::kNone) return wanted.also;
    const std::span<const AnsweredRuns::Piece> pieces = answers_.about(wanted.other);
    const RunAnswer& answer = pieces.front().header;
    RunPlace also{answer.document, answer.part, {answer.token_in_text, answer.token_in_text}, {answer.begin, 0}};
    for (const AnsweredRuns::Piece& piece : pieces) {
      if (piece.header.first >= wanted.place.tokens.size()) break;
      const std::uint32_t most = std::min(piece.header.tokens, wanted.place.tokens.size() - piece.header.first);
      const std::uint32_t agreeing = agreeing_tokens(wanted.begin + piece.header.first, piece, most);
      if (agreeing > 0) {
        also.tokens.end = answer.token_in_text + piece.header.first + agreeing;
        also.bytes.end = piece.end(agreeing - 1);
      }
      if (agreeing < most) break;
    }
    return also;
  }

 private:
  /// How many tokens from the part's `begin` on, at most `most`, are those of the piece.
  std::uint32_t agreeing_tokens(std::uint64_t begin, const AnsweredRuns::Piece& piece, std::uint32_t most) {
    constexpr std::uint32_t kAtATime = 256;
    for (std::uint32_t done = 0; done < most; done += kAtATime) {
      const std::uint32_t count = std::min(kAtATime, most - done);
      reader_.read(begin + done, count, hashes_);
      for (std::uint32_t i = 0; i < count; ++i) {
        if (hashes_[i] != piece.hash(done + i)) return done + i;
      }
    }
    return most;
  }

  TokensOfPart tokens_;
  TokenReader reader_;
  AnsweredRuns answers_;
  PlainVector<std::uint64_t> hashes_;
};

void count_listed(const RunPlace& place, SubstringCounts& counts) {
  ++counts.repeated_ranges;
  counts.repeated_tokens += place.tokens.size();
  counts.repeated_bytes += place.bytes.size();
}

}  // namespace

void cover_windows(SubstringPart& part, const TaskInput& arrived, TaskOutput& out) {
  const TaskMemory& memory = part.task().memory;
  RunSpool repeated(memory.bytes / 8, memory.temp_dir);
  RunSpool later(memory.bytes / 8, memory.temp_dir);
  cover_repeated(part, arrived, repeated, later);
  auto asked = part.stored().records<AskedOriginal>("asked_originals");
  if (repeated.size() == 0 && asked.empty()) return;
  RangeCollector collector(part, std::move(asked));
  collector.collect_repeated(repeated, later);
  collector.collect_later(later);
  collector.finish(out);
}

void answer_runs(SubstringPart& part, const TaskInput& arrived, TaskOutput& out) {
  if (arrived.blocks("asked_runs").empty()) return;
  RunAnswerer answerer(part);
  OutgoingBlocks& answers = out.kind_of("answers");
  arrived.for_each<AskedRun>(
      "asked_runs", [&](std::uint32_t asking, const AskedRun& asked) { answerer.answer(asking, asked, answers); });
}

void follow_runs(SubstringPart& part, const TaskInput& arrived, TaskOutput& out) {
  const auto wanted = part.stored().records<WantedRange>("wanted");
  if (wanted.empty()) return;
  auto asked = part.stored().records<AskedOriginal>("asked_originals");
  std::sort(asked.begin(), asked.end());
  RunFollower follower(part, arrived);
  std::vector<FoundRange> ranges;
  OutgoingBlocks& places = out.kind_of("original_places");
  for (const WantedRange& one : wanted) {
    const RunPlace also = follower.also_of(one);
    if (one.use != WantedRange::Use::original) {
      ranges.push_back({one.place, also, one.use == WantedRange::Use::listed_as_first ? 1U : 0U, 0});
      continue;
    }
    const std::uint32_t document = one.place.document - part.task().parts.begin(part.number());
    const GlobalPlace original = place_in(part.number(), document);
    for (auto next = std::lower_bound(asked.begin(), asked.end(), AskedOriginal{document, 0});
         next != asked.end() && next->document == document; ++next) {
      places.add(next->asking, OriginalPlace{original, one.text, 0, also});
    }
  }
  out.store("ranges", block_of(ranges));
}

SubstringCounts list_ranges(const SubstringPart& part, const TaskInput& arrived, const UseRange& use) {
  SubstringCounts counts;
  part.stored().for_each<FoundRange>("ranges", [&](std::uint32_t, const FoundRange& range) {
    count_listed(range.place, counts);
    use({range.place, range.also, range.is_first != 0});
  });
  if (!part.is_listed()) return counts;
  auto places = arrived.records<OriginalPlace>("original_places");
  std::sort(places.begin(), places.end());
  for (const CopiedDocument& copied : part.copied()) {
    auto original = std::lower_bound(places.begin(), places.end(), OriginalPlace{copied.original, 0, 0, {}});
    for (const RunText& text : part.texts_of(copied.document)) {
      if (original == places.end() || original->original != copied.original) throw_damaged_part();
      const RunPlace place = part.place_of(text);
      count_listed(place, counts);
      ++counts.later_ranges;
      counts.later_tokens += place.tokens.size();
      counts.later_bytes += place.bytes.size();
      use({place, (original++)->place, false});
    }
  }
  return counts;
}

}  // namespace cento
