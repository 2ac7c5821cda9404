#include "methods/pdc.hpp"

#include <algorithm>
#include <atomic>
#include <tuple>

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_set.hpp>

#include "align/chains.hpp"
#include "core/error.hpp"
#include "core/executor.hpp"
#include "core/freed_memory.hpp"
#include "core/idle_memory.hpp"
#include "methods/content_matcher.hpp"
#include "methods/in_order.hpp"
#include "methods/passage_proposals.hpp"
#include "sign/mix64.hpp"

namespace cento {

namespace {

void check(const PdcOptions& options) {
  const PassageOptions& passages = options.passages;
  if (!(passages.threshold > 0 && passages.threshold <= 1)) {
    throw UsageError(
        fmt::format("--threshold {} is no similarity: it must be over 0 and at most 1", passages.threshold));
  }
  if (passages.min_sentences == 0) throw UsageError("--min-sentences 0 makes no passage: it must be at least 1");
}

// Shares of the memory. Classes take four bytes a sentence, which would be 40 % of 1 GB for 8 GB of text.
constexpr std::uint64_t kPlacesShare = 20;
constexpr std::uint64_t kRunsShare = 8;
constexpr std::uint64_t kClassShare = 4;
constexpr std::uint64_t kLongTextShare = 64;  // what is made of a text on its way takes twice its bytes
constexpr std::uint64_t kMadeShare = 64;      // of what for_each_batch() has others make, which is some lines of text

std::size_t long_text_bytes(const PdcOptions& options) {
  constexpr std::uint64_t kLeast = std::uint64_t{1} << 20U;
  return std::max(kLeast, options.memory_bytes / kLongTextShare);
}

/// While reading there is one shuffle for identical sentences, and two more for near ones.
std::uint64_t shuffle_share(const PdcOptions& options) {
  constexpr std::uint64_t kExactShare = 4;
  constexpr std::uint64_t kNearShare = 24;
  return options.passages.match == SentenceMatching::exact ? kExactShare : kNearShare;
}

SequenceOptions sequence_options(const PdcOptions& options) {
  SequenceOptions sequence;
  sequence.memory_bytes = options.memory_bytes / kPlacesShare;
  sequence.class_bytes = options.memory_bytes / kClassShare;
  sequence.temp_dir = options.temp_dir;
  sequence.keep_edge_words = options.passages.edges == PassageEdges::word;
  sequence.long_text_bytes = long_text_bytes(options);
  if (options.passages.match == SentenceMatching::exact) return sequence;
  sequence.near.emplace();
  sequence.near->signature = options.passages.signature;
  sequence.near->threshold = options.passages.threshold;
  sequence.near->tokens = options.tokens;
  // Features are read again for candidates only, and these are few: most of them may wait in a file.
  constexpr std::uint64_t kFeatureBytesMost = std::uint64_t{8} << 20U;
  sequence.near->memory_bytes = std::min(options.memory_bytes / kPlacesShare, kFeatureBytesMost);
  sequence.near->temp_dir = options.temp_dir;
  return sequence;
}

/// How many passages of the first ones are to be handed on together: all of each pair of documents.
std::size_t size_of_piece(std::span<const FoundPassage> found, std::size_t enough) {
  if (found.size() <= enough) return found.size();
  const auto is_same_pair = [](const FoundPassage& x, const FoundPassage& y) {
    return x.a.document == y.a.document && x.b.document == y.b.document;
  };
  std::size_t size = enough;
  while (size < found.size() && is_same_pair(found[size - 1], found[size])) ++size;
  return size;
}

struct KeyOfPassage {
  OrderedKey key;

  std::uint64_t operator()(const FoundPassage& found) const { return key(found.a.document); }
};

/// A run, the only one, as a chain.
Chain chain_of(const DiagonalRun& run, std::span<const float> similarities) {
  double sum = similarities.empty() ? run.length : 0;
  for (const float similarity : similarities) sum += similarity;
  return {{run.a, run.end_a()}, {run.b, run.end_b()}, run.length, sum / run.length};
}

/// What a thread needs to match two contents.
struct MatchTools {
  ContentMatcher matcher;
  PlainVector<std::uint32_t> row_runs;  // as hash_runs() gives them, unless those of all contents are held
  PlainVector<std::uint32_t> column_runs;
  ChainFinder chain_finder;
  FoundRuns runs;
  PlainVector<Chain> chains;
  std::uint64_t passages = 0;
};

}  // namespace

/// The paper's three jobs: indexing (sentences, by their signatures), sentence duplication detecting (classes and pairs
/// of sentences), sequence matching (diagonals).
class PdcFinder::State {
 public:
  explicit State(const PdcOptions& options)
      : options_(options),
        executor_(options.threads, options.memory_bytes / shuffle_share(options), options.temp_dir, options.progress),
        sequence_(sequence_options(options), executor_) {
    check(options);
  }

