#include "methods/repeated_sentences.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/executor.hpp"
#include "core/groups.hpp"
#include "core/idle_memory.hpp"
#include "core/spillable_memory.hpp"
#include "methods/in_order.hpp"
#include "methods/part_sentences.hpp"
#include "read/record_spool.hpp"
#include "sign/sequence_fingerprint.hpp"

namespace cento {

namespace {

// Sentences that have tokens are numbered through the collection; a text is a part of a document.

using UseRun = std::function<void(const RepeatedRun&)>;

constexpr std::uint64_t kStays = ~std::uint64_t{0};

/// How much white space separates: nothing, spaces, a line end, a blank line, and most of all the edge of a text.
using Separation = std::uint8_t;
constexpr Separation kSpaces = 1;
constexpr Separation kBlankLine = 3;
constexpr Separation kEdge = 4;

/// White space on one side of a sentence.
struct Gap {
  std::uint16_t bytes = 0;  // at most; of longer white space the rest stays
  Separation separation = kEdge;
};

struct StoredSentence {
  Span bytes;
  std::uint32_t number = 0;  // in its text, those without tokens counted
  Gap before;
  Gap behind;
};

/// A text, and which sentences are its.
struct Text {
  std::uint64_t first = 0;  // of its sentences
  std::uint32_t document = 0;
  std::uint32_t part = 0;
  std::uint32_t bytes = 0;
};

struct Window {
  Fingerprint fingerprint;
  std::uint64_t first = 0;  // number of its first sentence

  friend bool operator<(const Window& x, const Window& y) {
    return std::tie(x.fingerprint.high, x.fingerprint.low, x.first) <
           std::tie(y.fingerprint.high, y.fingerprint.low, y.first);
  }
};

struct ByFingerprint {
  std::uint64_t operator()(const Window& window) const { return window.fingerprint.high; }
};

/// A window that repeats an earlier one, by their first sentences.
struct Repetition {
  std::uint64_t first = 0;
  std::uint64_t earlier = 0;

  friend bool operator<(const Repetition& x, const Repetition& y) { return x.first < y.first; }
};

struct ByFirst {
  OrderedKey key;
  std::uint64_t operator()(const Repetition& repetition) const { return key(repetition.first); }
};

/// What a batch gives.
struct SignedBatch {
  std::vector<Text> texts;  // their first sentences counted from the batch's
  PlainVector<StoredSentence> sentences;
  PlainVector<Window> windows;  // the same
  std::uint32_t documents = 0;
};

/// Remembers windows that came lately, so that the most frequent are told at once and need not be regrouped.
class RecentWindows {
 public:
  RecentWindows() : slots_(std::size_t{1} << kSlotBits) {}

  /// Where an equal window came that ends before this one begins; kStays if none is remembered.
  std::uint64_t earlier(const Window& window, std::uint32_t sentences) {
    Window& slot = slots_[window.fingerprint.low >> (64 - kSlotBits)];
    if (slot.fingerprint != window.fingerprint) {
      slot = window;
      return kStays;
    }
    return window.first - slot.first >= sentences ? slot.first : kStays;
  }

 private:
  static constexpr int kSlotBits = 16;

  std::vector<Window> slots_;
};

Gap gap_of(std::string_view space) {
  constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
  if (space.empty()) return {0, 0};
  const auto separation = std::min<std::ptrdiff_t>(kSpaces + std::count(space.begin(), space.end(), '\n'), kBlankLine);
  return {static_cast<std::uint16_t>(std::min(space.size(), kMost)), static_cast<Separation>(separation)};
}

void check(const RepeatOptions& options) {
  if (options.min_sentences == 0) throw UsageError("--min-sentences must be at least 1");
}

/// The fingerprints and token counts of the sentences of a text.
struct SignedText {
  PlainVector<std::uint64_t> halves;  // two for each sentence
  PlainVector<std::uint32_t> tokens;

  void clear() {
    halves.clear();
    tokens.clear();
  }
};

struct ThreadTools {
  PartSentences sentences;
  SignedText text;
};

}  // namespace

class RepeatedSentenceFinder::State {
 public:
  explicit State(const RepeatOptions& options)
      : options_(options),
        executor_(options.threads, options.memory_bytes / kShare, options.temp_dir, options.progress),
        windows_(executor_.regroup<Window>(kLikelyWindows, ByFingerprint())),
        document_memory_(options.memory_bytes / kDocumentsShare, options.temp_dir),
        told_(std::in_place, options.memory_bytes / kShare, options.temp_dir),
        sentences_(options.memory_bytes / kShare, options.temp_dir),
        staying_(options.memory_bytes / kShare, options.temp_dir),
        stored_sentences_(sentences_),
        settled_(staying_),
        texts_(SpillableAllocator<Text>(&document_memory_)) {
    check(options);
  }

