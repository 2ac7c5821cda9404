#include "methods/ask/ask_blog.hpp"

#include <algorithm>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

namespace cento {

void BlogAsker::ask(const DigestBatch& asked, std::uint32_t but_number, IndexAnswer& answer) {
  BlogReport& report = answer.blog;
  const std::span<const IndexKey> keys = asked.keys_of(IndexTable::blog);
  report.sentences = static_cast<std::uint32_t>(keys.size());
  known_.clear();
  look_up(keys);
  for (std::size_t key = 0; key < keys.size(); ++key) report.known += list_places(keys, key, but_number) ? 1 : 0;
  answer.is_blog_duplicate = report.known > options_.collisions;
  if (answer.is_blog_duplicate) list_sources(asked, report);
}

void BlogAsker::look_up(std::span<const IndexKey> keys) {
  places_.resize(view_.segments().size());
  for (std::size_t number = 0; number < places_.size(); ++number) {
    places_[number].assign(keys.size(), {});
    find_all(view_.segments()[number]->table(IndexTable::blog), keys,
             [&](std::size_t key, std::span<const KeyTable::Entry> found) { places_[number][key] = found; });
  }
}

/// Records where a sentence is known from; false if it is not known, or occurs too often.
bool BlogAsker::list_places(std::span<const IndexKey> keys, std::size_t key, std::uint32_t but_number) {
  const std::size_t before = known_.size();
  if (is_everybodys(key, but_number)) return false;
  std::uint64_t times = 0;
  for (std::uint32_t number = 0; number < places_.size(); ++number) {
    const Segment& segment = *view_.segments()[number];
    std::uint32_t last = ~std::uint32_t{0};
    for (const KeyTable::Entry& entry : places_[number][key]) {
      if (entry.value >= segment.sentences()) continue;
      const std::uint32_t document = segment.place_of(entry.value).document;
      const IndexedPlace source{number, document, segment.numbers()[document]};
      if (view_.is_removed(source.number) || source.number == but_number) continue;
      if (++times > options_.max_repeats) {
        known_.resize(before);
        return false;
      }
      if (document != last) known_.push_back({keys[key].value, source, entry.value});
      last = document;
    }
  }
  return known_.size() > before;
}

/// Whether the number of places alone shows that the sentence occurs too often.
bool BlogAsker::is_everybodys(std::size_t key, std::uint32_t but_number) const {
  if (view_.has_removed() || but_number != 0) return false;
  std::size_t places = 0;
  for (const auto& of_segment : places_) places += of_segment[key].size();
  return places > options_.max_repeats;
}

/// The documents with the most collisions, and where in them these are.
void BlogAsker::list_sources(const DigestBatch& asked, BlogReport& report) {
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> collisions;
  for (const KnownSentence& known : known_) ++collisions[known.source.number];
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order;  // all ones minus collisions, document number
  for (const auto& [number, count] : collisions) order.emplace_back(~count, number);
  std::sort(order.begin(), order.end());
  const std::size_t listed = std::min<std::size_t>(order.size(), options_.limit);
  report.sources_unlisted = order.size() - listed;
  boost::unordered_flat_map<std::uint32_t, std::size_t> rank;
  for (std::size_t i = 0; i < listed; ++i) {
    report.sources.push_back({order[i].second, ~order[i].first, {}});
    rank.emplace(order[i].second, i);
  }
  for (const KnownSentence& known : known_) {
    const auto source = rank.find(known.source.number);
    if (source == rank.end()) continue;
    report.sources[source->second].matches.push_back({own_place(asked, known.sentence), other_place(known)});
  }
}

BlogSentence BlogAsker::own_place(const DigestBatch& asked, std::uint32_t sentence) const {
  std::uint32_t part = 0;
  std::uint32_t number = sentence;
  while (number >= asked.part_sizes[part]) number -= asked.part_sizes[part++];
  return {part, number, asked.spans[sentence]};
}

BlogSentence BlogAsker::other_place(const KnownSentence& known) const {
  const Segment& segment = *view_.segments()[known.source.segment];
  const SegmentPlace place = segment.place_of(known.position);
  const SentenceRange sentence{place.sentence, place.sentence + 1};
  return {place.part, place.sentence, segment.bytes_of(place.document, place.part, sentence)};
}

}  // namespace cento
