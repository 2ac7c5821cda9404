#include "engine/scan/family_pieces.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "write/records/passage_records.hpp"

namespace cento {

namespace {

constexpr std::size_t kFamilyTextBytes = 80;
constexpr std::size_t kPlacesAtATime = 8192;

/// Where to cut the list of families so that the records of a piece fit into memory: the begin of each, and the end.
std::vector<std::size_t> cut(const std::vector<DocumentFamily>& families) {
  constexpr std::uint64_t kPlacesInPiece = 4096;
  std::vector<std::size_t> begins = {0};
  std::uint64_t places = 0;
  for (std::size_t i = 0; i < families.size(); ++i) {
    places += std::max(families[i].places, families[i].documents);
    if (places < kPlacesInPiece) continue;
    begins.push_back(i + 1);
    places = 0;
  }
  if (begins.back() != families.size()) begins.push_back(families.size());
  return begins;
}

/// Collects the families of a piece, and hands them on when they have many places.
class Collector {
 public:
  Collector(const JobDocuments& documents, FamilyPieceMemory& memory,
            const std::function<void(std::span<const FamilyPiece>)>& use)
      : documents_(documents), memory_(memory), use_(use) {
    forget();
  }

  void begin(const FamilyRecord& family) {
    family_ = {memory_.names.emplace_back(family.name), family.documents, family.sentences, family.is_boilerplate,
               memory_.names.emplace_back(family.text)};
    is_first_ = true;
    first_place_ = memory_.places.size();
  }

  void add(const PartOfDocument& part, const PassageSide& where) {
    memory_.places.push_back(
        {documents_.name(part.document, memory_.names), documents_.part_name(part.document, part.part), where});
    if (memory_.places.size() >= kPlacesAtATime) {
      end_piece(false);
      hand_on();
    }
  }

  void end() { end_piece(true); }

  void hand_on() {
    if (!memory_.records.empty()) use_(memory_.records);
    memory_.records.clear();
    memory_.places.clear();
    first_place_ = 0;
  }

 private:
  void forget() {
    memory_.records.clear();
    memory_.places.clear();
    memory_.names.clear();
    memory_.places.reserve(kPlacesAtATime);  // records refer to them while more are added
  }

  void end_piece(bool is_last) {
    const std::span<const NamedStretch> all = memory_.places;
    memory_.records.push_back({family_, all.subspan(first_place_), is_first_, is_last});
    is_first_ = false;
    first_place_ = memory_.places.size();
  }

  const JobDocuments& documents_;
  FamilyPieceMemory& memory_;
  const std::function<void(std::span<const FamilyPiece>)>& use_;
  FamilyRecord family_;
  bool is_first_ = true;
  std::size_t first_place_ = 0;
};

}  // namespace

FamilyPieces::FamilyPieces(PdcFinder& finder, const JobDocuments& documents, std::uint32_t boilerplate)
    : finder_(finder), documents_(documents), boilerplate_(boilerplate), begins_(cut(finder.families().list())) {}

void FamilyPieces::make(std::size_t piece, FamilyPieceMemory& memory,
                        const std::function<void(std::span<const FamilyPiece>)>& use) const {
  const DocumentFamilies& families = finder_.families();
  const SentenceSequence& sequence = finder_.sequence();
  Collector collector(documents_, memory, use);
  Features& scratch = memory.features;
  for (std::size_t i = begins_[piece]; i < begins_[piece + 1]; ++i) {
    const DocumentFamily& family = families.list()[i];
    const std::span<const Position> places = families.places_of(family, memory.positions);
    const std::string name = fmt::format("f{}", i + 1);
    const std::string text = first_words(text_of(family, places.front(), scratch), kFamilyTextBytes);
    collector.begin({name, family.documents, family.sentences, family.documents > boilerplate_, text});
    for (const Position place : places) {
      const ContentId content = sequence.content_of(place);
      const std::uint32_t first = place - sequence.begin_of(content);
      const SentenceRange sentences{first, first + family.sentences};
      const PassageSide where{sentences, sequence.bytes_of(content, sentences, scratch)};
      for (const PartOfDocument& part : sequence.parts_with(content)) collector.add(part, where);
    }
    collector.end();
  }
  collector.hand_on();
}

/// The beginning of a family's text at a place.
std::string_view FamilyPieces::text_of(const DocumentFamily& family, Position place, Features& scratch) const {
  const SentenceSequence& sequence = finder_.sequence();
  const ContentId content = sequence.content_of(place);
  const std::uint32_t first = place - sequence.begin_of(content);
  const Span bytes = sequence.bytes_of(content, {first, first + family.sentences}, scratch);
  return finder_.recall().text(place, scratch).substr(0, bytes.size());
}

}  // namespace cento