  SentenceSequence& sequence() { return sequence_; }
  DocumentFamilies& families() { return families_; }
  PdcCounts& counts() { return counts_; }
  SentenceRecall& recall() { return *recall_; }

  void end_reference() { references_ = static_cast<DocId>(sequence_.documents()); }

  void list_pairs(std::span<const std::pair<DocId, DocId>> pairs) {
    is_listed_ = true;
    for (const auto& [a, b] : pairs) listed_.insert(std::minmax(a, b));
  }

  void find() {
    sequence_.end_reading();
    give_idle_memory_back(options_.memory_bytes);
    sequence_.find_classes();
    std::vector<NearPair> pairs = sequence_.find_near();
    counts_.near_sentence_pairs = pairs.size();
    near_ = NearClasses(pairs, sequence_.classes().size());
    release(pairs);
    executor_.give_memory_back(std::min<std::uint64_t>(kLaterShuffles, options_.memory_bytes / kPlacesShare));
    give_idle_memory_back(options_.memory_bytes);
    find_families();
    recall_.emplace(sequence_,
                    RecallOptions{options_.memory_bytes / kPlacesShare, options_.temp_dir, long_text_bytes(options_)});
    pairs_.resize(executor_.workers());
    // It cannot be moved, so make_unique() is no way to it. NOLINTNEXTLINE(modernize-make-unique)
    found_.reset(new Found(executor_.regroup<FoundPassage>(kLikelyPassages, key_of_passage())));
    executor_.begin_phase("aligning");
    match_proposed();
    near_ = NearClasses();
    release(run_hashes_);
    sequence_.forget_classes();
    give_idle_memory_back(options_.memory_bytes);
    add_identical();
    counts_.capped_near_groups = sequence_.near_counts().capped_features;
    counts_.spilled_bytes += sequence_.spilled_bytes() + families_.spilled_bytes() + found_->spilled_bytes();
  }

  void for_each_batch(const std::function<std::shared_ptr<void>(std::span<const FoundPassage>, std::size_t)>& make,
                      const std::function<void(void*)>& take) {
    constexpr std::uint64_t kLikelyBytes = 400;  // that are made of a passage
    constexpr std::uint64_t kLeast = 1024;
    const std::size_t enough = std::max(kLeast, options_.memory_bytes / kMadeShare / kLikelyBytes);
    found_->for_each_batch_in_pieces(
        [&](std::span<const FoundPassage> batch, std::size_t worker, const auto& hand_on) {
          while (!batch.empty()) {
            const std::span<const FoundPassage> piece = batch.first(size_of_piece(batch, enough));
            hand_on(make(piece, worker));
            batch = batch.subspan(piece.size());
          }
        },
        [&](const std::shared_ptr<void>& made) { take(made.get()); });
  }

  std::vector<DocPair> document_pairs() {
    std::vector<DocPair> pairs;
    for (std::vector<DocPair>& some : pairs_) {
      pairs.insert(pairs.end(), some.begin(), some.end());
      release(some);
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  }

  void add_loose(LoosePassages passages) {
    constexpr std::uint32_t kLooseMost = (1U << 30U) - 1;
    loose_.emplace(std::move(passages));
    const std::span<const LoosePassage> all = loose_->passages;
    if (all.size() > kLooseMost) throw Error("there are more than 2^30 loose passages: split the collection");
    auto& writer = found_->writer(0);
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const LoosePassage& loose = all[i];
      writer.add({{loose.a, loose.part_a},
                  {loose.b, loose.part_b},
                  loose.passage.a.sentences,
                  loose.passage.b.sentences,
                  loose.passage.matched,
                  static_cast<float>(loose.passage.similarity),
                  (i + 1) & kLooseMost,
                  0,
                  0});
    }
  }

  [[nodiscard]] Passage locate(const FoundPassage& found) const {
    if (found.loose > 0) return loose_->passages[found.loose - 1].passage;
    thread_local Features scratch;
    const ContentId a = sequence_.content_of(found.a);
    const ContentId b = sequence_.content_of(found.b);
    Passage passage{{found.a_sentences, {}}, {found.b_sentences, {}}, found.matched, found.similarity};
    passage.a.bytes = sequence_.bytes_of(a, found.a_sentences, scratch);
    passage.b.bytes = sequence_.bytes_of(b, found.b_sentences, scratch);
    move_edges(found, a, b, passage);
    return passage;
  }