  std::shared_ptr<void> sign(const DocumentBatch& batch) {
    auto out = std::make_shared<SignedBatch>();
    ThreadTools& tools = tools_.local();
    for (const Document& document : batch.documents) {
      for (std::uint32_t part = 0; part < document.parts.size(); ++part) {
        const std::string_view text = document.parts[part].text;
        out->texts.push_back({out->sentences.size(), out->documents, part, static_cast<std::uint32_t>(text.size())});
        sign_text(text, tools, *out);
      }
      ++out->documents;
    }
    return out;
  }

  void add(const SignedBatch& batch) {
    const std::uint64_t before = sentences_.append(batch.sentences);
    for (Text text : batch.texts) {
      text.first += before;
      text.document += documents_;
      texts_.push_back(text);
    }
    documents_ += batch.documents;
    for (Window window : batch.windows) {
      window.first += before;
      add_window(window);
    }
  }

  void end_reference() { reference_sentences_ = sentences_.size(); }

  RepeatCounts find(const UseRun& use) {
    counts_.sentences = sentences_.size() - reference_sentences_;
    texts_.push_back({sentences_.size(), documents_, 0, 0});
    forget_reading();
    ShuffleOptions shuffling;
    shuffling.memory_bytes = executor_.memory_bytes();
    shuffling.expected_bytes = (told_->size() * 2 + sentences_.size() / kLikelyShare) * sizeof(Repetition);
    shuffling.temp_dir = options_.temp_dir;
    Shuffle<Repetition, ByFirst> repetitions(shuffling, {OrderedKey(sentences_.size() + 1)});
    find_repetitions(repetitions);
    follow(repetitions, use);
    counts_.spilled_bytes = windows_.spilled_bytes() + repetitions.spilled_bytes();
    return counts_;
  }

 private:
  // Of eight shares of the memory a shuffle and two spools take three while documents are read, which needs some as
  // well; then there are two shuffles and two spools, and at last a shuffle, two spools and what becomes of the cuts.
  static constexpr std::uint64_t kShare = 8;
  static constexpr std::uint64_t kDocumentsShare = 32;
  static constexpr std::uint64_t kLikelyWindows = std::uint64_t{1} << 22;  // how many come is not known while reading
  static constexpr std::uint64_t kLikelyShare = 4;                         // one in so many windows is a repetition

  /// Gives back what only reading needs.
  void forget_reading() {
    tools_.clear();
    give_idle_memory_back(options_.memory_bytes);
  }

  void sign_text(std::string_view text, ThreadTools& tools, SignedBatch& out) const {
    tools.text.clear();
    const std::size_t first = out.sentences.size();
    std::uint32_t number = 0;
    std::uint32_t behind_last = 0;  // where the sentence before ends, with tokens or without
    bool awaits_gap = false;        // the sentence before has tokens
    tools.sentences.for_each(text, [&](const Span& bytes, std::span<const std::uint64_t> tokens) {
      const Gap gap = gap_of(text.substr(behind_last, bytes.begin - behind_last));
      if (awaits_gap) out.sentences.back().behind = gap;
      awaits_gap = !tokens.empty();
      if (awaits_gap) {
        out.sentences.push_back({bytes, number, number == 0 ? Gap{} : gap, Gap{}});
        sign_sentence(tokens, tools.text);
      }
      behind_last = bytes.end;
      ++number;
    });
    add_windows(tools.text, first, out);
    release_if_large(tools.text.halves);
    release_if_large(tools.text.tokens);
  }

  static void sign_sentence(std::span<const std::uint64_t> tokens, SignedText& text) {
    const Fingerprint fingerprint = sequence_fingerprint(tokens);
    text.halves.push_back(fingerprint.low);
    text.halves.push_back(fingerprint.high);
    text.tokens.push_back(static_cast<std::uint32_t>(tokens.size()));
  }

  void add_windows(const SignedText& text, std::size_t first, SignedBatch& out) const {
    const std::size_t size = options_.min_sentences;
    const std::span<const std::uint64_t> halves = text.halves;
    std::uint64_t tokens = 0;  // of the last sentences, a window of them
    for (std::size_t end = 1; end <= text.tokens.size(); ++end) {
      tokens += text.tokens[end - 1];
      if (end > size) tokens -= text.tokens[end - size - 1];
      if (end < size || tokens < options_.min_tokens) continue;
      const std::size_t begin = end - size;
      out.windows.push_back({sequence_fingerprint(halves.subspan(2 * begin, 2 * size)), first + begin});
    }
  }

