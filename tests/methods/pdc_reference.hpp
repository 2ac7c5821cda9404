#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace cento::testing {

// Paper pdc, Algorithms 1 and 2, line by line: slow and plain, a reference for tests of faster ways. Two slips of the
// paper are corrected: REDUCE of Algorithm 1 must emit at a similarity of at least τ ("< τ" is printed), and γ
// sentences are enough ("> γ" is printed; we say that a passage has at least γ).

/// A sentence: document, then number within it.
using PdcSentence = std::pair<std::uint32_t, std::uint32_t>;
using PdcSignatures = std::set<std::uint64_t>;

/// Two documents, the earlier one first, or one twice.
using PdcDocuments = std::pair<std::uint32_t, std::uint32_t>;
/// Duplicated sentences, as their numbers in the two documents.
using PdcCells = std::set<std::pair<std::uint32_t, std::uint32_t>>;

struct PdcDiagonal {
  std::uint32_t start_i = 0;
  std::uint32_t start_j = 0;
  std::uint32_t length = 0;

  friend auto operator<=>(const PdcDiagonal&, const PdcDiagonal&) = default;
};

namespace pdc {

using SentencePair = std::pair<PdcSentence, PdcSentence>;

/// The upper bound of the Jaccard similarity of sets of these sizes.
inline bool may_be_similar(std::size_t size_i, std::size_t size_k, double tau) {
  const auto i = static_cast<double>(size_i);
  const auto k = static_cast<double>(size_k);
  return (i >= k && k / i >= tau) || (i <= k && i / k >= tau);
}

/// MAP of Algorithm 1, over all postings lists, with its output grouped by the pair of sentences.
inline std::map<SentencePair, PdcSignatures> map_signatures(const std::map<PdcSentence, PdcSignatures>& sentences,
                                                            double tau) {
  std::map<std::uint64_t, std::vector<PdcSentence>> postings;
  for (const auto& [sentence, signatures] : sentences) {
    for (const std::uint64_t signature : signatures) postings[signature].push_back(sentence);
  }
  std::map<SentencePair, PdcSignatures> emitted;
  for (const auto& [signature, list] : postings) {
    for (const PdcSentence& ds : list) {
      for (const PdcSentence& other : list) {
        if (ds == other) continue;
        if (!may_be_similar(sentences.at(ds).size(), sentences.at(other).size(), tau)) continue;
        emitted[{ds, other}].insert(signature);
      }
    }
  }
  return emitted;
}

/// DIAGONALEXTRACT of Algorithm 2.
inline PdcCells extract_diagonal(const PdcCells& cells, std::pair<std::uint32_t, std::uint32_t> cell) {
  PdcCells diagonal;
  while (cells.contains(cell)) {
    diagonal.insert(cell);
    ++cell.first;
    ++cell.second;
  }
  return diagonal;
}

}  // namespace pdc

/// Algorithm 1: the duplicated sentences of each pair of documents. Each pair of sentences is given once, the first
/// sentence first; documents are also paired with themselves.
inline std::map<PdcDocuments, PdcCells> pdc_sentence_duplicates(const std::map<PdcSentence, PdcSignatures>& sentences,
                                                                double tau) {
  std::map<PdcDocuments, PdcCells> duplicates;
  for (const auto& [pair, shared] : pdc::map_signatures(sentences, tau)) {
    const auto& [first, second] = pair;
    const std::size_t together = sentences.at(first).size() + sentences.at(second).size() - shared.size();
    const double similarity = static_cast<double>(shared.size()) / static_cast<double>(together);
    if (first < second && similarity >= tau) {
      duplicates[{first.first, second.first}].emplace(first.second, second.second);
    }
  }
  return duplicates;
}

/// Algorithm 2, MAP for one pair of documents: the diagonals of at least `gamma` sentences.
inline std::set<PdcDiagonal> pdc_sequence_matching(PdcCells cells, std::uint32_t gamma) {
  std::set<PdcDiagonal> emitted;
  const PdcCells all = cells;
  for (const auto& cell : all) {
    const PdcCells diagonal = pdc::extract_diagonal(cells, cell);
    if (diagonal.size() < gamma) continue;
    if (diagonal.empty()) continue;  // this cell is part of an earlier diagonal
    emitted.insert({cell.first, cell.second, static_cast<std::uint32_t>(diagonal.size())});
    for (const auto& taken : diagonal) cells.erase(taken);
  }
  return emitted;
}

}  // namespace cento::testing
