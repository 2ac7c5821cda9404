#include "methods/ask/ask_passages.hpp"

#include <algorithm>
#include <bitset>
#include <tuple>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "align/chains.hpp"
#include "core/spill/groups.hpp"
#include "methods/ask/near_texts.hpp"
#include "methods/ask/shared_runs.hpp"
#include "methods/pdc/content_matcher.hpp"

namespace cento {

namespace {

/// A document of the index that shares runs. The runs are linked, the last one first.
struct CandidateDocument {
  std::uint32_t number = 0;
  std::uint32_t longest_run = 0;
  std::uint32_t last_run = 0;  // index in the list of all
};

/// Best first: by the longest run, then by the order in which they were added.
bool is_better(const CandidateDocument& x, const CandidateDocument& y) {
  return x.longest_run != y.longest_run ? x.longest_run > y.longest_run : x.number < y.number;
}

constexpr std::uint32_t kNoRun = ~std::uint32_t{0};
constexpr std::uint32_t kOtherClass = SentenceSequence::kRepeats - 1;  // of sentences that the query document lacks
constexpr std::uint32_t kNoPart = ~std::uint32_t{0};

// The cells that a question may examine beyond a few per sentence: on all diagonals, and on those that cover what is
// shared. Only very repetitive texts need them.
constexpr std::uint64_t kLooksForAll = std::uint64_t{1} << 22U;
constexpr std::uint64_t kLooksForCover = std::uint64_t{1} << 22U;

}  // namespace

class PassageAsker::State {
 public:
  State(const IndexView& view, const QuestionOptions& options)
      : view_(view),
        options_(options),
        run_finder_(view, options),
        chains_{options.min_sentences, options.max_gap},
        matchers_(no_near_, chains_) {
    if (view.options().match == SentenceMatching::near) near_texts_.emplace(view.options(), view.statistics());
  }

  void ask(AnalyzedDocument& document, const DigestBatch& asked, std::uint32_t but_number, IndexAnswer& answer) {
    asked_ = &asked;
    if (near_texts_) near_texts_->set_asked(document);
    near_document_ = 0;
    classified_part_ = kNoPart;
    looks_for_all_ = kLooksForAll;
    looks_for_cover_ = kLooksForCover;
    repetitive_texts_ = 0;
    answer.left_out_places += run_finder_.find(asked, but_number, shared_runs_);
    gather_documents();
    for (std::size_t i = 0; i < documents_.size(); ++i) {
      if (answer.documents_with_passages == options_.limit) {
        answer.documents_with_passages += documents_.size() - i;
        break;
      }
      order_from(i);
      found_.clear();
      match_document(documents_[i], answer.left_out_places == 0);
      if (!found_.empty()) tell_found(answer);
    }
    answer.repetitive_texts = repetitive_texts_;
  }

 private:
  /// For all diagonals, and for a cover of them where these are too many.
  struct Matchers {
    Matchers(const NearClasses& near, const ChainOptions& chains)
        : all(near, chains, CellChoice::all), cover(near, chains, CellChoice::cover) {}

    ContentMatcher all;
    ContentMatcher cover;
  };

  /// Groups the runs by document.
  void gather_documents() {
    documents_.clear();
    document_of_.clear();
    run_before_.clear();
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < shared_runs_.size(); ++i) {
      const SharedRun& run = shared_runs_[i];
      if (i == 0 || run.document.number != documents_[at].number) at = document_with(run.document.number);
      CandidateDocument& document = documents_[at];
      run_before_.push_back(document.last_run);
      document.last_run = i;
      document.longest_run = std::max(document.longest_run, run.b.size());
    }
  }

  /// The document's index among those that share runs; a new one is added at the end.
  std::uint32_t document_with(std::uint32_t number) {
    const auto next = static_cast<std::uint32_t>(documents_.size());
    const auto [known, is_new] = document_of_.emplace(number, next);
    if (is_new) documents_.push_back({number, 0, kNoRun});
    return known->second;
  }

  /// Sorts the next documents; those beyond the limit are usually only counted.
  void order_from(std::size_t document) {
    if (document % options_.limit != 0) return;
    const auto first = documents_.begin() + static_cast<std::ptrdiff_t>(document);
    const auto count = std::min<std::size_t>(options_.limit, documents_.size() - document);
    std::partial_sort(first, first + static_cast<std::ptrdiff_t>(count), documents_.end(), is_better);
  }

  void match_document(const CandidateDocument& document, bool are_all) {
    document_runs_.clear();
    for (std::uint32_t i = document.last_run; i != kNoRun; i = run_before_[i]) {
      document_runs_.push_back(shared_runs_[i]);
    }
    std::sort(document_runs_.begin(), document_runs_.end(), [](const SharedRun& x, const SharedRun& y) {
      return std::tie(x.part_b, x.part_a, x.b.begin) < std::tie(y.part_b, y.part_a, y.b.begin);
    });
    const auto same_parts = [](const SharedRun& x, const SharedRun& y) {
      return x.part_b == y.part_b && x.part_a == y.part_a;
    };
    for_each_group(std::span<const SharedRun>(document_runs_), same_parts,
                   [&](std::span<const SharedRun> runs) { match(runs, are_all); });
  }

