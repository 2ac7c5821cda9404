#include "methods/ask_passages.hpp"

#include <algorithm>
#include <bitset>
#include <tuple>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "align/chains.hpp"
#include "core/groups.hpp"
#include "methods/content_matcher.hpp"
#include "methods/near_texts.hpp"

namespace cento {

namespace {

/// A sentence of the asked document, with where it stands in a segment.
struct AskedSentence {
  std::uint32_t content = kNoContent;
  std::span<const KeyTable::Entry> places;
  std::vector<std::span<const KeyTable::Entry>> near_places;  // of each of its keys

  [[nodiscard]] std::size_t size() const {
    std::size_t size = places.size();
    for (const auto& some : near_places) size += some.size();
    return size;
  }

  /// Whether a position may match: exactly, or by a key that near ones share.
  [[nodiscard]] bool may_match(std::uint32_t position, std::uint32_t stored) const {
    if (content == kNoContent) return false;
    if (stored == content) return true;
    const auto before = [](const KeyTable::Entry& entry, std::uint32_t value) { return entry.value < value; };
    return std::any_of(near_places.begin(), near_places.end(), [&](const auto& some) {
      const auto found = std::lower_bound(some.begin(), some.end(), position, before);
      return found != some.end() && found->value == position;
    });
  }
};

/// A part of the index that shares a run of sentences with a part of the asked document.
struct Candidate {
  IndexedPlace document;
  std::uint32_t part_a = 0;
  std::uint32_t part_b = 0;
  std::uint32_t run = 0;  // sentences of the longest run that was seen

  [[nodiscard]] auto parts() const { return std::tuple(document.number, part_b, part_a); }
};

/// A document of the index, with its candidates.
struct CandidateDocument {
  std::uint32_t longest_run = 0;
  std::span<const Candidate> candidates;
};

constexpr std::uint32_t kOtherClass = SentenceSequence::kRepeats - 1;  // of sentences that the asked document lacks

}  // namespace

class PassageAsker::State {
 public:
  State(const IndexView& view, const QuestionOptions& options)
      : view_(view),
        options_(options),
        chains_{options.min_sentences, options.max_gap},
        matcher_(no_near_, chains_, CellChoice::all) {
    if (view.options().match == SentenceMatching::near) near_texts_.emplace(view.options(), view.statistics());
  }

  void ask(std::span<const Part> parts, const DigestBatch& asked, std::uint32_t but_number, IndexAnswer& answer) {
    asked_ = &asked;
    if (near_texts_) near_texts_->set_asked(parts);
    near_document_ = 0;
    candidates_.clear();
    for (std::uint32_t segment = 0; segment < view_.segments().size(); ++segment) {
      ask_segment(segment, but_number, answer);
    }
    gather_documents();
    for (std::size_t i = 0; i < documents_.size(); ++i) {
      if (answer.documents_with_passages == options_.limit) {
        answer.documents_with_passages += documents_.size() - i;
        break;
      }
      found_.clear();
      for (const Candidate& candidate : documents_[i].candidates) match(candidate);
      if (!found_.empty()) tell_found(answer);
    }
  }

 private:
  using Places = std::span<const KeyTable::Entry>;

  void ask_segment(std::uint32_t number, std::uint32_t but_number, IndexAnswer& answer) {
    const Segment& segment = *view_.segments()[number];
    look_up(segment);
    const std::size_t before = candidates_.size();
    std::uint32_t first = 0;
    for (std::uint32_t part = 0; part < asked_->part_sizes.size(); ++part) {
      const std::uint32_t size = asked_->part_sizes[part];
      find_candidates(segment, part, std::span(sentences_).subspan(first, size), answer);
      first += size;
    }
    std::size_t kept = before;
    for (std::size_t i = before; i < candidates_.size(); ++i) {
      IndexedPlace& place = candidates_[i].document;
      place.segment = number;
      place.number = segment.numbers()[place.document];
      if (place.number == but_number || view_.is_removed(place.number)) continue;
      candidates_[kept++] = candidates_[i];
    }
    candidates_.resize(kept);
  }

