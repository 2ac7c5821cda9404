#include "methods/passage_proposals.hpp"

#include <algorithm>
#include <utility>

namespace cento {

namespace {

constexpr std::uint64_t kLikelyPairs = std::uint64_t{1} << 22U;  // more, so that threads get small shares
constexpr unsigned kRecentBits = 14;  // of pairs that are remembered: they fit the second cache
constexpr ContentId kNoContent = ~ContentId{0};
constexpr std::uint64_t kLooksMost = std::uint64_t{1} << 24U;  // at places of near sentences in two contents

}  // namespace

PassageProposals::PassageProposals(const SentenceSequence& sequence, const NearClasses& near, SelfMatching selves,
                                   LocalExecutor& executor)
    : sequence_(sequence),
      near_(near),
      selves_(selves),
      executor_(executor),
      recent_(executor.workers()),
      proposed_(executor.regroup<ProposedContents>(kLikelyPairs, KeyOfRows{&sequence})) {}

void PassageProposals::add(ContentId a, ContentId b, std::size_t worker) {
  const std::pair<std::uint32_t, ContentId> order_a{sequence_.sentences_of(a), a};
  const std::pair<std::uint32_t, ContentId> order_b{sequence_.sentences_of(b), b};
  const ProposedContents pair = order_a >= order_b ? ProposedContents{a, b} : ProposedContents{b, a};
  if (!is_recent(pair, worker)) proposed_.writer(worker).add(pair);
}

/// Whether the pair was proposed before and not forgotten since: contents that share one family mostly share several.
/// What is forgotten is proposed again, which does no harm.
bool PassageProposals::is_recent(const ProposedContents& pair, std::size_t worker) {
  std::vector<ProposedContents>& recent = recent_[worker];
  if (recent.empty()) recent.resize(std::size_t{1} << kRecentBits, {kNoContent, kNoContent});
  const std::uint64_t key = std::uint64_t{pair.rows} << 32U | pair.columns;
  return std::exchange(recent[key * kGoldenStep >> (64 - kRecentBits)], pair) == pair;
}

bool PassageProposals::is_matched(ContentId a, ContentId b) const {
  if (a != b || selves_ == SelfMatching::all) return true;
  return selves_ == SelfMatching::copies && sequence_.parts_with(a).size() > 1;
}

void PassageProposals::add_documents(DocId a, DocId b) {
  for (std::uint32_t i = 0; i < sequence_.parts_of(a); ++i) {
    for (std::uint32_t j = 0; j < sequence_.parts_of(b); ++j) {
      const ContentId content_a = sequence_.content_of(PartOfDocument{a, i});
      const ContentId content_b = sequence_.content_of(PartOfDocument{b, j});
      if (is_matched(content_a, content_b)) add(content_a, content_b, 0);
    }
  }
}

void PassageProposals::add_families(const DocumentFamilies& families, std::uint32_t most) {
  const std::vector<DocumentFamily>& list = families.list();
  executor_.for_each_range(list.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
    PlainVector<Position> scratch;
    for (std::size_t i = begin; i < end; ++i) {
      if (list[i].documents <= most) add_family(families.places_of(list[i], scratch), worker);
    }
  });
}

void PassageProposals::add_family(std::span<const Position> places, std::size_t worker) {
  std::vector<ContentId> contents;
  for (const Position place : places) {
    const ContentId content = sequence_.content_of(place);
    const bool is_again = !contents.empty() && contents.back() == content;
    if (is_again && is_matched(content, content)) add(content, content, worker);
    if (!is_again) contents.push_back(content);
  }
  for (std::size_t i = 0; i < contents.size(); ++i) {
    for (std::size_t j = i + 1; j < contents.size(); ++j) add(contents[i], contents[j], worker);
  }
}

bool PassageProposals::is_cell(Position a, Position b) const {
  const std::uint32_t class_a = sequence_.classes()[a];
  const std::uint32_t class_b = sequence_.classes()[b];
  if (class_a == class_b) return true;
  return near_.similarity(class_a & ~SentenceSequence::kRepeats, class_b & ~SentenceSequence::kRepeats) > 0;
}

/// Cells in a row through this one, up to `enough`. What stands between contents matches nothing.
std::uint32_t PassageProposals::diagonal_length(Position a, Position b, std::uint32_t enough) const {
  std::uint32_t length = 1;
  for (std::uint32_t i = 1; length < enough && is_cell(a - i, b - i); ++i) ++length;
  for (std::uint32_t i = 1; length < enough && is_cell(a + i, b + i); ++i) ++length;
  return length;
}