  [[nodiscard]] bool is_reference(std::uint64_t sentence) const { return sentence < reference_sentences_; }

  void add_window(const Window& window) {
    const std::uint64_t earlier = recent_.earlier(window, options_.min_sentences);
    if (earlier == kStays) {
      windows_.writer(0).add(window);
    } else {
      told_->append(std::array{Repetition{window.first, earlier}});
    }
  }

  void find_repetitions(Shuffle<Repetition, ByFirst>& out) {
    std::vector<Shuffle<Repetition, ByFirst>::Writer> writers;
    writers.reserve(executor_.workers());
    for (std::size_t i = 0; i < executor_.workers(); ++i) writers.emplace_back(out);
    windows_.for_each_batch([&](std::span<const Window> sorted, std::size_t worker) {
      const auto alike = [](const Window& x, const Window& y) { return x.fingerprint == y.fingerprint; };
      for_each_group(sorted, alike, [&](std::span<const Window> group) { take_group(group, writers[worker]); });
    });
    executor_.give_memory_back(0);
    SpoolReader<Repetition> told(*told_);
    for (std::uint64_t i = 0; i < told_->size(); ++i) {
      const Repetition repetition = told.at(i);
      if (!is_reference(repetition.first)) writers.front().add(repetition);
    }
    told_.reset();
    for (auto& writer : writers) writer.flush();
  }

  /// If any earlier window ends before one begins, then the first of all does.
  template <typename Writer>
  void take_group(std::span<const Window> equal, Writer& writer) const {
    const std::uint64_t earlier = equal.front().first;
    for (const Window& window : equal) {
      const bool overlaps = window.first - earlier < options_.min_sentences;
      if (!overlaps && !is_reference(window.first)) writer.add({window.first, earlier});
    }
  }

  /// Goes through the texts in order, with the repetitions of each.
  void follow(Shuffle<Repetition, ByFirst>& repetitions, const UseRun& use) {
    std::size_t text = 0;
    PlainVector<Repetition> of_text;
    const auto finish_text = [&] {
      cut_text(text++, of_text, use);
      of_text.clear();
    };
    read_in_order(repetitions, [&](std::span<const Repetition> sorted) {
      for (const Repetition& repetition : sorted) {
        while (repetition.first >= texts_[text + 1].first) finish_text();
        of_text.push_back(repetition);
      }
    });
    while (text + 1 < texts_.size()) finish_text();
  }

  void cut_text(std::size_t number, std::span<const Repetition> repetitions, const UseRun& use) {
    const Text& text = texts_[number];
    const auto size = static_cast<std::size_t>(texts_[number + 1].first - text.first);
    stays_at_.assign(size, kStays);
    for (const Repetition& repetition : repetitions) mark(repetition, text.first);
    settle(text.first);
    staying_.append(stays_at_);
    if (!repetitions.empty()) tell_runs(text, use);
  }

  /// Notes for each sentence of a window the equal one; those that a window before covers have theirs.
  void mark(const Repetition& repetition, std::uint64_t text_first) {
    const auto begin = static_cast<std::size_t>(repetition.first - text_first);
    std::size_t offset = options_.min_sentences;
    for (; offset > 0 && stays_at_[begin + offset - 1] == kStays; --offset) {
      stays_at_[begin + offset - 1] = repetition.earlier + offset - 1;
    }
  }

  /// Turns the equal sentence of each into the one that stays, for itself if it is not cut.
  void settle(std::uint64_t text_first) {
    for (std::size_t i = 0; i < stays_at_.size(); ++i) {
      std::uint64_t& place = stays_at_[i];
      if (place == kStays) {
        place = text_first + i;
      } else {
        place = place < text_first ? settled_.at(place) : stays_at_[static_cast<std::size_t>(place - text_first)];
      }
    }
  }

  [[nodiscard]] bool is_cut(std::size_t sentence, const Text& text) const {
    return sentence < stays_at_.size() && stays_at_[sentence] != text.first + sentence;
  }

  void tell_runs(const Text& text, const UseRun& use) {
    sentences_.read(text.first, stays_at_.size(), of_text_);
    for (std::size_t begin = 0, end = 0; begin < stays_at_.size(); begin = end + 1) {
      for (end = begin; is_cut(end, text);) ++end;
      if (end > begin) tell_run(text, begin, end, use);
    }
    if (text.document == last_cut_document_) return;
    last_cut_document_ = text.document;
    ++counts_.cut_documents;
  }

