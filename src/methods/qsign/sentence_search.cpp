#include "methods/qsign/sentence_search.hpp"

#include <algorithm>
#include <functional>

#include "methods/qsign/reuse_digest.hpp"

namespace cento {

namespace {

constexpr std::size_t kAhead = 16;            // how far ahead memory is prefetched
constexpr std::size_t kFoundAtOnce = 64;      // signatures whose memory is prefetched before they are compared
constexpr std::uint64_t kLookupCost = 3;      // of a key, in randomly accessed signatures
constexpr std::uint64_t kScannedInstead = 4;  // signatures that can be scanned in sequence in that time

void order(PlainVector<std::uint32_t>& positions) {
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
}

/// A sentence with several of the words comes once for each of them.
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
  // Equal lengths by weight: the heavier word decides sooner. Then by hash, as the lists are in the table.
  std::ranges::sort(lists_, [](const WordList& a, const WordList& b) {
    if (a.entries.size() != b.entries.size()) return a.entries.size() < b.entries.size();
    return a.weight != b.weight ? a.weight > b.weight : std::less<>()(a.entries.data(), b.entries.data());
  });
}

SearchCounts SentenceSearch::by_words(const Segment& segment, PlainVector<SentenceHit>& hits) {
  hits.clear();
  close_.clear();
  find_lists(segment.table(IndexTable::words));
  SearchCounts counts;
  counts.lookups = lists_.size();
  const std::size_t needed =
      lists_needed(query_, threshold_, lists_.size(), [&](std::size_t list) { return lists_[list].weight; });
  for (const WordList& list : std::span(lists_).first(needed)) {
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
  if (look_up_blocks(table, blocks, signature, distance, counts)) {
    order(close_);
  } else {
    counts.lookups = 0;
    close_.clear();
    scan_bits(table, signature, distance);
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

/// Takes distance + 1 steps, each the cheapest next one of any block. False if scanning all signatures turns out
/// cheaper.
bool SentenceSearch::look_up_blocks(const SignatureTable& table, const BitBlocks& blocks, const BitSignature& signature,
                                    unsigned distance, SearchCounts& counts) {
  steps_.resize(blocks.blocks());
  for (unsigned block = 0; block < blocks.blocks(); ++block) set_step(blocks, block, 0);
  std::uint64_t cost = 0;
  for (unsigned taken = 0; taken <= distance;) {
    const auto next = std::ranges::min_element(steps_, {}, &BlockStep::cost);
    if ((cost + next->cost) * kScannedInstead >= table.bits.size()) return false;
    const auto block = static_cast<unsigned>(next - steps_.begin());
    if (!next->is_known) {
      look_up(table, blocks, signature, block);
      counts.lookups += keys_.size();
      continue;
    }
    cost += next->cost;
    take_close(table, *next, signature, distance);
    set_step(blocks, block, next->bits + 1);
    ++taken;
  }
  return true;
}

/// The next step of a block; a block that was looked up to the last bit has every signature.
void SentenceSearch::set_step(const BitBlocks& blocks, unsigned block, unsigned bits) {
  BlockStep& step = steps_[block];
  step.bits = bits;
  step.is_known = false;
  step.cost = blocks.lookups_at(block, bits) * kLookupCost;
  step.lists.clear();
}

void SentenceSearch::look_up(const SignatureTable& table, const BitBlocks& blocks, const BitSignature& signature,
                             unsigned block) {
  BlockStep& step = steps_[block];
  keys_.clear();
  blocks.append_lookups_at(signature, block, step.bits, keys_);
  const std::size_t size = keys_.size();
  for (std::size_t i = 0; i < std::min(size, 2 * kAhead); ++i) table.keys.prefetch_directory(keys_[i]);
  for (std::size_t i = 0; i < size; ++i) {
    if (i + 2 * kAhead < size) table.keys.prefetch_directory(keys_[i + 2 * kAhead]);
    if (i + kAhead < size) table.keys.prefetch_entries(keys_[i + kAhead]);
    const std::span<const KeyTable::Entry> entries = table.keys.find(keys_[i]);
    if (entries.empty()) continue;
    step.cost += entries.size();
    step.lists.push_back(entries);
  }
  step.is_known = true;
}

void SentenceSearch::take_close(const SignatureTable& table, const BlockStep& step, const BitSignature& signature,
                                unsigned distance) {
  const auto take_found = [&] {
    for (const std::uint32_t position : found_) {
      if (hamming_distance(signature, table.bits[position]) <= static_cast<int>(distance)) close_.push_back(position);
    }
    found_.clear();
  };
  for (const std::span<const KeyTable::Entry> entries : step.lists) {
    for (const KeyTable::Entry& entry : entries) {
      if (entry.value >= table.bits.size()) continue;  // in a damaged segment
      table.bits.prefetch(entry.value);
      found_.push_back(entry.value);
      if (found_.size() >= kFoundAtOnce) take_found();
    }
  }
  take_found();
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
    if (i + 2 * kAhead < positions.size()) segment.prefetch_words_of(positions[i + 2 * kAhead]);
    if (i + kAhead < positions.size()) __builtin_prefetch(segment.words_of(positions[i + kAhead]).data());
    const std::span<const std::uint32_t> words = segment.words_of(positions[i]);
    if (words.size() < least) continue;
    const double score = query_.score(words);
    if (score >= threshold_) hits.push_back({positions[i], score});
  }
}

}  // namespace cento