 private:
  using Found = LocalExecutor::Regrouping<FoundPassage, KeyOfPassage>;
  static constexpr std::size_t kLaterShuffles = std::size_t{32} << 20U;  // what they usually need, at most
  static constexpr std::uint64_t kLikelyPassages = std::uint64_t{1} << 22U;

  [[nodiscard]] std::uint32_t least() const { return options_.passages.min_sentences; }
  [[nodiscard]] ChainOptions chain_options() const { return {least(), options_.passages.max_gap}; }
  [[nodiscard]] KeyOfPassage key_of_passage() const { return {OrderedKey(sequence_.documents())}; }

  void find_families() {
    const FamilyChoice choice{least(), options_.passages.within, most_told(), references_};
    families_ =
        DocumentFamilies::find(sequence_, choice, {options_.memory_bytes / kPlacesShare, options_.temp_dir}, executor_);
    counts_.capped_groups += families_.capped_groups();
    counts_.families = families_.list().size();
    counts_.family_places = families_.document_places();
    for (const DocumentFamily& family : families_.list()) {
      if (family.documents > options_.pairs_up_to) ++counts_.families_only;
    }
  }

  /// In listed pairs, everything is.
  [[nodiscard]] std::uint32_t most_told() const { return is_listed_ ? PdcOptions::kAll : options_.pairs_up_to; }

  [[nodiscard]] SelfMatching selves() const {
    if (options_.passages.within) return SelfMatching::all;
    return options_.pairs_up_to == PdcOptions::kAll ? SelfMatching::copies : SelfMatching::none;
  }

  /// Most contents are matched with several others; but where they take much of the memory, runs are hashed each time.
  void hash_all_runs() {
    if (sequence_.classes().size() * sizeof(std::uint32_t) > options_.memory_bytes / kRunsShare) return;
    run_hashes_.resize(sequence_.classes().size());
    executor_.for_each_range(sequence_.contents(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (auto content = static_cast<ContentId>(begin); content < end; ++content) {
        const std::span hashes = std::span(run_hashes_).subspan(sequence_.begin_of(content));
        hash_runs(sequence_.classes_of(content), least(), hashes);
      }
    });
  }

  [[nodiscard]] MatchedText text_of(ContentId content, PlainVector<std::uint32_t>& scratch) const {
    const std::span<const std::uint32_t> classes = sequence_.classes_of(content);
    if (run_hashes_.empty()) {
      scratch.resize(classes.size());
      hash_runs(classes, least(), scratch);
      return {classes, scratch};
    }
    return {classes, std::span(run_hashes_).subspan(sequence_.begin_of(content), classes.size())};
  }

  void match_proposed() {
    hash_all_runs();
    PassageProposals proposals(sequence_, near_, selves(), executor_);
    if (is_listed_) {
      for (const auto& [a, b] : listed_) proposals.add_documents(a, b);
    } else {
      proposals.add_families(families_, options_.pairs_up_to);
      proposals.add_near(least(), options_.pairs_up_to);
    }
    const CellChoice choice = options_.pairs_up_to == PdcOptions::kAll ? CellChoice::all : CellChoice::cover;
    std::vector<MatchTools> tools;
    for (std::size_t i = 0; i < executor_.workers(); ++i) {
      tools.push_back({ContentMatcher(near_, chain_options(), choice), {}, {}, {}, {}, {}, 0});
    }
    counts_.proposed_pairs =
        proposals.for_each([&](const ProposedContents& pair, bool are_new_rows, std::size_t worker) {
          MatchTools& own = tools[worker];
          if (are_new_rows) own.matcher.set_rows(text_of(pair.rows, own.row_runs));
          match(pair, own, worker);
        });
    for (const MatchTools& tool : tools) {
      counts_.passages += tool.passages;
      counts_.capped_columns += tool.matcher.capped();
    }
  }

  void match(const ProposedContents& pair, MatchTools& tools, std::size_t worker) {
    tools.matcher.match(text_of(pair.columns, tools.column_runs), tools.runs);
    if (tools.runs.runs.empty()) return;
    if (tools.runs.runs.size() == 1) {
      tools.chains.assign(1, chain_of(tools.runs.runs.front(), tools.runs.similarities));
    } else {
      tools.chain_finder.find(tools.runs, chain_options(), tools.chains);
    }
    tools.passages += tools.chains.size();
    for (const Chain& chain : tools.chains) add_passage(pair, chain, worker);
  }

