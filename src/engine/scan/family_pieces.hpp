#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cento/scan.hpp"
#include "engine/job_documents.hpp"
#include "methods/pdc/pdc.hpp"

namespace cento {

/// What making pieces needs each time: one per thread, used again for each piece.
struct FamilyPieceMemory {
  std::vector<FamilyPiece> records;
  std::vector<NamedStretch> places;  // of all records
  std::deque<std::string> names;     // that records refer to
  PlainVector<Position> positions;
  Features features;
};

/// The records of families, cut into pieces that can be made on several threads and fit into memory.
class FamilyPieces {
 public:
  /// The references must outlive it. Families in more than `boilerplate` documents are marked.
  FamilyPieces(PdcFinder& finder, const JobDocuments& documents, std::uint32_t boilerplate);

  [[nodiscard]] std::size_t size() const { return begins_.size() - 1; }

  /// Calls `use(records)` with the families of a piece, in order, some places at a time. Any thread may ask.
  void make(std::size_t piece, FamilyPieceMemory& memory,
            const std::function<void(std::span<const FamilyPiece>)>& use) const;

 private:
  [[nodiscard]] std::string_view text_of(const DocumentFamily& family, Position place, Features& scratch) const;

  PdcFinder& finder_;
  const JobDocuments& documents_;
  std::uint32_t boilerplate_;
  std::vector<std::size_t> begins_;  // of each piece in the list of families, and the end
};

}  // namespace cento
