#include "passage_output.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "core/executor.hpp"
#include "write/pair_records.hpp"
#include "write/passage_records.hpp"

namespace cento::cli {

namespace {

constexpr std::size_t kFamilyTextBytes = 80;

/// Lines of a batch of passages.
struct Lines {
  std::string passages;
  std::string documents;
  PassageOutputCounts counts;
};

/// A stretch of a part that passages cover.
struct Covered {
  std::uint32_t part;
  Span bytes;
};

/// How many bytes the stretches cover together.
std::uint64_t covered_bytes(std::vector<Covered>& stretches) {
  std::sort(stretches.begin(), stretches.end(), [](const Covered& x, const Covered& y) {
    return x.part != y.part ? x.part < y.part : x.bytes.begin < y.bytes.begin;
  });
  std::uint64_t bytes = 0;
  std::uint32_t part = 0;
  std::uint32_t end = 0;  // covered up to here in the part
  for (const Covered& stretch : stretches) {
    if (stretch.part != part) end = 0;
    part = stretch.part;
    const std::uint32_t begin = std::max(stretch.bytes.begin, end);
    if (stretch.bytes.end > begin) bytes += stretch.bytes.end - begin;
    end = std::max(end, stretch.bytes.end);
  }
  return bytes;
}

/// The bytes of each document, from the first to the last sentence of each part.
std::vector<std::uint64_t> document_sizes(const PassageResults& results) {
  const SentenceSequence& sequence = results.finder.sequence();
  std::vector<std::uint64_t> sizes(sequence.documents());
  Features scratch;
  for (DocId document = 0; document < sizes.size(); ++document) {
    for (std::uint32_t part = 0; part < sequence.parts_of(document); ++part) {
      const ContentId content = sequence.content_of(PartOfDocument{document, part});
      sizes[document] += sequence.bytes_of(content, {0, sequence.sentences_of(content)}, scratch).size();
    }
  }
  return sizes;
}

/// Makes the lines of passages, one pair of documents after the other.
class PassageLines {
 public:
  /// `sizes`: as document_sizes() gives them.
  PassageLines(const PassageResults& results, std::span<const std::uint64_t> sizes, bool are_written)
      : results_(results), sizes_(sizes), are_written_(are_written) {}

  std::shared_ptr<Lines> make(std::span<const FoundPassage> found) {
    lines_ = std::make_shared<Lines>();
    for (std::size_t begin = 0; begin < found.size();) {
      std::size_t end = begin + 1;
      while (end < found.size() && found[end].a.document == found[begin].a.document &&
             found[end].b.document == found[begin].b.document) {
        ++end;
      }
      add_pair(found.subspan(begin, end - begin));
      begin = end;
    }
    return lines_;
  }

 private:
  void add_pair(std::span<const FoundPassage> found) {
    covered_a_.clear();
    covered_b_.clear();
    located_.clear();
    for (const FoundPassage& one : found) located_.push_back(locate(one));
    const bool has_loose = std::any_of(found.begin(), found.end(), [](const auto& one) { return one.loose > 0; });
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (has_loose && is_in_other(found, i)) continue;
      covered_a_.push_back({found[i].a.part, located_[i].a.bytes});
      covered_b_.push_back({found[i].b.part, located_[i].b.bytes});
      if (found[i].matched > 0) add_passage(found[i], located_[i]);
    }
    if (found.front().a.document != found.front().b.document) add_documents(found.front());
  }

  /// By whole sentences, so that documents are as similar whether or not passages end inside of them.
  [[nodiscard]] Passage locate(const FoundPassage& found) {
    if (found.loose > 0) return results_.finder.locate(found);
    return {{found.a_sentences, bytes_of(found.a, found.a_sentences)},
            {found.b_sentences, bytes_of(found.b, found.b_sentences)},
            found.matched,
            found.similarity};
  }

  /// Whether a loose passage holds this one, which is not loose, or the other way round.
  [[nodiscard]] bool is_in_other(std::span<const FoundPassage> found, std::size_t number) const {
    const Passage& passage = located_[number];
    for (std::size_t i = 0; i < found.size(); ++i) {
      const bool is_loose = found[number].loose > 0;
      if (is_loose == (found[i].loose > 0) || found[i].a.part != found[number].a.part ||
          found[i].b.part != found[number].b.part) {
        continue;
      }
      const Passage& other = located_[i];
      if (lies_within(passage, other) && (is_loose || !lies_within(other, passage))) return true;
    }
    return false;
  }

  [[nodiscard]] Span bytes_of(const PartOfDocument& part, const SentenceRange& sentences) {
    const SentenceSequence& sequence = results_.finder.sequence();
    return sequence.bytes_of(sequence.content_of(part), sentences, scratch_);
  }

  void add_passage(const FoundPassage& found, const Passage& by_sentences) {
    ++lines_->counts.passages;
    if (!are_written_) return;
    const Passage passage = found.loose > 0 ? by_sentences : results_.finder.locate(found);
    append_passage_line(lines_->passages,
                        {results_.documents.name(found.a, passage.a, place_a_),
                         results_.documents.name(found.b, passage.b, place_b_), passage.matched, passage.similarity});
  }