  /// Matches two parts by all their shared runs.
  void match(std::span<const SharedRun> runs, bool are_all) {
    is_repetitive_ = false;
    if (near_texts_) {
      match_near(runs.front());
    } else {
      match_exact(runs, are_all);
    }
    repetitive_texts_ += is_repetitive_ ? 1 : 0;
  }

  void match_exact(std::span<const SharedRun> runs, bool are_all) {
    set_asked_classes(runs.front().part_a);
    set_windows(runs, are_all);
    found_runs_.clear();
    for (const SentenceRange& window : windows_) match_window(runs.front(), window);
    find_chains(found_runs_, runs.front());
  }

  void match_near(const SharedRun& pair) {
    if (near_document_ != pair.document.number) {
      const auto document = view_.readable_document(pair.document.number, IndexView::Texts::yes);
      if (!document) return;
      near_document_ = pair.document.number;
      near_texts_->set_other(*document);
    }
    near_texts_->classify(pair.part_a, pair.part_b, asked_classes_, other_classes_);
    is_repetitive_ = near_texts_->is_capped();
    Matchers matchers(near_texts_->near(), chains_);
    hash_asked_runs();
    match_classes(matchers, other_classes_.size());
    find_chains(runs_, pair);
  }

  /// The sentences of the other part that may be in a passage, as separate ranges. Matched alone, they give the same
  /// runs as the whole part: each long run is one of `runs`, and a shorter one is reached from a long one, possibly via
  /// others. Say the query part has n sentences. No run has more; and from one run to the next, the end (or, going
  /// back, the beginning) advances by at least one sentence on both sides, in the other part by at most 2g more than in
  /// the query part, which has n. So all runs reached from a long one lie within (2 + 2g) n sentences of it. Runs in
  /// different ranges are too far apart for one chain.
  void set_windows(std::span<const SharedRun> runs, bool are_all) {
    const SharedRun& pair = runs.front();
    const Segment& segment = *view_.segments()[pair.document.segment];
    const std::uint64_t size = segment.positions_of(pair.document.document, pair.part_b).size();
    const std::uint64_t reach = (2 + 2 * std::uint64_t{chains_.max_gap}) * asked_range(pair.part_a).size();
    windows_.clear();
    if (!are_all) windows_.push_back({0, static_cast<std::uint32_t>(size)});
    for (const SharedRun& run : runs) {
      const std::uint64_t begin = run.b.begin - std::min<std::uint64_t>(run.b.begin, reach);
      const auto end = static_cast<std::uint32_t>(std::min(size, run.b.end + reach));
      if (windows_.empty() || begin > windows_.back().end) {
        windows_.push_back({static_cast<std::uint32_t>(begin), end});
      } else {
        windows_.back().end = std::max(windows_.back().end, end);
      }
    }
  }

  /// Adds the runs of a window to those of the pair.
  void match_window(const SharedRun& pair, const SentenceRange& window) {
    const Segment& segment = *view_.segments()[pair.document.segment];
    const SentenceRange part = segment.positions_of(pair.document.document, pair.part_b);
    const std::span<const std::uint32_t> contents =
        segment.contents().subspan(part.begin + window.begin, window.size());
    other_classes_.resize(contents.size());
    for (std::size_t i = 0; i < contents.size(); ++i) other_classes_[i] = asked_class(contents[i]);
    match_classes(matchers_, part.size());
    for (DiagonalRun& run : runs_.runs) {
      run.b += window.begin;
      found_runs_.runs.push_back(run);
    }
  }

  /// Most sentences of a long text are not in the query document, which a few bits show.
  [[nodiscard]] std::uint32_t asked_class(std::uint32_t content) const {
    if (!may_be_asked_[content % kContentBits]) return kOtherClass;
    const auto found = class_of_.find(content);
    return found == class_of_.end() ? kOtherClass : found->second;
  }

