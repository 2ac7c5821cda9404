#include "methods/sentence_search.hpp"

#include <algorithm>

#include "methods/reuse_digest.hpp"

namespace cento {

namespace {

constexpr double kRounding = 1e-9;             // a list too many does no harm, one too few would
constexpr std::size_t kAhead = 16;             // how far ahead memory is asked for
constexpr std::size_t kKeysAtOnce = 256;       // looked up before what they lead to is looked at
constexpr std::uint64_t kScannedInstead = 48;  // signatures that are scanned in the time of one lookup

void order(PlainVector<std::uint32_t>& positions) {
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
}

/// A sentence with several of the words comes once for each.
void order(PlainVector<SentenceHit>& hits) {
  const auto is_before = [](const SentenceHit& a, const SentenceHit& b) { return a.position < b.position; };
  const auto is_same = [](const SentenceHit& a, const SentenceHit& b) { return a.position == b.position; };
  std::sort(hits.begin(), hits.end(), is_before);
  hits.erase(std::unique(hits.begin(), hits.end(), is_same), hits.end());
}

}  // namespace

SearchCounts& SearchCounts::operator+=(const SearchCounts& more) {
  lookups += more.lookups;
  candidates += more.candidates;
  left_out += more.left_out;
  return *this;
}

SentenceSearch::SentenceSearch(OverlapFormula formula, double threshold, const DocumentFrequencies* statistics,
                               std::uint64_t most_candidates)
    : query_(formula), threshold_(threshold), statistics_(statistics), most_candidates_(most_candidates) {}

bool SentenceSearch::set_sentence(std::span<const std::uint64_t> tokens) {
  distinct_words(tokens, hashes_);
  query_.clear();
  for (const std::uint64_t hash : hashes_) {
    const std::uint32_t word = stored_word(hash);
    if (query_.size() == 0 || query_.words().back() != word) query_.add(word, word_weight(hash, statistics_));
  }
  return query_.size() > 0;
}

void SentenceSearch::find_lists(const KeyTable& table) {
  lists_.clear();
  for (const std::uint64_t hash : hashes_) table.prefetch_directory(hash);
  for (const std::uint64_t hash : hashes_) table.prefetch_entries(hash);
  std::size_t word = 0;
  for (const std::uint64_t hash : hashes_) {
    if (query_.words()[word] != stored_word(hash)) ++word;
    lists_.push_back({table.find(hash), query_.weights()[word]});
  }
  // Equal lengths by weight: the heavier word decides sooner.
  std::ranges::sort(lists_, [](const WordList& a, const WordList& b) {
    return a.entries.size() != b.entries.size() ? a.entries.size() < b.entries.size() : a.weight > b.weight;
  });
}

std::size_t SentenceSearch::lists_needed() const {
  WordOverlap rest = query_.all();
  for (std::size_t lists = 0; lists < lists_.size(); ++lists) {
    if (query_.score(rest) < threshold_ - kRounding) return lists;
    if (rest.shared > 0) --rest.shared;
    rest.weight = std::max(0.0, rest.weight - lists_[lists].weight);
  }
  return lists_.size();
}

SearchCounts SentenceSearch::by_words(const Segment& segment, PlainVector<SentenceHit>& hits) {
  hits.clear();
  close_.clear();
  find_lists(segment.table(IndexTable::words));
  SearchCounts counts;
  counts.lookups = lists_.size();
  for (const WordList& list : std::span(lists_).first(lists_needed())) {
    const std::size_t taken = std::min<std::size_t>(list.entries.size(), most_candidates_ - close_.size());
    for (const KeyTable::Entry& entry : list.entries.first(taken)) close_.push_back(entry.value);
    counts.left_out += list.entries.size() - taken;
  }
  counts.candidates = close_.size();
  verify(segment, close_, hits);
  order(hits);
  return counts;
}

SearchCounts SentenceSearch::by_bits(const Segment& segment, const SignatureTable& table, const BitBlocks& blocks,
                                     const BitSignature& signature, unsigned distance, PlainVector<SentenceHit>& hits) {
  hits.clear();
  close_.clear();
  SearchCounts counts;
  if (blocks.lookups(distance) * kScannedInstead >= table.bits.size()) {
    scan_bits(table, signature, distance);
  } else {
    keys_.clear();
    blocks.append_lookups(signature, distance, keys_);
    look_up_keys(table, signature, distance, counts);
    order(close_);
  }
  if (close_.size() > most_candidates_) {
    counts.left_out += close_.size() - most_candidates_;
    close_.resize(most_candidates_);
  }
  counts.candidates = close_.size();
  verify(segment, close_, hits);
  return counts;
}

void SentenceSearch::scan_bits(const SignatureTable& table, const BitSignature& signature, unsigned distance) {
  for (std::size_t i = 0; i < table.bits.size(); ++i) {
    if (hamming_distance(signature, table.bits[i]) <= static_cast<int>(distance)) {
      close_.push_back(static_cast<std::uint32_t>(i));
    }
  }
}

void SentenceSearch::look_up_keys(const SignatureTable& table, const BitSignature& signature, unsigned distance,
                                  SearchCounts& counts) {
  counts.lookups = keys_.size();
  const std::size_t size = keys_.size();
  for (std::size_t i = 0; i < std::min(size, 2 * kAhead); ++i) table.keys.prefetch_directory(keys_[i]);
  for (std::size_t i = 0; i < size; ++i) {
    if (i + 2 * kAhead < size) table.keys.prefetch_directory(keys_[i + 2 * kAhead]);
    if (i + kAhead < size) table.keys.prefetch_entries(keys_[i + kAhead]);
    for (const KeyTable::Entry& entry : table.keys.find(keys_[i])) {
      if (entry.value >= table.bits.size()) continue;  // of a damaged segment
      __builtin_prefetch(&table.bits[entry.value]);
      found_.push_back(entry.value);
    }
    if (found_.size() >= kKeysAtOnce) take_close(table, signature, distance);
  }
  take_close(table, signature, distance);
}

void SentenceSearch::take_close(const SignatureTable& table, const BitSignature& signature, unsigned distance) {
  for (const std::uint32_t position : found_) {
    if (hamming_distance(signature, table.bits[position]) <= static_cast<int>(distance)) close_.push_back(position);
  }
  found_.clear();
}

SearchCounts SentenceSearch::by_scan(const Segment& segment, PlainVector<SentenceHit>& hits) {
  hits.clear();
  close_.resize(segment.sentences());
  for (std::uint32_t i = 0; i < segment.sentences(); ++i) close_[i] = i;
  verify(segment, close_, hits);
  return {0, close_.size(), 0};
}

void SentenceSearch::verify(const Segment& segment, std::span<const std::uint32_t> positions,
                            PlainVector<SentenceHit>& hits) const {
  const std::uint32_t least = query_.least_shared(threshold_);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (i + kAhead < positions.size()) __builtin_prefetch(segment.words_of(positions[i + kAhead]).data());
    const std::span<const std::uint32_t> words = segment.words_of(positions[i]);
    if (words.size() < least) continue;
    const double score = query_.score(words);
    if (score >= threshold_) hits.push_back({positions[i], score});
  }
}

}  // namespace cento