  /// The documents of the candidates, best first: that with the longest run, then the one that was added first.
  void gather_documents() {
    std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& x, const Candidate& y) {
      return std::pair(x.parts(), y.run) < std::pair(y.parts(), x.run);
    });
    const auto same = [](const Candidate& x, const Candidate& y) { return x.parts() == y.parts(); };
    candidates_.erase(std::unique(candidates_.begin(), candidates_.end(), same), candidates_.end());
    documents_.clear();
    const auto one_document = [](const Candidate& x, const Candidate& y) {
      return x.document.number == y.document.number;
    };
    for_each_group(std::span<const Candidate>(candidates_), one_document, [&](std::span<const Candidate> group) {
      documents_.push_back({0, group});
      for (const Candidate& candidate : group) {
        documents_.back().longest_run = std::max(documents_.back().longest_run, candidate.run);
      }
    });
    std::stable_sort(documents_.begin(), documents_.end(), [](const CandidateDocument& x, const CandidateDocument& y) {
      return x.longest_run > y.longest_run;
    });
  }

  /// Where each sentence stands.
  void look_up(const Segment& segment) {
    sentences_.resize(asked_->contents.size());
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      sentences_[i].content = asked_->contents[i];
      sentences_[i].places = {};
      sentences_[i].near_places.clear();
    }
    const std::span<const IndexKey> contents = asked_->keys_of(IndexTable::sentences);
    find_all(segment.table(IndexTable::sentences), contents,
             [&](std::size_t key, Places places) { sentences_[contents[key].value].places = places; });
    const std::span<const IndexKey> parts = asked_->keys_of(IndexTable::near);
    find_all(segment.table(IndexTable::near), parts, [&](std::size_t key, Places places) {
      if (!places.empty()) sentences_[parts[key].value].near_places.push_back(places);
    });
  }

  /// Every run of γ sentences holds the rarest of its first γ, so it is enough to look at the places of these.
  void find_candidates(const Segment& segment, std::uint32_t part, std::span<const AskedSentence> sentences,
                       IndexAnswer& answer) {
    const std::uint32_t least = options_.min_sentences;
    runs_seen_.clear();
    std::size_t present = 0;  // sentences before here, in a row, that the segment has
    std::size_t chosen = ~std::size_t{0};
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      present = sentences[i].size() > 0 ? present + 1 : 0;
      if (present < least) continue;
      std::size_t rarest = i + 1 - least;
      for (std::size_t k = rarest + 1; k <= i; ++k) {
        if (sentences[k].size() < sentences[rarest].size()) rarest = k;
      }
      if (rarest == chosen) continue;
      chosen = rarest;
      look_at_places(segment, part, sentences, rarest, answer);
    }
  }

  void look_at_places(const Segment& segment, std::uint32_t part, std::span<const AskedSentence> sentences,
                      std::size_t sentence, IndexAnswer& answer) {
    look_at_places(segment, part, sentences, sentence, sentences[sentence].places, answer);
    for (const Places& places : sentences[sentence].near_places) {
      look_at_places(segment, part, sentences, sentence, places, answer);
    }
  }

  void look_at_places(const Segment& segment, std::uint32_t part, std::span<const AskedSentence> sentences,
                      std::size_t sentence, Places places, IndexAnswer& answer) {
    if (places.size() > options_.most_places) {
      answer.left_out_places += places.size() - options_.most_places;
      places = places.first(options_.most_places);
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (i + kPlacesAhead < places.size()) prefetch_content(segment, places[i + kPlacesAhead].value);
      look_at_place(segment, part, sentences, static_cast<std::uint32_t>(sentence), places[i].value);
    }
  }

  static constexpr std::size_t kPlacesAhead = 8;

  static void prefetch_content(const Segment& segment, std::uint32_t position) {
    if (position < segment.sentences()) __builtin_prefetch(&segment.contents()[position]);
  }

  void look_at_place(const Segment& segment, std::uint32_t part, std::span<const AskedSentence> sentences,
                     std::uint32_t sentence, std::uint32_t position) {
    if (position >= segment.sentences()) return;
    const std::uint32_t diagonal = position - sentence;  // may wrap around, which does no harm
    const auto seen = runs_seen_.find(diagonal);
    if (seen != runs_seen_.end() && sentence < seen->second) return;
    SentenceRange run = run_through(segment, sentences, sentence, position, {0, segment.sentences()});
    if (run.size() < options_.min_sentences) return;
    // Only now is it worth knowing where the text begins and ends.
    const SegmentPlace found = segment.place_of(position);
    run = run_through(segment, sentences, sentence, position, segment.positions_of(found.document, found.part));
    runs_seen_.insert_or_assign(diagonal, run.end);
    if (run.size() >= options_.min_sentences) {
      candidates_.push_back({{0, found.document, 0}, part, found.part, run.size()});
    }
  }

  /// The asked sentences in a row that may match, through this one, within a range of positions.
  [[nodiscard]] static SentenceRange run_through(const Segment& segment, std::span<const AskedSentence> sentences,
                                                 std::uint32_t sentence, std::uint32_t position,
                                                 const SentenceRange& range) {
    const auto matches = [&](std::uint32_t i, std::uint32_t at) {
      return sentences[i].may_match(at, segment.contents()[at]);
    };
    if (!matches(sentence, position)) return {sentence, sentence};
    std::uint32_t before = 0;
    while (before < sentence && position - range.begin > before &&
           matches(sentence - before - 1, position - before - 1)) {
      ++before;
    }
    std::uint32_t behind = 1;
    while (sentence + behind < sentences.size() && position + behind < range.end &&
           matches(sentence + behind, position + behind)) {
      ++behind;
    }
    return {sentence - before, sentence + behind};
  }

  void match(const Candidate& candidate) {
    if (near_texts_) return match_near(candidate);
    const Segment& segment = *view_.segments()[candidate.document.segment];
    const SentenceRange positions = segment.positions_of(candidate.document.document, candidate.part_b);
    const std::span<const std::uint32_t> contents = segment.contents().subspan(positions.begin, positions.size());
    set_asked_classes(candidate.part_a);
    other_classes_.resize(contents.size());
    for (std::size_t i = 0; i < contents.size(); ++i) other_classes_[i] = asked_class(contents[i]);
    match_classes(matcher_, candidate);
  }

  void match_near(const Candidate& candidate) {
    if (near_document_ != candidate.document.number) {
      near_document_ = candidate.document.number;
      near_texts_->set_other(view_.document(near_document_, IndexView::Texts::yes));
    }
    near_texts_->classify(candidate.part_a, candidate.part_b, asked_classes_, other_classes_);
    ContentMatcher matcher(near_texts_->near(), chains_, CellChoice::all);
    match_classes(matcher, candidate);
  }

  /// Most sentences of a long text are not in the asked one, which a few bits show.
  [[nodiscard]] std::uint32_t asked_class(std::uint32_t content) const {
    if (!may_be_asked_[content % kContentBits]) return kOtherClass;
    const auto found = class_of_.find(content);
    return found == class_of_.end() ? kOtherClass : found->second;
  }

  /// The same sentences have the same class; all of them count as repeating.
  void set_asked_classes(std::uint32_t part) {
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
  }

  void match_classes(ContentMatcher& matcher, const Candidate& candidate) {
    asked_runs_.resize(asked_classes_.size());
    other_runs_.resize(other_classes_.size());
    hash_runs(asked_classes_, chains_.min_sentences, asked_runs_);
    hash_runs(other_classes_, chains_.min_sentences, other_runs_);
    // The longer text has the rows, as in PassageProposals: which cells a chain goes on with depends on that.
    const bool asked_has_rows = asked_classes_.size() >= other_classes_.size();
    const MatchedText asked_text{asked_classes_, asked_runs_};
    const MatchedText other_text{other_classes_, other_runs_};
    matcher.set_rows(asked_has_rows ? asked_text : other_text);
    matcher.match(asked_has_rows ? other_text : asked_text, runs_);
    if (runs_.runs.empty()) return;
    chain_finder_.find(runs_, chains_, chain_list_);
    if (!asked_has_rows) {
      for (Chain& chain : chain_list_) std::swap(chain.a, chain.b);
    }
    const Segment& segment = *view_.segments()[candidate.document.segment];
    const SentenceRange asked = asked_range(candidate.part_a);
    for (const Chain& chain : chain_list_) {
      IndexPassage found{candidate.document, candidate.part_a, candidate.part_b, {}};
      found.passage = {{chain.a, bytes_of(asked, chain.a)},
                       {chain.b, segment.bytes_of(candidate.document.document, candidate.part_b, chain.b)},
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

  /// The passages of a document, by place.
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
  ChainOptions chains_;
  NearClasses no_near_;
  ContentMatcher matcher_;
  std::optional<NearTexts> near_texts_;
  std::uint32_t near_document_ = 0;  // that near_texts_ has
  ChainFinder chain_finder_;
  const DigestBatch* asked_ = nullptr;
  std::vector<AskedSentence> sentences_;
  std::vector<Candidate> candidates_;
  std::vector<CandidateDocument> documents_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> runs_seen_;  // by diagonal: the sentence where one ends
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> class_of_;   // by content
  PlainVector<std::uint32_t> asked_classes_;
  PlainVector<std::uint32_t> other_classes_;
  static constexpr std::size_t kContentBits = 8192;
  std::bitset<kContentBits> may_be_asked_;  // by content
  PlainVector<std::uint32_t> asked_runs_;
  PlainVector<std::uint32_t> other_runs_;
  FoundRuns runs_;
  PlainVector<Chain> chain_list_;
  std::vector<IndexPassage> found_;
};

PassageAsker::PassageAsker(const IndexView& view, const QuestionOptions& options)
    : state_(std::make_unique<State>(view, options)) {}
PassageAsker::~PassageAsker() = default;

void PassageAsker::ask(std::span<const Part> parts, const DigestBatch& asked, std::uint32_t but_number,
                       IndexAnswer& answer) {
  state_->ask(parts, asked, but_number, answer);
}

}  // namespace cento
