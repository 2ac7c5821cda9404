#include "methods/pdc/matching/proposal_kernels.hpp"

#include <algorithm>
#include <utility>

namespace cento {

namespace {

constexpr std::uint64_t kLooksMost = std::uint64_t{1} << 24U;  // places of near sentences examined in two contents

}  // namespace

SelfMatching self_matching(const PdcOptions& options) {
  if (options.passages.within) return SelfMatching::all;
  return options.pairs_up_to == PdcOptions::kAll ? SelfMatching::copies : SelfMatching::none;
}

NearPlaces::NearPlaces(std::span<const std::uint32_t> classes, const NearClasses& near) : names(near.names()) {
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

std::size_t NearPlaces::number_of(std::uint32_t name) const {
  return static_cast<std::size_t>(std::lower_bound(names.begin(), names.end(), name) - names.begin());
}

bool ProposalRules::is_matched(ContentId a, ContentId b) const {
  if (a != b || selves_ == SelfMatching::all) return true;
  return selves_ == SelfMatching::copies && sequence_.parts_with(a).size() > 1;
}

bool ProposalRules::is_cell(Position a, Position b) const {
  const std::uint32_t class_a = sequence_.classes()[a];
  const std::uint32_t class_b = sequence_.classes()[b];
  if (class_a == class_b) return true;
  return near_.similarity(class_a & ~SentenceSequence::kRepeats, class_b & ~SentenceSequence::kRepeats) > 0;
}

/// Cells in a row through this one, up to `enough`. The classes between contents match nothing.
std::uint32_t ProposalRules::diagonal_length(Position a, Position b, std::uint32_t enough) const {
  std::uint32_t length = 1;
  for (std::uint32_t i = 1; length < enough && is_cell(a - i, b - i); ++i) ++length;
  for (std::uint32_t i = 1; length < enough && is_cell(a + i, b + i); ++i) ++length;
  return length;
}

/// How many of these places, from the first on, are in its content.
std::size_t ProposalRules::size_in_content(std::span<const Position> places) const {
  const Position end = sequence_.end_of(sequence_.content_of(places.front()));
  return static_cast<std::size_t>(std::lower_bound(places.begin(), places.end(), end) - places.begin());
}

void ProposalRules::add_documents_of(std::span<const Position> places, std::vector<DocId>& documents) const {
  while (!places.empty()) {
    for (const PartOfDocument& part : sequence_.parts_with(sequence_.content_of(places.front()))) {
      documents.push_back(part.document);
    }
    places = places.subspan(size_in_content(places));
  }
}

/// The number of documents that two classes are in, together.
std::uint64_t ProposalRules::documents_of(std::span<const Position> a, std::span<const Position> b) const {
  std::vector<DocId> documents;
  add_documents_of(a, documents);
  add_documents_of(b, documents);
  std::sort(documents.begin(), documents.end());
  return static_cast<std::uint64_t>(std::unique(documents.begin(), documents.end()) - documents.begin());
}

bool ProposalRules::share_diagonal(std::span<const Position> a, std::span<const Position> b,
                                   std::uint32_t least) const {
  if (a.size() * b.size() > kLooksMost) return true;
  return std::any_of(a.begin(), a.end(), [&](Position place_a) {
    return std::any_of(b.begin(), b.end(),
                       [&](Position place_b) { return diagonal_length(place_a, place_b, least) >= least; });
  });
}

}  // namespace cento
