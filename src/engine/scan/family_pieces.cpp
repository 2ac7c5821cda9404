#include "engine/scan/family_pieces.hpp"

#include <algorithm>
#include <deque>

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
  Collector(const JobDocuments& documents, const std::function<void(std::span<const FamilyPiece>)>& use)
      : documents_(documents), use_(use) {}

  void begin(const FamilyRecord& family) {
    family_ = {names_.emplace_back(family.name), family.documents, family.sentences, family.is_boilerplate,
               names_.emplace_back(family.text)};
    is_first_ = true;
    first_place_ = places_.size();
  }

  void add(const PartOfDocument& part, const PassageSide& where) {
    places_.push_back({documents_.name(part.document, names_), documents_.part_name(part.document, part.part), where});
    if (places_.size() >= kPlacesAtATime) {
      end_piece(false);
      hand_on();
    }
  }

  void end() { end_piece(true); }

  void hand_on() {
    std::vector<FamilyPiece> records;
    for (const Piece& piece : pieces_) {
      const std::span<const NamedStretch> all = places_;
      records.push_back(
          {piece.family, all.subspan(piece.begin, piece.end - piece.begin), piece.is_first, piece.is_last});
    }
    if (!records.empty()) use_(records);
    pieces_.clear();
    places_.clear();
    first_place_ = 0;
  }

 private:
  struct Piece {
    FamilyRecord family;
    std::size_t begin = 0;  // in places_
    std::size_t end = 0;
    bool is_first = true;
    bool is_last = true;
  };

  void end_piece(bool is_last) {
    pieces_.push_back({family_, first_place_, places_.size(), is_first_, is_last});
    is_first_ = false;
    first_place_ = places_.size();
  }

  const JobDocuments& documents_;
  const std::function<void(std::span<const FamilyPiece>)>& use_;
  FamilyRecord family_;
  bool is_first_ = true;
  std::size_t first_place_ = 0;
  std::vector<Piece> pieces_;
  std::vector<NamedStretch> places_;
  std::deque<std::string> names_;  // that records refer to
};

}  // namespace

FamilyPieces::FamilyPieces(PdcFinder& finder, const JobDocuments& documents, std::uint32_t boilerplate)
    : finder_(finder), documents_(documents), boilerplate_(boilerplate), begins_(cut(finder.families().list())) {}

void FamilyPieces::make(std::size_t piece, const std::function<void(std::span<const FamilyPiece>)>& use) const {
  const DocumentFamilies& families = finder_.families();
  const SentenceSequence& sequence = finder_.sequence();
  Collector collector(documents_, use);
  Features scratch;
  PlainVector<Position> place_scratch;
  for (std::size_t i = begins_[piece]; i < begins_[piece + 1]; ++i) {
    const DocumentFamily& family = families.list()[i];
    const std::span<const Position> places = families.places_of(family, place_scratch);
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