/// How many of these places, from the first on, are in its content.
std::size_t PassageProposals::size_in_content(std::span<const Position> places) const {
  const Position end = sequence_.end_of(sequence_.content_of(places.front()));
  return static_cast<std::size_t>(std::lower_bound(places.begin(), places.end(), end) - places.begin());
}

void PassageProposals::add_documents_of(std::span<const Position> places, std::vector<DocId>& documents) const {
  while (!places.empty()) {
    for (const PartOfDocument& part : sequence_.parts_with(sequence_.content_of(places.front()))) {
      documents.push_back(part.document);
    }
    places = places.subspan(size_in_content(places));
  }
}

/// How many documents two classes are in, together.
std::uint64_t PassageProposals::documents_of(std::span<const Position> a, std::span<const Position> b) const {
  std::vector<DocId> documents;
  add_documents_of(a, documents);
  add_documents_of(b, documents);
  std::sort(documents.begin(), documents.end());
  return static_cast<std::uint64_t>(std::unique(documents.begin(), documents.end()) - documents.begin());
}

struct PassageProposals::NearPlaces {
  NearPlaces(std::span<const std::uint32_t> classes, const NearClasses& near) : names(near.names()) {
    std::vector<std::pair<std::uint32_t, Position>> places;
    for (Position position = 0; position < classes.size(); ++position) {
      const std::uint32_t name = classes[position] & ~SentenceSequence::kRepeats;
      if (near.has(name)) places.emplace_back(name, position);
    }
    std::sort(places.begin(), places.end());
    for (const auto& [name, position] : places) {
      if (positions.empty() || places[positions.size() - 1].first != name) begins.push_back(positions.size());
      positions.push_back(position);
    }
    begins.push_back(positions.size());
  }

  [[nodiscard]] std::span<const Position> of(std::size_t number) const {
    return std::span(positions).subspan(begins[number], begins[number + 1] - begins[number]);
  }
  [[nodiscard]] std::size_t number_of(std::uint32_t name) const {
    return static_cast<std::size_t>(std::lower_bound(names.begin(), names.end(), name) - names.begin());
  }

  std::span<const std::uint32_t> names;
  std::vector<Position> positions;
  std::vector<std::size_t> begins;  // by class, as `names` has them
};

void PassageProposals::add_near(std::uint32_t least, std::uint32_t most) {
  if (near_.empty()) return;
  const NearPlaces places(sequence_.classes(), near_);
  std::vector<std::uint64_t> documents(places.names.size());
  executor_.for_each_range(documents.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) documents[i] = documents_of(places.of(i), {});
  });
  executor_.for_each_range(documents.size(), [&](std::size_t begin, std::size_t end, std::size_t worker) {
    for (std::size_t i = begin; i < end; ++i) {
      for (const NearClasses::Neighbour& neighbour : near_.of(places.names[i])) {
        if (neighbour.name < places.names[i]) continue;
        const std::size_t j = places.number_of(neighbour.name);
        if (std::max(documents[i], documents[j]) > most) continue;
        if (documents[i] + documents[j] > most && documents_of(places.of(i), places.of(j)) > most) continue;
        add_near_pair(places.of(i), places.of(j), least, worker);
      }
    }
  });
}

void PassageProposals::add_near_pair(std::span<const Position> a, std::span<const Position> b, std::uint32_t least,
                                     std::size_t worker) {
  while (!a.empty()) {
    const ContentId content_a = sequence_.content_of(a.front());
    const std::size_t size_a = size_in_content(a);
    for (std::span<const Position> rest = b; !rest.empty();) {
      const ContentId content_b = sequence_.content_of(rest.front());
      const std::size_t size_b = size_in_content(rest);
      const bool may_share = is_matched(content_a, content_b);
      if (may_share && share_diagonal(a.first(size_a), rest.first(size_b), least)) add(content_a, content_b, worker);
      rest = rest.subspan(size_b);
    }
    a = a.subspan(size_a);
  }
}

bool PassageProposals::share_diagonal(std::span<const Position> a, std::span<const Position> b,
                                      std::uint32_t least) const {
  if (a.size() * b.size() > kLooksMost) return true;
  return std::any_of(a.begin(), a.end(), [&](Position place_a) {
    return std::any_of(b.begin(), b.end(),
                       [&](Position place_b) { return diagonal_length(place_a, place_b, least) >= least; });
  });
}

}  // namespace cento