  /// Equal sentences have the same class; all of them count as repeating.
  void set_asked_classes(std::uint32_t part) {
    if (part == classified_part_) return;
    classified_part_ = part;
    class_of_.clear();
    may_be_asked_.reset();
    asked_classes_.clear();
    const SentenceRange range = asked_range(part);
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      const std::uint32_t content = asked_->contents[i];
      may_be_asked_.set(content % kContentBits);
      const auto next = static_cast<std::uint32_t>(class_of_.size()) | SentenceSequence::kRepeats;
      asked_classes_.push_back(content == kNoContent ? kOtherClass - 1
                                                     : class_of_.emplace(content, next).first->second);
    }
    hash_asked_runs();
  }

  void hash_asked_runs() {
    asked_runs_.resize(asked_classes_.size());
    hash_runs(asked_classes_, chains_.min_sentences, asked_runs_);
  }

  /// Replaces the runs with those of the query classes (a) and the others (b), which belong to a part of `other_size`.
  void match_classes(Matchers& matchers, std::size_t other_size) {
    other_runs_.resize(other_classes_.size());
    hash_runs(other_classes_, chains_.min_sentences, other_runs_);
    // The longer text has the rows, as in PassageProposals: which cells a chain continues with depends on that.
    const bool asked_has_rows = asked_classes_.size() >= other_size;
    const MatchedText asked_text{asked_classes_, asked_runs_};
    const MatchedText other_text{other_classes_, other_runs_};
    const MatchedText& rows = asked_has_rows ? asked_text : other_text;
    const MatchedText& columns = asked_has_rows ? other_text : asked_text;
    if (!match_texts(matchers.all, rows, columns, looks_for_all_)) {
      is_repetitive_ = true;
      (void)match_texts(matchers.cover, rows, columns, looks_for_cover_);
    }
    if (asked_has_rows) return;
    for (DiagonalRun& run : runs_.runs) std::swap(run.a, run.b);
  }

  /// False if the texts are so repetitive that some of the runs may be missing.
  bool match_texts(ContentMatcher& matcher, const MatchedText& rows, const MatchedText& columns, std::uint64_t& looks) {
    const std::uint64_t capped = matcher.capped();
    matcher.set_rows(rows);
    matcher.match(columns, runs_, looks);
    return matcher.capped() == capped;
  }

  /// Adds the passages of two parts.
  void find_chains(const FoundRuns& runs, const SharedRun& pair) {
    if (runs.runs.empty()) return;
    chain_finder_.find(runs, chains_, chain_list_);
    const Segment& segment = *view_.segments()[pair.document.segment];
    const SentenceRange asked = asked_range(pair.part_a);
    for (const Chain& chain : chain_list_) {
      IndexPassage found{pair.document, pair.part_a, pair.part_b, {}};
      found.passage = {{chain.a, bytes_of(asked, chain.a)},
                       {chain.b, segment.bytes_of(pair.document.document, pair.part_b, chain.b)},
                       chain.matched,
                       chain.similarity};
      found_.push_back(found);
    }
  }

  [[nodiscard]] SentenceRange asked_range(std::uint32_t part) const {
    std::uint32_t begin = 0;
    for (std::uint32_t i = 0; i < part; ++i) begin += asked_->part_sizes[i];
    return {begin, begin + asked_->part_sizes[part]};
  }

  [[nodiscard]] Span bytes_of(const SentenceRange& part, const SentenceRange& range) const {
    return {asked_->spans[part.begin + range.begin].begin, asked_->spans[part.begin + range.end - 1].end};
  }

  /// Adds the passages of a document, by position.
  void tell_found(IndexAnswer& answer) {
    ++answer.documents_with_passages;
    const auto key = [](const IndexPassage& found) {
      const Passage& passage = found.passage;
      return std::tuple(found.part_a, passage.a.sentences.begin, found.part_b, passage.b.sentences.begin,
                        passage.a.sentences.end, passage.b.sentences.end);
    };
    std::sort(found_.begin(), found_.end(),
              [&](const IndexPassage& x, const IndexPassage& y) { return key(x) < key(y); });
    answer.passages.insert(answer.passages.end(), found_.begin(), found_.end());
  }

  const IndexView& view_;
  QuestionOptions options_;
  SharedRunFinder run_finder_;
  ChainOptions chains_;
  NearClasses no_near_;
  Matchers matchers_;
  std::uint64_t looks_for_all_ = 0;    // left for the question
  std::uint64_t looks_for_cover_ = 0;  // likewise
  bool is_repetitive_ = false;         // whether runs of the two parts may be missing
  std::uint64_t repetitive_texts_ = 0;
  std::optional<NearTexts> near_texts_;
  std::uint32_t near_document_ = 0;  // the one that near_texts_ holds
  ChainFinder chain_finder_;
  const DigestBatch* asked_ = nullptr;
  std::vector<SharedRun> shared_runs_;
  PlainVector<std::uint32_t> run_before_;  // by run: the previous one of the same document
  std::vector<CandidateDocument> documents_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> document_of_;  // by number
  std::vector<SharedRun> document_runs_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> class_of_;  // by content
  std::uint32_t classified_part_ = kNoPart;
  PlainVector<std::uint32_t> asked_classes_;  // of the classified part
  PlainVector<std::uint32_t> other_classes_;
  static constexpr std::size_t kContentBits = 8192;
  std::bitset<kContentBits> may_be_asked_;  // by content
  PlainVector<std::uint32_t> asked_runs_;
  PlainVector<std::uint32_t> other_runs_;
  std::vector<SentenceRange> windows_;
  FoundRuns runs_;        // of a window
  FoundRuns found_runs_;  // of two parts
  PlainVector<Chain> chain_list_;
  std::vector<IndexPassage> found_;
};

PassageAsker::PassageAsker(const IndexView& view, const QuestionOptions& options)
    : state_(std::make_unique<State>(view, options)) {}
PassageAsker::~PassageAsker() = default;

void PassageAsker::ask(AnalyzedDocument& document, const DigestBatch& asked, std::uint32_t but_number,
                       IndexAnswer& answer) {
  state_->ask(document, asked, but_number, answer);
}

}  // namespace cento