  void add_documents(const FoundPassage& found) {
    const std::uint64_t covered_a = covered_bytes(covered_a_);
    const std::uint64_t covered_b = covered_bytes(covered_b_);
    const std::uint64_t size_a = sizes_[found.a.document];
    const std::uint64_t size_b = sizes_[found.b.document];
    const double similarity = share(covered_a + covered_b, size_a + size_b);
    ++lines_->counts.document_pairs;
    if (similarity >= results_.near_duplicate) ++lines_->counts.near_duplicates;
    if (!are_written_) return;
    append_pair_line(lines_->documents, {results_.documents.name(found.a.document, place_a_),
                                         results_.documents.name(found.b.document, place_b_), similarity,
                                         share(covered_a, size_a), share(covered_b, size_b)});
  }

  static double share(std::uint64_t some, std::uint64_t all) {
    return all == 0 ? 1.0 : std::min(1.0, static_cast<double>(some) / static_cast<double>(all));
  }

  const PassageResults& results_;
  std::span<const std::uint64_t> sizes_;
  bool are_written_;
  std::shared_ptr<Lines> lines_;
  std::vector<Passage> located_;
  std::vector<Covered> covered_a_;
  std::vector<Covered> covered_b_;
  std::string place_a_;
  std::string place_b_;
  Features scratch_;
};

/// The beginning of a family's text, as it stands at a place.
std::string_view text_of(const PassageResults& results, const DocumentFamily& family, Position place,
                         Features& scratch) {
  const SentenceSequence& sequence = results.finder.sequence();
  const ContentId content = sequence.content_of(place);
  const std::uint32_t first = place - sequence.begin_of(content);
  const Span bytes = sequence.bytes_of(content, {first, first + family.sentences}, scratch);
  return results.finder.recall().text(place, scratch).substr(0, bytes.size());
}

/// Calls `hand_on(text)` with the lines of some families, from `begin` to `end`, a piece at a time: a family may have
/// so many places that its line alone is long.
template <typename HandOn>
void make_family_lines(const PassageResults& results, std::size_t begin, std::size_t end, const HandOn& hand_on) {
  constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;
  const DocumentFamilies& families = results.finder.families();
  const SentenceSequence& sequence = results.finder.sequence();
  std::string out;
  std::string place_name;
  Features scratch;
  PlainVector<Position> place_scratch;
  for (std::size_t i = begin; i < end; ++i) {
    const DocumentFamily& family = families.list()[i];
    const std::span<const Position> places = families.places_of(family, place_scratch);
    const std::string name = fmt::format("f{}", i + 1);
    const std::string text = first_words(text_of(results, family, places.front(), scratch), kFamilyTextBytes);
    FamilyLine line(out, {name, family.documents, family.sentences, family.documents > results.boilerplate, text});
    for (const Position place : places) {
      const ContentId content = sequence.content_of(place);
      const std::uint32_t first = place - sequence.begin_of(content);
      const SentenceRange sentences{first, first + family.sentences};
      const PassageSide where{sentences, sequence.bytes_of(content, sentences, scratch)};
      for (const PartOfDocument& part : sequence.parts_with(content)) {
        line.add_place(out, results.documents.name(part, where, place_name));
      }
      if (out.size() >= kPieceBytes) {
        hand_on(out);
        out.clear();
      }
    }
    FamilyLine::end(out);
  }
  hand_on(out);
}

/// Where to cut the list of families so that the lines of each piece fit into memory: the begin of each, and the end.
std::vector<std::size_t> family_pieces(const std::vector<DocumentFamily>& families) {
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

void write_families(const PassageResults& results, AtomicFile& output) {
  const std::vector<std::size_t> begins = family_pieces(results.finder.families().list());
  std::atomic<std::size_t> next = 0;
  TurnTaking turns;
  run_on_threads(results.threads, [&](std::size_t) {
    for (std::size_t i = next++; i + 1 < begins.size(); i = next++) {
      turns.run_in_pieces(
          i, [&](const auto& hand_on) { make_family_lines(results, begins[i], begins[i + 1], hand_on); },
          [&](const std::string& lines) { output.write(lines); });
    }
  });
}

}  // namespace

PassageOutputCounts write_passages(const PassageResults& results, const PassageFiles& files) {
  PassageOutputCounts counts;
  const std::vector<std::uint64_t> sizes = document_sizes(results);
  std::vector<PassageLines> makers(results.threads, PassageLines(results, sizes, files.are_written()));
  results.finder.for_each_batch([&](std::span<const FoundPassage> found,
                                    std::size_t worker) -> std::shared_ptr<void> { return makers[worker].make(found); },
                                [&](void* made) {
                                  const Lines& lines = *static_cast<const Lines*>(made);
                                  counts.document_pairs += lines.counts.document_pairs;
                                  counts.near_duplicates += lines.counts.near_duplicates;
                                  counts.passages += lines.counts.passages;
                                  if (!files.are_written()) return;
                                  files.passages->write(lines.passages);
                                  files.documents->write(lines.documents);
                                });
  for (const DocumentFamily& family : results.finder.families().list()) {
    if (family.documents > results.boilerplate) ++counts.boilerplate;
  }
  if (files.are_written()) write_families(results, *files.families);
  return counts;
}

}  // namespace cento::cli