  /// A passage of two contents is one of all documents that have them.
  void add_passage(const ProposedContents& pair, const Chain& chain, std::size_t worker) {
    auto& writer = found_->writer(worker);
    FoundPassage chained{{}, {}, chain.a, chain.b, chain.matched, static_cast<float>(chain.similarity), 0, 0, 0};
    if (options_.passages.edges == PassageEdges::word) want_edges(pair.rows, pair.columns, chained);
    for_each_told(pair.rows, pair.columns, [&](const PartOfDocument& row, const PartOfDocument& column) {
      FoundPassage found = chained;
      found.a = row;
      found.b = column;
      if (std::tie(column, chain.b.begin) < std::tie(row, chain.a.begin)) {
        std::swap(found.a, found.b);
        std::swap(found.a_sentences, found.b_sentences);
      }
      writer.add(found);
      if (options_.passages.match == SentenceMatching::loose) add_pair(found, pairs_[worker]);
    });
  }

  /// A pair of documents mostly has several passages, one after the other.
  static void add_pair(const FoundPassage& found, std::vector<DocPair>& pairs) {
    const DocPair pair(found.a.document, found.b.document);
    if (pairs.empty() || pairs.back() != pair) pairs.push_back(pair);
  }

  /// Calls `use(part with rows, part with columns)` for the pairs that are told.
  template <typename Use>
  void for_each_told(ContentId rows, ContentId columns, const Use& use) const {
    const auto with_rows = sequence_.parts_with(rows);
    const auto with_columns = sequence_.parts_with(columns);
    if (is_listed_ && with_rows.size() * with_columns.size() > listed_.size()) {
      for_each_listed([&](const PartOfDocument& a, const PartOfDocument& b) {
        if (sequence_.content_of(a) == rows && sequence_.content_of(b) == columns) use(a, b);
        if (a.document == b.document) return;  // comes the other way round, too
        if (sequence_.content_of(b) == rows && sequence_.content_of(a) == columns) use(b, a);
      });
      return;
    }
    for (const PartOfDocument& row : with_rows) {
      for (const PartOfDocument& column : with_columns) {
        if (is_told(row.document, column.document)) use(row, column);
      }
    }
  }

  /// Calls `use(part of a, part of b)` for all parts of the pairs of documents that are listed.
  template <typename Use>
  void for_each_listed(const Use& use) const {
    for (const auto& [a, b] : listed_) {
      if (!is_told(a, b)) continue;
      for (std::uint32_t i = 0; i < sequence_.parts_of(a); ++i) {
        for (std::uint32_t j = 0; j < sequence_.parts_of(b); ++j) use(PartOfDocument{a, i}, PartOfDocument{b, j});
      }
    }
  }

  [[nodiscard]] bool is_told(DocId a, DocId b) const {
    if (a == b && !options_.passages.within) return false;
    if (is_listed_) return listed_.contains(std::minmax(a, b));
    return references_ == 0 || (a < references_) != (b < references_);
  }