  /// Tells the sentences [begin, end) that go, in pieces that stay together elsewhere.
  void tell_run(const Text& text, std::size_t begin, std::size_t end, const UseRun& use) {
    const Span bytes = bytes_of_run(text, begin, end);
    counts_.cut_sentences += end - begin;
    counts_.cut_bytes += bytes.size();
    for (std::size_t first = begin, behind = begin; first < end; first = behind) {
      const std::uint64_t kept = stays_at_[first];
      const std::size_t kept_text = text_of(kept);
      const std::uint64_t kept_end = texts_[kept_text + 1].first;
      for (++behind; behind < end && stays_at_[behind] == kept + (behind - first) && stays_at_[behind] < kept_end;) {
        ++behind;
      }
      counts_.by_reference += is_reference(kept) ? behind - first : 0;
      RepeatedRun run;
      run.cut = {text.document, text.part, {}, {}};
      run.cut.sentences.begin = of_text_[first].number;
      run.cut.sentences.end = behind < end ? of_text_[behind].number : of_text_[behind - 1].number + 1;
      run.cut.bytes.begin = first == begin ? bytes.begin : of_text_[first].bytes.begin;
      run.cut.bytes.end = behind == end ? bytes.end : of_text_[behind].bytes.begin;
      run.kept = kept_run(texts_[kept_text], kept, kept + (behind - first) - 1);
      use(run);
    }
  }

  Span bytes_of_run(const Text& text, std::size_t begin, std::size_t end) {
    const StoredSentence& first = of_text_[begin];
    const StoredSentence& last = of_text_[end - 1];
    if (first.before.separation == kEdge && last.behind.separation == kEdge) {
      ++counts_.emptied_parts;
      return {0, text.bytes};
    }
    if (last.behind.separation <= first.before.separation)
      return {first.bytes.begin, last.bytes.end + last.behind.bytes};
    return {first.bytes.begin - first.before.bytes, last.bytes.end};
  }

  SentenceRun kept_run(const Text& text, std::uint64_t first, std::uint64_t last) {
    const StoredSentence begin = stored_sentences_.at(first);
    const StoredSentence end = stored_sentences_.at(last);
    return {text.document, text.part, {begin.number, end.number + 1}, {begin.bytes.begin, end.bytes.end}};
  }

  [[nodiscard]] std::size_t text_of(std::uint64_t sentence) const {
    const auto begins_behind = [](std::uint64_t number, const Text& text) { return number < text.first; };
    const auto behind = std::upper_bound(texts_.begin(), texts_.end(), sentence, begins_behind);
    return static_cast<std::size_t>(behind - texts_.begin()) - 1;
  }

  RepeatOptions options_;
  oneapi::tbb::enumerable_thread_specific<ThreadTools> tools_;
  LocalExecutor executor_;
  LocalExecutor::Regrouping<Window, ByFingerprint> windows_;
  SpillableMemory document_memory_;
  RecentWindows recent_;
  std::optional<RecordSpool<Repetition>> told_;  // what it told, until that is regrouped
  RecordSpool<StoredSentence> sentences_;
  RecordSpool<std::uint64_t> staying_;  // for each sentence the equal one that stays, or itself
  SpoolReader<StoredSentence> stored_sentences_;
  SpoolReader<std::uint64_t> settled_;
  SpillableVector<Text> texts_;
  std::uint32_t documents_ = 0;
  std::uint64_t reference_sentences_ = 0;
  PlainVector<std::uint64_t> stays_at_;  // of the text at hand: as staying_
  PlainVector<StoredSentence> of_text_;  // its sentences
  DocId last_cut_document_ = ~DocId{0};
  RepeatCounts counts_;
};

RepeatedSentenceFinder::RepeatedSentenceFinder(const RepeatOptions& options)
    : state_(std::make_unique<State>(options)) {}

RepeatedSentenceFinder::~RepeatedSentenceFinder() = default;

std::shared_ptr<void> RepeatedSentenceFinder::sign(const DocumentBatch& batch) const {
  return state_->sign(batch);
}

void RepeatedSentenceFinder::add(const void* signed_batch) {
  state_->add(*static_cast<const SignedBatch*>(signed_batch));
}

void RepeatedSentenceFinder::end_reference() {
  state_->end_reference();
}

RepeatCounts RepeatedSentenceFinder::find(const std::function<void(const RepeatedRun&)>& use) {
  return state_->find(use);
}

}  // namespace cento
