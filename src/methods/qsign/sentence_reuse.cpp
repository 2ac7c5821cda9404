#include "methods/qsign/sentence_reuse.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "cento/error.hpp"
#include "index/segment/place_cursor.hpp"
#include "methods/qsign/reuse_digest.hpp"

namespace cento {

namespace {

/// A hit with its document, which is known to exist.
struct PlacedHit {
  double score = 0;
  std::uint32_t number = 0;
  std::uint32_t position = 0;
  std::uint32_t segment = 0;
};

/// Positions ascend with the part and sentence of a document.
bool is_better(const PlacedHit& a, const PlacedHit& b) {
  if (a.score != b.score) return a.score > b.score;
  return std::tie(a.number, a.position) < std::tie(b.number, b.position);
}

void check_index(const IndexOptions& index, const ReuseOptions& options) {
  if (!index.reuse) {
    throw UsageError("the index does not store the words of sentences; create it with `reuse` to find reused ones");
  }
  if (options.way == ReuseWay::qsign && index.signature_bits == 0) {
    throw UsageError("the index has no bit signatures, which qsign needs; search by words, or create it with some");
  }
}

}  // namespace

void ReuseAnswer::clear() {
  sentences.clear();
  reused.clear();
  predicted_recall = 1;
  mean_distance = 0;
  counts = {};
}

class ReuseFinder::State {
 public:
  State(std::shared_ptr<const IndexView> view, const ReuseOptions& options)
      : options_(options),
        view_(std::move(view)),
        shape_{view_->options().signature_bits, view_->options().word_bits},
        signer_(shape_.signature_bits, shape_.word_bits),
        blocks_(shape_.signature_bits),
        search_(options.formula, options.threshold, view_->statistics(), options.most_candidates) {}

  void set_view(std::shared_ptr<const IndexView> view) {
    view_ = std::move(view);
    search_ = SentenceSearch(options_.formula, options_.threshold, view_->statistics(), options_.most_candidates);
  }

  void ask(AnalyzedDocument& document, std::uint32_t but_number, ReuseAnswer& answer) {
    answer.clear();
    but_number_ = but_number;
    double predicted = 0;
    for (std::uint32_t part = 0; part < document.parts().size(); ++part) {
      std::uint32_t number = 0;
      document.for_each_sentence(part, [&](const Span& bytes, std::span<const std::uint64_t> tokens) {
        const AskedSentence asked{part, number++, bytes};
        if (search_.set_sentence(tokens) && search_.query().size() >= options_.min_words) {
          predicted += ask(asked, answer);
        }
      });
    }
    if (answer.sentences.empty()) return;
    answer.predicted_recall = predicted / static_cast<double>(answer.sentences.size());
    answer.mean_distance /= static_cast<double>(answer.sentences.size());
  }

 private:
  /// Returns the predicted recall.
  double ask(AskedSentence asked, ReuseAnswer& answer) {
    const OverlapQuery& query = search_.query();
    asked.words = static_cast<std::uint32_t>(query.size());
    ReuseDistance distance;
    BitSignature signature;
    if (options_.way == ReuseWay::qsign) {
      distance = distance_for(options_, shape_, asked.words, options_.threshold / query.score(query.all()));
      signature = signer_.sign({{}, search_.hashes(), {}, {}});
      answer.mean_distance += distance.bits;
    }
    placed_.clear();
    for (std::uint32_t segment = 0; segment < view_->segments().size(); ++segment) {
      answer.counts += search(*view_->segments()[segment], signature, distance.bits);
      place_hits(segment);
    }
    tell(asked, answer);
    return distance.predicted_recall;
  }

  SearchCounts search(const Segment& segment, const BitSignature& signature, unsigned distance) {
    if (options_.way == ReuseWay::words) return search_.by_words(segment, hits_);
    const SignatureTable table{segment.table(IndexTable::bits), segment.bits()};
    return search_.by_bits(segment, table, blocks_, signature, distance, hits_);
  }

  void place_hits(std::uint32_t segment_index) {
    const Segment& segment = *view_->segments()[segment_index];
    PlaceCursor cursor(segment);
    for (const SentenceHit& hit : hits_) {
      const std::uint32_t number = segment.numbers()[cursor.find(hit.position).document];
      if (number == but_number_ || (view_->has_removed() && view_->is_removed(number))) continue;
      placed_.push_back({hit.score, number, hit.position, segment_index});
    }
  }

  void tell(AskedSentence& asked, ReuseAnswer& answer) {
    const std::size_t listed = std::min<std::size_t>(placed_.size(), options_.limit);
    std::partial_sort(placed_.begin(), placed_.begin() + static_cast<std::ptrdiff_t>(listed), placed_.end(), is_better);
    asked.found = placed_.size();
    asked.first_reused = static_cast<std::uint32_t>(answer.reused.size());
    asked.reused = static_cast<std::uint32_t>(listed);
    for (const PlacedHit& hit : std::span(placed_).first(listed)) answer.reused.push_back(reused_of(hit));
    answer.sentences.push_back(asked);
  }

  [[nodiscard]] ReusedSentence reused_of(const PlacedHit& hit) const {
    const Segment& segment = *view_->segments()[hit.segment];
    const SegmentPlace place = segment.place_of(hit.position);
    const SentenceRange range{place.sentence, place.sentence + 1};
    return {{hit.segment, place.document, hit.number},
            place.part,
            place.sentence,
            segment.bytes_of(place.document, place.part, range),
            hit.score};
  }

  ReuseOptions options_;
  std::shared_ptr<const IndexView> view_;
  BitShape shape_;
  BitSigner signer_;
  BitBlocks blocks_;
  SentenceSearch search_;
  std::uint32_t but_number_ = 0;
  PlainVector<SentenceHit> hits_;
  PlainVector<PlacedHit> placed_;
};

ReuseFinder::ReuseFinder(std::shared_ptr<const IndexView> view, const ReuseOptions& options) {
  check_reuse(options);
  check_index(view->options(), options);
  state_ = std::make_unique<State>(std::move(view), options);
}

ReuseFinder::~ReuseFinder() = default;

void ReuseFinder::set_view(std::shared_ptr<const IndexView> view) {
  state_->set_view(std::move(view));
}

void ReuseFinder::ask(AnalyzedDocument& document, std::uint32_t but_number, ReuseAnswer& answer) {
  state_->ask(document, but_number, answer);
}

}  // namespace cento