  /// Identical texts share all they have.
  void add_identical() {
    for (ContentId content = 0; content < sequence_.contents(); ++content) {
      const auto parts = sequence_.parts_with(content);
      if (parts.size() < 2) continue;
      counts_.identical_documents += parts.size() - 1;
      if (sequence_.sentences_of(content) == 0) continue;
      if (parts.size() > most_told()) ++counts_.identical_only;
      if (parts.size() > most_told() || is_listed_) continue;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::size_t j = i + 1; j < parts.size(); ++j) add_identical(parts[i], parts[j]);
      }
    }
    for_each_listed([&](const PartOfDocument& a, const PartOfDocument& b) {
      const ContentId content = sequence_.content_of(a);
      if (a < b && content == sequence_.content_of(b) && sequence_.sentences_of(content) > 0) add_identical(a, b);
    });
  }

  void add_identical(const PartOfDocument& a, const PartOfDocument& b) {
    if (!is_told(a.document, b.document)) return;
    const SentenceRange all{0, sequence_.sentences_of(sequence_.content_of(a))};
    const std::uint32_t matched = all.size() < least() ? 0 : all.size();
    found_->writer(0).add({a, b, all, all, matched, 1, 0, 0, 0});
  }

  [[nodiscard]] bool begin_may_move(Position a, Position b) const {
    return sequence_.classes()[a] != sequence_.classes()[b] || sequence_.may_end_alike(a - 1, b - 1);
  }
  [[nodiscard]] bool end_may_move(Position a, Position b) const {
    return sequence_.classes()[a] != sequence_.classes()[b] || sequence_.may_begin_alike(a + 1, b + 1);
  }

  /// Calls `use(window of a, window of b, move)` for each end of a passage that may lie elsewhere than where its
  /// sentences end; `move` is what moves it once the words there are known.
  template <typename Use>
  void for_each_movable_edge(const FoundPassage& found, ContentId a, ContentId b, const Use& use) const {
    const EdgeOptions options;
    const SentenceRange& in_a = found.a_sentences;
    const SentenceRange& in_b = found.b_sentences;
    if (found.begin_may_move != 0) use(begin_window(in_a, options), begin_window(in_b, options), move_begin);
    if (found.end_may_move == 0) return;
    use(end_window(in_a, sequence_.sentences_of(a), options), end_window(in_b, sequence_.sentences_of(b), options),
        move_end);
  }

  /// Finds which edges may move, and asks for the words there.
  void want_edges(ContentId a, ContentId b, FoundPassage& found) {
    const SentenceRange& in_a = found.a_sentences;
    const SentenceRange& in_b = found.b_sentences;
    if (in_a.size() == 0 || in_b.size() == 0) return;
    const Position first_a = sequence_.begin_of(a);
    const Position first_b = sequence_.begin_of(b);
    found.begin_may_move = begin_may_move(first_a + in_a.begin, first_b + in_b.begin) ? 1 : 0;
    found.end_may_move = end_may_move(first_a + in_a.end - 1, first_b + in_b.end - 1) ? 1 : 0;
    for_each_movable_edge(found, a, b, [&](const SentenceRange& near_a, const SentenceRange& near_b, auto&&) {
      recall_->want_tokens(a, near_a);
      recall_->want_tokens(b, near_b);
    });
  }

  void move_edges(const FoundPassage& found, ContentId a, ContentId b, Passage& passage) const {
    thread_local WindowMemory memory_a;
    thread_local WindowMemory memory_b;
    const auto move_edge = [&](const SentenceRange& near_a, const SentenceRange& near_b, const auto& move) {
      const SentenceWindow window_a = recall_->window(a, near_a, memory_a);
      const SentenceWindow window_b = recall_->window(b, near_b, memory_b);
      if (!window_a.sentences.empty() && !window_b.sentences.empty()) move(window_a, window_b, EdgeOptions(), passage);
    };
    for_each_movable_edge(found, a, b, move_edge);
  }

  PdcOptions options_;
  LocalExecutor executor_;
  SentenceSequence sequence_;
  DocId references_ = 0;
  bool is_listed_ = false;
  boost::unordered_flat_set<std::pair<DocId, DocId>> listed_;
  NearClasses near_;
  PlainVector<std::uint32_t> run_hashes_;  // by position
  DocumentFamilies families_;
  std::optional<SentenceRecall> recall_;
  std::unique_ptr<Found> found_;
  std::vector<std::vector<DocPair>> pairs_;  // by worker
  std::optional<LoosePassages> loose_;
  PdcCounts counts_;
};

PdcFinder::PdcFinder(const PdcOptions& options) : state_(std::make_unique<State>(options)) {}
PdcFinder::~PdcFinder() = default;

std::shared_ptr<void> PdcFinder::read(const DocumentBatch& batch) {
  return state_->sequence().read(batch);
}

void PdcFinder::add(const void* read_batch) {
  state_->sequence().add(read_batch);
}

void PdcFinder::end_reference() {
  state_->end_reference();
}

void PdcFinder::list_pairs(std::span<const std::pair<DocId, DocId>> pairs) {
  state_->list_pairs(pairs);
}

void PdcFinder::find() {
  state_->find();
}

const SentenceSequence& PdcFinder::sequence() const {
  return state_->sequence();
}

const DocumentFamilies& PdcFinder::families() const {
  return state_->families();
}

const PdcCounts& PdcFinder::counts() const {
  return state_->counts();
}

SentenceRecall& PdcFinder::recall() {
  return state_->recall();
}

std::vector<DocPair> PdcFinder::document_pairs() {
  return state_->document_pairs();
}

void PdcFinder::add_loose(LoosePassages passages) {
  state_->add_loose(std::move(passages));
}

void PdcFinder::for_each_batch(
    const std::function<std::shared_ptr<void>(std::span<const FoundPassage>, std::size_t)>& make,
    const std::function<void(void*)>& take) {
  state_->for_each_batch(make, take);
}

Passage PdcFinder::locate(const FoundPassage& found) const {
  return state_->locate(found);
}

}  // namespace cento
